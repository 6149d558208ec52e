"""Oracle of the fault tests: it finds each fault, and nothing else."""

from hashlib import sha256
from typing import Any

import pytest

from app.rooms import commands as c
from app.rooms.events import Entry
from app.rooms.model.ids import CommandKey, Digest, Version
from app.rooms.model.values import replace
from tests.faults.evening import Knowledge
from tests.faults.oracle import find_faults
from tests.faults.players import History
from tests.rooms.builders import AT_ONCE, JOIN_KEY, begin, game_of
from tests.rooms.evening import Evening

TOKEN = "the token of Ben"


def digest() -> Digest:
    return Digest(sha256(TOKEN.encode()).hexdigest())


def make_round() -> tuple[tuple[Entry, ...], Knowledge]:
    """Return a journal with two seals of Ben's, and what Ben knows of it.

    The first seal was acknowledged twice."""
    options: dict[str, Any] = {**AT_ONCE, "grace": 2}
    evening = Evening(**options)
    assert evening.does(c.TakeSeat("Ben", digest(), JOIN_KEY))
    assert evening.does(begin())
    seat = evening.room.seat_of(digest())
    assert seat is not None
    play = game_of(evening.room)
    choices = [play.game.text(choice) for choice in play.asks[seat].choices[:2]]
    entries = list(evening.entries)
    history = History()
    for number, choice in enumerate([choices[0], choices[0], choices[1]], start=1):
        before = len(evening.entries)
        history.attempted[f"c{number}"] = {"ask": play.ask, "choice": choice}
        history.acknowledged[f"c{number}"] = number
        evening.does(c.Seal(seat, play.ask, choice))
        new = list(evening.entries[before:])
        if new:
            new[-1] = replace(new[-1], command=CommandKey(f"{digest()[:16]}:c{number}"))
        entries += new
    return tuple(entries), Knowledge(TOKEN, history)


def test_correct_evening_has_no_faults() -> None:
    entries, ben = make_round()
    assert find_faults(entries, [ben]) == []


def test_lost_acknowledged_command_is_found() -> None:
    entries, ben = make_round()
    (fault,) = find_faults(entries[:-1], [ben])
    assert fault.startswith("c3 of ") and fault.endswith("was acknowledged and is gone")


def test_gap_and_duplicate_command_are_found() -> None:
    entries, ben = make_round()
    assert find_faults((*entries[:-2], entries[-1]), [ben]) == ["the versions have a gap"]
    twice = replace(entries[-1], version=Version(entries[-1].version + 1))
    assert any("applied 2 times" in fault for fault in find_faults((*entries, twice), [ben]))


@pytest.mark.parametrize("what", ["attempted", "refused"])
def test_unsent_or_refused_command_in_the_journal_is_found(what: str) -> None:
    entries, ben = make_round()
    if what == "attempted":
        del ben.history.attempted["c3"]
    else:
        ben.history.refused["c3"] = "ask_is_over"
    (fault,) = find_faults(entries, [ben])
    assert fault.endswith("was never sent" if what == "attempted" else "was refused and is there")
