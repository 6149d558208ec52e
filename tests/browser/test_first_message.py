"""First message of a socket.

It repeats the page: only the differences are drawn, and typed text stays."""

import pytest
from playwright.sync_api import Page, expect

from engine import registry
from tests.browser.conftest import MakePlayer
from tests.browser.tables import start_table

pytestmark = pytest.mark.browser

LISTENS = """
window.drawn = [];
window.heard = 0;
document.addEventListener("signet:drawn", ({ detail }) => window.drawn.push(...detail));
document.addEventListener("signet:shown", () => window.heard++);
"""


def list_drawn_regions(page: Page, heard: int) -> list[str]:
    """Return the regions that this many messages replaced."""
    page.wait_for_function(f"() => window.heard >= {heard}")
    found: list[str] = page.evaluate("() => window.drawn")
    return found


@pytest.mark.parametrize("game", registry.GAMES)
def test_message_draws_only_what_differs(person: MakePlayer, game: str) -> None:
    ada, ben = start_table(person, "Ada", "Ben", game=game)
    ada.page.add_init_script(LISTENS)
    ada.page.reload()
    assert list_drawn_regions(ada.page, 1) == []
    ada.page.locator("#chat-button").click()
    ada.page.locator("#chat-text").fill("half a sent")
    before = ada.page.evaluate("() => window.heard")
    ada.context.set_offline(True)
    expect(ada.page.locator("#status")).not_to_have_attribute("data-state", "live")
    ben.page.locator("#chat-button").click()
    ben.page.locator("#chat-text").fill("Good evening")
    ben.page.locator("#chat-form button").click()
    expect(ben.page.locator(".chat-lines")).to_contain_text("Good evening")
    ada.context.set_offline(False)
    assert list_drawn_regions(ada.page, before + 1) == ["chat"]
    expect(ada.page.locator(".chat-lines")).to_contain_text("Good evening")
    expect(ada.page.locator("#chat-text")).to_have_value("half a sent")
