"""Damaged dumps: one that loads can be played on; a real one always loads."""

import importlib
import importlib.util
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engine.damage import damage_dump, moments, play_on
from tests.engine.deals import DEALS, Deal
from tests.known import SHIPPED, lacks
from tests.whole import whole

MOST_DAMAGES = 400
"""Number of damaged dumps, enough to detect a load without checks."""


@settings(max_examples=whole(300, 100), deadline=None, suppress_health_check=list(HealthCheck))
@given(deal=st.sampled_from(DEALS), rng=st.randoms(use_true_random=False))
def test_a_damaged_dump_is_refused_or_playable(deal: Deal, rng: random.Random) -> None:
    play_on(deal.game, damage_dump(deal, rng), rng)


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_some_damage_is_refused_and_some_is_none(deal: Deal) -> None:
    dice = [random.Random(number) for number in range(12)]
    assert {play_on(deal.game, damage_dump(deal, rng), rng) for rng in dice} == {True, False}


@pytest.mark.parametrize("key", sorted({deal.key for deal in DEALS}))
def test_a_load_without_checks_is_detected(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if importlib.util.find_spec(f"engine.{key}.state_check") is None:
        lacks(key, "it has no module state_check, whose fault could be switched off")
    monkeypatch.setattr(importlib.import_module(f"engine.{key}.state_check"), "fault", lambda _: None)
    dealt = [deal for deal in DEALS if deal.key == key]
    broken = 0
    for number in range(MOST_DAMAGES):
        rng, deal = random.Random(number), dealt[number % len(dealt)]
        try:
            play_on(deal.game, damage_dump(deal, rng), rng)
        except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
            broken += 1
        if broken == 3:
            break
    assert broken == 3


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_every_moment_of_a_game_of_bots_loads(deal: Deal) -> None:
    game, state = deal.game, deal.start()
    assert game.load(game.dump(state)) == state
    for turn in deal.story_of("normal"):
        assert game.load(game.dump(turn.after)) == turn.after


def test_every_stage_is_damaged() -> None:
    stages = {(deal.key, stage) for deal in DEALS for stage in moments(deal)}
    resting = {
        (key, str(stage))
        for key in {deal.key for deal in DEALS}
        if key in SHIPPED or importlib.util.find_spec(f"engine.{key}.state") is not None
        for stage in importlib.import_module(f"engine.{key}.state").Stage
    }
    assert resting - stages == {("edel_stein_reich", "resolving")}
