"""What players do in the sheets of their page: the menu and the chat. And pictures of it."""

import os
import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tools.player import Player

PICTURES = os.environ.get("STORY_PICTURES", "")
"""A folder for pictures of the telling moments; without it none are taken."""


def unfolded(page: Page, what: Locator) -> Locator:
    """What lies in the menu, which is opened and unfolded as far as that."""
    if not page.locator("#menu").is_visible():
        page.get_by_role("button", name="Menu").click()
        # until it is fetched it shows what was there when the page was drawn
        expect(page.locator("#menu:not([data-js-filling])")).to_be_visible()
    for summary in what.locator("xpath=ancestor::details[not(@open)]/summary").all():
        summary.click()
    return what


def row(page: Page, label: str) -> Locator:
    """A row of the menu, by what it says in bold."""
    found = page.locator("#menu :is(a, button, summary)").filter(has=page.get_by_text(label, exact=True))
    return unfolded(page, found)


def menu(player: Player, label: str) -> None:
    """Presses a row of the menu and closes it."""
    row(player.page, label).click()
    player.page.keyboard.press("Escape")


def fold(player: Player, name: str) -> Page:
    """Opens the menu at one of its folds."""
    details = unfolded(player.page, player.page.locator(f"#{name}"))
    if details.get_attribute("open") is None:
        details.locator("summary").first.click()
    return player.page


def set_grace(host: Player, seconds: str) -> None:
    """Sets the pause before a reveal while the game runs."""
    page = host.page
    row(page, "Clock and pace").click()
    page.locator("#option-grace").select_option(seconds)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#phase")).to_have_attribute("data-grace", re.compile(rf"^{seconds}(\.0)?$"))
    expect(page.locator("#status")).to_have_attribute("data-state", "live")


def open_chat(player: Player) -> Page:
    """Opens the chat; a phone has it in the menu."""
    button = player.page.locator("#chat-button")
    if not player.page.locator("#chat").is_visible():
        if button.is_visible():
            button.click()
        else:
            player.page.get_by_role("button", name="Menu").click()
            player.page.locator("#menu").get_by_role("button", name="Chat").click()
    return player.page


def close_chat(player: Player) -> None:
    """Closes the chat, and the menu from which it came."""
    while player.page.locator(":popover-open").count():
        player.page.keyboard.press("Escape")


def chat(player: Player, tool: str) -> Page:
    """Opens the chat and one of its tools."""
    details = open_chat(player).locator(f"#chat-{tool}")
    if details.get_attribute("open") is None:
        details.locator("summary").first.click()
    return player.page


def picture(name: str, page: Page) -> None:
    """Takes a picture of the page as it is, where pictures are wanted."""
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png")
