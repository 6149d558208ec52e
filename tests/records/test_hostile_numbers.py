"""Made-up journals: with any number, the file is refused or the room lives."""

import copy
import dataclasses
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest

from app.live.errors import UnfitRoomError
from app.live.host.import_check import check_import
from app.records import full_journal
from app.records.full_journal import BadJournalError, read_history
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model.clocks import next_deadline
from app.rooms.model.ids import Millis, Version
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from engine.core.plain import Plain
from engine.core.seats import Seat
from tests.known import lacks
from tests.records.seated import assign_devices
from tests.records.test_bounds import numbers, replace_at
from tests.rooms.builders import ADA, AT_ONCE, BEN, JOIN_KEY, SEED, apply_events, begin, events_of, game_of, holder
from tests.rooms.evening import Evening

MOST = 1 << 40
"""Largest number in options and component figures."""

CLOCK: Plain = {"mode": "hard", "bank": 60, "per_ask": 10}


def build_game(game: str) -> Evening:
    """Return a game with a clock, a bot, a sealed card and extra time."""
    evening = Evening(game, **{**AT_ONCE, "clock": CLOCK, "grace": 2})
    assert evening.does(c.TakeSeat("Ben", holder("Ben"), JOIN_KEY))
    assert evening.does(c.SeatBot(ADA, Seat(2), "normal"))
    assert evening.does(begin(SEED, game))
    assert evening.does(c.GiveTime(ADA, BEN, 60))
    assert evening.does(c.React(ADA, "gasp", None))
    assert evening.does(c.MakeReturnLink(ADA, holder("link"), Millis(evening.now + 1000)))
    play = game_of(evening.room)
    assert evening.does(c.Seal(ADA, play.ask, evening.choice(ADA, 0)))
    assert evening.does(c.Pause(ADA))
    evening.now = Millis(evening.now + 5_000)
    assert evening.does(c.Resume(ADA))
    return evening


def lives(journal: list[Any], now: Millis) -> bool:
    """Return whether the journal is accepted. A rejected one must give a refusal."""
    try:
        _, room = read_history(journal, now)
        check_import(room, now)
    except (BadJournalError, UnfitRoomError):
        return False
    return True


def hostile(journal: list[Any], values: tuple[int, ...], rows: range) -> Iterator[list[Any]]:
    """Yield the journal with each number of those rows replaced, one at a time."""
    for place in rows:
        for way in numbers(journal[place]["body"]):
            for value in values:
                row = {**journal[place], "body": replace_at(journal[place]["body"], way, value)}
                yield [*journal[:place], row, *journal[place + 1 :]]


def test_hostile_event_numbers_are_refused_or_leave_the_room_working(game: str) -> None:
    evening = build_game(game)
    journal: list[Any] = full_journal.history(assign_devices(evening))
    assert lives(journal, evening.now)
    of_edition = next(place for place, row in enumerate(journal) if row["kind"] == "game_begun")
    tried = taken = 0
    for forged in hostile(journal, ((1 << 64) - 1, 1 << 63, -1, MOST), range(len(journal))):
        if forged[of_edition] is journal[of_edition]:
            tried += 1
            taken += lives(copy.deepcopy(forged), evening.now)
    assert tried > 40
    assert taken < tried / 4


def test_hostile_game_figures_are_refused_or_leave_the_room_working(game: str) -> None:
    evening = build_game(game)
    until = 1 + next(place for place, entry in enumerate(evening.entries) if isinstance(entry.event, e.GameBegun))
    journal: list[Any] = full_journal.history(assign_devices(evening)[:until])
    assert lives(journal, evening.now)
    tried = [lives(forged, evening.now) for forged in hostile(journal, (-1, MOST), range(until - 1, until))]
    if len(tried) <= 100:
        lacks(game, "it is played with few figures or none")
    assert tried.count(False) > len(tried) / 2


def build_unbounded_room(game: str) -> Room:
    """Return the room after unchecked amounts of extra time."""
    room = build_game(game).room
    made_up = apply_events(room, [e.TimeGiven(BEN, Millis((1 << 64) - 1), ADA)])
    assert made_up is not None
    return made_up


def test_room_with_a_clock_beyond_database_range_fails_import_check(game: str) -> None:
    room = build_unbounded_room(game)
    with pytest.raises(UnfitRoomError):
        check_import(room, build_game(game).now)


def test_room_whose_rules_fail_at_next_deadline_fails_import_check(
    game: str,
) -> None:
    """Any late failure counts: a bot moves first, a clock runs out, then the reveal."""
    room = build_game(game).room
    wake = next_deadline(room)
    assert wake is not None

    def fails(*_: object) -> NoReturn:
        raise ZeroDivisionError

    broken = dataclasses.replace(room.game, resolve=fails)
    room = replace(room, game=broken, play=replace(game_of(room), game=broken))
    with pytest.raises(UnfitRoomError, match="ZeroDivisionError"):
        check_import(room, wake)


@pytest.mark.parametrize("error", [OverflowError, AssertionError, RecursionError, ArithmeticError, NotImplementedError])
def test_a_fold_that_raises_refuses_the_file(monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    evening = build_game("adel_verpflichtet")
    journal: list[Any] = full_journal.history(assign_devices(evening))

    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(full_journal, "fold_checked", fails)
    with pytest.raises(BadJournalError):
        read_history(journal, evening.now)


def test_what_a_room_decides_is_within_the_bounds(game: str) -> None:
    """An honest room is accepted after all events of an evening and of an arrival."""
    evening = build_game(game)
    for command in (c.SaveTable(ADA), c.Vote(ADA, "save", True, SEED, begin().edition)):
        evening.does(command)
    events = events_of(evening.room, c.CreditOutage(Millis(evening.now), Millis(0)))
    entry = e.Entry(Version(len(evening.entries) + 1), evening.now, events[0])
    assert lives(full_journal.history((*assign_devices(evening), entry)), evening.now)
