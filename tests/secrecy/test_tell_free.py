"""Options of disclosure: others' bytes show who has sealed, how many, or nothing.

Also watchers, who see nothing, the public view, or that view one reveal late."""

import random
from collections.abc import Callable

import pytest

from app.rooms.model.room import Room
from app.rooms.views.view import may_watch, view
from engine.core.seats import Seat, Viewer
from tests.known import SHIPPED
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    DORA,
    a_game,
    all_sealed,
    end_grace_pause,
    game_of,
    lift,
    run_commands,
    seal,
)
from tests.secrecy.feeds import SERVERS, Feed

HERE = frozenset({ADA, BEN, CARLA, DORA})
OTHERS: tuple[Viewer, ...] = (ADA, None)

pytestmark = pytest.mark.parametrize("feed", SERVERS)


def record_others(make: Callable[[], Feed], *course: Room) -> dict[Viewer, list[str | bytes | None]]:
    """Return the messages of all others' connections over these rooms."""
    said: dict[Viewer, list[str | bytes | None]] = {}
    for viewer in OTHERS:
        feed = make()
        said[viewer] = [feed.update(room, viewer, HERE) for room in course]
    return said


def start_table(game: str, tell: str, watchers: str = "public") -> Room:
    """Return a game of four in which all have a prompt at once."""
    return a_game(4, game=game, tell=tell, watchers=watchers, grace=2)


@pytest.mark.parametrize("watchers", ["public", "delayed"])
def test_room_set_to_nothing_shows_no_seal(game: str, feed: str, watchers: str) -> None:
    before = start_table(game, "nothing", watchers)
    sealed = run_commands(before, seal(before, BEN), seal(before, CARLA), lift(before, CARLA))
    told = record_others(SERVERS[feed](), before, sealed)
    assert told == record_others(SERVERS[feed](), before, before)
    assert all(messages[1] is None for messages in told.values()), "not even an empty message"
    assert [sealed.get_visible_version(viewer) for viewer in OTHERS] == [
        before.get_visible_version(viewer) for viewer in OTHERS
    ]


def test_room_set_to_count_does_not_show_who(game: str, feed: str) -> None:
    before = start_table(game, "count")
    ben, carla = (run_commands(before, seal(before, seat)) for seat in (BEN, CARLA))
    assert record_others(SERVERS[feed](), before, ben) == record_others(SERVERS[feed](), before, carla)
    assert view(ben, ADA).room.sealed == 1


def test_room_set_to_who_shows_only_that_once(game: str, feed: str) -> None:
    before = start_table(game, "who")
    choices = game_of(before).asks[BEN].choices
    texts = [game_of(before).game.text(choice) for choice in choices[:2]]
    one, other = (run_commands(before, seal(before, BEN, text)) for text in texts)
    assert record_others(SERVERS[feed](), before, one) == record_others(SERVERS[feed](), before, other)
    assert record_others(SERVERS[feed](), before, one) != record_others(SERVERS[feed](), before, before)
    changed = run_commands(one, lift(one, BEN), seal(one, BEN, texts[1]))
    assert record_others(SERVERS[feed](), before, one, changed) == record_others(SERVERS[feed](), before, one, one)


@pytest.mark.parametrize("tell", ["who", "count", "nothing"])
def test_order_of_seals_is_hidden_once_all_are_sealed(game: str, feed: str, tell: str) -> None:
    before, rng = start_table(game, tell), random.Random(2)
    ends = []
    for _ in range(2):
        room = before
        for seat in rng.sample(range(4), 4):
            room = run_commands(room, seal(room, Seat(seat)))
        ends.append(record_others(SERVERS[feed](), room, end_grace_pause(room)))
    assert ends[0] == ends[1]


def test_watchers_are_admitted_as_the_room_decides(game: str, feed: str) -> None:
    assert [may_watch(start_table(game, "who", watchers)) for watchers in ("none", "public", "delayed")] == [
        False,
        True,
        True,
    ]
    public, late = start_table(game, "who", "public"), start_table(game, "who", "delayed")
    shown = [SERVERS[feed]()().update(room, None, HERE) for room in (public, late)]
    assert all(shown)
    public, late = (end_grace_pause(all_sealed(room)) for room in (public, late))
    assert view(public, None).table == game_of(public).game.view(game_of(public).state, None)
    assert view(late, None).table == game_of(late).game.view(game_of(late).before, None)
    assert view(late, None).table != view(public, None).table
    for room in (public, late):
        assert view(room, None).ask is None
        assert game not in SHIPPED or view(room, None).table.mine is None
