"""Removed players: out of their seats, with no way back by what they know."""

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.fold import step
from app.rooms.model.ids import Version
from app.rooms.model.room import Room
from engine.core.seats import Seat
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    CODE,
    JOIN_KEY,
    NEW,
    NEW_CODE,
    NEW_KEY,
    WATCH_KEY,
    a_game,
    a_room,
    get_occupant,
    get_refusal_code,
    holder,
    motion,
    run_commands,
    to_time,
)


def remove_ben(room: Room) -> Room:
    """Return the room without Ben, who had a return link and a second device."""
    room = run_commands(
        room, c.MakeReturnLink(BEN, holder("link"), to_time(1_000)), c.AddDevice(holder("link"), holder("phone"))
    )
    room = run_commands(room, c.MakeReturnLink(BEN, holder("another link"), to_time(1_000)))
    return run_commands(room, c.Remove(ADA, BEN, *NEW))


def test_a_removed_player_is_out_and_their_link_is_void() -> None:
    room = remove_ben(a_room(3))
    assert room.seat_of(holder("Ben")) is room.seat_of(holder("phone")) is None
    for knows in (c.TakeSeat("Ben", holder("Ben"), JOIN_KEY), c.TakeSeat("Ben", holder("Ben"), None, code=CODE)):
        assert get_refusal_code(room, knows) == "no_such_room"
        assert get_refusal_code(run_commands(room, c.Lock(ADA, True)), knows) == "no_such_room", (
            "who has nothing learns nothing"
        )
    assert get_refusal_code(room, c.AddDevice(holder("another link"), holder("Ben"))) == "link_used"
    for told in (c.TakeSeat("Zoe", holder("Zoe"), NEW_KEY), c.TakeSeat("Zoe", holder("Zoe"), None, code=NEW_CODE)):
        assert run_commands(room, told).seats[BEN] is not None


def test_removed_player_cannot_return_during_the_game_or_in_lobby() -> None:
    room = remove_ben(a_game(3))
    assert room.seat_of(holder("Ben")) is room.seat_of(holder("phone")) is None
    lobby = run_commands(room, motion(ADA), motion(CARLA), c.SetUpAnew(ADA, None))
    for each in (room, lobby):
        for key, code in ((JOIN_KEY, None), (None, CODE)):
            assert get_refusal_code(each, c.TakeSeat("Ben", holder("Ben"), key, code=code)) == "no_such_room"
        assert get_refusal_code(each, c.AddDevice(holder("another link"), holder("Ben"))) == "link_used"
    assert run_commands(lobby, c.TakeSeat("Zoe", holder("Zoe"), None, code=NEW_CODE)).seat_of(holder("Zoe")) is not None


def test_old_journal_without_a_new_code_keeps_the_code() -> None:
    """Before such codes existed, a removed player could rejoin by the old code.

    The rooms of that time stay as they were."""
    room = a_room(3)
    events: tuple[e.Event, ...] = (e.SeatRemoved(BEN, ADA), e.JoinKeyChanged(NEW_KEY))
    for number, event in enumerate(events, start=room.version + 1):
        room = step(room, e.Entry(Version(number), to_time(0), event))
    assert (room.join_key, room.join_code, room.watch_key) == (NEW_KEY, CODE, WATCH_KEY)
    assert run_commands(room, c.TakeSeat("Ben", holder("Ben"), None, code=CODE)).seat_of(holder("Ben")) == BEN


def test_stand_in_replaces_a_player_removed_during_a_game() -> None:
    room = run_commands(a_game(3), c.Remove(ADA, BEN, *NEW))
    assert (get_occupant(room, BEN).name, get_occupant(room, BEN).has_left, get_occupant(room, BEN).stand_in) == (
        "Ben",
        True,
        "normal",
    )


def test_hosts_are_not_removed_and_nobody_else_removes() -> None:
    room = a_room(3)
    assert get_refusal_code(room, c.Remove(BEN, CARLA, *NEW)) == "not_host"
    assert get_refusal_code(room, c.Remove(ADA, ADA, *NEW)) == "bad_field"
    assert get_refusal_code(run_commands(room, c.ShareHost(ADA, BEN, True)), c.Remove(BEN, ADA, *NEW)) == "bad_field"
    assert get_refusal_code(room, c.Remove(ADA, Seat(4), *NEW)) == "bad_field"
