"""What players do in the sheets of their page: the menu and the chat. And pictures of it."""

import os
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tools.player import Player

PICTURES = os.environ.get("STORY_PICTURES", "")
"""A folder for pictures of the telling moments; without it none are taken."""


def menu(player: Player, button: str) -> None:
    """Presses a button of the menu."""
    player.page.get_by_role("button", name="Menu").click()
    player.page.locator("#menu").get_by_role("button", name=button, exact=True).click()
    player.page.keyboard.press("Escape")


def fold(player: Player, name: str) -> Page:
    """Opens the menu at one of its folds."""
    player.page.get_by_role("button", name="Menu").click()
    details = player.page.locator(f"#{name}")
    if details.get_attribute("open") is None:
        details.locator("summary").first.click()
    return player.page


def set_grace(host: Player, seconds: str) -> None:
    """Sets the pause before an opening while the game runs."""
    page = fold(host, "pace-fold")
    page.locator("#menu #option-grace").fill(seconds)
    page.locator("#pace-fold").get_by_role("button", name="Save").click()
    expect(page.locator("#phase")).to_have_attribute("data-grace", re.compile(rf"^{seconds}(\.0)?$"))
    page.keyboard.press("Escape")


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
