"""In which order tests are handed to several processes, each of which gets a stretch of them."""

from collections.abc import Callable, Sequence
from itertools import groupby, islice
from typing import TypeVar

T = TypeVar("T")


def in_shares(items: Sequence[T], is_long: Callable[[T], bool], file: Callable[[T], str], processes: int) -> list[T]:
    """The same in another order: each of ``processes`` stretches as long as the next begins with what takes long, dealt
    out by files, so that no process has all of it and what a file sets up is set up once."""
    groups = [list(group) for _, group in groupby(filter(is_long, items), file)]
    quick = iter([each for each in items if not is_long(each)])
    ordered: list[T] = []
    for process in range(processes):
        size = (len(items) - len(ordered)) // (processes - process)
        own = [each for group in groups[process::processes] for each in group]
        ordered += [*own, *islice(quick, max(0, size - len(own)))]
    return ordered
