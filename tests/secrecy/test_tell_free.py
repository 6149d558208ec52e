"""Sealing without a tell: who has sealed, how many, or nothing, in every byte that reaches others; and watchers, who
see nothing, the public's view, or that one reveal late."""

import random
from collections.abc import Callable

import pytest

from app.rooms.model.room import Room
from app.rooms.views.view import may_watch, view
from engine.core.seats import Seat, Viewer
from tests.known import SHIPPED
from tests.rooms.builders import ADA, BEN, CARLA, DORA, a_game, after, all_sealed, game_of, lift, revealed, seal
from tests.secrecy.feeds import SERVERS, Feed

HERE = frozenset({ADA, BEN, CARLA, DORA})
OTHERS: tuple[Viewer, ...] = (ADA, None)

pytestmark = pytest.mark.parametrize("feed", SERVERS)


def heard(make: Callable[[], Feed], *course: Room) -> dict[Viewer, list[str | bytes | None]]:
    """What a connection of each of the others gets when it is brought up to date in each of these rooms."""
    said: dict[Viewer, list[str | bytes | None]] = {}
    for viewer in OTHERS:
        feed = make()
        said[viewer] = [feed.update(room, viewer, HERE) for room in course]
    return said


def table(game: str, tell: str, watchers: str = "public") -> Room:
    """A game of four in which all are asked at once."""
    return a_game(4, game=game, tell=tell, watchers=watchers, grace=2)


@pytest.mark.parametrize("watchers", ["public", "delayed"])
def test_a_room_that_tells_nothing_shows_no_seal_to_anybody(game: str, feed: str, watchers: str) -> None:
    before = table(game, "nothing", watchers)
    sealed = after(before, seal(before, BEN), seal(before, CARLA), lift(before, CARLA))
    told = heard(SERVERS[feed](), before, sealed)
    assert told == heard(SERVERS[feed](), before, before)
    assert all(messages[1] is None for messages in told.values()), "not even an empty message"
    assert [sealed.seen(viewer) for viewer in OTHERS] == [before.seen(viewer) for viewer in OTHERS]


def test_a_room_that_tells_how_many_does_not_tell_who(game: str, feed: str) -> None:
    before = table(game, "count")
    ben, carla = (after(before, seal(before, seat)) for seat in (BEN, CARLA))
    assert heard(SERVERS[feed](), before, ben) == heard(SERVERS[feed](), before, carla)
    assert view(ben, ADA).room.sealed == 1


def test_a_room_that_tells_who_tells_it_alone_and_once(game: str, feed: str) -> None:
    before = table(game, "who")
    choices = game_of(before).asks[BEN].choices
    texts = [game_of(before).game.text(choice) for choice in choices[:2]]
    one, other = (after(before, seal(before, BEN, text)) for text in texts)
    assert heard(SERVERS[feed](), before, one) == heard(SERVERS[feed](), before, other)
    assert heard(SERVERS[feed](), before, one) != heard(SERVERS[feed](), before, before)
    changed = after(one, lift(one, BEN), seal(one, BEN, texts[1]))
    assert heard(SERVERS[feed](), before, one, changed) == heard(SERVERS[feed](), before, one, one)


@pytest.mark.parametrize("tell", ["who", "count", "nothing"])
def test_the_order_of_sealing_is_told_by_nothing_once_all_is_sealed(game: str, feed: str, tell: str) -> None:
    before, rng = table(game, tell), random.Random(2)
    ends = []
    for _ in range(2):
        room = before
        for seat in rng.sample(range(4), 4):
            room = after(room, seal(room, Seat(seat)))
        ends.append(heard(SERVERS[feed](), room, revealed(room)))
    assert ends[0] == ends[1]


def test_watchers_are_let_in_as_the_room_decided(game: str, feed: str) -> None:
    assert [may_watch(table(game, "who", watchers)) for watchers in ("none", "public", "delayed")] == [
        False,
        True,
        True,
    ]
    public, late = table(game, "who", "public"), table(game, "who", "delayed")
    shown = [SERVERS[feed]()().update(room, None, HERE) for room in (public, late)]
    assert all(shown)
    public, late = (revealed(all_sealed(room)) for room in (public, late))
    assert view(public, None).table == game_of(public).game.view(game_of(public).state, None)
    assert view(late, None).table == game_of(late).game.view(game_of(late).before, None)
    assert view(late, None).table != view(public, None).table
    for room in (public, late):
        assert view(room, None).ask is None
        assert game not in SHIPPED or view(room, None).table.mine is None
