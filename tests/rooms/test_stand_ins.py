"""Stand-ins: a bot plays for a person, who can take the seat back in mid-round."""

import pytest

from app.live.host.bot_choices import due_choices
from app.rooms import commands as c
from app.rooms.model.room import Room
from engine.core.seats import Seat
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    DORA,
    a_game,
    a_room,
    events_of,
    expiry,
    game_of,
    get_occupant,
    get_refusal_code,
    lift,
    run_commands,
    seal,
    to_time,
)

UP_MS = 20_000


def hand_over(target: Seat, by: Seat | None = None, level: str | None = "normal") -> c.SetStandIn:
    return c.SetStandIn(target if by is None else by, target, level)


def bots_choose(room: Room) -> tuple[c.SealForBot, ...]:
    return due_choices(room, to_time(60_000))


def gentle() -> Room:
    return a_game(3, clock={"mode": "gentle", "per_ask": UP_MS / 1000, "bank": 0})


def test_player_can_hand_over_their_own_seat_and_resume_it() -> None:
    room = run_commands(a_game(3), hand_over(BEN))
    assert [command.seat for command in bots_choose(room)] == [BEN]
    room = run_commands(room, hand_over(BEN, level=None))
    assert bots_choose(room) == ()


def test_handing_over_what_is_handed_over_changes_nothing() -> None:
    assert events_of(run_commands(a_game(3), hand_over(BEN)), hand_over(BEN)) == ()
    assert events_of(a_game(3), hand_over(BEN, level=None)) == ()


def test_host_can_hand_over_any_seat_and_give_it_back() -> None:
    room = run_commands(a_game(3), hand_over(BEN, by=ADA))
    assert get_occupant(room, BEN).stand_in == "normal"
    assert events_of(room, hand_over(BEN, by=ADA, level=None))


def test_others_cannot_hand_over_a_seat_while_there_is_time() -> None:
    assert get_refusal_code(a_game(3), hand_over(BEN, by=CARLA)) == "not_host"
    assert get_refusal_code(gentle(), hand_over(BEN, by=CARLA)) == "not_host"


def test_others_can_hand_over_expired_seats_but_not_return_them() -> None:
    room = run_commands(gentle(), expiry(gentle(), BEN), ms=UP_MS)
    room = run_commands(room, hand_over(BEN, by=CARLA), ms=UP_MS)
    assert get_occupant(room, BEN).played_by == "normal"
    assert get_refusal_code(room, hand_over(BEN, by=CARLA, level=None)) == "not_host"
    assert events_of(room, hand_over(BEN, level=None))


def test_player_resuming_mid_round_can_lift_their_stand_ins_card() -> None:
    room = run_commands(a_game(3), hand_over(BEN))
    room = run_commands(room, *bots_choose(room), hand_over(BEN, level=None))
    assert game_of(room).sealed[BEN].by == "bot"
    room = run_commands(room, lift(room, BEN), seal(room, BEN, "auction_house"))
    assert game_of(room).sealed[BEN].choice == "auction_house"
    assert bots_choose(room) == ()


def test_stand_in_does_not_change_a_card_its_player_sealed() -> None:
    room = a_game(3)
    room = run_commands(room, seal(room, BEN, "auction_house"), hand_over(BEN))
    assert bots_choose(room) == ()
    assert events_of(room, c.SealForBot(BEN, game_of(room).ask, "castle")) == ()


@pytest.mark.parametrize("level", [None, "normal"])
def test_late_choice_of_a_bot_has_no_effect(level: str | None) -> None:
    room = run_commands(a_game(3), hand_over(BEN))
    (late,) = bots_choose(room)
    assert events_of(run_commands(room, hand_over(BEN, level=None)), late) == ()
    assert events_of(run_commands(room, c.Pause(ADA)), late) == ()
    assert events_of(run_commands(room, late), late) == ()


def test_bots_and_empty_seats_cannot_have_a_stand_in() -> None:
    room = a_game(2, bots=1)
    assert get_refusal_code(room, hand_over(CARLA, by=ADA)) == "bad_field"
    assert get_refusal_code(room, hand_over(DORA, by=ADA)) == "bad_field"
    assert get_refusal_code(room, hand_over(Seat(-1), by=ADA)) == "bad_field"


def test_a_stand_in_plays_at_a_level_there_is() -> None:
    assert get_refusal_code(a_game(2), hand_over(BEN, level="godlike")) == "bad_field"


def test_the_stand_in_of_who_left_goes_on() -> None:
    room = run_commands(a_game(3), c.Leave(BEN))
    assert get_refusal_code(room, hand_over(BEN, by=ADA, level=None)) == "bad_field"


def test_stand_in_set_in_the_lobby_plays_from_the_start() -> None:
    room = run_commands(
        a_room(2, 0, grace=0, bot_pace=0), hand_over(BEN), c.Begin(ADA, "5e" * 32, a_game(2).game.edition())
    )
    assert [command.seat for command in bots_choose(room)] == [BEN]
