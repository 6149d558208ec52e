"""Non-interference: one seat's secret changes no byte and no wake-up of another."""

import os
from collections.abc import Callable

import pytest

from tests.live.hurried import run_without_waiting
from tests.live.mutants import WakesEverybody
from tests.secrecy import feeds
from tests.secrecy.courses import DIFFERENCES, Difference, run_course
from tests.secrecy.feeds import SERVERS, Feed

TIMES = int(os.environ.get("SIGNET_TWINS", "1"))
FIRST = 18
"""First seed after which few tables have every difference."""
SEEDS = {feed: range(FIRST, FIRST + each * TIMES) for feed, each in (("program", 16), ("browser", 2))}
"""Number of tables for each kind of feed and of difference."""


@pytest.mark.rule("A10.2", "E9.1")
@pytest.mark.parametrize("difference", ["another card", "another mind", "another plan"])
@pytest.mark.parametrize("feed", SERVERS)
@run_without_waiting
async def test_others_cannot_tell_a_sealed_card(game: str, feed: str, difference: Difference) -> None:
    courses = [await run_course(seed, SERVERS[feed], difference, game) for seed in SEEDS[feed]]
    looked = [times for times in courses if times is not None]
    assert len(looked) >= len(SEEDS[feed]) / 4, "where one seat decides alone, nothing lies sealed"
    assert min(looked) > 0, "a course in which nobody else looked proves nothing"


@pytest.mark.rule("A10.2")
@pytest.mark.parametrize("feed", SERVERS)
@run_without_waiting
async def test_others_cannot_tell_a_hand(feed: str) -> None:
    """Only Adel verpflichtet has hands."""
    courses = [await run_course(seed, SERVERS[feed], "another hand") for seed in SEEDS[feed]]
    looked = [times for times in courses if times is not None]
    assert len(looked) > len(SEEDS[feed]) / 2
    assert min(looked) > 0, "a course in which nobody else looked proves nothing"


@pytest.mark.parametrize(
    ("mutant", "difference"),
    [
        (feeds.ShowsSealedCards, "another card"),
        (feeds.ShowsSealedCards, "another mind"),
        (feeds.ShowsSizesOfSecrets, "another card"),
        (feeds.ShowsWhoLifted, "another mind"),
        (feeds.CountsSecretEvents, "another mind"),
        (feeds.ShowsSealedCards, "another plan"),
        (feeds.ShowsPlans, "another plan"),
    ],
)
@run_without_waiting
async def test_leaking_feed_is_detected(game: str, mutant: Callable[[], Feed], difference: Difference) -> None:
    with pytest.raises(AssertionError, match="can tell the worlds apart"):
        for seed in range(20):
            await run_course(seed, lambda: mutant, difference, game)


@run_without_waiting
async def test_feed_with_hands_is_detected() -> None:
    with pytest.raises(AssertionError, match="can tell the worlds apart"):
        for seed in range(20):
            await run_course(seed, lambda: feeds.ShowsHands, "another hand")


@pytest.mark.parametrize("feed", ["program"])
@run_without_waiting
async def test_host_that_wakes_others_for_secrets_is_detected(game: str, feed: str) -> None:
    with pytest.raises(AssertionError, match="can tell the worlds apart"):
        for seed in range(20):
            await run_course(seed, SERVERS[feed], "another mind", game, WakesEverybody)


@pytest.mark.parametrize("feed", ["program"])
@pytest.mark.parametrize("difference", DIFFERENCES)
@run_without_waiting
async def test_same_course_twice_gives_the_same_bytes(difference: Difference, feed: str) -> None:
    assert await run_course(3, SERVERS[feed], difference) == await run_course(3, SERVERS[feed], difference)
