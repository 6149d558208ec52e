"""Devices and return links: the same seat from another device."""

import pytest

from app.live.host.due_commands import due_by_clock
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model.clocks import compute_stored_deadline, next_deadline
from app.rooms.model.devices import HOUR
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.player.view import DevicePart
from app.rooms.views.view import view
from engine.core.seats import Seat
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    JOIN_KEY,
    NEW,
    a_game,
    a_room,
    events_of,
    get_refusal_code,
    holder,
    play_to_end,
    run_commands,
    to_time,
)

LINK = holder("a return link")
OTHER_LINK = holder("another return link")
UNTIL = to_time(600_000)


def with_link(room: Room) -> Room:
    return run_commands(room, c.MakeReturnLink(BEN, LINK, UNTIL))


def test_a_return_link_brings_one_more_device_to_the_seat() -> None:
    room = run_commands(with_link(a_room(2)), c.AddDevice(LINK, holder("Ben's phone")))
    assert room.seat_of(holder("Ben's phone")) == room.seat_of(holder("Ben")) == BEN


def test_a_return_link_works_once() -> None:
    room = run_commands(with_link(a_room(2)), c.AddDevice(LINK, holder("Ben's phone")))
    assert get_refusal_code(room, c.AddDevice(LINK, holder("a stranger"))) == "link_used"


def test_a_return_link_runs_out() -> None:
    room = with_link(a_room(2))
    assert get_refusal_code(room, c.AddDevice(LINK, holder("Ben's phone")), ms=600_000) == "link_used"
    assert events_of(room, c.AddDevice(LINK, holder("Ben's phone")), ms=599_999)


def test_a_link_nobody_made_opens_nothing() -> None:
    assert get_refusal_code(a_room(2), c.AddDevice(LINK, holder("a stranger"))) == "link_used"


def test_newer_return_link_voids_only_its_seats_older_one() -> None:
    room = run_commands(a_room(2), c.MakeReturnLink(ADA, holder("Ada's"), UNTIL), c.MakeReturnLink(BEN, LINK, UNTIL))
    room = run_commands(room, c.MakeReturnLink(BEN, holder("newer"), UNTIL))
    assert get_refusal_code(room, c.AddDevice(LINK, holder("Ben's phone"))) == "link_used"
    assert run_commands(room, c.AddDevice(holder("newer"), holder("Ben's phone"))).seat_of(holder("Ben's phone")) == BEN
    assert run_commands(room, c.AddDevice(holder("Ada's"), holder("Ada's phone"))).seat_of(holder("Ada's phone")) == ADA


def test_a_seat_is_held_by_four_devices_at_most() -> None:
    room = a_room(2)
    for number in range(3):
        room = run_commands(with_link(room), c.AddDevice(LINK, holder(f"device {number}")))
    assert get_refusal_code(with_link(room), c.AddDevice(LINK, holder("a fifth"))) == "link_used"


def test_a_device_that_holds_the_seat_leaves_the_link_unused() -> None:
    room = with_link(a_room(2))
    assert events_of(room, c.AddDevice(LINK, holder("Ben"))) == ()


def test_device_holding_another_seat_at_the_table_is_refused() -> None:
    assert get_refusal_code(with_link(a_room(2)), c.AddDevice(LINK, holder("Ada"))) == "link_used"


def test_all_devices_lose_a_seat_that_is_given_up() -> None:
    room = run_commands(with_link(a_game(2)), c.AddDevice(LINK, holder("Ben's phone")), c.Leave(BEN))
    assert room.seat_of(holder("Ben's phone")) is None


def test_leaving_a_seat_voids_its_return_links() -> None:
    for before in (a_room(2), a_game(2)):
        room = run_commands(with_link(before), c.Leave(BEN))
        assert get_refusal_code(room, c.AddDevice(LINK, holder("Ben's phone"))) == "link_used"
        taken = run_commands(room, c.TakeSeat("Carla", holder("Carla"), JOIN_KEY))
        assert get_refusal_code(taken, c.AddDevice(LINK, holder("Ben's phone"))) == "link_used"


def test_only_who_holds_a_seat_makes_a_link_to_it() -> None:
    assert get_refusal_code(a_room(2), c.MakeReturnLink(CARLA, LINK, Millis(UNTIL))) == "no_seat"
    assert get_refusal_code(a_room(1, bots=1), c.MakeReturnLink(BEN, LINK, UNTIL)) == "no_seat"


PHONE = holder("Ben's phone")


def on_two() -> Room:
    """Return a game in which Ben has two devices."""
    room = run_commands(a_game(3), c.MakeReturnLink(BEN, LINK, to_time(9 * HOUR)))
    return run_commands(room, c.AddDevice(LINK, PHONE, "phone"), ms=HOUR + 70_000)


def devices(room: Room, seat: Seat = BEN) -> tuple[DevicePart, ...]:
    return view(room, seat, holder=PHONE).devices


def test_device_list_shows_a_players_own_devices_in_whole_hours() -> None:
    opened = to_time(0) - to_time(0) % HOUR
    assert devices(on_two()) == (
        DevicePart(1, "other", Millis(opened), Millis(opened), is_this=False),
        DevicePart(2, "phone", Millis(opened + HOUR), Millis(opened + HOUR), is_this=True),
    )
    assert len(devices(on_two(), ADA)) == 1
    assert view(on_two(), None).devices == ()


def test_a_device_is_noticed_once_an_hour() -> None:
    room = on_two()
    assert events_of(room, c.SeeDevice(BEN, PHONE), ms=2 * HOUR) == ()
    assert events_of(room, c.SeeDevice(BEN, holder("a stranger")), ms=9 * HOUR) == ()
    room = run_commands(room, c.SeeDevice(BEN, PHONE), ms=3 * HOUR)
    assert events_of(room, c.SeeDevice(BEN, PHONE), ms=3 * HOUR) == ()
    assert [each.last_seen - each.first_seen for each in devices(room)] == [0, 2 * HOUR]


def test_revoking_a_device_ends_its_seat_and_keeps_the_others() -> None:
    room = run_commands(on_two(), c.RevokeDevices(BEN, 2, holder("Ben")))
    assert room.seat_of(PHONE) is None
    assert room.seat_of(holder("Ben")) == BEN
    assert [each.device for each in devices(room)] == [1]
    assert get_refusal_code(room, c.RevokeDevices(BEN, 2, holder("Ben"))) == "bad_field"


def test_any_device_can_revoke_all_other_devices_at_once() -> None:
    room = run_commands(on_two(), c.RevokeDevices(BEN, None, PHONE))
    assert (room.seat_of(PHONE), room.seat_of(holder("Ben"))) == (BEN, None)
    assert events_of(room, c.RevokeDevices(BEN, None, PHONE)) == ()


def test_device_without_the_seat_cannot_revoke_its_devices() -> None:
    assert get_refusal_code(on_two(), c.RevokeDevices(BEN, None, holder("a stranger"))) == "no_seat"
    assert get_refusal_code(on_two(), c.RevokeDevices(BEN, None, holder("Ada"))) == "no_seat"


def test_a_device_may_revoke_itself_but_not_the_last_one() -> None:
    room = run_commands(on_two(), c.RevokeDevices(BEN, 2, PHONE))
    assert room.seat_of(PHONE) is None
    assert get_refusal_code(room, c.RevokeDevices(BEN, 1, holder("Ben"))) == "bad_field"


def test_revoking_a_device_voids_the_return_link_of_its_seat() -> None:
    """The holder of that device may have made the link."""
    room = run_commands(on_two(), c.MakeReturnLink(BEN, LINK, UNTIL), c.MakeReturnLink(ADA, holder("Ada's"), UNTIL))
    room = run_commands(room, c.RevokeDevices(BEN, 2, holder("Ben")))
    assert get_refusal_code(room, c.AddDevice(LINK, PHONE)) == "link_used"
    assert events_of(room, c.AddDevice(holder("Ada's"), holder("Ada's phone")))


def test_numbers_are_never_given_twice() -> None:
    """A number in an older list never refers to another device."""
    room = run_commands(
        with_link(run_commands(on_two(), c.RevokeDevices(BEN, 2, holder("Ben")))), c.AddDevice(LINK, PHONE)
    )
    assert [each.device for each in devices(room)] == [1, 3]


def test_others_learn_nothing_of_devices() -> None:
    room, told = on_two(), [view(on_two(), viewer) for viewer in (ADA, CARLA, None)]
    for command in (c.SeeDevice(BEN, PHONE), c.RevokeDevices(BEN, 2, PHONE), c.RevokeDevices(BEN, None, PHONE)):
        changed = run_commands(room, command, ms=9 * HOUR)
        assert changed != room
        assert [view(changed, viewer) for viewer in (ADA, CARLA, None)] == told


def test_devices_move_with_their_seat_and_go_with_their_player() -> None:
    lobby = run_commands(with_link(a_room(2)), c.AddDevice(LINK, PHONE, "phone"), c.SwapSeats(ADA, ADA, BEN))
    assert [each.kind for each in devices(lobby, ADA)] == ["other", "phone"]
    taken = run_commands(on_two(), c.Leave(BEN), c.TakeSeat("Dora", holder("Dora"), JOIN_KEY, "tablet"))
    assert [(each.device, each.kind) for each in devices(taken)] == [(1, "tablet")]


@pytest.mark.parametrize("others", [0, 1])
@pytest.mark.parametrize("which", ["all others", "one"])
def test_a_removal_of_devices_voids_the_seats_return_link(others: int, which: str) -> None:
    """The test holds without another device, too: the link may have been stolen."""
    room = run_commands(on_two() if others else a_game(3), c.MakeReturnLink(BEN, OTHER_LINK, to_time(9 * HOUR)))
    if which == "one" and not others:
        assert get_refusal_code(room, c.RevokeDevices(BEN, 1, holder("Ben"))) == "bad_field", "it is the only one"
        return
    room = run_commands(room, c.RevokeDevices(BEN, None if which == "all others" else 2, holder("Ben")))
    assert get_refusal_code(room, c.AddDevice(OTHER_LINK, holder("a stranger")), ms=10) == "link_used"
    assert events_of(room, c.RevokeDevices(BEN, None, holder("Ben"))) == (), "there is no link any more"


@pytest.mark.parametrize("command", [c.Leave(BEN), c.Remove(ADA, BEN, *NEW)], ids=["who leaves", "who is removed"])
@pytest.mark.parametrize("phase", ["lobby", "playing", "finished"])
def test_the_links_of_who_goes_are_void_in_every_phase(command: c.Command, phase: str) -> None:
    before = {"lobby": a_room(3), "playing": a_game(3), "finished": play_to_end(a_game(3))}[phase]
    room = run_commands(before, c.MakeReturnLink(BEN, OTHER_LINK, to_time(9 * HOUR)), command)
    assert get_refusal_code(room, c.AddDevice(OTHER_LINK, holder("a stranger")), ms=10) == "link_used"
    taken = run_commands(room, c.TakeSeat("Dora", holder("Dora"), room.join_key))
    assert get_refusal_code(taken, c.AddDevice(OTHER_LINK, holder("a stranger")), ms=10) == "link_used"


def test_a_removal_of_devices_leaves_other_seats_links_alone() -> None:
    room = run_commands(
        a_game(3), c.MakeReturnLink(CARLA, OTHER_LINK, to_time(9 * HOUR)), c.RevokeDevices(BEN, None, holder("Ben"))
    )
    assert (
        run_commands(room, c.AddDevice(OTHER_LINK, holder("Carla's phone")), ms=10).seat_of(holder("Carla's phone"))
        == CARLA
    )


ASK_BACK = c.AskBack(BEN, "Ben", holder("Ben's new phone"), JOIN_KEY)
ROOMS = {
    "lobby": a_room(2),
    "playing": a_game(2),
    "paused": run_commands(a_game(2), c.Pause(ADA)),
    "finished": play_to_end(a_game(2)),
}


@pytest.mark.parametrize("phase", ROOMS)
def test_request_to_return_expires_by_room_clock_in_every_phase(phase: str) -> None:
    before = ROOMS[phase]
    asked = run_commands(before, ASK_BACK, ms=1_000)
    assert asked.phase == phase
    assert next_deadline(asked) == compute_stored_deadline(asked) == to_time(601_000)
    assert list(due_by_clock(asked, to_time(600_999))) == []
    assert events_of(asked, c.ExpireAsker(1), ms=600_999) == ()
    (due,) = due_by_clock(asked, to_time(601_000))
    over = run_commands(asked, due, ms=601_000)
    assert (view(asked, ADA).room.askers != (), view(over, ADA).room.askers) == (True, ())
    assert (over.askers, next_deadline(over)) == ((), next_deadline(before))
    assert events_of(over, due, ms=601_000) == (), "once"
    assert over.version == asked.version + 1


def test_who_was_turned_away_wakes_no_room() -> None:
    refused_one = run_commands(a_room(2), ASK_BACK, c.AnswerAsker(ADA, BEN, 1, False))
    assert next_deadline(refused_one) is None
    assert events_of(refused_one, c.ExpireAsker(1), ms=700_000) == ()


def test_game_clock_continues_during_a_request_to_return() -> None:
    clocked = a_game(2, clock={"mode": "hard", "bank": 0, "per_ask": 60})
    asked = run_commands(clocked, ASK_BACK)
    assert next_deadline(asked) == next_deadline(clocked) == to_time(60_000)
    rested = run_commands(asked, c.Pause(ADA))
    assert next_deadline(rested) == to_time(600_000)
    assert list(due_by_clock(rested, to_time(600_000))) == [c.ExpireAsker(1)]


def test_an_ended_request_leaves_the_others() -> None:
    carla = c.AskBack(CARLA, "Carla", holder("Carla's new phone"), JOIN_KEY)
    room = run_commands(run_commands(a_room(3), ASK_BACK), carla, ms=5_000)
    (due,) = due_by_clock(room, to_time(600_000))
    room = run_commands(room, due, ms=600_000)
    assert [asker.seat for asker in view(room, ADA).room.askers] == [CARLA]
    assert decide_event(room) == e.BackAskExpired(2)


def decide_event(room: Room) -> e.Event:
    """Return the event of the room's next deadline."""
    moment = next_deadline(room)
    assert moment is not None
    (due,) = due_by_clock(room, moment)
    (event,) = events_of(room, due, ms=moment - to_time(0))
    return event
