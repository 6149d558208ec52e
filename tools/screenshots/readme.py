"""Pictures of the README: each game's table in the midst of a game.

They are small enough to lie with the code."""

import base64
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tools.player import Player, play
from tools.screenshots.cast import AT_ONCE, NAMES, person
from tools.screenshots.games import MIDDLE
from tools.served import ROOT, Served

FOLDER = ROOT / "docs" / "img"
QUALITY = 70
"""WebP quality of 100: the writing is still sharp, and a picture has some 100 KB."""
ASKED = {"adel_verpflichtet": "exhibition", "edel_stein_reich": "bid"}
"""Kinds of ask that come while much lies on the table."""


def tables(browser: Browser, server: Served, folder: Path = FOLDER) -> None:
    """Play each game to a moment worth a picture, and write the page.

    The page is that of the player with the ask."""
    for key in ASKED:
        players = _begin_game(browser, server, key)
        asked = _play_until_asked(players, key)
        asked.pick()
        picture = folder / f"{key.replace('_', '-')}.webp"
        picture.parent.mkdir(parents=True, exist_ok=True)
        picture.write_bytes(capture_webp(asked.page))
        print(picture, flush=True)
        for player in players:
            player.context.close()


def capture_webp(page: Page) -> bytes:
    """Return the visible part of a page in light colours, as WebP.

    WebP takes a third of PNG's size."""
    page.emulate_media(color_scheme="light")
    session = page.context.new_cdp_session(page)
    said = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    session.detach()
    return base64.b64decode(said["data"])


def _begin_game(browser: Browser, server: Served, key: str) -> list[Player]:
    """Seat friends and two bots at the table of a game that has begun."""
    host, *guests = players = [person(browser, server, name) for name in NAMES]
    link = host.open_room(key, **AT_ONCE)
    for guest in guests:
        guest.sit_down(link)
    for _ in range(2):
        host.seat_bot()
    host.begin()
    for player in players:
        player.wait_for_game()
    return players


def _play_until_asked(players: list[Player], key: str) -> Player:
    """Return the first player with that ask in the midst of the game.

    The table is at rest then. Raises RuntimeError when the game ends before anybody has it."""
    play(players, rounds=MIDDLE[key])
    play(players, until=ASKED[key])
    asked = next((player for player in players if player.kind == ASKED[key]), None)
    if asked is None:
        raise RuntimeError(f"nobody was asked for {ASKED[key]} at this table; take the pictures again")
    skip = asked.page.locator("#film-skip")
    if skip.is_visible():
        skip.click()
    expect(asked.page.locator("#film")).to_be_hidden()
    return asked
