"""Game without a presenter of its own, from the shelf to its result.

Two browsers play it, one on a desktop and one on a phone."""

from collections.abc import Iterator

import httpx2
import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import SMALL_TARGETS, find_violations, has_no_overflow
from tests.browser.conftest import MakePlayer
from tests.browser.cookies import get_device_cookie_name
from tests.browser.tables import AT_ONCE
from tests.recipes.game import add_game
from tests.recipes.tree import Tree
from tools.player import play
from tools.served import Served

pytestmark = pytest.mark.browser

HAND = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture(scope="module")
def throws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Server of a copy of the project with a third game, added by its recipe."""
    folder = tmp_path_factory.mktemp("throws")
    tree, data = Tree(folder / "copy"), folder / "data"
    add_game(tree)
    data.mkdir()
    served = Served(data, command=tree.serve())
    served.start()
    yield served
    served.stop()


@pytest.mark.slow("a server is started from a copy of the project")
def test_two_browsers_play_a_plain_game_to_its_result(person: MakePlayer, throws: Served) -> None:
    ada, ben = person("Ada", throws.url), person("Ben", throws.url, **HAND)
    link = ada.open_room("throws", **AT_ONCE, rounds="3")
    ben.sit_down(link)
    expect(ben.page.locator("#options")).to_contain_text("Rounds")
    ada.begin()
    ben.wait_for_game()
    for player in (ada, ben):
        player.wait_for_turn()
        expect(player.page.locator(".plain-choices .choice")).to_have_count(3)
        player.pick()
        assert find_violations(player.page) == []
        assert has_no_overflow(player.page)
    assert ben.page.evaluate(SMALL_TARGETS) == []
    ada.choose()
    expect(ada.page.locator("#prompt h2")).to_contain_text("Sealed:")
    play([ada, ben])
    for player in (ada, ben):
        expect(player.page.locator("#end-title")).to_be_visible()
        expect(player.page.locator(".rank")).to_have_count(2)
        assert has_no_overflow(player.page)
    assert find_violations(ben.page) == []
    ada.page.evaluate("localStorage.setItem('signet-film', 'fast')")
    # With reduced motion the film waits at its end.
    ada.page.emulate_media(reduced_motion="no-preference")
    ada.page.goto(f"{ada.page.url}/replay?catch-up=1")
    missed = ada.page.locator("#catch-up-says")
    expect(missed).to_have_text("You missed 3 reveals")
    expect(missed).to_have_text("You're up to date.", timeout=60_000)
    expect(ada.page.locator("#end-title")).to_be_visible(timeout=60_000)
    replay_game(ada.page)


def replay_game(page: Page) -> None:
    """Step through the finished game, and try a what-if of another throw."""
    page.goto(f"{page.url}/replay?perspective=0")
    page.evaluate("window.isTheSame = true")
    where = page.locator("#where")
    for number in (2, 3, 4):
        page.keyboard.press("ArrowRight")
        expect(where).to_contain_text(f"step {number} of")
    assert page.evaluate("window.isTheSame"), "steps load no pages"
    page.get_by_role("link", name="What if…").click()
    assert find_violations(page) == []
    page.locator(".what-if-choices > button").nth(1).click()
    expect(page.locator("#what-if-ends")).to_have_attribute("open", "", timeout=60_000)
    expect(page.locator("#way-on")).to_have_attribute("aria-disabled", "true")
    assert find_violations(page) == []
    assert has_no_overflow(page)
    page.get_by_role("link", name="What really happened").filter(visible=True).last.click()
    expect(page.locator(".what-if-result")).to_have_count(0)


def test_half_typed_number_survives_redrawn_options(person: MakePlayer, throws: Served) -> None:
    ada, ben = person("Ada", throws.url), person("Ben", throws.url, **HAND)
    link = ada.open_room("throws", **AT_ONCE)
    rounds = ada.page.get_by_label("Rounds")
    rounds.press_sequentially("7")
    typed = rounds.input_value()
    ben.sit_down(link)
    expect(ada.page.locator("#chairs")).to_contain_text("Ben")
    token = next(each["value"] for each in ada.context.cookies() if each["name"] == get_device_cookie_name(ada.url))
    said = {"do": "options", "options": {"bot_pace": 30}}
    answer = httpx2.post(
        f"{throws.url}/api/rooms/{ada.page.url.rpartition('/')[2]}/commands",
        json=said,
        headers={"authorization": f"Bearer {token}"},
        timeout=60,
    )
    assert answer.status_code == 200, answer.text
    expect(ada.page.locator("#option-bot_pace")).to_have_value("30")
    expect(rounds).to_have_value(typed)
    expect(rounds).to_be_focused()
