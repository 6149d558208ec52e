"""Home and lobby: the main controls are on the first screen and need one press."""

import re

import pytest
from playwright.sync_api import Page, expect

from app.web.text.languages import LANGUAGES
from tests.browser.access import has_no_overflow
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.words import find_misfits, set_language_and_size

pytestmark = pytest.mark.browser

IN_FIRST_SCREEN = """names => names.filter(name => {
    const box = document.querySelector(name)?.getBoundingClientRect();
    return !box?.width || box.top < 0 || box.bottom > innerHeight;
})"""
"""Script for the parts that are not fully on the first screen."""

LABELLED = """() => [...document.querySelectorAll(".chair select")].every(field => {
    const [label] = field.labels;
    const words = label?.querySelector("span")?.getBoundingClientRect();
    const chair = field.closest(".chair").getBoundingClientRect();
    return words?.width > 8 && field.getBoundingClientRect().right <= chair.right + 1;
})"""

PAPER = """() => {
    const style = getComputedStyle(document.getElementById("chat"));
    return [style.backgroundColor, parseFloat(style.borderRadius) > 0, style.boxShadow !== "none"];
}"""


def list_missing(page: Page, *names: str) -> list[str]:
    """Return the parts that are not fully on the first screen."""
    return list(page.evaluate(IN_FIRST_SCREEN, list(names)))


def test_phone_shows_language_and_code_on_first_screen(person: MakePlayer) -> None:
    ada = person(viewport=PHONE)
    for language in LANGUAGES:
        set_language_and_size(ada, language, PHONE)
        ada.page.goto(ada.url)
        assert list_missing(ada.page, ".language select", "[name=code]", "[name=name]") == []
        assert ada.page.locator("[name=code]").get_attribute("placeholder") is None
        assert find_misfits(ada.page, language) == []
        assert has_no_overflow(ada.page)


def test_language_changes_as_soon_as_chosen(person: MakePlayer) -> None:
    page = person(viewport=PHONE).page
    page.goto(person("Ben").url)
    expect(page.get_by_role("button", name="Use this language")).to_be_hidden()
    page.get_by_label("Language").select_option("it")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.get_by_label(re.compile("^Codice del tavolo"))).to_be_visible()


def test_language_has_a_button_without_scripts(person: MakePlayer) -> None:
    page = person(java_script_enabled=False).page
    page.goto(person("Ben").url)
    page.get_by_label("Language").select_option("nl")
    page.get_by_role("button", name="Use this language").click()
    expect(page.locator("html")).to_have_attribute("lang", "nl")


def test_host_sees_seats_and_invitation_together(person: MakePlayer) -> None:
    ada = person()
    ada.open_room()
    for _ in range(2):
        ada.seat_bot()
    page = ada.page
    for language in LANGUAGES:
        look = set_language_and_size(ada, language, DESK)
        page.reload()
        expect(page.locator("#chairs")).to_be_visible()
        assert list_missing(page, "[data-copy=join-link]", "#join-link", ".chair:last-child", ".start-button") == [], (
            look
        )
        assert page.evaluate(LABELLED), look
        assert find_misfits(page, look) == []
    paper, is_round, has_shadow = page.evaluate(PAPER)
    assert (paper != "rgba(0, 0, 0, 0)", is_round, has_shadow) == (True, True, True)


def test_level_of_bots_is_described_once(person: MakePlayer) -> None:
    ada = person()
    ada.open_room()
    for _ in range(3):
        ada.seat_bot()
    expect(ada.page.locator(".chair.taken")).to_have_count(4)
    expect(ada.page.locator(".chair-manner")).to_have_count(1)
