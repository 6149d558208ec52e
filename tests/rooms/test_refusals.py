"""Refusals: each code occurs, and none changes the room."""

import functools
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import product
from typing import cast

import pytest

from app.rooms import commands as c
from app.rooms.decide import decide
from app.rooms.fold import BrokenJournalError
from app.rooms.model.dates import DAY_MS
from app.rooms.model.ids import AskNumber, Millis
from app.rooms.model.refusals import SENTENCES, Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.schema.command import FromSeat
from app.rooms.votes import MOTIONS
from engine import registry
from engine.core.plain import Plain
from engine.core.seats import Seat
from tests.known import SHIPPED
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    CODE,
    GAME,
    JOIN_KEY,
    NEW,
    NEW_CODE,
    NEW_KEY,
    SEED,
    START,
    WATCH_KEY,
    a_game,
    a_room,
    all_sealed,
    apply_events,
    begin,
    expiry,
    get_refusal_code,
    holder,
    lift,
    one_decides,
    play_to_end,
    reveal,
    run_commands,
    seal,
)

OF_LIVE = {"superseded", "id_used", "try_again", "room_damaged", "game_is_here", "used_up", "no_space"}
"""Codes of the host, manager or store, not of a room.

Each is tested beside these."""

OF_WEB = {"not_json", "unknown_command", "wrong_origin", "no_cookies", "no_word", "too_fast", "too_large"}
"""Codes of refusals before a command reaches a room."""


def _hold_reveal(game: str) -> Room:
    room = all_sealed(a_game(3, game=game, grace=2))
    return run_commands(run_commands(room, lift(room, BEN)), reveal(room), ms=2_000)


def _ran_out(game: str) -> Room:
    room = a_game(3, game=game, clock={"mode": "gentle", "per_ask": 1, "bank": 0})
    return run_commands(room, expiry(room, BEN), ms=1_000)


SITUATIONS: Mapping[str, Callable[[str], Room | None]] = {
    "no room": lambda game: None,
    "lobby of one": lambda game: a_room(game=game),
    "lobby of three": lambda game: run_commands(a_room(4, game=game), c.Leave(BEN)),
    "full lobby": lambda game: a_room(max(registry.find(game).table_sizes), game=game),
    "locked lobby": lambda game: run_commands(a_room(3, game=game), c.Lock(ADA, True), c.ShareHost(ADA, BEN, True)),
    "deserted lobby": lambda game: run_commands(a_room(game=game), c.Leave(ADA)),
    "first ask": lambda game: a_game(3, game=game),
    "some sealed": lambda game: run_commands(a_game(3, game=game), seal(a_game(3, game=game), ADA)),
    "grace pause": lambda game: all_sealed(a_game(3, game=game, grace=2)),
    "held": _hold_reveal,
    "ran out": _ran_out,
    "hard clock": lambda game: a_game(3, game=game, clock={"mode": "hard", "per_ask": 0, "bank": 0}),
    "open decision": lambda game: one_decides(a_game(3, game=game)),
    "table for two": lambda game: a_game(2, game=game),
    "paused": lambda game: run_commands(a_game(3, game=game), c.Pause(BEN)),
    "one has left": lambda game: run_commands(a_game(3, game=game), c.Leave(BEN)),
    "all have left": lambda game: run_commands(a_game(2, game=game), c.Leave(ADA), c.Leave(BEN)),
    "offered deal": lambda game: run_commands(a_room(2, game=game), c.OfferDeal(ADA, NEW_KEY, SEED, None)),
    "closed deal": lambda game: play_to_end(
        run_commands(
            a_room(2, game=game, grace=0, bot_pace=0),
            c.OfferDeal(ADA, NEW_KEY, SEED, begin(game=game).edition),
            c.PairDeal(NEW_KEY, NEW_CODE),
            begin(game=game),
        )
    ),
    "dates": lambda game: run_commands(
        a_game(3, game=game),
        c.ProposeDate(ADA, Millis(START + DAY_MS), "UTC"),
        c.FixDate(ADA, 1),
        c.ProposeDate(BEN, Millis(START + 2 * DAY_MS), "UTC"),
    ),
    "watched": lambda game: run_commands(a_game(3, game=game, watchers="public"), c.WatcherSay("Walter", "hello")),
    "nearly voted": lambda game: run_commands(
        a_game(3, game=game), c.Vote(BEN, "end", True, SEED, begin(game=game).edition)
    ),
    "finished": lambda game: play_to_end(a_game(2, game=game)),
    "finished and left": lambda game: run_commands(play_to_end(a_game(3, game=game)), c.Leave(BEN)),
}
"""Rooms of a game in different situations.

At its first ask three seats seal at once, and later one of them decides alone."""


@functools.cache
def the(situation: str, game: str) -> Room | None:
    """Return the room in that situation."""
    return SITUATIONS[situation](game)


def rooms(game: str) -> Iterator[Room | None]:
    """Yield the rooms in all situations that the game reaches."""
    for situation in SITUATIONS:
        # a game that is only registered may reach fewer of them; for a shipped one that fails
        with suppress(pytest.skip.Exception):
            yield the(situation, game)


NO_OPTIONS, GOOD_OPTIONS, BAD_OPTIONS, UNKNOWN_OPTIONS = cast(
    "tuple[dict[str, Plain], ...]", ({}, {"grace": 1}, {"grace": -1}, {"x": 1})
)
SEATS = tuple(Seat(number) for number in (-1, 0, 1, 2, 4, 5))
NONSENSE = ("nonsense", "")


@functools.cache
def asks(game: str) -> tuple[AskNumber, ...]:
    """Return the numbers of the asks in all situations, and two invalid ones."""
    plays = [room.play for room in rooms(game) if room is not None]
    return tuple(sorted({AskNumber(0), AskNumber(10**9), *(play.ask for play in plays if play is not None)}))


@functools.cache
def texts(game: str) -> tuple[str, ...]:
    """Return the first and last choice of every ask, and invalid words."""
    found = set(NONSENSE)
    for room in rooms(game):
        if room is not None and room.play is not None:
            for ask in room.play.asks.values():
                found |= {room.play.game.text(choice) for choice in (ask.choices[0], ask.choices[-1])}
    return tuple(sorted(found))


@functools.cache
def the_commands(game: str) -> tuple[c.Command, ...]:
    """Return every kind of command with valid and invalid contents."""
    return (
        c.OpenRoom(CODE, game, "Ada", holder("Ada"), JOIN_KEY, WATCH_KEY),
        c.OpenRoom(CODE, "chess", "Ada", holder("Ada"), JOIN_KEY, WATCH_KEY),
        *(c.TakeSeat(name, holder(name), key) for name in ("Ada", "Zoe", "") for key in (JOIN_KEY, None, "wrong")),
        *(c.TakeSeat("Ada", holder("a stranger"), key) for key in (JOIN_KEY, None)),
        *(c.TakeSeat("Zoe", holder("Zoe"), None, code=code) for code in (CODE, NEW_CODE)),
        *(c.MakeReturnLink(seat, holder("link"), Millis(START)) for seat in SEATS),
        c.AddDevice(holder("link"), holder("phone")),
        *(
            c.ChooseOptions(seat, options)
            for seat in SEATS
            for options in (NO_OPTIONS, GOOD_OPTIONS, BAD_OPTIONS, UNKNOWN_OPTIONS)
        ),
        *(c.FillWithBots(seat, level, size) for seat in SEATS for level in ("normal", "none") for size in (None, 1, 3)),
        *(
            c.SeatBot(seat, target, level)
            for seat, target in product(SEATS, SEATS)
            for level in ("normal", "none", None)
        ),
        *(
            c.Begin(seat, SEED, begin(game=game).edition, options)
            for seat in SEATS
            for options in (None, GOOD_OPTIONS, BAD_OPTIONS)
        ),
        *(c.SaveTable(seat) for seat in SEATS),
        *(c.Again(seat, SEED, begin(game=game).edition) for seat in SEATS),
        *(c.Seal(seat, ask, text) for seat, ask, text in product(SEATS, asks(game), texts(game))),
        *(c.SealForBot(seat, ask, text) for seat, ask, text in product(SEATS, asks(game), texts(game))),
        *(c.Lift(seat, ask) for seat, ask in product(SEATS, asks(game))),
        *(c.MakePlan(seat, ask, (text,)) for seat, ask, text in product(SEATS, asks(game), texts(game))),
        *(c.MakePlan(ADA, ask, ("nonsense",) * count) for ask in asks(game) for count in (0, 17)),
        *(c.UsePlan(ask, seat) for seat, ask in product(SEATS, asks(game))),
        *(c.RevealCards(ask) for ask in asks(game)),
        *(c.Expire(ask, seat) for ask, seat in product(asks(game), SEATS)),
        *(
            c.SetStandIn(seat, target, level)
            for seat, target in product(SEATS, SEATS)
            for level in ("normal", "x", None)
        ),
        *(c.Pause(seat) for seat in SEATS),
        *(c.Resume(seat) for seat in SEATS),
        *(c.Leave(seat) for seat in SEATS),
        *(c.GiveInstructions(seat, given) for seat in SEATS for given in ((), ("careful",), ("nonsense",))),
        *(c.SeeDevice(seat, holder(name)) for seat in SEATS for name in ("Ada", "a stranger")),
        c.ExpireAsker(1),
        *(c.AskBack(seat, "Ben", holder("Zoe"), key) for seat in SEATS for key in (JOIN_KEY, "wrong", None)),
        *(
            c.AnswerAsker(seat, target, 1, is_welcome)
            for seat in SEATS
            for target in SEATS
            for is_welcome in (True, False)
        ),
        *(c.RevokeDevices(seat, number, holder("Ada")) for seat in SEATS for number in (None, 0, 1, 2)),
        *(c.CreditOutage(Millis(span), Millis(0)) for span in (-1, 0, 1_000)),
        *(c.ProposeDate(seat, Millis(START + ahead), "UTC") for seat in SEATS for ahead in (-DAY_MS, DAY_MS, 1 << 40)),
        *(c.AnswerDate(seat, number, can_come) for seat in SEATS for number in (1, 2) for can_come in (True, False)),
        *(c.FixDate(seat, number) for seat in SEATS for number in (1, 2)),
        *(c.DropDate(seat, number) for seat in SEATS for number in (1, 2)),
        c.RemindOfDate(),
        *(c.OfferDeal(seat, NEW_KEY, SEED, begin(game=game).edition) for seat in SEATS),
        *(c.WithdrawDeal(seat) for seat in SEATS),
        *(c.PairDeal(key, NEW_CODE) for key in (NEW_KEY, "wrong")),
        c.OpenDeal(),
        *about_screens(),
        *about_the_table(game),
        *about_talk(game),
    )


def about_screens() -> Iterator[c.Command]:
    """Yield commands about a screen that is there, and others that are not."""
    yield c.AskForScreen(holder("a television"))
    for seat in SEATS:
        yield c.ShowOnScreen(seat, holder("a television"))
        for number in (0, 1, 9):
            yield c.RemoveScreen(seat, number)
            yield from (c.AnswerScreen(seat, number, is_welcome) for is_welcome in (True, False))
        yield from (c.HideScreenCode(seat, is_hidden) for is_hidden in (True, False))


def about_the_table(game: str) -> tuple[c.Command, ...]:
    """Return every kind of command about the people at the table."""
    flags, edition = (True, False), begin(game=game).edition
    return (
        *(c.Again(seat, SEED, edition, True) for seat in SEATS),
        *(c.HandOver(seat) for seat in SEATS),
        *(c.ShareHost(seat, target, flag) for seat, target, flag in product(SEATS, SEATS, flags)),
        *(c.SwapSeats(seat, one, other) for seat, one, other in product(SEATS, SEATS, SEATS)),
        *(c.Remove(seat, target, *NEW) for seat, target in product(SEATS, SEATS)),
        *(c.Lock(seat, flag) for seat, flag in product(SEATS, flags)),
        *(c.ChangeJoinKey(seat, NEW_KEY, NEW_CODE) for seat in SEATS),
        *(c.Nudge(seat, target) for seat, target in product(SEATS, SEATS)),
        *(c.GoAway(seat, flag) for seat, flag in product(SEATS, flags)),
        *(
            c.ChooseIdentity(seat, colour, crest)
            for seat in SEATS
            for colour in ("blue", None)
            for crest in ("star", None)
        ),
        *(c.Rename(seat, name) for seat, name in product(SEATS, ("Ada", "Zoe", " ", "x" * 500))),
        *(c.Vote(seat, what, flag, SEED, edition) for seat in SEATS for what in (*MOTIONS, "x") for flag in flags),
        *(c.SetUpAnew(seat, key) for seat in SEATS for key in (*registry.GAMES, None, "chess")),
        *(c.GiveTime(seat, to, span) for seat, to in product(SEATS, SEATS) for span in (-1, 0, 1, 1 << 50)),
    )


def about_talk(game: str) -> tuple[c.Command, ...]:
    """Return every kind of command of the chat."""
    flags, links = (True, False), ("", "https://talk.example.org", "javascript:alert(1)")
    names = ("Ada", "Ben", "Walter")
    return (
        *(c.Say(seat, text) for seat in SEATS for text in ("hello", "", "\x00")),
        *(c.SayPhrase(seat, phrase) for seat in SEATS for phrase in ("bluffed", "nonsense")),
        *(c.React(seat, sign, ask) for seat in SEATS for sign in ("gasp", "x") for ask in (None, *asks(game))),
        *(c.WatcherSay(name, text) for name in (*names, "") for text in ("hello", "")),
        *(
            c.Guess(name, ask, (answer,), holder("Walter"))
            for name in names
            for ask in asks(game)
            for answer in ("0 castle", "x")
        ),
        *(c.Mute(seat, name, flag) for seat, name, flag in product(SEATS, names, flags)),
        *(c.HearWatchers(seat, flag) for seat, flag in product(SEATS, flags)),
        *(c.SetVoiceLink(seat, link) for seat, link in product(SEATS, links)),
        *(c.StartCall(seat, link) for seat, link in product(SEATS, links)),
    )


@pytest.mark.parametrize("situation", SITUATIONS)
def test_every_command_is_refused_without_change_or_yields_foldable_events(game: str, situation: str) -> None:
    room = the(situation, game)
    before = repr(room)
    for command in the_commands(game):
        answer = decide(room, command, Millis(START + 5_000))
        if isinstance(answer, tuple):
            try:
                apply_events(room, answer, 5_000)
            except BrokenJournalError as error:
                raise AssertionError(f"{command} was accepted and breaks the journal") from error
    assert repr(room) == before


def test_every_refusal_code_comes_from_rooms_hosts_or_web(game: str) -> None:
    answers = [decide(room, command, Millis(START + 5_000)) for room in rooms(game) for command in the_commands(game)]
    of_rooms = {answer.code for answer in answers if isinstance(answer, Refusal)}
    alone = [room for room in rooms(game) if room is not None and room.play is not None and len(room.play.asks) == 1]
    never = set() if alone or game in SHIPPED else {"not_asked"}
    assert of_rooms | OF_LIVE | OF_WEB | never == SENTENCES.keys()
    assert not of_rooms & (OF_LIVE | OF_WEB)


def test_every_command_is_in_the_table(game: str) -> None:
    kinds = {type(command) for command in the_commands(game)}
    assert kinds == set(c.Command.__args__)


@pytest.mark.parametrize("seat", [Seat(-1), CARLA, Seat(4), Seat(99)])
def test_no_command_works_from_a_seat_nobody_holds(game: str, seat: Seat) -> None:
    room = a_game(2, game=game)
    given = [command for command in the_commands(game) if isinstance(command, FromSeat) and command.seat == seat]
    assert {get_refusal_code(room, command) for command in given} <= {"no_seat"}


def test_a_room_is_opened_once() -> None:
    reveal_again = c.OpenRoom(CODE, GAME, "Eve", holder("Eve"), JOIN_KEY, WATCH_KEY)
    assert get_refusal_code(a_room(), reveal_again) == "no_such_room"


def test_a_refusal_has_a_known_code_and_a_sentence() -> None:
    assert all(refuse(code).say for code in SENTENCES)
    with pytest.raises(ValueError, match="no refusal code"):
        Refusal("oops", "Oops.")


def test_the_rooms_answer_to_no_room_tells_nothing() -> None:
    """A wrong key and a room that is not there are answered alike."""
    wrong = decide(a_room(), c.TakeSeat("Zoe", holder("Zoe"), "wrong"), Millis(START))
    assert wrong == decide(None, c.TakeSeat("Zoe", holder("Zoe"), "wrong"), Millis(START))
