"""Way from a friend's link to the lobby on a phone, and the rules."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from engine import registry
from tests.browser.access import PHONE_DARK, PHONE_LIGHT, find_faults, has_no_overflow, looks
from tests.browser.conftest import PHONE, MakePlayer
from tests.whole import whole

pytestmark = pytest.mark.browser

TWICE = "document.documentElement.style.fontSize = '200%'"
LOADED = "image => image.complete && image.naturalWidth > 0"


def is_on_first_screen(page: Page, part: Locator) -> bool:
    """Return whether all of a part is on the first screen, without scrolling."""
    box = part.bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    assert page.evaluate("scrollY") == 0
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def expect_five_pictures(page: Page, part: Locator) -> None:
    """Expect five pictures of a game, each with its text, once they are in sight."""
    pictures = part.get_by_role("listitem").filter(has=page.locator("figcaption"))
    expect(pictures).to_have_count(5)
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        expect(picture.locator("figcaption")).to_have_text(re.compile(r"\w.*\."))
        drawing = picture.locator("img").element_handle()
        page.wait_for_function(LOADED, arg=drawing)


@pytest.mark.parametrize("game", whole([*registry.GAMES], [*registry.GAMES][:1]))
def test_invited_friend_sees_the_game_and_how_to_join(person: MakePlayer, game: str) -> None:
    ada, ben = person(), person("Ben", viewport=PHONE, has_touch=True)
    page = ben.page
    page.goto(ada.open_room(game))
    expect(page.get_by_role("heading", name="You're invited")).to_be_visible()
    expect(page.get_by_text("Already here: Ada")).to_be_visible()
    for part in (page.get_by_label("Your name"), page.get_by_role("button", name="Join the table")):
        assert is_on_first_screen(page, part)
    for way in (page.get_by_role("button", name="Learn to play"), page.get_by_role("link", name="Rules")):
        assert is_on_first_screen(page, way)
    expect_five_pictures(page, page.get_by_role("region", name="The game in one minute"))
    assert has_no_overflow(page)
    assert find_faults(page, "invited", looks([*registry.GAMES].index(game))) == []
    page.set_viewport_size(PHONE)
    page.evaluate(TWICE)
    assert has_no_overflow(page)
    page.get_by_label("Your name").fill("Ben")
    page.get_by_role("button", name="Join the table").click()
    expect(page.locator("#chairs")).to_be_visible()


@pytest.mark.parametrize("game", whole([*registry.GAMES], [*registry.GAMES][-1:]))
def test_lobby_opens_the_game_in_one_minute(person: MakePlayer, game: str) -> None:
    ada = person(viewport=PHONE, has_touch=True)
    fetched: list[str] = []
    ada.page.on("request", lambda request: fetched.append(request.url))
    ben = person("Ben")
    ben.sit_down(ada.open_room(game))
    page = ada.page
    expect(page.locator("#chairs .taken")).to_have_count(2)
    assert is_on_first_screen(page, page.get_by_role("button", name="Start with 2 players"))
    assert is_on_first_screen(page, page.get_by_role("button", name="Learn to play"))
    assert not [url for url in fetched if "/img/minute/" in url]
    page.get_by_role("button", name="The game in one minute").click()
    sheet = page.locator("#minute")
    expect(sheet).to_be_visible()
    expect_five_pictures(page, sheet)
    assert has_no_overflow(page)
    assert find_faults(page, "minute", (PHONE_LIGHT, PHONE_DARK), "#minute") == []
    # Actions of others must not close it.
    ben.page.get_by_role("button", name="Sit here").first.click()
    expect(page.locator("#chair-1")).not_to_contain_text("Ben")
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    page.evaluate(TWICE)
    assert has_no_overflow(page)


def test_lesson_opens_in_a_new_page_beside_the_lobby(person: MakePlayer) -> None:
    ada = person(viewport=PHONE, has_touch=True)
    ada.open_room()
    with ada.page.expect_popup() as opened:
        ada.page.get_by_role("button", name="Learn to play").click()
    expect(opened.value).to_have_url(re.compile("/r/"))
    assert urlsplit(opened.value.url).path.split("/")[2] != urlsplit(ada.page.url).path.split("/")[2]
    expect(ada.page.locator("#phase")).to_have_attribute("data-phase", "lobby")


@pytest.mark.parametrize("has_script", [True, False])
def test_link_to_a_clause_unfolds_its_section(person: MakePlayer, has_script: bool) -> None:
    reader = person(viewport=PHONE, java_script_enabled=has_script)
    page = reader.page
    page.goto(f"{reader.url}/rules/adel_verpflichtet#A4.3")
    clause = page.locator("[id='A4.3']")
    expect(clause).to_be_in_viewport()
    expect(page.locator("[id='A6.2']")).to_be_hidden()
    if has_script:
        page.evaluate("location.hash = '#A6.2'")
        expect(page.locator("[id='A6.2']")).to_be_in_viewport()


def test_rules_begin_with_pictures_and_unfold(person: MakePlayer) -> None:
    reader = person(viewport=PHONE)
    page = reader.page
    page.goto(f"{reader.url}/rules/edel_stein_reich")
    expect_five_pictures(page, page.get_by_role("region", name="The game in one minute"))
    expect(page.locator("[id='E5.1']")).to_be_hidden()
    page.get_by_role("link", name="Show all rules in full").click()
    expect(page.locator("[id='E5.1']")).to_be_visible()
    expect(page.locator("details.clauses:not([open])")).to_have_count(0)
