"""Friends at one table, each with a device and a language of their own."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from app.web.text.languages import catalogue
from tools.player import Player
from tools.served import Served

HELD = """(() => {
  const real = setTimeout, held = [];
  const waits = (act, ms) => (ms === 5_000 && act.name === "leave") || (window.isFilmHeld && ms > 700);
  window.setTimeout = (act, ms, ...all) => waits(act, ms) ? (held.push([act, all]), 0) : real(act, ms, ...all);
  window.letToastsGo = () => {
    for (const [act, all] of held.splice(0)) try { act(...all); } catch { /* gone by now */ }
  };
})();"""
"""Script that runs before the page's own.

Toasts that would expire stay until the camera closes them, and a film stays on its step where it is held."""

FETCHES = """() => {
  window.isMenuFetched = false;
  document.addEventListener("signet:part", () => { window.isMenuFetched = true; }, { once: true });
}"""
"""Script that notes when the page has fetched the sheet which it opens."""

FILM = "try { localStorage['signet-film'] ??= 'none'; } catch { /* a page without an address keeps nothing */ }"
"""Script that switches films off."""


@dataclass(frozen=True, slots=True)
class Friend:
    """Player at the table."""

    language: str
    player: Player
    size: ViewportSize

    @property
    def name(self) -> str:
        """Name at the table."""
        return self.player.name

    @property
    def page(self) -> Page:
        """Page of the table."""
        return self.player.page

    @property
    def words(self) -> NullTranslations:
        """Translations of their page."""
        return catalogue(self.language)

    def joins(self, link: str) -> None:
        """Sit down by a join link."""
        self.page.goto(link)
        form = self.page.locator("form:has([name=name])")
        form.locator("[name=name]").fill(self.name)
        form.locator(".button.main").click()
        expect(self.page.locator("#chairs")).to_be_visible()
        self.is_live()

    def is_live(self) -> None:
        """Wait until the page is connected."""
        expect(self.page.locator("#status")).to_have_attribute("data-state", "live")

    def opens_menu(self) -> Locator:
        """Open the current menu, with all its groups and folds."""
        menu = self.page.locator("#menu")
        if not menu.is_visible():
            self.page.evaluate(FETCHES)
            self.page.locator(".menu-button").click()
            self.page.wait_for_function("() => window.isMenuFetched")
        menu.evaluate("menu => menu.querySelectorAll('details').forEach(each => { each.open = true; })")
        return menu

    def does(self, command: str, **fields: Any) -> None:
        """Press the menu's button for that command, with those fields, and close the menu."""
        self.opens_menu().locator(button_of(command, **fields)).first.click()
        self.page.keyboard.press("Escape")
        expect(self.page.locator("#menu")).to_be_hidden()

    def does_of(self, other: "Friend", command: str, **fields: Any) -> None:
        """Press such a button on the card of another player's seat."""
        seat = other.seat
        self.page.locator(f"#seat-{seat} .seat-face").click()
        self.page.locator(f"#more-{seat} {button_of(command, **fields)}").first.click()
        self.page.keyboard.press("Escape")
        expect(self.page.locator(f"#more-{seat}")).to_be_hidden()

    @property
    def seat(self) -> int:
        """Number of their seat in a running game."""
        found = self.page.locator("#guests .is-you").get_attribute("id") or ""
        return int(found.removeprefix("seat-"))

    def closes_toasts(self) -> None:
        """Close the toasts that would have expired."""
        # no pointer is over any of them
        self.page.mouse.move(1, 1)
        self.page.evaluate("() => window.letToastsGo?.()")


def button_of(command: str, **fields: Any) -> str:
    """Return the button of a form that sends the command with these fields."""
    given = {"do": command} | fields
    return "form" + "".join(f":has([name='{name}'][value='{value}'])" for name, value in given.items()) + " button"


def friend(browser: Browser, server: Served, name: str, language: str, width: int, height: int) -> Friend:
    """Return a friend whose device asks for that language; a small one has touch."""
    size: ViewportSize = {"width": width, "height": height}
    context = browser.new_context(
        viewport=size, locale=language, has_touch=width < 1000, reduced_motion="reduce", accept_downloads=True
    )
    context.set_default_timeout(60_000)
    for script in (HELD, FILM):
        context.add_init_script(script)
    player = Player(context, server.url, name, random.Random(name))  # noqa: S311 - a player's whims
    return Friend(language, player, size)


def play_on(friends: Sequence[Friend], choices: int = 10_000) -> None:
    """Let these friends choose that often together, or until the game has finished."""
    watched = friends[0].page
    while choices > 0 and friends[0].player.phase == "playing":
        asked = [each for each in friends if each.player.is_asked]
        for each in asked[:choices]:
            each.player.choose()
        choices -= len(asked)
        if not asked:
            watched.wait_for_timeout(50)
