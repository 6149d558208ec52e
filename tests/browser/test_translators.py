"""Pages under a translator that rewrites every text at once.

The game goes on, the page does not write without end, and names and codes stay."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePlayer
from tests.browser.tables import start_table
from tests.sources import ROOT
from tools.player import Player, play

pytestmark = pytest.mark.browser

TRANSLATOR = """() => {
    const OURS = "script, style, template, textarea, noscript, [translate=no], .notranslate";
    const counts = window.translated = { all: 0, by: {} };
    const translate = node => {
        const parent = node.parentElement;
        if (!node.data.trim() || !parent || parent.closest(OURS)) return;
        if (parent.hasAttribute("data-done-by-translator")) return;
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        inner.setAttribute("data-done-by-translator", "");
        inner.textContent = node.data.toUpperCase();
        outer.append(inner);
        counts.all += 1;
        const key = parent.id || parent.className || parent.localName;
        counts.by[key] = (counts.by[key] ?? 0) + 1;
        node.replaceWith(outer);
    };
    const within = node => {
        if (node.nodeType === Node.TEXT_NODE) return translate(node);
        if (node.nodeType !== Node.ELEMENT_NODE) return;
        const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
        const found = [];
        while (texts.nextNode()) found.push(texts.currentNode);
        found.forEach(translate);
    };
    const begin = () => {
        within(document.body);
        new MutationObserver(changes => {
            for (const { type, target, addedNodes } of changes) {
                if (type === "characterData") translate(target);
                else addedNodes.forEach(within);
            }
        }).observe(document.body, { childList: true, characterData: true, subtree: true });
    };
    if (document.body) begin();
    else document.addEventListener("DOMContentLoaded", begin);
}"""
"""Script that works as browsers' translators do.

Texts become ``font`` elements; those in ``translate=no`` stay."""

_TEXT = r"\.(?:textContent|innerText|innerHTML|outerHTML|nodeValue)\b"
COMPARES = re.compile(rf"{_TEXT}(?:\.\w+\([^)]*\))* [!=]==|[!=]== [\w.?]+{_TEXT}")

MOST_WRITTEN = 40
"""Most texts written in a second without events: figures of clocks."""


def translate_pages(person: MakePlayer) -> MakePlayer:
    """Return a factory of players whose browsers translate every page."""

    def make(*names: Any, **settings: Any) -> Player:
        player = person(*names, **settings)
        player.context.add_init_script(f"({TRANSLATOR})()")
        return player

    return make


def is_quiet(page: Page) -> bool:
    """Return whether the page writes nothing while nothing happens."""
    before = page.evaluate("translated.all")
    page.wait_for_timeout(1_000)
    after = page.evaluate("translated.all")
    return int(after) - int(before) < MOST_WRITTEN


def list_round_headings(page: Page) -> list[str]:
    """Return the headings of the log."""
    return page.locator("#log h3").all_text_contents()


@pytest.mark.slow("several rounds of a game are played by clicks")
@pytest.mark.parametrize("game", ["adel_verpflichtet", "edel_stein_reich"])
@pytest.mark.parametrize("film", ["none", "fast"])
def test_game_goes_on_under_a_translator(person: MakePlayer, game: str, film: str) -> None:
    # Pages with a film and without one update the log and the prompt in different ways.
    players = start_table(translate_pages(person), "Ada", "Ben", game=game, settings={"film": film}, grace="0")
    ada = players[0]
    assert ada.page.locator("font").count() > 10
    for _ in range(3):
        play(players, choices=5)
        assert is_quiet(ada.page), ada.page.evaluate("translated.by")
        headings = list_round_headings(ada.page)
        assert len(headings) == len(set(headings)), headings
    names = ada.page.locator("#guests .name").all_text_contents()
    assert names[:2] == ["Ada", "Ben"]
    assert set(ada.page.locator("#log .who").all_text_contents()) <= {"Ada", "Ben"}
    assert ada.page.locator("#world font, .hand .place font, .name font, .who font").count() == 0


@pytest.mark.slow("a whole round is played to a composed choice")
@pytest.mark.parametrize(("game", "kind"), [("adel_verpflichtet", "show"), ("edel_stein_reich", "bid")])
def test_composed_text_is_announced_once(person: MakePlayer, game: str, kind: str) -> None:
    players = start_table(translate_pages(person), "Ada", "Ben", game=game, settings={"film": "none"}, grace="0")
    composing: list[Player] = []
    for _ in range(60):
        asked = [player for player in players if player.is_asked]
        composing = [player for player in asked if player.page.locator("[data-compose-says]").count()]
        if composing:
            break
        for player in asked:
            player.choose()
    assert composing, f"nobody came to {kind}"
    page = composing[0].page
    assert is_quiet(page)
    composing[0].pick()
    expect(page.locator("[data-compose-says]")).not_to_be_empty()
    said = page.locator("[data-compose-says]").text_content() or ""
    assert said == said.upper(), "it is translated, and stays so"
    assert is_quiet(page)
    composing[0].seal()


def test_code_is_not_translated(person: MakePlayer) -> None:
    ada = translate_pages(person)("Ada")
    link = ada.open_room()
    code = link.partition("/r/")[2][:8]
    shown = f"{code[:4]}-{code[4:]}"
    page = ada.page
    for place in (page.locator(".doorway-code b").first, page.locator("#menu .code")):
        expect(place).to_have_text(shown)
        assert place.locator("font").count() == 0
    expect(page.locator("#join-link")).to_have_value(link)


def test_scripts_never_compare_with_page_text() -> None:
    # A translator may have changed the page's text: `write` of page/write.js remembers the text it wrote.
    wrong = [
        f"{path.name}:{number}: {line.strip()}"
        for path in sorted((ROOT / "static" / "js").rglob("*.js"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if COMPARES.search(line)
    ]
    assert wrong == []
    assert COMPARES.search("if (says.textContent !== text) says.textContent = text;")
