"""The same page in other languages: the cookie is chosen for it, and the reader's own language comes back after it."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect

from app.web.http.language import cookie_name
from tools.player import Player

COOKIE = cookie_name(is_https=False)


@contextmanager
def spoken(player: Player, language: str) -> Iterator[Page]:
    """The player's page, loaded again in that language; at the end in English."""
    for each in (language, "en"):
        player.context.add_cookies([{"name": COOKIE, "value": each, "url": player.url}])
        player.page.reload()
        if player.page.locator("#status").count():
            expect(player.page.locator("#status")).to_have_attribute("data-state", "live")
        if player.page.locator("[data-compose-says]").count():
            expect(player.page.locator("[data-compose-says]")).not_to_be_empty()
        if each != "en":
            yield player.page
