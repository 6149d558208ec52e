"""Space of a room: its journal's weight is at least its file's size.

A full room can be saved."""

import random
from unittest.mock import patch

import orjson
import pytest

from app.live.host.batch import Batch
from app.live.host.requests import Applied, Request
from app.records.export import export
from app.records.full_journal import history
from app.records.passphrase import max_sealed_bytes
from app.records.room_file import MOST_BYTES
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.audience import Audience
from app.rooms.budget import accounts, bounds
from app.rooms.budget.bounds import Budget
from app.rooms.budget.spending import add_entry
from app.rooms.fold import fold
from app.rooms.model.clocks import next_deadline
from app.rooms.model.ids import CommandKey, Millis
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.model.spending import Spending
from app.rooms.model.values import replace
from app.rooms.saving.notes import NOTES
from engine import registry
from engine.core.seats import Seat
from tests.rooms.builders import (
    ADA,
    BEN,
    JOIN_KEY,
    NAMES,
    a_game,
    a_room,
    begin,
    begin_again,
    holder,
    play_to_end,
    run_commands,
)
from tests.rooms.evening import Evening

LONGEST_KEY = "a" * 16 + ":" + "b" * 58
UNLIMITED = Budget(1 << 40)


def the_longest_evening(game: str) -> Evening:
    """Play a game with as many people as possible, who talk, plan and change choices."""
    evening, rng = Evening(game, grace=2, watchers="public"), random.Random(7)
    people = max(registry.find(game).table_sizes)
    for name in NAMES[1:people]:
        assert evening.does(c.TakeSeat(name, holder(name), JOIN_KEY))
    assert evening.does(begin(game=game))
    while evening.is_asking:
        play = evening.room.play
        assert play is not None
        for seat in play.asks:
            _acts(evening, seat, rng)
        wake = next_deadline(evening.room)
        evening.now = Millis(evening.now if wake is None else max(evening.now, wake))
        evening.rings()
    return evening


def _acts(evening: Evening, seat: Seat, rng: random.Random) -> None:
    play = evening.room.play
    if play is None or seat not in play.asks:
        return
    choice = evening.choice(seat, rng.randrange(1 << 20))
    if rng.random() < 0.2:
        evening.does(c.MakePlan(seat, play.ask, (choice,) * rng.randint(1, 3)))
        evening.does(c.Say(seat, rng.choice(['"\\' * 250, "\U0001f600" * 400, "Well, well."])))
        evening.does(c.React(seat, "gasp"))
    evening.does(c.Seal(seat, play.ask, choice))
    if rng.random() < 0.1:
        evening.does(c.Lift(seat, play.ask))
        evening.does(c.Seal(seat, play.ask, choice))


def add_command_keys(evening: Evening) -> tuple[e.Entry, ...]:
    """Return the journal as if a command of its own had brought each entry."""
    body = holder("body")
    keys = (CommandKey(f"{LONGEST_KEY}{entry.version:06d}") for entry in evening.entries)
    return tuple(replace(entry, command=key, body=body) for entry, key in zip(evening.entries, keys, strict=True))


def file_bytes(entries: tuple[e.Entry, ...], room: Room) -> int:
    """Return the bytes of the room's file."""
    told = {"format": "signet-room", "version": 1, "record": export(entries, room.evening)}
    return len(orjson.dumps(told)) + max_sealed_bytes(len(orjson.dumps({"journal": history(entries)})))


def test_room_file_never_exceeds_the_size_counted_for_its_journal(game: str) -> None:
    evening = the_longest_evening(game)
    for entries in (tuple(evening.entries), add_command_keys(evening)):
        room = fold(None, entries)
        assert room is not None and room.phase == "finished"
        size, counted = file_bytes(entries, room), room.spending.known + sum(room.spending.hidden.values())
        assert size <= counted <= 3 * size
        assert len(entries) * 400 <= counted, "as many bytes as a file holds are no more entries than it may have"


def test_a_weight_that_forgets_what_was_said_is_found_out(game: str) -> None:
    with patch.dict(accounts.FIXED_BODY, {e.Said: 20}), pytest.raises(AssertionError):
        test_room_file_never_exceeds_the_size_counted_for_its_journal(game)


def test_game_never_uses_more_space_than_is_reserved_for_it(game: str) -> None:
    evening = Evening(game, grace=2)
    for name in NAMES[1 : max(registry.find(game).table_sizes)]:
        assert evening.does(c.TakeSeat(name, holder(name), JOIN_KEY))
    rng, before = random.Random(3), evening.room.spending.known
    assert evening.does(begin(game=game))
    while evening.is_asking:
        play = evening.room.play
        assert play is not None
        for seat in play.asks:
            evening.does(c.Seal(seat, play.ask, evening.choice(seat, rng.randrange(1 << 20))))
        evening.now = Millis(next_deadline(evening.room) or evening.now)
        evening.rings()
    assert 1.5 * (evening.room.spending.known - before) < bounds.GAME


def full(room: Room, known: int) -> Room:
    """Return the room as if that many bytes had been written before."""
    return replace(room, spending=replace(room.spending, known=known))


def answer_command(room: Room, command: c.Command) -> Room | Refusal:
    """Return the room after the command, within a budget that no day uses up."""
    batch = Batch(room, Applied(), Millis(room.at), budget=UNLIMITED)
    batch.answer(Request(lambda _: command, None))
    answer = batch.answers[0]
    return answer if isinstance(answer, Refusal) else batch.room


def test_no_game_begins_that_would_have_no_space(game: str) -> None:
    for room, command in (
        (a_room(2, game=game), begin(game=game)),
        (play_to_end(a_game(2, game=game)), begin_again(game=game)),
    ):
        refused = answer_command(full(room, bounds.LAST_GAME + 1), command)
        assert isinstance(refused, Refusal) and refused.code == "no_space"
        assert "Start a new table" in refused.say
        begun = answer_command(full(room, bounds.LAST_GAME - 10_000), command)
        assert isinstance(begun, Room) and begun.phase == "playing"


def test_a_restart_by_vote_is_a_game_like_any_other(game: str) -> None:
    room = full(a_game(1, bots=1, game=game), bounds.LAST_GAME + 1)
    refused = answer_command(room, c.Vote(ADA, "restart", True, "5e" * 32, registry.find(game).edition()))
    assert isinstance(refused, Refusal) and refused.code == "no_space"
    ended = answer_command(room, c.Vote(ADA, "end", True, "5e" * 32, registry.find(game).edition()))
    assert isinstance(ended, Room) and ended.phase == "finished"


def weight(room: Room) -> int:
    """Return the room's bytes by its own account."""
    return room.spending.known + sum(room.spending.hidden.values())


def everything_is_tried(room: Room) -> Room:
    """Play the room's game to its end, with every allowed addition to the journal."""
    while room.phase == "playing":
        assert weight(room) < bounds.MOST
        play = room.play
        assert play is not None
        for seat in tuple(play.asks):
            choices = [play.game.text(choice) for choice in play.asks[seat].choices[:2]]
            tries: list[c.Command] = [c.Say(seat, "\U0001f600" * 400)] * 20
            tries += [c.Vote(seat, "end", is_for, "", None) for is_for in (True, False)]
            tries += [c.SetStandIn(ADA, BEN, level) for level in ("normal", None)]
            tries += [c.MakePlan(seat, play.ask, (choices[0],) * times) for times in range(16)]
            for command in tries:
                if isinstance(after_it := answer_command(room, command), Room):
                    room = after_it
            for text in (*choices, *choices):
                if room.play is not None and room.play.ask == play.ask and room.play.list_missing() != (seat,):
                    room = _run_if_accepted(room, c.Seal(seat, play.ask, text))
                    room = _run_if_accepted(room, c.Lift(seat, play.ask))
        for seat in tuple(play.asks):
            if room.play is not None and room.play.ask == play.ask and seat not in room.play.sealed:
                default = play.game.text(play.asks[seat].default)
                sealed = answer_command(room, c.Seal(seat, play.ask, default))
                assert isinstance(sealed, Room), "a running game can be played to its end"
                room = sealed
    return room


def _run_if_accepted(room: Room, command: c.Command) -> Room:
    answer = answer_command(room, command)
    return room if isinstance(answer, Refusal) else answer


def the_last_game(game: str) -> Room:
    """Return the fullest room after its last game, with every possible addition."""
    lobby = full(a_room(3, game=game, grace=0, watchers="public"), bounds.LAST_GAME - 10_000)
    begun = answer_command(lobby, begin(game=game))
    assert isinstance(begun, Room)
    room = everything_is_tried(begun)
    assert room.phase == "finished"
    for command in (c.Say(ADA, "Good night"), begin(game=game)):
        if room.spending.known > bounds.FULL:
            assert isinstance(answer_command(room, command), Refusal)
    return room


@pytest.mark.slow("a whole game in the fullest room")
def test_fullest_room_can_finish_its_game_and_be_saved(game: str) -> None:
    room = the_last_game(game)
    assert room.spending.known > bounds.LAST_GAME + bounds.CHAT, "people wrote as much as they could"
    assert weight(room) < bounds.MOST == MOST_BYTES
    saved = answer_command(room, c.SaveTable(ADA))
    assert isinstance(saved, Room)


def test_a_room_that_keeps_nothing_back_is_found_out(game: str) -> None:
    with (
        patch.object(bounds, "FULL", 1 << 40),
        patch.object(bounds, "UNSEEN", 1 << 40),
        patch("app.rooms.sealing.decide.MOST_CHANGES", 1 << 30),
        pytest.raises(AssertionError),
    ):
        test_fullest_room_can_finish_its_game_and_be_saved(game)


def test_chat_warns_once_before_the_room_runs_out_of_space(game: str) -> None:
    room = full(a_room(2, game=game), bounds.NEARLY_FULL)
    room = run_commands(room, c.Say(ADA, "Hello"), c.Say(ADA, "Good evening"))
    notes = [line for line in room.chat if line.phrase == "nearly_full"]
    assert [(line.name, line.text) for line in notes] == [("Signet", NOTES["nearly_full"])]
    assert isinstance(answer_command(room, begin(game=game)), Room), "there is space for another game"
    quiet = run_commands(a_room(2, game=game), c.Say(ADA, "Hello"))
    assert [line.phrase for line in quiet.chat] == [None]


def test_hidden_actions_use_no_space_that_others_can_notice(game: str) -> None:
    calm = full(a_game(3, game=game), bounds.FULL - 3_000)
    play = calm.play
    assert play is not None
    text = play.game.text(play.asks[BEN].choices[0])
    busy = run_commands(calm, c.Seal(BEN, play.ask, text))
    calm = busy
    for _ in range(10):
        busy = run_commands(
            busy, c.Lift(BEN, play.ask), c.Seal(BEN, play.ask, text), c.MakePlan(BEN, play.ask, (text,))
        )
        busy = run_commands(busy, c.MakePlan(BEN, play.ask, ()))
    assert calm.spending.known == busy.spending.known
    assert lines_until_refused(calm) == lines_until_refused(busy) > 0


def lines_until_refused(room: Room) -> int:
    """Return how often Ada can send a message."""
    for count in range(100):
        answer = answer_command(room, c.Say(ADA, "Hello"))
        if isinstance(answer, Refusal):
            return count
        room = answer
    raise AssertionError("nothing was refused")


def test_refusals_that_tell_of_what_is_unseen_are_found_out(game: str) -> None:
    def telling(before: Room, then: Room, entry: e.Entry, told: Audience) -> Spending:
        return add_entry(before, then, entry, "everybody")

    with patch("app.rooms.fold.add_entry", telling), pytest.raises(AssertionError):
        test_hidden_actions_use_no_space_that_others_can_notice(game)
