"""Two in the gallery guess a game's reveals, by taps and by keys."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import find_violations, has_no_overflow
from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.tables import start_table
from tools.player import Player

pytestmark = pytest.mark.browser


def open_gallery(person: MakePlayer, host: Player, name: str, **settings: object) -> Page:
    """Return a watcher's page."""
    page = person(name, **settings).page
    page.goto(host.page.locator("#menu").get_by_label("Watch link").input_value())
    expect(page.locator("#guesses form")).to_be_visible()
    return page


def guess_first(page: Page, name: str = "") -> None:
    """Guess the first answer about every seat, by taps."""
    for seat in page.locator("#guesses fieldset").all():
        seat.locator("label").first.click()
    if name:
        page.locator("#guesses input[name=name]").fill(name)
    page.locator("#guesses button").click()
    expect(page.locator(".guess-sealed")).to_be_visible()


def ask_of(page: Page) -> str:
    """Return the id of the form that asks the watcher now."""
    return page.locator("#guesses form").get_attribute("id") or ""


@pytest.mark.slow("two watchers and two players see a reveal")
def test_two_in_the_gallery_guess_and_read_their_points(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", watchers="public")
    desk = open_gallery(person, ada, "Wanda")
    phone = open_gallery(person, ada, "Walter", viewport=PHONE)
    before = ada.page.locator("body").inner_html()
    guess_first(desk, "Wanda")
    guess_first(phone, "Walter")
    assert has_no_overflow(phone)
    assert find_violations(phone, part="#guesses") == [] and find_violations(desk, part="#guesses") == []
    assert ada.page.locator("body").inner_html() == before
    # a reload shows the own guess, not the other's
    desk.reload()
    expect(desk.locator("#guesses input:checked")).to_have_count(desk.locator("#guesses fieldset").count())
    expect(desk.locator("#guesses input[name=name]")).to_have_value("Wanda")
    first = ask_of(desk)
    for player in (ada, ben):
        player.choose()
    expect(desk.locator(f"#{first}")).to_have_count(0)
    expect(ada.page.locator("#toasts")).to_contain_text("The gallery:")
    expect(desk.locator("#guesses")).to_contain_text("Your points:")


def test_a_guess_is_made_by_keys_alone(person: MakePlayer) -> None:
    ada = start_table(person, "Ada", "Ben", watchers="public")[0]
    page = open_gallery(person, ada, "Wanda")
    page.locator("#guesses fieldset input").first.focus()
    for _ in range(page.locator("#guesses fieldset").count()):
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Tab")
    page.keyboard.type("Wanda")
    page.keyboard.press("Enter")
    expect(page.locator(".guess-sealed")).to_be_visible()
