"""Permission to save a room as a file.

During a game only a host may, with the others' agreement."""

import pytest

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.fold import BrokenJournalError
from app.rooms.model.ids import AskNumber, Digest
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.saving import agreement as saving
from app.rooms.saving.notes import NOTES
from app.rooms.saving.view import SavePart
from app.rooms.views.view import view
from engine.core.seats import Seat
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    JOIN_KEY,
    NEW,
    SEED,
    START,
    a_game,
    a_room,
    all_sealed,
    apply_events,
    ask_of,
    begin,
    begin_again,
    decide_at,
    events_of,
    get_refusal_code,
    holder,
    play_to_end,
    run_commands,
)


def votes(seat: Seat, is_for: bool = True) -> c.Vote:
    """Return the seat's vote on saving the running game."""
    return c.Vote(seat, "save", is_for, SEED[::-1], begin().edition)


def lose_all_devices(room: Room, seat: Seat) -> Room:
    """Return the room after the seat's tokens are lost, unknown to the room."""
    occupant = room.occupant(seat)
    assert occupant is not None
    devices = tuple(replace(device, holder=Digest("0" * 64)) for device in occupant.devices)
    return replace(room, seats=(*room.seats[:seat], replace(occupant, devices=devices), *room.seats[seat + 1 :]))


@pytest.mark.parametrize("seat", [ADA, BEN])
def test_where_nothing_is_hidden_anybody_who_sits_there_saves(seat: Seat) -> None:
    for room in (a_room(2), play_to_end(a_game(2))):
        assert events_of(room, c.SaveTable(seat)) == (e.TableSaved(seat),)
    assert get_refusal_code(a_room(2), c.SaveTable(CARLA)) == "no_seat"


def test_saving_a_running_or_paused_game_needs_the_others_agreement() -> None:
    for room in (
        a_game(2),
        run_commands(a_game(3), c.Pause(ADA)),
        run_commands(a_game(3), votes(ADA)),
        a_game(2, bots=3),
    ):
        assert get_refusal_code(room, c.SaveTable(ADA)) == "not_agreed"
        assert get_refusal_code(room, c.SaveTable(BEN)) == "not_host"


def test_a_table_without_the_control_saves_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above fails if no vote is taken."""
    monkeypatch.setattr(saving, "may_save", lambda room: True)
    assert events_of(a_game(2), c.SaveTable(ADA)) == (e.TableSaved(ADA),)


@pytest.mark.parametrize(("people", "needed"), [(2, 2), (3, 2), (4, 3), (5, 3)])
def test_more_than_half_of_all_agree(people: int, needed: int) -> None:
    room = a_game(people)
    for seat in range(needed - 1):
        room = run_commands(room, votes(Seat(seat)))
        assert not saving.is_agreed(room)
    events = events_of(room, votes(Seat(needed - 1)))
    room = run_commands(room, votes(Seat(needed - 1)))
    assert events == (e.VoteCast(Seat(needed - 1), "save", True), e.SaveAgreed(ask_of(room)))
    assert view(room, BEN).room.saving.is_agreed
    assert not view(room, None).room.saving.is_agreed
    assert events_of(room, c.SaveTable(ADA)) == (e.TableSaved(ADA),)


def test_who_plays_with_bots_alone_asks_nobody() -> None:
    assert events_of(a_game(1, bots=2), c.SaveTable(ADA)) == (e.TableSaved(ADA),)


@pytest.mark.parametrize("people", [2, 3])
def test_a_host_who_removes_everybody_is_not_alone(people: int) -> None:
    """Their hands are still in the game, and they may come back to them."""
    room = a_game(people, bots=1)
    for seat in range(1, people):
        room = run_commands(room, c.Remove(ADA, Seat(seat), *NEW))
    room = run_commands(room, votes(ADA))
    assert get_refusal_code(room, c.SaveTable(ADA)) == "not_agreed"


def test_seat_given_up_loses_its_vote_but_still_counts() -> None:
    room = run_commands(a_game(3), votes(CARLA), c.Leave(CARLA))
    assert room.votes["save"] == frozenset()
    room = run_commands(room, votes(ADA))
    assert get_refusal_code(room, c.SaveTable(ADA)) == "not_agreed"
    assert events_of(run_commands(room, votes(BEN)), c.SaveTable(ADA)) == (e.TableSaved(ADA),)


def test_whoever_takes_a_seat_over_has_agreed_to_nothing() -> None:
    room = run_commands(a_game(2), votes(ADA), votes(BEN))
    room = run_commands(room, c.Leave(BEN), c.TakeSeat("Dora", holder("Dora"), JOIN_KEY))
    assert get_refusal_code(room, c.SaveTable(ADA)) == "not_agreed"
    assert view(room, BEN).room.votes["save"] == (ADA,)
    assert events_of(run_commands(room, votes(BEN)), c.SaveTable(ADA)) == (e.TableSaved(ADA),)


def test_player_without_devices_blocks_saving_at_tables_of_two_only() -> None:
    assert (
        get_refusal_code(run_commands(lose_all_devices(a_game(2), BEN), votes(ADA)), c.SaveTable(ADA)) == "not_agreed"
    )
    three = run_commands(lose_all_devices(a_game(3), BEN), votes(ADA), votes(CARLA))
    assert events_of(three, c.SaveTable(ADA)) == (e.TableSaved(ADA),)


def test_a_stand_in_leaves_its_player_the_voice() -> None:
    room = run_commands(a_game(2), c.SetStandIn(BEN, BEN, "normal"), votes(ADA))
    assert get_refusal_code(room, c.SaveTable(ADA)) == "not_agreed"
    assert events_of(run_commands(room, votes(BEN)), c.SaveTable(ADA)) == (e.TableSaved(ADA),)


def test_what_was_agreed_is_one_file() -> None:
    room = run_commands(a_game(2), votes(ADA), votes(BEN), c.SaveTable(ADA))
    assert get_refusal_code(room, c.SaveTable(ADA)) == "not_agreed"
    assert get_refusal_code(run_commands(room, votes(ADA)), c.SaveTable(ADA)) == "not_agreed"
    assert view(room, ADA).room.votes["save"] == ()


def test_what_was_agreed_is_over_when_cards_are_revealed() -> None:
    room = all_sealed(run_commands(a_game(2), votes(ADA), votes(BEN)))
    assert get_refusal_code(room, c.SaveTable(ADA)) == "not_agreed"
    assert not room.is_save_agreed
    open_motion = all_sealed(run_commands(a_game(2), votes(ADA)))
    assert events_of(run_commands(open_motion, votes(BEN)), c.SaveTable(ADA)) == (e.TableSaved(ADA),)


def test_who_thinks_better_of_it_takes_the_agreement_back() -> None:
    room = run_commands(a_game(2), votes(ADA), votes(BEN), votes(BEN, is_for=False))
    assert get_refusal_code(room, c.SaveTable(ADA)) == "not_agreed"
    assert events_of(room, votes(BEN, is_for=False)) == ()
    assert events_of(room, votes(BEN))[-1] == e.SaveAgreed(ask_of(room))
    one_more = run_commands(a_game(3), votes(ADA), votes(BEN))
    assert events_of(one_more, votes(CARLA)) == (e.VoteCast(CARLA, "save", True),)


def test_save_agreement_survives_a_pause_but_not_the_next_game() -> None:
    rested = run_commands(a_game(2), votes(ADA), votes(BEN), c.Pause(ADA))
    assert events_of(rested, c.SaveTable(ADA)) == (e.TableSaved(ADA),)
    ended = play_to_end(run_commands(a_game(2), votes(ADA), votes(BEN)))
    assert get_refusal_code(run_commands(ended, begin_again()), c.SaveTable(ADA)) == "not_agreed"
    aborted = run_commands(
        a_game(2),
        *(replace(votes(seat), motion=what) for what in ("save", "restart") for seat in (ADA, BEN)),
    )
    assert aborted.games_so_far == 2
    assert get_refusal_code(aborted, c.SaveTable(ADA)) == "not_agreed"


def test_every_seat_and_the_watchers_are_told_whomever_they_muted() -> None:
    room = a_game(3, watchers="delayed")
    room = run_commands(room, c.Mute(BEN, "Ada", True), votes(ADA), votes(CARLA))
    room = run_commands(room, c.SaveTable(ADA), ms=1_000)
    for viewer in (ADA, BEN, CARLA, None):
        told = view(room, viewer).room.saving.saves
        assert told == (SavePart("Ada", room.saves[0].at, 1),)
        assert told[0].at == START + 1_000
    room = play_to_end(room)
    assert len(view(room, BEN).room.saving.saves) == 1
    assert view(run_commands(room, c.SaveTable(BEN)), ADA).room.saving.saves[-1].game == 0
    assert view(run_commands(room, begin_again()), BEN).room.saving.saves == ()


def test_chat_notes_who_saved_and_no_player_can_fake_it() -> None:
    room = run_commands(a_room(3, watchers="public"), c.Mute(BEN, "Ada", True), c.SaveTable(ADA))
    room = run_commands(room, begin(), votes(ADA), votes(CARLA), c.SaveTable(ADA))
    for viewer in (ADA, BEN, CARLA, None):
        assert [(line.number, line.seat, line.phrase, line.text) for line in view(room, viewer).said] == [
            (1, ADA, "saved", "Ada saved this table to a file."),
            (2, ADA, "saved_cards", "Ada saved this table to a file. Anyone who opens it can see every card."),
        ]
    for phrase in NOTES:
        assert get_refusal_code(room, c.SayPhrase(BEN, phrase)) == "bad_field"


def test_a_room_remembers_the_latest_saves_only() -> None:
    room = a_game(1, bots=1)
    for _ in range(20):
        room = run_commands(room, c.SaveTable(ADA))
    assert len(room.saves) == 8


def test_journal_with_a_save_agreement_at_another_ask_is_broken() -> None:
    with pytest.raises(BrokenJournalError):
        apply_events(a_game(2), [e.SaveAgreed(AskNumber(7))])


def test_where_no_game_runs_there_is_nothing_to_vote_on() -> None:
    assert isinstance(decide_at(a_room(2), votes(ADA)), Refusal)
    assert get_refusal_code(play_to_end(a_game(2)), votes(ADA)) == "game_over"
