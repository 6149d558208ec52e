"""Hosts: setting up the table, alone or together, and their succession."""

from app.rooms import commands as c
from engine.core.seats import Seat
from tests.rooms.builders import ADA, BEN, CARLA, SEED, a_game, a_room, after, events_of, refused, who


def test_a_host_makes_others_hosts_and_the_last_one_stays() -> None:
    room = after(a_room(3), c.ShareHost(ADA, BEN, True))
    assert room.hosts == (ADA, BEN)
    room = after(room, c.SeatBot(BEN, Seat(4), "normal"), c.ShareHost(BEN, ADA, False))
    assert room.hosts == (BEN,)
    assert refused(room, c.ShareHost(BEN, BEN, False)) == "bad_field"
    assert refused(room, c.ShareHost(ADA, ADA, True)) == "not_host"
    assert refused(room, c.ShareHost(BEN, Seat(4), True)) == "bad_field"
    assert events_of(room, c.ShareHost(BEN, BEN, True)) == ()


def test_remaining_host_is_sole_host_after_the_other_leaves() -> None:
    room = after(a_room(3), c.ShareHost(ADA, CARLA, True), c.Leave(ADA))
    assert room.hosts == (CARLA,)
    assert after(room, c.Leave(CARLA)).hosts == (BEN,)


def test_the_table_is_handed_over_when_no_host_is_there() -> None:
    room = after(a_game(3), c.HandOver(BEN))
    assert room.hosts == (BEN,)
    assert events_of(room, c.HandOver(BEN)) == ()
    assert events_of(a_room(1, bots=1), c.HandOver(BEN)) == ()


def test_hosts_move_with_their_seats_when_a_game_begins() -> None:
    room = after(a_room(4), c.ShareHost(ADA, CARLA, True), c.Leave(BEN))
    room = after(room, c.Begin(ADA, SEED, room.game.edition()))
    assert [who(room, host).name for host in room.hosts] == ["Ada", "Carla"]
