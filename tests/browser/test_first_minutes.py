"""A newcomer's first minutes on a phone: how few taps lead to the first sealed card, and that the goal comes first."""

from itertools import cycle, product

import pytest
from playwright.sync_api import ViewportSize

from app.web.games import looks
from engine import registry
from tests.browser.conftest import MakePlayer
from tests.whole import whole
from tools.first_minutes import PHONES, WAYS, Step, Walk

pytestmark = pytest.mark.browser

EVERY = whole([*product(registry.GAMES, PHONES)], [*zip(registry.GAMES, cycle(PHONES), strict=False)])
CHOSEN_AND_SEALED = 2


def gone(person: MakePlayer, way: str, game: str, phone: ViewportSize) -> Walk:
    """The walk of somebody who has never been here."""
    host = person(film="none")
    walk = Walk(person("Ben", viewport=phone, has_touch=True, is_mobile=True, is_new=True))
    WAYS[way](walk, host, game)
    return walk


def tells_the_goal(step: Step, game: str) -> bool:
    """Whether the game's goal can be read there."""
    return looks(game).lesson.goal in " ".join(step.words)


def of_the_table(walk: Walk) -> list[Step]:
    """The steps from the first sight of the table on."""
    return [step for step in walk.steps if "sentence" in step.name or step.name in ("picked", "sealed")]


@pytest.mark.parametrize(("game", "phone"), EVERY)
def test_from_a_link_a_name_and_six_taps_lead_to_a_sealed_card(
    person: MakePlayer, game: str, phone: ViewportSize
) -> None:
    walk = gone(person, "link", game, phone)
    assert (walk.fields, walk.taps <= 6) == (1, True), walk.steps
    assert tells_the_goal(walk.steps[0], game)
    table = of_the_table(walk)
    assert tells_the_goal(table[0], game)
    # whoever lets the coach's other sentences be
    assert sum(step.taps for step in table if "sentence" not in step.name) + 1 == CHOSEN_AND_SEALED


@pytest.mark.parametrize(("game", "phone"), EVERY)
def test_from_home_one_tap_leads_to_a_game_without_a_name(person: MakePlayer, game: str, phone: ViewportSize) -> None:
    walk = gone(person, "bots", game, phone)
    home, first, *_ = walk.steps
    assert (walk.fields, home.taps, walk.taps <= 5) == (0, 1, True), walk.steps
    assert tells_the_goal(first, game)


@pytest.mark.parametrize(("game", "phone"), EVERY)
def test_the_lesson_takes_a_tap_a_card_and_begins_with_the_goal(
    person: MakePlayer, game: str, phone: ViewportSize
) -> None:
    walk = gone(person, "lesson", game, phone)
    cards = [step for step in walk.steps if step.name.startswith("card")]
    assert (walk.fields, [step.taps for step in cards]) == (0, [1] * len(looks(game).lesson.cards))
    assert walk.taps <= len(cards) + 5
    assert tells_the_goal(cards[0], game)
