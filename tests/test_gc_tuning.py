"""Tidying up: what is there at the start stays, the rest is looked through when nobody asks for anything."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from app.gc_tuning import PILED_UP, THRESHOLDS, Tidying


class Knot:
    """Holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def tidying() -> Iterator[Tidying]:
    """One that has been started."""
    one = Tidying()
    one.start()
    yield one
    one.stop()


def an_old_knot() -> weakref.ref[Knot]:
    """Something that only a look at everything finds."""
    knot = Knot()
    gc.collect(1)
    gc.collect(1)
    return weakref.ref(knot)


def test_it_tidies_up_in_the_first_quiet_moment_after_work(tidying: Tidying) -> None:
    tidying.look(1)
    knot = an_old_knot()
    tidying.look(2)
    tidying.look(3)
    assert knot() is not None
    tidying.look(3)
    assert knot() is None


def test_it_tidies_up_without_a_quiet_moment_when_much_has_piled_up(tidying: Tidying) -> None:
    tidying.look(1)
    knot = an_old_knot()
    tidying.look(2)
    assert knot() is not None
    for _ in range(PILED_UP):
        gc.collect(1)
    tidying.look(3)
    assert knot() is None


def test_nothing_but_a_look_walks_through_everything(tidying: Tidying) -> None:
    knot = an_old_knot()
    for _ in range(10 * PILED_UP):
        gc.collect(1)
    kept = [[number] for number in range(20 * THRESHOLDS[0])]
    assert knot() is not None and kept


def test_it_leaves_all_alone_while_nothing_was_done_since(tidying: Tidying) -> None:
    tidying.look(1)
    tidying.look(1)
    knot = an_old_knot()
    tidying.look(1)
    assert knot() is not None


def test_what_was_there_at_the_start_is_not_looked_at_until_the_stop() -> None:
    before = gc.get_threshold()
    tidying = Tidying()
    tidying.start()
    try:
        assert gc.get_freeze_count() > 0 and gc.get_threshold() == THRESHOLDS
    finally:
        tidying.stop()
    assert gc.get_freeze_count() == 0 and gc.get_threshold() == before


def test_without_a_start_it_does_nothing() -> None:
    tidying, before = Tidying(), gc.get_threshold()
    tidying.look(1)
    knot = an_old_knot()
    tidying.look(1)
    tidying.stop()
    assert knot() is not None and gc.get_threshold() == before
