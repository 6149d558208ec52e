"""Watchers with a delay of one reveal: no effect of the last reveal reaches them."""

from collections.abc import Callable

import pytest

from app.rooms import commands as c
from app.rooms.delayed import apply_delay
from app.rooms.model.ids import Millis
from app.rooms.views.view import view
from engine.core.plain import canonical, to_plain
from tests.known import lacks
from tests.live.hurried import run_without_waiting
from tests.live.mutants import WakesEverybody
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    a_game,
    all_sealed,
    end_grace_pause,
    game_of,
    lift,
    one_decides,
    play_to_end,
    run_commands,
    seal,
)
from tests.secrecy import feeds
from tests.secrecy.delayed import TELLS_APART, run_course
from tests.secrecy.feeds import SERVERS, Feed
from tests.whole import whole

SEEDS = whole(
    {"program": range(24), "browser": range(12)},
    {"program": range(8, 18), "browser": range(3)},
)
"""Seeds of which even the daily ones have some of each difference."""


@pytest.mark.parametrize("feed", SERVERS)
@run_without_waiting
async def test_delayed_watchers_learn_nothing_of_the_last_reveal(game: str, feed: str) -> None:
    differed = [await run_course(seed, game, SERVERS[feed]) for seed in SEEDS[feed]]
    found = frozenset[str]().union(*differed)
    if missed := ({"asked"} if feed == "browser" else {"asked", "held", "ran out"}) - found:
        lacks(game, f"no two of its reveals differ in {', '.join(sorted(missed))}")


@pytest.mark.parametrize("mutant", [feeds.ShowsSeatsOfNow, feeds.CountsWhatIsNotTold])
@run_without_waiting
async def test_feed_with_current_seats_is_detected(game: str, mutant: Callable[[], Feed]) -> None:
    if mutant is feeds.ShowsSeatsOfNow:
        one_decides(a_game(3, game=game))
    with pytest.raises(AssertionError, match=TELLS_APART):
        for seed in range(20):
            await run_course(seed, game, lambda: mutant)


@run_without_waiting
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
    first = room.get_visible_version(None)
    sealed = all_sealed(room)
    held = run_commands(run_commands(sealed, lift(sealed, BEN)), c.RevealCards(game_of(sealed).ask), ms=2_000)
    once = end_grace_pause(sealed)
    assert [each.get_visible_version(None) for each in (sealed, held, once)] == [first] * 3, (
        "the first reveal is shown with the next"
    )
    assert run_commands(once, c.CreditOutage(Millis(60_000), Millis(0))).get_visible_version(None) == first
    assert run_commands(once, c.Say(CARLA, "hm")).get_visible_version(None) == first + 1
    twice = end_grace_pause(all_sealed(once))
    assert twice.get_visible_version(None) == first + 1
    over = play_to_end(a_game(3, game=game, watchers="delayed"))
    assert over.get_visible_version(None) == over.public_events, "then all is told"


def test_delayed_room_is_built_once(game: str) -> None:
    room = end_grace_pause(all_sealed(end_grace_pause(all_sealed(a_game(3, game=game, watchers="delayed")))))
    room = run_commands(room, *(seal(room, seat) for seat in tuple(game_of(room).asks)[:-1]))
    late = apply_delay(room, None)
    assert apply_delay(late, None) is late
    assert apply_delay(room, ADA) is room
    assert canonical(to_plain(view(late, None))) == canonical(to_plain(view(room, None)))
    assert late.get_visible_version(None) == room.get_visible_version(None)
