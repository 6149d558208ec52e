"""Devices and return links: the same seat from another device."""

from app.rooms import commands as c
from app.rooms.ids import Millis
from app.rooms.room import Room
from tests.rooms.builders import ADA, BEN, CARLA, JOIN_KEY, a_game, a_room, after, at, facts_of, holder, refused

LINK = holder("a return link")
UNTIL = at(600_000)


def with_link(room: Room) -> Room:
    return after(room, c.MakeReturnLink(BEN, LINK, UNTIL))


def test_a_return_link_brings_one_more_device_to_the_seat() -> None:
    room = after(with_link(a_room(2)), c.AddDevice(LINK, holder("Ben's phone")))
    assert room.seat_of(holder("Ben's phone")) == room.seat_of(holder("Ben")) == BEN


def test_a_return_link_works_once() -> None:
    room = after(with_link(a_room(2)), c.AddDevice(LINK, holder("Ben's phone")))
    assert refused(room, c.AddDevice(LINK, holder("a stranger"))) == "link_used"


def test_a_return_link_runs_out() -> None:
    room = with_link(a_room(2))
    assert refused(room, c.AddDevice(LINK, holder("Ben's phone")), ms=600_000) == "link_used"
    assert facts_of(room, c.AddDevice(LINK, holder("Ben's phone")), ms=599_999)


def test_a_link_nobody_made_opens_nothing() -> None:
    assert refused(a_room(2), c.AddDevice(LINK, holder("a stranger"))) == "link_used"


def test_a_newer_return_link_voids_the_seats_older_one_and_no_other() -> None:
    room = after(a_room(2), c.MakeReturnLink(ADA, holder("Ada's"), UNTIL), c.MakeReturnLink(BEN, LINK, UNTIL))
    room = after(room, c.MakeReturnLink(BEN, holder("newer"), UNTIL))
    assert refused(room, c.AddDevice(LINK, holder("Ben's phone"))) == "link_used"
    assert after(room, c.AddDevice(holder("newer"), holder("Ben's phone"))).seat_of(holder("Ben's phone")) == BEN
    assert after(room, c.AddDevice(holder("Ada's"), holder("Ada's phone"))).seat_of(holder("Ada's phone")) == ADA


def test_a_seat_is_held_by_four_devices_at_most() -> None:
    room = a_room(2)
    for number in range(3):
        room = after(with_link(room), c.AddDevice(LINK, holder(f"device {number}")))
    assert refused(with_link(room), c.AddDevice(LINK, holder("a fifth"))) == "link_used"


def test_a_device_that_holds_the_seat_leaves_the_link_unused() -> None:
    room = with_link(a_room(2))
    assert facts_of(room, c.AddDevice(LINK, holder("Ben"))) == ()


def test_a_device_that_holds_another_seat_of_the_table_is_refused() -> None:
    assert refused(with_link(a_room(2)), c.AddDevice(LINK, holder("Ada"))) == "link_used"


def test_all_devices_lose_a_seat_that_is_given_up() -> None:
    room = after(with_link(a_game(2)), c.AddDevice(LINK, holder("Ben's phone")), c.Leave(BEN))
    assert room.seat_of(holder("Ben's phone")) is None


def test_the_return_links_of_a_seat_that_is_given_up_are_void() -> None:
    for before in (a_room(2), a_game(2)):
        room = after(with_link(before), c.Leave(BEN))
        assert refused(room, c.AddDevice(LINK, holder("Ben's phone"))) == "link_used"
        taken = after(room, c.TakeSeat("Carla", holder("Carla"), JOIN_KEY))
        assert refused(taken, c.AddDevice(LINK, holder("Ben's phone"))) == "link_used"


def test_only_who_holds_a_seat_makes_a_link_to_it() -> None:
    assert refused(a_room(2), c.MakeReturnLink(CARLA, LINK, Millis(UNTIL))) == "no_seat"
    assert refused(a_room(1, bots=1), c.MakeReturnLink(BEN, LINK, UNTIL)) == "no_seat"
