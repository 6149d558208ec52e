"""Watchers with a delay of one reveal: no effect of the last reveal reaches them."""

from collections.abc import Callable

import pytest

from app.rooms import commands as c
from app.rooms.late import as_seen
from app.rooms.model.ids import Millis
from app.rooms.views.view import view
from engine.core.plain import canonical, plain
from tests.known import lacks
from tests.live.hurried import hurried
from tests.live.mutants import WakesEverybody
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    a_game,
    after,
    all_sealed,
    finished,
    game_of,
    lift,
    one_decides,
    revealed,
    seal,
)
from tests.secrecy import feeds
from tests.secrecy.feeds import SERVERS, Feed
from tests.secrecy.late import TELLS_APART, run_course
from tests.whole import whole

SEEDS = whole(
    {"program": range(24), "browser": range(12)},
    {"program": range(8, 18), "browser": range(3)},
)
"""Seeds of which even the daily ones have some of each difference."""


@pytest.mark.parametrize("feed", SERVERS)
@hurried
async def test_delayed_watchers_learn_nothing_of_the_last_reveal(game: str, feed: str) -> None:
    differed = [await run_course(seed, game, SERVERS[feed]) for seed in SEEDS[feed]]
    found = frozenset[str]().union(*differed)
    if missed := ({"asked"} if feed == "browser" else {"asked", "held", "ran out"}) - found:
        lacks(game, f"no two of its reveals differ in {', '.join(sorted(missed))}")


@pytest.mark.parametrize("mutant", [feeds.ShowsSeatsOfNow, feeds.CountsWhatIsNotTold])
@hurried
async def test_feed_with_current_seats_is_detected(game: str, mutant: Callable[[], Feed]) -> None:
    if mutant is feeds.ShowsSeatsOfNow:
        one_decides(a_game(3, game=game))
    with pytest.raises(AssertionError, match=TELLS_APART):
        for seed in range(20):
            await run_course(seed, game, lambda: mutant)


@hurried
async def test_host_that_wakes_watchers_early_is_detected(game: str) -> None:
    with pytest.raises(AssertionError, match=TELLS_APART):
        for seed in range(20):
            await run_course(seed, game, lambda: feeds.BareFeed, WakesEverybody)


def test_only_seats_see_who_has_a_prompt(game: str) -> None:
    room = all_sealed(a_game(3, game=game, watchers="delayed"))
    now = view(room, ADA)
    assert {part.state for part in now.seats} >= {"choosing"}
    late = view(room, None)
    assert {part.state for part in late.seats} == {"idle"}
    assert (late.room.sealed, late.room.reveal_at, late.room.is_held) == (0, None, False)


def test_delayed_version_counts_only_visible_events(game: str) -> None:
    room = a_game(3, game=game, watchers="delayed", grace=2)
    first = room.seen(None)
    sealed = all_sealed(room)
    held = after(after(sealed, lift(sealed, BEN)), c.RevealCards(game_of(sealed).ask), ms=2_000)
    once = revealed(sealed)
    assert [each.seen(None) for each in (sealed, held, once)] == [first] * 3, "the first reveal is shown with the next"
    assert after(once, c.CreditOutage(Millis(60_000), Millis(0))).seen(None) == first
    assert after(once, c.Say(CARLA, "hm")).seen(None) == first + 1
    twice = revealed(all_sealed(once))
    assert twice.seen(None) == first + 1
    over = finished(a_game(3, game=game, watchers="delayed"))
    assert over.seen(None) == over.public_events, "then all is told"


def test_delayed_room_is_built_once(game: str) -> None:
    room = revealed(all_sealed(revealed(all_sealed(a_game(3, game=game, watchers="delayed")))))
    room = after(room, *(seal(room, seat) for seat in tuple(game_of(room).asks)[:-1]))
    late = as_seen(room, None)
    assert as_seen(late, None) is late
    assert as_seen(room, ADA) is room
    assert canonical(plain(view(late, None))) == canonical(plain(view(room, None)))
    assert late.seen(None) == room.seen(None)
