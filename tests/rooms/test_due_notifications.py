"""Due notifications: to those whom the table waits for, without leaks to others."""

import pytest

from app.rooms import commands as c
from app.rooms.due_notifications import find_table_notification, list_nameable_seats, list_seat_notifications
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from engine.core.seats import Seat
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    a_game,
    a_room,
    all_sealed,
    lift,
    play_to_end,
    run_commands,
    seal,
    to_time,
)

DELAY = Millis(20_000)


def list_notified_seats(room: Room) -> list[Seat | None]:
    return [call.seat for call in list_seat_notifications(room, DELAY)]


def test_asked_players_are_notified_after_a_delay_until_they_seal(game: str) -> None:
    room = a_game(3, game=game)
    assert list_notified_seats(room) == [ADA, BEN, CARLA]
    assert {call.at for call in list_seat_notifications(room, DELAY)} == {to_time(20_000)}
    assert list_notified_seats(run_commands(room, seal(room, BEN))) == [ADA, CARLA]


def test_bots_stand_ins_and_players_who_left_are_not_called(game: str) -> None:
    room = a_game(3, bots=1, game=game)
    room = run_commands(room, c.SetStandIn(ADA, ADA, "normal"), c.Leave(CARLA))
    assert list_notified_seats(room) == [BEN]


def test_nobody_is_called_to_a_table_that_does_not_play(game: str) -> None:
    for room in (
        a_room(2, game=game),
        run_commands(a_game(2, game=game), c.Pause(BEN)),
        play_to_end(a_game(2, game=game)),
    ):
        assert list_notified_seats(room) == []
        assert find_table_notification(room, frozenset(), DELAY) is None
        assert list_nameable_seats(room) == ()


def test_pause_postpones_a_notification_without_creating_another(game: str) -> None:
    room = a_game(2, game=game)
    rested = run_commands(run_commands(room, c.Pause(BEN), ms=5_000), c.Resume(BEN), ms=65_000)
    before, later = list_seat_notifications(room, DELAY)[0], list_seat_notifications(rested, DELAY)[0]
    assert (later.at, later.seat, later.ask, later.nudge) == (to_time(80_000), before.seat, before.ask, before.nudge)


def test_each_ask_is_called_for_anew(game: str) -> None:
    room = a_game(2, game=game)
    opened = all_sealed(room, ms=90_000)
    first, second = list_seat_notifications(room, DELAY)[0], list_seat_notifications(opened, DELAY)[0]
    assert second.ask == first.ask + 1
    assert second.at == to_time(110_000)


def test_nudge_notifies_immediately_and_several_within_a_minute_count_once(game: str) -> None:
    room = run_commands(a_game(3, game=game), c.Nudge(ADA, BEN), ms=1_000)
    (nudge,) = [call for call in list_seat_notifications(room, DELAY) if call.seat == BEN]
    assert (nudge.by, nudge.at, nudge.nudge > 0) == (ADA, to_time(1_000), True)
    second = run_commands(room, c.Nudge(CARLA, BEN), ms=2_000)
    (both,) = [call for call in list_seat_notifications(second, DELAY) if call.seat == BEN]
    assert (both.seat, both.ask, both.nudge) == (nudge.seat, nudge.ask, nudge.nudge)
    third = run_commands(second, c.Nudge(ADA, BEN), ms=62_000)
    (later,) = [call for call in list_seat_notifications(third, DELAY) if call.seat == BEN]
    assert later.nudge > nudge.nudge


def test_the_table_is_called_only_for_who_is_not_there(game: str) -> None:
    room = a_game(3, game=game)
    assert find_table_notification(room, frozenset({ADA, BEN, CARLA}), DELAY) is None
    call = find_table_notification(room, frozenset({ADA, BEN}), DELAY)
    assert call is not None
    assert (call.seat, call.ask, call.at) == (None, 1, to_time(20_000))
    assert list_nameable_seats(run_commands(room, seal(room, BEN))) == (ADA, CARLA)
    assert find_table_notification(run_commands(room, seal(room, CARLA)), frozenset({ADA, BEN}), DELAY) is None


@pytest.mark.parametrize("tell", ["who", "count", "nothing"])
@pytest.mark.parametrize("here", [frozenset[Seat](), frozenset({ADA, CARLA})])
def test_notification_to_the_table_does_not_reveal_a_lifted_card(game: str, tell: str, here: frozenset[Seat]) -> None:
    room = a_game(3, game=game, tell=tell)
    sealed = run_commands(room, seal(room, BEN))
    lifted = run_commands(sealed, lift(sealed, BEN))
    assert find_table_notification(lifted, here, DELAY) == find_table_notification(sealed, here, DELAY)
    assert list_nameable_seats(lifted) == list_nameable_seats(sealed)


@pytest.mark.parametrize("tell", ["count", "nothing"])
def test_table_notification_hides_who_has_sealed_if_the_room_does(game: str, tell: str) -> None:
    room = a_game(3, game=game, tell=tell)
    sealed = run_commands(room, seal(room, BEN))
    assert list_nameable_seats(room) == list_nameable_seats(sealed) == ()
    for here in (frozenset[Seat](), frozenset({ADA, CARLA})):
        assert find_table_notification(sealed, here, DELAY) == find_table_notification(room, here, DELAY)


def test_who_has_planned_is_not_called(game: str) -> None:
    room = a_game(2, game=game)
    choice = seal(room, BEN).choice
    planned = all_sealed(run_commands(room, c.MakePlan(BEN, room.asks_so_far, (choice,))))
    assert BEN not in list_notified_seats(planned)
