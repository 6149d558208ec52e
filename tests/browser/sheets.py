"""Actions in a page's sheets, the menu and the chat, and screenshots of it."""

import os
import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tools.player import Player

PICTURES = os.environ.get("STORY_PICTURES", "")
"""Folder for screenshots of important moments; without it none are taken."""


def unfold(page: Page, what: Locator) -> Locator:
    """Open the menu, unfold one part of it and return that part."""
    if not page.locator("#menu").is_visible():
        page.get_by_role("button", name="Menu").click()
        # Until the part is fetched, it shows its state as of the page's load.
        expect(page.locator("#menu:not([data-js-filling])")).to_be_visible()
    for summary in what.locator("xpath=ancestor::details[not(@open)]/summary").all():
        summary.click()
    return what


def find_row(page: Page, label: str) -> Locator:
    """Return the row of the menu with a label in bold."""
    found = page.locator("#menu :is(a, button, summary)").filter(has=page.get_by_text(label, exact=True))
    return unfold(page, found)


def ensure_chat(page: Page) -> None:
    """Open the chat if it is closed."""
    page.locator("#chat").evaluate("sheet => sheet.matches(':popover-open') || sheet.showPopover()")


def press_in_menu(player: Player, label: str) -> None:
    """Press a row of the menu and close the menu."""
    find_row(player.page, label).click()
    player.page.keyboard.press("Escape")


def open_fold(player: Player, name: str) -> Page:
    """Open the menu at one of its folds."""
    details = unfold(player.page, player.page.locator(f"#{name}"))
    if details.get_attribute("open") is None:
        details.locator("summary").first.click()
    return player.page


def set_grace(host: Player, seconds: str) -> None:
    """Set the grace pause while the game runs."""
    page = host.page
    find_row(page, "Clock and pace").click()
    page.locator("#option-grace").select_option(seconds)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#phase")).to_have_attribute("data-grace", re.compile(rf"^{seconds}(\.0)?$"))
    expect(page.locator("#status")).to_have_attribute("data-state", "live")


def open_chat(player: Player) -> Page:
    """Open the chat, which a phone has in the menu."""
    button = player.page.locator("#chat-button")
    if not player.page.locator("#chat").is_visible():
        if button.is_visible():
            button.click()
        else:
            player.page.get_by_role("button", name="Menu").click()
            player.page.locator("#menu").get_by_role("button", name="Chat").click()
    return player.page


def close_chat(player: Player) -> None:
    """Close the chat, and the menu if it was opened from there."""
    while player.page.locator(":popover-open").count():
        player.page.keyboard.press("Escape")


def open_chat_tool(player: Player, tool: str) -> Page:
    """Open the chat and one of its tools."""
    details = open_chat(player).locator(f"#chat-{tool}")
    if details.get_attribute("open") is None:
        details.locator("summary").first.click()
    return player.page


def take_picture(name: str, page: Page) -> None:
    """Take a screenshot of the page if ``PICTURES`` is set."""
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png")
