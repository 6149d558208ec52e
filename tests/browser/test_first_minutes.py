"""First minutes of a newcomer on a phone: few taps, and the goal first."""

from itertools import cycle, product

import pytest
from playwright.sync_api import ViewportSize

from app.web.games import find_presenter
from engine import registry
from tests.browser.conftest import MakePlayer
from tests.whole import whole
from tools.first_minutes import PHONES, WAYS, Step, Walk

pytestmark = pytest.mark.browser

EVERY = whole([*product(registry.GAMES, PHONES)], [*zip(registry.GAMES, cycle(PHONES), strict=False)])
CHOSEN_AND_SEALED = 2


def walk_as_newcomer(person: MakePlayer, way: str, game: str, phone: ViewportSize) -> Walk:
    """Return the walk of a person who has never been here."""
    host = person(film="none")
    walk = Walk(person("Ben", viewport=phone, has_touch=True, is_mobile=True, is_new=True))
    WAYS[way](walk, host, game)
    return walk


def has_goal(step: Step, game: str) -> bool:
    """Return whether the step shows the game's goal."""
    return find_presenter(game).lesson.goal in " ".join(step.words)


def list_table_steps(walk: Walk) -> list[Step]:
    """Return the steps from the first view of the table on."""
    return [step for step in walk.steps if "sentence" in step.name or step.name in ("picked", "sealed")]


@pytest.mark.parametrize(("game", "phone"), EVERY)
def test_link_leads_to_a_sealed_card_in_six_taps(person: MakePlayer, game: str, phone: ViewportSize) -> None:
    walk = walk_as_newcomer(person, "link", game, phone)
    assert (walk.fields, walk.taps <= 6) == (1, True), walk.steps
    assert has_goal(walk.steps[0], game)
    table = list_table_steps(walk)
    assert has_goal(table[0], game)
    # This counts for a player who ignores the coach's other sentences.
    assert sum(step.taps for step in table if "sentence" not in step.name) + 1 == CHOSEN_AND_SEALED


@pytest.mark.parametrize(("game", "phone"), EVERY)
def test_home_leads_to_a_game_in_one_tap(person: MakePlayer, game: str, phone: ViewportSize) -> None:
    walk = walk_as_newcomer(person, "bots", game, phone)
    home, first, *_ = walk.steps
    assert (walk.fields, home.taps, walk.taps <= 5) == (0, 1, True), walk.steps
    assert has_goal(first, game)


@pytest.mark.parametrize(("game", "phone"), EVERY)
def test_lesson_takes_one_tap_per_card_after_the_goal(person: MakePlayer, game: str, phone: ViewportSize) -> None:
    walk = walk_as_newcomer(person, "lesson", game, phone)
    cards = [step for step in walk.steps if step.name.startswith("card")]
    assert (walk.fields, [step.taps for step in cards]) == (0, [1] * len(find_presenter(game).lesson.cards))
    assert walk.taps <= len(cards) + 5
    assert has_goal(cards[0], game)
