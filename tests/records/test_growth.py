"""Growth of a room: a file in which something grows without end is refused.

Each event that adds to it copies all of it, and every page shows it."""

import io
import pickle
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from app.records import full_journal
from app.records.full_journal import BadJournalError, history, read_history
from app.rooms import events as e
from app.rooms.events import Entry
from app.rooms.model.ids import Digest, Millis, Version
from engine import registry
from engine.core.game import Game
from engine.core.seats import Seat
from tests.records.evenings import sit
from tests.records.seated import assign_devices
from tests.rooms.builders import AT_ONCE, GAME
from tests.rooms.evening import Evening

MANY = 4_000
MOST_BYTES = 32 * 1024
"""Bytes, more than any room without a game takes."""

SEAT = Seat(0)
SOON = Evening(GAME, **AT_ONCE).now + 1_000


def _digest(number: int) -> Digest:
    return Digest(f"{number:064x}")


GROWING: Mapping[str, Callable[[int], e.Event]] = {
    "names that one does not read": lambda number: e.Muted(SEAT, f"Guest {number}", is_muted=True),
    "motions": lambda number: e.VoteCast(SEAT, f"m{number}", is_for=True),
    "dates": lambda number: e.DateProposed(SEAT, number + 1, Millis(SOON + 3_600_000), "Europe/Berlin"),
    "devices": lambda number: e.DeviceAdded(SEAT, _digest(number), _digest(number)),
}
"""Events whose growth nothing limits."""

BOUNDED: Mapping[str, Callable[[int], e.Event]] = {
    "lines": lambda number: e.Said(SEAT, f"Hello {number}"),
    "watchers' lines": lambda number: e.WatcherSaid(f"Guest {number}", "Hello"),
    "gallery": lambda number: e.WatcherNamed(_digest(number % 50), f"Guest {number}"),
    "saves": lambda number: e.TableSaved(SEAT),
    "links": lambda number: e.ReturnLinkMade(SEAT, _digest(number), Millis(SOON)),
    "options": lambda number: e.OptionsChanged({"grace": number % 30}),
    "codes": lambda number: e.JoinKeyChanged(f"{number:032d}"),
    "swaps": lambda number: e.SeatsSwapped(Seat(0), Seat(1)),
    "people": lambda number: (
        e.SeatLeft(Seat(3)) if number % 2 == 0 else e.SeatTaken(Seat(3), f"Guest {number}", _digest(number))
    ),
}
"""Events whose growth the room itself limits."""


class _Pickler(pickle.Pickler):
    """Pickler that writes a game as its key."""

    def reducer_override(self, obj: Any) -> Any:
        """Implement Pickler."""
        return (registry.find, (obj.key,)) if isinstance(obj, Game) else NotImplemented


def size_after(made: Callable[[int], e.Event]) -> int:
    """Return the room's size after that many of these events. Raises BadJournalError."""
    evening = Evening(GAME, **AT_ONCE)
    sit(evening, "Ben", "Carla")
    entries = list(assign_devices(evening))
    entries += [Entry(Version(len(entries) + number), evening.now, made(number)) for number in range(1, MANY)]
    _, room = read_history(history(entries), evening.now)
    packed = io.BytesIO()
    _Pickler(packed).dump(room)
    return packed.tell()


def check_that_it_does_not_grow(made: Callable[[int], e.Event]) -> None:
    try:
        size = size_after(made)
    except BadJournalError as error:
        assert "more than any room holds" in str(error)
    else:
        assert size < MOST_BYTES


ALL: Mapping[str, Callable[[int], e.Event]] = dict([*GROWING.items(), *BOUNDED.items()])


@pytest.mark.parametrize("kind", ALL)
def test_nothing_in_a_file_grows_without_end(kind: str) -> None:
    check_that_it_does_not_grow(ALL[kind])


@pytest.mark.parametrize("kind", GROWING)
def test_without_bounds_it_would(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(full_journal, "is_bounded", lambda room, event: True)
    with pytest.raises(AssertionError):
        check_that_it_does_not_grow(GROWING[kind])
