"""Order of tests for several processes, each of which gets a stretch of them."""

from collections.abc import Callable, Sequence
from itertools import groupby, islice
from typing import TypeVar

T = TypeVar("T")


def reorder_for_processes(
    items: Sequence[T], is_long: Callable[[T], bool], file: Callable[[T], str], processes: int
) -> list[T]:
    """Reorder the items for ``processes`` equal stretches, long ones first in each.

    Long items are dealt out by files: no process has all of them, and a file's setup runs once."""
    groups = [list(group) for _, group in groupby(filter(is_long, items), file)]
    quick = iter([each for each in items if not is_long(each)])
    ordered: list[T] = []
    for process in range(processes):
        size = (len(items) - len(ordered)) // (processes - process)
        own = [each for group in groups[process::processes] for each in group]
        ordered += [*own, *islice(quick, max(0, size - len(own)))]
    return ordered
