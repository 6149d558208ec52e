"""Imported rooms, in which people wait without a device until a link is used."""

import pytest

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.room import Room
from app.rooms.views.view import view
from engine.core.seats import Seat
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    JOIN_KEY,
    NEW,
    START,
    a_game,
    a_room,
    apply_events,
    begin,
    events_of,
    get_refusal_code,
    holder,
    run_commands,
)

LINK, OTHER = Digest("1f" * 32), Digest("2f" * 32)
LATER = Millis(START + 3_600_000)


def import_room(room: Room, *linked: Seat, is_own: bool = False) -> Room:
    """Return the imported room, without devices, with a link to each of these seats."""
    links = [e.SeatLinkMade(seat, holder(f"link {seat}"), LATER) for seat in linked]
    return apply_room_events(room, e.RoomArrived(ADA if is_own else None, is_own, False, room.at), *links)


def apply_room_events(room: Room, *events: e.Event) -> Room:
    """Return the room after these events."""
    found = apply_events(room, events)
    assert found is not None
    return found


def claims(room: Room, seat: Seat, who: str) -> Room:
    """Return the room after that device used the seat's link."""
    return run_commands(room, c.AddDevice(holder(f"link {seat}"), holder(who)))


@pytest.mark.parametrize("room", [a_room(3), a_game(3)], ids=["lobby", "game"])
def test_player_without_device_keeps_seat_and_claims_it_by_link(room: Room) -> None:
    room = import_room(room, BEN)
    assert (room.people(), room.persons()) == ((), (ADA, BEN, CARLA))
    assert get_refusal_code(room, c.Say(BEN, "Hm.")) == "no_seat"
    assert isinstance(events_of(room, c.AddDevice(holder(f"link {BEN}"), holder("new"))), tuple)
    room = claims(room, BEN, "new")
    assert room.seat_of(holder("new")) == BEN
    assert get_refusal_code(room, c.AddDevice(holder(f"link {BEN}"), holder("newer"))) == "link_used"


def test_seat_links_follow_their_seats_and_end_when_given_up() -> None:
    room = claims(import_room(a_room(3), ADA, BEN, CARLA), ADA, "Ada again")
    swapped = run_commands(room, c.SwapSeats(ADA, BEN, CARLA))
    assert {link.seat: link.link for link in swapped.links} == {
        CARLA: holder(f"link {BEN}"),
        BEN: holder(f"link {CARLA}"),
    }
    begun = run_commands(room, begin(), c.SetStandIn(ADA, BEN, "normal"))
    assert {link.seat for link in begun.links} == {BEN, CARLA}
    removed = run_commands(begun, c.Remove(ADA, BEN, *NEW))
    assert {link.seat for link in removed.links} == {CARLA}
    assert get_refusal_code(removed, c.AddDevice(holder(f"link {BEN}"), holder("new"))) == "link_used"


def test_newcomer_does_not_become_host_while_host_is_awaited() -> None:
    room = import_room(a_room(2), ADA)
    taken = events_of(room, c.TakeSeat("Dora", holder("Dora"), JOIN_KEY))
    assert [type(event) for event in taken] == [e.SeatTaken]
    assert run_commands(claims(room, ADA, "Ada again"), begin()).phase == "playing"


def test_claimed_seat_announces_later_devices_until_it_changes_hands() -> None:
    room = claims(import_room(a_room(3), ADA, BEN), BEN, "spy")
    made = c.MakeReturnLink(BEN, OTHER, LATER)
    (more,) = events_of(run_commands(room, made), c.AddDevice(OTHER, holder("Ben")))
    assert isinstance(more, e.SeatClaimed)
    room = run_commands(room, made, c.AddDevice(OTHER, holder("Ben")))
    assert [(each.name, each.devices) for each in view(room, None).room.saving.claims] == [("Ben", 2)]
    left = run_commands(room, c.Leave(BEN), c.TakeSeat("Dora", holder("Dora"), JOIN_KEY), made)
    (own,) = events_of(left, c.AddDevice(OTHER, holder("Dora's phone")))
    assert isinstance(own, e.DeviceAdded)


def test_own_return_link_voids_the_link_made_on_import() -> None:
    kept = apply_room_events(a_room(2), e.RoomArrived(ADA, True, True, Millis(START)), e.SeatLinkMade(ADA, LINK, LATER))
    own = run_commands(kept, c.MakeReturnLink(ADA, OTHER, LATER))
    assert get_refusal_code(own, c.AddDevice(LINK, holder("new"))) == "link_used"
    (added,) = events_of(own, c.AddDevice(OTHER, holder("new")))
    assert isinstance(added, e.DeviceAdded)


def test_watchers_who_see_the_table_late_are_told_as_well() -> None:
    room = import_room(a_game(3, watchers="delayed"), BEN)
    assert [each.is_own for each in view(room, None).room.saving.arrivals] == [False]
    assert view(room, None).said[-1].phrase == "arrived_elsewhere"
    shown = view(claims(room, BEN, "new"), None)
    assert [each.name for each in shown.room.saving.claims] == ["Ben"]


def test_an_arrival_is_known_for_the_rooms_life() -> None:
    room = claims(import_room(a_room(2), ADA), ADA, "Ada again")
    for _ in range(3):
        room = run_commands(room, begin()) if room.phase == "lobby" else room
        assert [each.game for each in view(room, ADA).room.saving.arrivals] == [0]
        room = apply_room_events(room, e.GameAborted(room.games_so_far), e.BackToLobby(room.game.key))
    assert len(view(room, ADA).room.saving.arrivals) == 1
