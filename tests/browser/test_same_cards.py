"""The same cards once more, and a second table with the same cards, by clicks."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import SMALL_TARGETS, find_violations, has_no_overflow
from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.tables import start_table
from tools.player import Player

pytestmark = pytest.mark.browser


def vote_to_end(player: Player) -> None:
    """Let the player vote for the game's end."""
    room = "/".join(player.page.url.split("/")[:5])
    player.page.request.post(
        f"{room}/do", form={"do": "vote", "motion": "end", "on": "on"}, headers={"origin": player.url}
    )


def expect_no_violation(page: Page) -> None:
    """Expect that the page breaks no rule, at a desk and on a phone."""
    size = page.viewport_size
    assert size is not None
    for each in (PHONE, size):
        page.set_viewport_size(each)
        assert find_violations(page) == []
        assert has_no_overflow(page)
        assert page.evaluate(SMALL_TARGETS) == []


@pytest.mark.slow("two people at two games")
def test_host_deals_the_same_cards_with_changed_hands(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben")
    for player in (ada, ben):
        vote_to_end(player)
    expect(ada.page.locator("#end")).to_be_visible()
    ada.page.locator("#same-cards summary").click()
    ada.page.get_by_role("button", name="Everyone changes hands").click()
    for player in (ada, ben):
        expect(player.page.locator("#votes")).to_contain_text("Same cards as in game 1.")
        vote_to_end(player)
    ada.page.get_by_role("link", name="Compare the games").click()
    results = ada.page.locator(".comparison tbody tr")
    expect(results.nth(0)).to_contain_text("Ada")
    expect(results.nth(0)).to_contain_text("Ben")
    expect_no_violation(ada.page)


@pytest.mark.slow("two tables with a game each")
def test_two_tables_compare_their_games(person: MakePlayer) -> None:
    ada, carla = person("Ada"), person("Carla")
    ada.open_room()
    ada.page.locator("#second-table summary").click()
    ada.page.get_by_role("button", name="Make a link for the second table").click()
    link = ada.page.locator("#deal-link").input_value()
    carla.page.goto(link)
    expect_no_violation(carla.page)
    carla.page.get_by_label("Your name").fill("Carla")
    carla.page.get_by_role("button", name="Open the second table").click()
    for player in (ada, carla):
        expect(player.page.locator("#second-table")).to_contain_text("A second table has the same cards.")
        player.page.get_by_role("button", name="Fill with bots").click()
        player.page.locator(".start-button").click()
        expect(player.page.locator("#votes")).to_contain_text("A second table has the same cards.")
    vote_to_end(ada)
    expect(ada.page.locator(".deal-closed")).to_be_visible()
    expect(ada.page.locator("#proof")).to_have_count(0)
    vote_to_end(carla)
    compare = carla.page.get_by_role("link", name="Compare the games")
    expect(compare).to_be_visible(timeout=15_000)
    compare.click()
    expect(carla.page.locator(".comparison")).to_contain_text("The other table")
    expect_no_violation(carla.page)
    expect(ada.page.locator(".deal-closed")).to_have_count(0, timeout=15_000)
