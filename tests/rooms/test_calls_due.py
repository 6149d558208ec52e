"""Due notifications: to those whom the table waits for, without leaks to others."""

import pytest

from app.rooms import commands as c
from app.rooms.calls_due import call_to_table, calls_to_seats, named_to_table
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from engine.core.seats import Seat
from tests.rooms.builders import ADA, BEN, CARLA, a_game, a_room, after, all_sealed, at, finished, lift, seal

DELAY = Millis(20_000)


def called(room: Room) -> list[Seat | None]:
    return [call.seat for call in calls_to_seats(room, DELAY)]


def test_asked_players_are_notified_after_a_delay_until_they_seal(game: str) -> None:
    room = a_game(3, game=game)
    assert called(room) == [ADA, BEN, CARLA]
    assert {call.at for call in calls_to_seats(room, DELAY)} == {at(20_000)}
    assert called(after(room, seal(room, BEN))) == [ADA, CARLA]


def test_bots_stand_ins_and_players_who_left_are_not_called(game: str) -> None:
    room = a_game(3, bots=1, game=game)
    room = after(room, c.SetStandIn(ADA, ADA, "normal"), c.Leave(CARLA))
    assert called(room) == [BEN]


def test_nobody_is_called_to_a_table_that_does_not_play(game: str) -> None:
    for room in (a_room(2, game=game), after(a_game(2, game=game), c.Pause(BEN)), finished(a_game(2, game=game))):
        assert called(room) == []
        assert call_to_table(room, frozenset(), DELAY) is None
        assert named_to_table(room) == ()


def test_pause_postpones_a_notification_without_creating_another(game: str) -> None:
    room = a_game(2, game=game)
    rested = after(after(room, c.Pause(BEN), ms=5_000), c.Resume(BEN), ms=65_000)
    before, later = calls_to_seats(room, DELAY)[0], calls_to_seats(rested, DELAY)[0]
    assert (later.at, later.seat, later.ask, later.nudge) == (at(80_000), before.seat, before.ask, before.nudge)


def test_each_ask_is_called_for_anew(game: str) -> None:
    room = a_game(2, game=game)
    opened = all_sealed(room, ms=90_000)
    first, second = calls_to_seats(room, DELAY)[0], calls_to_seats(opened, DELAY)[0]
    assert second.ask == first.ask + 1
    assert second.at == at(110_000)


def test_nudge_notifies_immediately_and_several_within_a_minute_count_once(game: str) -> None:
    room = after(a_game(3, game=game), c.Nudge(ADA, BEN), ms=1_000)
    (nudge,) = [call for call in calls_to_seats(room, DELAY) if call.seat == BEN]
    assert (nudge.by, nudge.at, nudge.nudge > 0) == (ADA, at(1_000), True)
    second = after(room, c.Nudge(CARLA, BEN), ms=2_000)
    (both,) = [call for call in calls_to_seats(second, DELAY) if call.seat == BEN]
    assert (both.seat, both.ask, both.nudge) == (nudge.seat, nudge.ask, nudge.nudge)
    third = after(second, c.Nudge(ADA, BEN), ms=62_000)
    (later,) = [call for call in calls_to_seats(third, DELAY) if call.seat == BEN]
    assert later.nudge > nudge.nudge


def test_the_table_is_called_only_for_who_is_not_there(game: str) -> None:
    room = a_game(3, game=game)
    assert call_to_table(room, frozenset({ADA, BEN, CARLA}), DELAY) is None
    call = call_to_table(room, frozenset({ADA, BEN}), DELAY)
    assert call is not None
    assert (call.seat, call.ask, call.at) == (None, 1, at(20_000))
    assert named_to_table(after(room, seal(room, BEN))) == (ADA, CARLA)
    assert call_to_table(after(room, seal(room, CARLA)), frozenset({ADA, BEN}), DELAY) is None


@pytest.mark.parametrize("tell", ["who", "count", "nothing"])
@pytest.mark.parametrize("here", [frozenset[Seat](), frozenset({ADA, CARLA})])
def test_notification_to_the_table_does_not_reveal_a_lifted_card(game: str, tell: str, here: frozenset[Seat]) -> None:
    room = a_game(3, game=game, tell=tell)
    sealed = after(room, seal(room, BEN))
    lifted = after(sealed, lift(sealed, BEN))
    assert call_to_table(lifted, here, DELAY) == call_to_table(sealed, here, DELAY)
    assert named_to_table(lifted) == named_to_table(sealed)


@pytest.mark.parametrize("tell", ["count", "nothing"])
def test_table_notification_hides_who_has_sealed_if_the_room_does(game: str, tell: str) -> None:
    room = a_game(3, game=game, tell=tell)
    sealed = after(room, seal(room, BEN))
    assert named_to_table(room) == named_to_table(sealed) == ()
    for here in (frozenset[Seat](), frozenset({ADA, CARLA})):
        assert call_to_table(sealed, here, DELAY) == call_to_table(room, here, DELAY)


def test_who_has_planned_is_not_called(game: str) -> None:
    room = a_game(2, game=game)
    choice = seal(room, BEN).choice
    planned = all_sealed(after(room, c.MakePlan(BEN, room.asks_so_far, (choice,))))
    assert BEN not in called(planned)
