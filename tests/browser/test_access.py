"""Everybody can play: checked by rule on every page, in both schemes, on a desk and on a phone."""

import importlib
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.tables import table
from tools.player import play

# the package says nothing of its types
AXE = importlib.import_module("axe_playwright_python.sync_playwright").Axe()

pytestmark = pytest.mark.browser

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}

# a rule's number is a link within a sentence: those may be small, and ours takes the finger beyond its box
SMALL_TARGETS = """() => [...document.querySelectorAll("button, a, select, input, label.choice, label.pick, summary")]
    .filter(element => !element.closest(".skip, .clause") && element.checkVisibility() && element.type !== "hidden")
    .map(element => [element, element.closest("label.choice, label.pick, .switch") ?? element])
    .map(([element, target]) => [element.outerHTML.slice(0, 90), target.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
    .map(([html, box]) => `${html} ${box.width}x${box.height}`)"""


def wrong(page: Page) -> list[str]:
    """What the rules find fault with."""
    found: dict[str, Any] = AXE.run(page, options=RULES).response
    return [f"{fault['id']}: {node['html']}" for fault in found["violations"] for node in fault["nodes"]]


def fits(page: Page) -> bool:
    """Whether nothing lies beyond the page's right edge."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_shelf_lobby_and_table_break_no_rule(person: MakePlayer, scheme: str, size: dict[str, int]) -> None:
    ada = person("Ada", color_scheme=scheme, viewport=size)
    ada.page.goto(ada.url)
    assert wrong(ada.page) == []
    assert fits(ada.page)
    ada.open_room(grace="0", bot_pace="0")
    for _ in range(4):
        ada.seat_bot()
    assert wrong(ada.page) == []
    assert fits(ada.page)
    assert ada.page.evaluate(SMALL_TARGETS) == []
    ada.begin()
    seen: set[str] = set()
    for _ in range(60):
        ada.wait_for_turn()
        if ada.kind not in seen:
            seen.add(ada.kind)
            assert wrong(ada.page) == [], ada.kind
            assert fits(ada.page), ada.kind
            assert ada.page.evaluate(SMALL_TARGETS) == [], ada.kind
        if len(seen) >= 4:
            break
        ada.choose()
    assert {"location", "action"} <= seen


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_sheets_and_the_last_page_break_no_rule(person: MakePlayer, size: dict[str, int]) -> None:
    ada, ben = table(person, "Ada", "Ben", settings={"viewport": size})
    ada.page.get_by_role("button", name="Menu").click()
    expect(ada.page.locator("#menu")).to_be_visible()
    assert wrong(ada.page) == []
    ada.page.keyboard.press("Escape")
    ada.page.locator("#seat-1 button").click()
    expect(ada.page.locator("#more-1")).to_be_visible()
    assert wrong(ada.page) == []
    ada.page.keyboard.press("Escape")
    play([ada, ben])
    expect(ada.page.locator("#end")).to_be_visible()
    assert wrong(ada.page) == []
    assert fits(ada.page)


def test_on_a_phone_the_prompt_and_its_button_are_in_sight(person: MakePlayer) -> None:
    ada = table(person, "Ada", bots=3, settings={"viewport": PHONE, "has_touch": True})[0]
    for _ in range(12):
        ada.wait_for_turn()
        box = ada.page.locator(".seal-button").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE["height"]
        ada.choose()


def test_the_title_calls_who_is_asked(person: MakePlayer) -> None:
    ada = table(person, "Ada", "Ben")[0]
    expect(ada.page).to_have_title("● your turn")
    ada.choose()
    expect(ada.page).not_to_have_title("● your turn")
