"""Pages in other languages.

The cookie is set for the page, and the reader's own language comes back after it."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from app.web.http.language import cookie_name
from tools.player import Player


@contextmanager
def spoken(player: Player, language: str) -> Iterator[Page]:
    """Yield the player's page, loaded again in that language; then return to English."""
    cookie = cookie_name(urlsplit(player.url).netloc, is_https=False)
    for each in (language, "en"):
        player.context.add_cookies([{"name": cookie, "value": each, "url": player.url}])
        player.page.reload()
        if player.page.locator("#status").count():
            expect(player.page.locator("#status")).to_have_attribute("data-state", "live")
        if player.page.locator("[data-compose-says]").count():
            expect(player.page.locator("[data-compose-says]")).not_to_be_empty()
        if each != "en":
            yield player.page
