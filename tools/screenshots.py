"""Pictures of every page and phase, taken from real games: ``make screenshots``.

They are written to ``screenshots/``, a folder a page, a file a size and scheme. ``--only lobby,theft`` takes those
alone."""

import argparse
import os
import random
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserType, Page, expect, sync_playwright

from tools.player import Player
from tools.served import ROOT, Served

SIZES = {"360x740": (360, 740), "820x1180": (820, 1180), "1440x900": (1440, 900)}
SCHEMES = ("light", "dark")
FOLDER = ROOT / "screenshots"

NAMES = ("Ada", "Ben", "Carla", "Dmitri", "Eleonora the Great")
KINDS = ("location", "action", "purchase", "exhibition", "theft")
AT_ONCE = {"grace": "0", "bot_pace": "0"}
MIDDLE = 6
"""The round from which on the table is worth a picture."""


class Camera:
    """Takes a page at every size and scheme by looking at it through further pages of the same browser."""

    def __init__(self, only: Sequence[str]) -> None:
        self._only = frozenset(only)
        self.taken: set[str] = set()

    def wants(self, name: str) -> bool:
        """Whether the picture is still to be taken."""
        return name not in self.taken and (not self._only or name in self._only)

    def take(self, name: str, page: Page, *, whole: bool = False) -> None:
        """The page as it is now, under that name; ``whole`` takes all of it and not only what is in sight."""
        if not self.wants(name):
            return
        self.taken.add(name)
        folder = FOLDER / name
        folder.mkdir(parents=True, exist_ok=True)
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            for scheme in SCHEMES:
                page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                page.screenshot(path=folder / f"{size}-{scheme}.png", full_page=whole)
        page.set_viewport_size({"width": 1440, "height": 900})
        print(f"screenshots/{name}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays and takes the pictures."""
    parser = argparse.ArgumentParser(description="Pictures of every page.")
    parser.add_argument("--only", default="", help="names of pictures, by commas")
    camera = Camera([name for name in parser.parse_args(arguments).only.split(",") if name])
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as server, sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        pages(browser, server, camera)
        game(browser, server, camera, NAMES)
        film(browser, server, camera)
        game(browser, server, camera, NAMES[:2], prefix="two-")
        browser.close()


@contextmanager
def served(data: Path) -> Iterator[Served]:
    """A server of one's own."""
    server = Served(data)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def launch(chromium: BrowserType) -> Browser:
    """The system's Chromium."""
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    return chromium.launch(executable_path=path, args=[*sandbox, "--disable-gpu"])


def person(browser: Browser, server: Served, name: str, motion: str = "reduce") -> Player:
    """Somebody with a browser context of their own."""
    still = motion == "reduce"
    context = browser.new_context(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce" if still else "no-preference"
    )
    return Player(context, server.url, name, random.Random(name))  # noqa: S311 - a player's whims


def pages(browser: Browser, server: Served, camera: Camera) -> None:
    """The pages around the table."""
    ada, ben = person(browser, server, "Ada"), person(browser, server, "Ben")
    ada.page.goto(server.url)
    camera.take("home", ada.page, whole=True)
    link = ada.open_room(watchers="public")
    camera.take("lobby-alone", ada.page, whole=True)
    ben.page.goto(link)
    camera.take("sit-down", ben.page)
    ben.page.goto(f"{server.url}/r/00000000")
    camera.take("problem", ben.page)
    ben.sit_down(link)
    ada.seat_bot()
    ben.page.locator("#chat-text").fill("Good evening, everybody!")
    ben.page.locator("#chat-text").press("Enter")
    expect(ada.page.locator(".chat-lines .line")).to_have_count(1)
    camera.take("lobby", ada.page, whole=True)
    camera.take("lobby-guest", ben.page, whole=True)
    ada.page.get_by_role("button", name="Menu").click()
    camera.take("lobby-menu", ada.page)
    ada.page.get_by_role("button", name="Play on another device").click()
    camera.take("return-link", ada.page)
    other = person(browser, server, "Other")
    other.page.goto(ada.page.locator("#return-link").input_value())
    camera.take("take-return", other.page)
    ada.page.goto(server.url)
    camera.take("home-tables", ada.page, whole=True)


def game(browser: Browser, server: Served, camera: Camera, names: Sequence[str], prefix: str = "") -> None:
    """A game from the first card to the ranking, with a picture of each thing one can be asked."""
    players = [person(browser, server, name) for name in names]
    link = players[0].open_room(**(AT_ONCE | {"watchers": "public"}))
    for guest in players[1:]:
        guest.sit_down(link)
    players[0].begin()
    for guest in players[1:]:
        expect(guest.page.locator("#track")).to_be_visible()
    camera.take(f"{prefix}first-round", players[0].page)
    while players[0].phase != "finished":
        asked = [player for player in players if player.is_asked]
        for player in asked:
            look(player, asked, camera, prefix)
            if player.is_asked:
                player.choose()
        if not asked:
            players[0].page.wait_for_timeout(20)
    expect(players[0].page.locator("#end")).to_be_visible()
    camera.take(f"{prefix}end", players[0].page)
    camera.take(f"{prefix}end-whole", players[0].page, whole=True)
    for player in players:
        player.context.close()


def look(player: Player, asked: Sequence[Player], camera: Camera, prefix: str) -> None:
    """Pictures of what the player is asked, before and after a card is sealed."""
    page, kind = player.page, player.kind
    if int(page.locator("#stage b").inner_text().partition(" ")[2]) < MIDDLE:
        return
    where = page.locator("[data-seal] h2").inner_text().removesuffix("?").split(" ")[-1]
    name = f"{prefix}{kind}-{where}" if kind == "action" else f"{prefix}{kind}"
    camera.take(name, page)
    camera.take(f"{prefix}table-whole", page, whole=True)
    if camera.wants(f"{name}-picked"):
        player.pick()
        camera.take(f"{name}-picked", page)
    if kind == "location" and len(asked) > 1 and camera.wants(f"{prefix}sealed"):
        player.choose()
        if page.locator(".choice.is-sealed").count():
            camera.take(f"{prefix}sealed", page)
            sheets(player, camera, prefix)


def sheets(player: Player, camera: Camera, prefix: str) -> None:
    """What opens over the table on a phone."""
    page = player.page
    page.set_viewport_size({"width": 360, "height": 740})
    for id in ("last_round", "log", "chat", "menu", "more-1"):
        if camera.wants(f"{prefix}sheet-{id}"):
            page.locator(f"#{id}").evaluate("sheet => sheet.showPopover()")
            camera.take(f"{prefix}sheet-{id}", page)
            page.locator(f"#{id}").evaluate("sheet => sheet.hidePopover()")


def film(browser: Browser, server: Served, camera: Camera) -> None:
    """An opening while its film is played."""
    ada, ben = person(browser, server, "Ada", "film"), person(browser, server, "Ben")
    link = ada.open_room(**AT_ONCE)
    ben.sit_down(link)
    for _ in range(3):
        ada.seat_bot()
    ada.begin()
    while camera.wants("film"):
        for player in (ada, ben):
            if player.is_asked and not player.page.locator("#film").is_visible():
                player.pick()
                player.page.locator(".seal-button").click()
        if ada.page.locator("#film").is_visible():
            if "Round 2" in ada.page.locator("#stage").inner_text():
                camera.take("film", ada.page)
            for player in (ada, ben):
                player.page.locator("#film-skip").evaluate("button => button.click()")
        ada.page.wait_for_timeout(100)


if __name__ == "__main__":
    main()
