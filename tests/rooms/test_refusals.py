"""Refusals: every code can be had, and none of them changes anything."""

import functools
from collections.abc import Callable, Mapping
from itertools import product
from typing import cast

import pytest

from app.rooms import commands as c
from app.rooms.decide import decide
from app.rooms.fold import BrokenJournal
from app.rooms.ids import AskNumber, Millis
from app.rooms.refusals import SENTENCES, Refusal, refuse
from app.rooms.room import Room
from engine.core.plain import Plain
from engine.core.seats import Seat
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    CODE,
    GAME,
    JOIN_KEY,
    SEED,
    START,
    WATCH_KEY,
    a_game,
    a_purchase,
    a_room,
    after,
    all_sealed,
    begin,
    expiry,
    finished,
    holder,
    lift,
    opening,
    refused,
    seal,
    with_facts,
)

OF_LIVE = {"id_used", "try_again"}
"""What only a room's host refuses with: tests/live has a test for each."""

OF_WEB = {"not_json", "unknown_command", "wrong_origin", "too_fast", "too_large"}
"""What is refused before it comes to a room."""


def _held() -> Room:
    room = all_sealed(a_game(3, grace=2))
    return after(after(room, lift(room, BEN)), opening(room), ms=2_000)


def _ran_out() -> Room:
    room = a_game(3, clock={"mode": "gentle", "per_ask": 1, "bank": 0})
    return after(room, expiry(room, BEN), ms=1_000)


SITUATIONS: Mapping[str, Callable[[], Room | None]] = {
    "no room": lambda: None,
    "lobby of one": a_room,
    "lobby of three": lambda: after(a_room(4), c.Leave(BEN)),
    "full lobby": lambda: a_room(5),
    "deserted lobby": lambda: after(a_room(), c.Leave(ADA)),
    "first ask": lambda: a_game(3),
    "some sealed": lambda: after(a_game(3), seal(a_game(3), ADA)),
    "grace pause": lambda: all_sealed(a_game(3, grace=2)),
    "held": _held,
    "ran out": _ran_out,
    "hard clock": lambda: a_game(2, clock={"mode": "hard", "per_ask": 0, "bank": 0}),
    "open decision": a_purchase,
    "resting": lambda: after(a_game(3), c.Pause(BEN)),
    "one has left": lambda: after(a_game(3), c.Leave(BEN)),
    "all have left": lambda: after(a_game(2), c.Leave(ADA), c.Leave(BEN)),
    "finished": lambda: finished(a_game(2)),
    "finished and left": lambda: after(finished(a_game(3)), c.Leave(BEN)),
}


@functools.cache
def the(situation: str) -> Room | None:
    """The room in that situation."""
    return SITUATIONS[situation]()


NO_OPTIONS, GOOD_OPTIONS, BAD_OPTIONS, UNKNOWN_OPTIONS = cast(
    "tuple[dict[str, Plain], ...]", ({}, {"grace": 1}, {"grace": -1}, {"x": 1})
)
SEATS = tuple(Seat(number) for number in (-1, 0, 1, 2, 4, 5))
ASKS = tuple(AskNumber(number) for number in (0, 1, 3, 10**9))
TEXTS = ("castle", "castle detective", "cheque 25", "show A1598 A1621 A1655", "buy C1468", "nonsense", "")

COMMANDS: tuple[c.Command, ...] = (
    c.OpenRoom(CODE, GAME, "Ada", holder("Ada"), JOIN_KEY, WATCH_KEY),
    c.OpenRoom(CODE, "chess", "Ada", holder("Ada"), JOIN_KEY, WATCH_KEY),
    *(c.TakeSeat(name, holder(name), key) for name in ("Ada", "Zoe", "") for key in (JOIN_KEY, None, "wrong")),
    *(c.TakeSeat("Ada", holder("a stranger"), key) for key in (JOIN_KEY, None)),
    *(c.MakeReturnLink(seat, holder("link"), Millis(START)) for seat in SEATS),
    c.AddDevice(holder("link"), holder("phone")),
    *(
        c.ChooseOptions(seat, options)
        for seat in SEATS
        for options in (NO_OPTIONS, GOOD_OPTIONS, BAD_OPTIONS, UNKNOWN_OPTIONS)
    ),
    *(c.SeatBot(seat, target, level) for seat, target in product(SEATS, SEATS) for level in ("normal", "none", None)),
    *(c.Begin(seat, SEED, begin().edition, options) for seat in SEATS for options in (None, GOOD_OPTIONS, BAD_OPTIONS)),
    *(c.Again(seat, SEED, begin().edition) for seat in SEATS),
    *(c.Seal(seat, ask, text) for seat, ask, text in product(SEATS, ASKS, TEXTS)),
    *(c.SealForBot(seat, ask, text) for seat, ask, text in product(SEATS, ASKS, TEXTS)),
    *(c.Lift(seat, ask) for seat, ask in product(SEATS, ASKS)),
    *(c.Open(ask) for ask in ASKS),
    *(c.Expire(ask, seat) for ask, seat in product(ASKS, SEATS)),
    *(c.SetStandIn(seat, target, level) for seat, target in product(SEATS, SEATS) for level in ("normal", "x", None)),
    *(c.Say(seat, text) for seat in SEATS for text in ("hello", "", "\x00")),
    *(c.Pause(seat) for seat in SEATS),
    *(c.Resume(seat) for seat in SEATS),
    *(c.Leave(seat) for seat in SEATS),
    *(c.CreditOutage(Millis(span)) for span in (-1, 0, 1_000)),
)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_in_every_situation_every_command_is_refused_without_a_trace_or_its_facts_fold(situation: str) -> None:
    room = the(situation)
    before = repr(room)
    for command in COMMANDS:
        answer = decide(room, command, Millis(START + 5_000))
        if isinstance(answer, tuple):
            try:
                with_facts(room, answer, 5_000)
            except BrokenJournal as error:
                raise AssertionError(f"{command} was accepted and breaks the journal") from error
    assert repr(room) == before


def test_every_refusal_code_is_the_rooms_the_hosts_or_the_webs() -> None:
    answers = [decide(the(name), command, Millis(START + 5_000)) for name in SITUATIONS for command in COMMANDS]
    of_rooms = {answer.code for answer in answers if isinstance(answer, Refusal)}
    assert of_rooms | OF_LIVE | OF_WEB == SENTENCES.keys()
    assert not of_rooms & (OF_LIVE | OF_WEB)


def test_every_command_is_in_the_table() -> None:
    kinds = {type(command) for command in COMMANDS}
    assert kinds == set(c.Command.__args__)


@pytest.mark.parametrize("seat", [Seat(-1), CARLA, Seat(4), Seat(99)])
def test_no_command_works_from_a_seat_nobody_holds(seat: Seat) -> None:
    room = a_game(2)
    given = [command for command in COMMANDS if isinstance(command, c.FromSeat) and command.seat == seat]
    assert {refused(room, command) for command in given} <= {"no_seat"}


def test_a_room_is_opened_once() -> None:
    opening_again = c.OpenRoom(CODE, GAME, "Eve", holder("Eve"), JOIN_KEY, WATCH_KEY)
    assert refused(a_room(), opening_again) == "no_such_room"


def test_a_refusal_has_a_known_code_and_a_sentence() -> None:
    assert all(refuse(code).say for code in SENTENCES)
    with pytest.raises(ValueError, match="no refusal code"):
        Refusal("oops", "Oops.")


def test_the_rooms_answer_to_no_room_tells_nothing() -> None:
    """A wrong key and a room that is not there are answered alike."""
    wrong = decide(a_room(), c.TakeSeat("Zoe", holder("Zoe"), "wrong"), Millis(START))
    assert wrong == decide(None, c.TakeSeat("Zoe", holder("Zoe"), "wrong"), Millis(START))
