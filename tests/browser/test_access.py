"""Accessibility of both games, by rule, at every prompt and phase.

Pages are light and dark, on desktop and phone. No word may break or be cut."""

import re
from itertools import cycle, islice

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from engine import registry
from tests.browser.access import (
    AXE,
    CUT,
    DESK_DARK,
    DESK_LIGHT,
    HELD,
    LOOKS,
    PHONE_DARK,
    PHONE_LIGHT,
    TABLET,
    WIDE_TABLES,
    WIDE_WORDS,
    find_faults,
    find_text_faults,
    has_no_overflow,
    list_poses,
    looks,
)
from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.sample_tables import NO_ASK, Pose, get_pose, get_pose_with_lifted_card, open_pose, seat_as
from tests.browser.tables import start_table
from tests.browser.words import SPOKEN, find_misfits, set_language_and_size
from tests.whole import WHOLE
from tools.player import Player

pytestmark = pytest.mark.browser

ZOOMED: ViewportSize = {"width": 720, "height": 450}
"""Size of a small desktop at 200 per cent."""


ALIKE = (("chat",), ("menu", "settings"))
"""Sheets that are the same in all games.

In the daily run the first game tests all but some of them, and the others test those."""

FAULTY = """<html lang="en"><title>Faulty</title><style>
    p { color: #bbb } @media (prefers-color-scheme: dark) { body { background: #000 } i { color: #222 } }
</style><main><h1>Faulty</h1><p>pale by day</p><i>pale by night</i><aside id="sheet"><button></button></aside></main>"""


def test_rules_find_faults_in_each_look_and_part(person: MakePlayer) -> None:
    page = person().page
    page.set_content(FAULTY)
    found = [
        (fault.partition(": ")[2].partition(": <")[0], "pale by day" in fault) for fault in find_faults(page, "all")
    ]
    contrast = [(fault, is_pale) for fault, is_pale in found if "color-contrast" in fault]
    assert contrast == [
        ("1440 light: color-contrast", True),
        ("1440 dark: color-contrast", False),
        ("360 dark: color-contrast", False),
        ("360 light: color-contrast", True),
    ]
    assert [fault for fault, _ in found if "button-name" in fault] == [
        "1440 light: button-name",
        "360 dark: button-name",
    ]
    of_sheet = find_faults(page, "sheet", (DESK_LIGHT,), "#sheet")
    assert [fault for fault in of_sheet if "button-name" in fault]
    assert not [fault for fault in of_sheet if "color-contrast" in fault]


@pytest.mark.slow("loads every kind of ask and phase, and tries all rules there")
@pytest.mark.parametrize("game", registry.GAMES)
def test_every_prompt_and_phase_breaks_no_rule_or_word(person: MakePlayer, game: str) -> None:
    """Each kind of prompt has its own turn of language, size and look.

    With ``SIGNET_WHOLE`` it has all of them. On small pages the seal button is visible, too."""
    ada = seat_as(person(has_touch=True))
    for script in (HELD, AXE):
        ada.context.add_init_script(script)
    found, turns = [], cycle(SPOKEN)
    for place, each in enumerate(list_poses(game), start=get_first_look(game)):
        for language, size in SPOKEN if WHOLE else islice(turns, 1):
            look = set_language_and_size(ada, language, size)
            page = open_pose(ada, each)
            expect(page.locator("html")).to_have_attribute("lang", language)
            found += find_misfits(page, f"{each.name} {look}")
            if size == PHONE or not WHOLE:
                found += find_cramped_faults(page, each, language)
        if WHOLE or each.name in NO_ASK or each.name == "action":
            found += find_faults(ada.page, each.name, LOOKS if WHOLE and each.name in NO_ASK else looks(place))
        else:
            # The surroundings are as in the pose before.
            found += find_faults(ada.page, each.name, looks(place), ".dock")
    assert found == []


def get_first_look(game: str) -> int:
    """Return the place of a game's first look.

    The same page of the other game has the other size and scheme."""
    return 2 * list(registry.GAMES).index(game)


def find_cramped_faults(page: Page, each: Pose, language: str) -> list[str]:
    """Return the faults of a page at small sizes."""
    found = []
    for size in (PHONE, ZOOMED):
        page.set_viewport_size(size)
        what = f"{each.name} {language} {size['width']}"
        if size == PHONE:
            found += [f"{what}: {cut}" for cut in page.evaluate(CUT)]
        if not has_no_overflow(page):
            found.append(f"{what}: wider than the page")
        if each.name not in NO_ASK:
            expect(page.locator("#prompt h2").first, what).to_be_in_viewport()
            expect(page.locator(".seal-button"), what).to_be_in_viewport(ratio=1)
            assert page.evaluate("scrollY") == 0, what
    return found


@pytest.mark.slow("tries all rules on six pages")
@pytest.mark.parametrize("game", registry.GAMES)
def test_pages_beside_a_game_break_no_rule(person: MakePlayer, game: str) -> None:
    """Pages of history, proof, saving and watching break no rule."""
    ada = seat_as(person())
    ada.context.add_init_script(HELD)
    done = get_pose(game, "finished")
    found = []
    # In the other game, each page has the other size and scheme.
    first = get_first_look(game)
    pages = ("replay?at=5&perspective=open", "rounds", "fairness?game=1", "file", "replay?catch-up=20", "statistics")
    for place, path in enumerate(pages, start=first):
        # In the daily run, one game tests the sheets that are the same in all.
        if WHOLE or place % 4 < 2 or path in ("rounds", "statistics"):
            found += find_faults(open_page(ada, f"r/{done.code}/{path}"), path, looks(place))
    page = open_pose(ada, get_pose(game, "action"))
    link = page.locator("#menu").get_by_label("Watch link").input_value()
    ada.context.clear_cookies()
    page.goto(link)
    expect(page.locator("#status")).to_have_attribute("data-state", "live")
    expect(page.locator("#scene")).to_be_visible()
    expect(page.locator("#prompt, #hand").filter(visible=True)).to_have_count(0)
    assert found + find_faults(page, "watching", looks(first)) == []


@pytest.mark.parametrize("game", registry.GAMES)
def test_played_cards_stay_within_their_cells(person: MakePlayer, game: str) -> None:
    ada = seat_as(person(locale="de-DE", viewport=TABLET))
    page = open_page(ada, f"r/{get_pose(game, 'finished').code}/rounds")
    assert page.locator(".grid-words").count() > 20
    for size in (TABLET, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate(WIDE_WORDS) == [], size


@pytest.mark.slow("tries all rules on six sheets")
@pytest.mark.parametrize("game", registry.GAMES)
def test_sheets_and_a_sealed_card_break_no_rule(person: MakePlayer, game: str) -> None:
    ada = seat_as(person())
    open_pose(ada, get_pose_with_lifted_card(game)).evaluate(f"() => {{ {HELD} }}")
    ada.choose()
    expect(ada.page.locator("[data-seal]")).to_have_attribute("data-sealed", re.compile("."))
    found = find_faults(ada.page, "sealed", (DESK_DARK, PHONE_LIGHT) if WHOLE else looks(get_first_look(game) + 1))
    for id in ("menu", "settings", "chat", "more-1", "log", "last_round"):
        if not WHOLE and id in ALIKE[get_first_look(game) > 0]:
            continue
        sheet = ada.page.locator(f"#{id}")
        ada.page.set_viewport_size(PHONE)
        sheet.evaluate("sheet => sheet.showPopover()")
        expect(sheet).to_be_visible()
        expect(sheet).not_to_have_attribute("data-empty", "")
        dressed = (PHONE_LIGHT, PHONE_DARK, DESK_LIGHT) if id == "settings" else (PHONE_LIGHT,)
        # The page behind the sheet is the one of the step before.
        found += find_faults(ada.page, id, dressed, f"#{id}")
        ada.page.keyboard.press("Escape")
        expect(sheet).not_to_have_attribute("popover", "open")
    assert found == []


@pytest.mark.slow("tries all rules on eight pages")
def test_pages_around_table_break_no_rule(person: MakePlayer) -> None:
    ada, ben = person("Ada"), person("Ben")
    ada.page.goto(ada.url)
    found = find_faults(ada.page, "home", looks(0))
    link = ada.open_room()
    ada.seat_bot()
    ben.page.goto(link)
    found += find_faults(ben.page, "sit down", looks(2))
    ben.page.goto(ben.url)
    ben.page.get_by_label("Table code").fill("00000000")
    ben.page.get_by_role("button", name="Join").click()
    expect(ben.page.get_by_role("alert")).to_be_visible()
    found += find_faults(ben.page, "refused", looks(1))
    ben.problems.clear()  # The browser itself logs the answer 404.
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="Play on another device").click()
    expect(ada.page.locator("#return-link")).to_be_visible()
    ben.page.goto(ada.page.locator("#return-link").input_value())
    found += find_faults(ben.page, "return", looks(3))
    for place, path in enumerate(("fairness", "rooms/import")):
        found += find_faults(open_page(ada, path), path, looks(place))
    for place, game in enumerate(registry.GAMES, start=2):
        # Clause numbers are links within text, as high as the text.
        found += [f"{game}: {fault}" for fault in find_text_faults(open_page(ada, f"rules/{game}"), looks(place))]
    assert found == []


def open_page(player: Player, path: str) -> Page:
    """Open an address, which must exist, and return the player's page."""
    answer = player.page.goto(f"{player.url}/{path}")
    assert answer is not None
    assert answer.ok, path
    return player.page


@pytest.mark.parametrize("game", registry.GAMES)
@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "nl-NL"])
def test_tables_of_rules_fit_a_phone_with_double_letters(person: MakePlayer, game: str, locale: str) -> None:
    reader = person(locale=locale, viewport=PHONE)
    page = open_page(reader, f"rules/{game}")
    assert page.locator(".rule-table").count() > 1
    for size in ("100%", "200%"):
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
        assert page.evaluate(WIDE_TABLES) == [], size
        assert has_no_overflow(page), size


def test_title_marks_a_page_with_a_prompt(person: MakePlayer) -> None:
    ada = start_table(person, "Ada", "Ben")[0]
    expect(ada.page).to_have_title("● your turn")
    ada.choose()
    expect(ada.page).not_to_have_title("● your turn")
