"""Hosts: setting up the table, alone or together, and their succession."""

from app.rooms import commands as c
from engine.core.seats import Seat
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    SEED,
    a_game,
    a_room,
    events_of,
    get_occupant,
    get_refusal_code,
    run_commands,
)


def test_a_host_makes_others_hosts_and_the_last_one_stays() -> None:
    room = run_commands(a_room(3), c.ShareHost(ADA, BEN, True))
    assert room.hosts == (ADA, BEN)
    room = run_commands(room, c.SeatBot(BEN, Seat(4), "normal"), c.ShareHost(BEN, ADA, False))
    assert room.hosts == (BEN,)
    assert get_refusal_code(room, c.ShareHost(BEN, BEN, False)) == "bad_field"
    assert get_refusal_code(room, c.ShareHost(ADA, ADA, True)) == "not_host"
    assert get_refusal_code(room, c.ShareHost(BEN, Seat(4), True)) == "bad_field"
    assert events_of(room, c.ShareHost(BEN, BEN, True)) == ()


def test_remaining_host_is_sole_host_after_the_other_leaves() -> None:
    room = run_commands(a_room(3), c.ShareHost(ADA, CARLA, True), c.Leave(ADA))
    assert room.hosts == (CARLA,)
    assert run_commands(room, c.Leave(CARLA)).hosts == (BEN,)


def test_the_table_is_handed_over_when_no_host_is_there() -> None:
    room = run_commands(a_game(3), c.HandOver(BEN))
    assert room.hosts == (BEN,)
    assert events_of(room, c.HandOver(BEN)) == ()
    assert events_of(a_room(1, bots=1), c.HandOver(BEN)) == ()


def test_hosts_move_with_their_seats_when_a_game_begins() -> None:
    room = run_commands(a_room(4), c.ShareHost(ADA, CARLA, True), c.Leave(BEN))
    room = run_commands(room, c.Begin(ADA, SEED, room.game.edition()))
    assert [get_occupant(room, host).name for host in room.hosts] == ["Ada", "Carla"]
