"""Admission: the lock, and the link and the code to join by."""

from app.rooms import commands as c
from app.rooms.views.view import view
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
    a_room,
    events_of,
    get_refusal_code,
    holder,
    run_commands,
)


def test_nobody_new_sits_down_at_a_locked_table() -> None:
    room = run_commands(a_room(2), c.Lock(ADA, True))
    assert get_refusal_code(room, c.TakeSeat("Zoe", holder("Zoe"), JOIN_KEY)) == "locked"
    assert get_refusal_code(room, c.TakeSeat("Zoe", holder("Zoe"), "wrong")) == "no_such_room", (
        "who has no link learns nothing"
    )
    assert events_of(room, c.TakeSeat("Ben", holder("Ben"), JOIN_KEY)) == (), "who sits there already does"
    assert events_of(room, c.Lock(ADA, True)) == ()
    assert run_commands(room, c.Lock(ADA, False), c.TakeSeat("Zoe", holder("Zoe"), JOIN_KEY)).is_held(CARLA)
    assert get_refusal_code(room, c.Lock(BEN, False)) == "not_host"


def test_new_join_link_of_a_player_voids_the_old_one() -> None:
    room = run_commands(a_room(1), c.ChangeJoinKey(ADA, NEW_KEY, NEW_CODE))
    assert get_refusal_code(room, c.TakeSeat("Zoe", holder("Zoe"), JOIN_KEY)) == "no_such_room"
    assert get_refusal_code(room, c.TakeSeat("Zoe", holder("Zoe"), None, code=CODE)) == "no_such_room"
    assert (room.join_code, room.watch_key) == (NEW_CODE, WATCH_KEY), "who looks on was not meant"
    shown = view(room, ADA).room.join_link
    assert shown is not None
    assert shown.endswith(NEW_KEY)


def test_the_code_and_the_links_are_for_who_sits_there() -> None:
    room = run_commands(a_room(3, watchers="public"), c.Remove(ADA, BEN, *NEW))
    for viewer, shown in ((ADA, NEW), (None, (None, None, None))):
        part = view(room, viewer).room
        assert part.join_code == shown[1]
        for link, key in ((part.join_link, shown[0]), (part.watch_link, shown[2])):
            assert link is None if key is None else str(link).endswith(key)
        assert part.code == CODE, "the address stays"
