"""Style sheet and script of a game: a lobby loads them only once its game begins."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from engine import registry
from tests.browser.conftest import MakePlayer
from tests.browser.tables import ONE_GAME, start_table

pytestmark = pytest.mark.browser

NOTES_FIRST = """
new MutationObserver(() => {
    if (document.querySelector("#world, #board .board-part")) {
        window.firstSheets ??= [...document.styleSheets].map(({ href }) => href);
    }
}).observe(document, { childList: true, subtree: true });
"""
"""Notes the style sheets that are there when the page first shows a game."""

PLAY = re.compile(r"/tables/\w+_play\.(?:css|js)")
SHEET, SCRIPT = re.compile(r"_play\.css"), re.compile(r"_play\.js")


def list_sheets(page: Page) -> list[str]:
    """Return the names of the page's style sheets in the head, in order.

    The sheet of beats is left out: it comes at any time after the first paint."""
    links = page.locator("head link[rel=stylesheet]").evaluate_all("links => links.map(link => link.href)")
    names = [re.sub(r".*/|\?.*", "", link) for link in links]
    return [name for name in names if name != "beats.css"]


@pytest.mark.parametrize("game", registry.GAMES)
def test_game_has_its_sheet_when_it_is_first_shown(person: MakePlayer, game: str) -> None:
    ada = person("Ada")
    ada.page.add_init_script(NOTES_FIRST)
    ada.open_room(game)
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "live")
    assert list_sheets(ada.page) == ["room.css", "forced.css"]
    for _ in range(min(registry.GAMES[game].table_sizes) - 1):
        ada.seat_bot()
    ada.begin()
    assert list_sheets(ada.page)[:3] == ["room.css", f"{game}_play.css", "forced.css"]
    first = ada.page.evaluate("window.firstSheets")
    assert any(SHEET.search(href or "") for href in first)


def test_lobby_fetches_its_game_before_it_begins(person: MakePlayer) -> None:
    ada = person("Ada")
    asked = list[str]()
    ada.page.on("request", lambda request: asked.extend(PLAY.findall(request.url)))
    ada.open_room()
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "live")
    ada.page.wait_for_function(
        "() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('_play.')).length === 2"
    )
    assert len(asked) == 2
    assert ada.page.evaluate("globalThis.signet.beginPlay") is None


@pytest.mark.slow("a lost file is asked for again after two seconds")
@pytest.mark.parametrize("lost", [SHEET, SCRIPT], ids=["sheet", "script"])
@pytest.mark.parametrize("game", ONE_GAME)
def test_game_begins_though_a_file_was_lost_twice(person: MakePlayer, game: str, lost: re.Pattern[str]) -> None:
    ada = person("Ada")
    asked = list[str]()

    def lose(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 2:
            route.continue_()
        else:
            route.abort()

    ada.page.route(lost, lose)
    ada.open_room(game)
    for _ in range(min(registry.GAMES[game].table_sizes) - 1):
        ada.seat_bot()
    ada.begin()
    assert len(asked) == 3
    ada.wait_for_turn()
    ada.choose()
    assert list_sheets(ada.page)[:2] == ["room.css", f"{game}_play.css"]


@pytest.mark.parametrize("game", ONE_GAME)
@pytest.mark.parametrize("lost", [SHEET, SCRIPT], ids=["sheet", "script"])
def test_table_loads_a_lost_file_again(person: MakePlayer, game: str, lost: re.Pattern[str]) -> None:
    ada, _ = start_table(person, "Ada", "Ben", game=game)
    ada.page.route(lost, lambda route: route.abort(), times=1)
    ada.page.reload()
    ada.page.wait_for_function("() => globalThis.signet.beginPlay")
    ada.wait_for_turn()
    ada.choose()
    assert list_sheets(ada.page)[:2] == ["room.css", f"{game}_play.css"]
