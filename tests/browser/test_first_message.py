"""The first message of a socket says again what its page shows: only what differs is put in, and what is being typed
stays."""

import pytest
from playwright.sync_api import Page, expect

from engine import registry
from tests.browser.conftest import MakePlayer
from tests.browser.tables import table

pytestmark = pytest.mark.browser

LISTENS = """
window.drawn = [];
window.heard = 0;
document.addEventListener("signet:drawn", ({ detail }) => window.drawn.push(...detail));
document.addEventListener("signet:shown", () => window.heard++);
"""


def drawn(page: Page, heard: int) -> list[str]:
    """The regions that were put in by so many messages."""
    page.wait_for_function(f"() => window.heard >= {heard}")
    found: list[str] = page.evaluate("() => window.drawn")
    return found


@pytest.mark.parametrize("game", registry.GAMES)
def test_of_a_message_only_what_the_page_does_not_show_is_put_in(person: MakePlayer, game: str) -> None:
    ada, ben = table(person, "Ada", "Ben", game=game)
    ada.page.add_init_script(LISTENS)
    ada.page.reload()
    assert drawn(ada.page, 1) == []
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
    assert drawn(ada.page, before + 1) == ["chat"]
    expect(ada.page.locator(".chat-lines")).to_contain_text("Good evening")
    expect(ada.page.locator("#chat-text")).to_have_value("half a sent")
