"""Everybody can play: checked by rule at every ask and phase of both games, light and dark, on desk and phone; and no
word is broken or cut."""

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
    faults,
    fits,
    looks,
    of_every_kind,
    text_faults,
)
from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.posed import NO_ASK, Pose, go, pose, seat, to_be_sealed
from tests.browser.tables import table
from tests.browser.words import SPOKEN, misfits, speaks
from tests.whole import WHOLE
from tools.player import Player

pytestmark = pytest.mark.browser

ZOOMED: ViewportSize = {"width": 720, "height": 450}
"""What is left of a small desk at 200 per cent."""


ALIKE = (("chat",), ("menu", "settings"))
"""Sheets that are alike in all games: every day the first game has all but some of them, and the others the others."""

FAULTY = """<html lang="en"><title>Faulty</title><style>
    p { color: #bbb } @media (prefers-color-scheme: dark) { body { background: #000 } i { color: #222 } }
</style><main><h1>Faulty</h1><p>pale by day</p><i>pale by night</i><aside id="sheet"><button></button></aside></main>"""


def test_the_rules_find_what_is_wrong_in_each_look_and_in_a_part(person: MakePlayer) -> None:
    page = person().page
    page.set_content(FAULTY)
    found = [(fault.partition(": ")[2].partition(": <")[0], "pale by day" in fault) for fault in faults(page, "all")]
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
    of_sheet = faults(page, "sheet", (DESK_LIGHT,), "#sheet")
    assert [fault for fault in of_sheet if "button-name" in fault]
    assert not [fault for fault in of_sheet if "color-contrast" in fault]


@pytest.mark.slow("loads every kind of ask and phase, and tries all rules there")
@pytest.mark.parametrize("game", registry.GAMES)
def test_every_ask_and_phase_breaks_no_rule_and_no_word(person: MakePlayer, game: str) -> None:
    """Every day each kind has a language and a size of its own turn for its words, and a look for the rules; all of
    them with ``SIGNET_WHOLE``. Where there is little room the button that seals is in sight, too."""
    ada = seat(person(has_touch=True))
    for script in (HELD, AXE):
        ada.context.add_init_script(script)
    found, turns = [], cycle(SPOKEN)
    for place, each in enumerate(of_every_kind(game), start=first_look(game)):
        for language, size in SPOKEN if WHOLE else islice(turns, 1):
            look = speaks(ada, language, size)
            page = go(ada, each)
            expect(page.locator("html")).to_have_attribute("lang", language)
            found += misfits(page, f"{each.name} {look}")
            if size == PHONE or not WHOLE:
                found += cramped(page, each, language)
        if WHOLE or each.name in NO_ASK or each.name == "action":
            found += faults(ada.page, each.name, LOOKS if WHOLE and each.name in NO_ASK else looks(place))
        else:
            # all around it is as it was
            found += faults(ada.page, each.name, looks(place), ".dock")
    assert found == []


def first_look(game: str) -> int:
    """The place of a game's first look, so that the same page of the other game has the other size and scheme."""
    return 2 * list(registry.GAMES).index(game)


def cramped(page: Page, each: Pose, language: str) -> list[str]:
    """What is wrong with that page where there is little room."""
    found = []
    for size in (PHONE, ZOOMED):
        page.set_viewport_size(size)
        what = f"{each.name} {language} {size['width']}"
        if size == PHONE:
            found += [f"{what}: {cut}" for cut in page.evaluate(CUT)]
        if not fits(page):
            found.append(f"{what}: wider than the page")
        if each.name not in NO_ASK:
            expect(page.locator("#prompt h2").first, what).to_be_in_viewport()
            expect(page.locator(".seal-button"), what).to_be_in_viewport(ratio=1)
            assert page.evaluate("scrollY") == 0, what
    return found


@pytest.mark.slow("tries all rules on six pages")
@pytest.mark.parametrize("game", registry.GAMES)
def test_pages_beside_a_game_break_no_rule(person: MakePlayer, game: str) -> None:
    """Looking back, checking the deal, saving the room; and who only watches."""
    ada = seat(person())
    ada.context.add_init_script(HELD)
    done = pose(game, "finished")
    found = []
    # in the other game each page has the other size and the other scheme
    first = first_look(game)
    pages = ("replay?at=5&eyes=open", "rounds", "fairness?game=1", "file", "replay?catch-up=20", "statistics")
    for place, path in enumerate(pages, start=first):
        # every day those that are alike in all games are looked at in one of them
        if WHOLE or place % 4 < 2 or path in ("rounds", "statistics"):
            found += faults(opened(ada, f"r/{done.code}/{path}"), path, looks(place))
    page = go(ada, pose(game, "action"))
    link = page.locator("#menu").get_by_label("Watch link").input_value()
    ada.context.clear_cookies()
    page.goto(link)
    expect(page.locator("#status")).to_have_attribute("data-state", "live")
    expect(page.locator("#scene")).to_be_visible()
    expect(page.locator("#prompt, #hand").filter(visible=True)).to_have_count(0)
    assert found + faults(page, "watching", looks(first)) == []


@pytest.mark.parametrize("game", registry.GAMES)
def test_what_was_played_stays_within_its_cell(person: MakePlayer, game: str) -> None:
    ada = seat(person(locale="de-DE", viewport=TABLET))
    page = opened(ada, f"r/{pose(game, 'finished').code}/rounds")
    assert page.locator(".grid-words").count() > 20
    for size in (TABLET, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate(WIDE_WORDS) == [], size


@pytest.mark.slow("tries all rules on six sheets")
@pytest.mark.parametrize("game", registry.GAMES)
def test_sheets_and_a_sealed_card_break_no_rule(person: MakePlayer, game: str) -> None:
    ada = seat(person())
    go(ada, to_be_sealed(game)).evaluate(f"() => {{ {HELD} }}")
    ada.choose()
    expect(ada.page.locator("[data-seal]")).to_have_attribute("data-sealed", re.compile("."))
    found = faults(ada.page, "sealed", (DESK_DARK, PHONE_LIGHT) if WHOLE else looks(first_look(game) + 1))
    for id in ("menu", "settings", "chat", "more-1", "log", "last_round"):
        if not WHOLE and id in ALIKE[first_look(game) > 0]:
            continue
        sheet = ada.page.locator(f"#{id}")
        ada.page.set_viewport_size(PHONE)
        sheet.evaluate("sheet => sheet.showPopover()")
        expect(sheet).to_be_visible()
        expect(sheet).not_to_have_attribute("data-empty", "")
        dressed = (PHONE_LIGHT, PHONE_DARK, DESK_LIGHT) if id == "settings" else (PHONE_LIGHT,)
        # the page behind it is the one of before
        found += faults(ada.page, id, dressed, f"#{id}")
        ada.page.keyboard.press("Escape")
        expect(sheet).not_to_have_attribute("popover", "open")
    assert found == []


@pytest.mark.slow("tries all rules on eight pages")
def test_pages_around_the_table_break_no_rule(person: MakePlayer) -> None:
    ada, ben = person("Ada"), person("Ben")
    ada.page.goto(ada.url)
    found = faults(ada.page, "home", looks(0))
    link = ada.open_room()
    ada.seat_bot()
    ben.page.goto(link)
    found += faults(ben.page, "sit down", looks(2))
    ben.page.goto(ben.url)
    ben.page.get_by_label("Table code").fill("00000000")
    ben.page.get_by_role("button", name="Join").click()
    expect(ben.page.get_by_role("alert")).to_be_visible()
    found += faults(ben.page, "refused", looks(1))
    ben.problems.clear()  # the browser itself notes the answer 404
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="Play on another device").click()
    expect(ada.page.locator("#return-link")).to_be_visible()
    ben.page.goto(ada.page.locator("#return-link").input_value())
    found += faults(ben.page, "return", looks(3))
    for place, path in enumerate(("fairness", "rooms/import")):
        found += faults(opened(ada, path), path, looks(place))
    for place, game in enumerate(registry.GAMES, start=2):
        # their numbers are links within text, as long as the text is high
        found += [f"{game}: {fault}" for fault in text_faults(opened(ada, f"rules/{game}"), looks(place))]
    assert found == []


def opened(player: Player, path: str) -> Page:
    """The player's page at that address, which must be there."""
    answer = player.page.goto(f"{player.url}/{path}")
    assert answer is not None
    assert answer.ok, path
    return player.page


@pytest.mark.parametrize("game", registry.GAMES)
@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "nl-NL"])
def test_no_table_of_the_rules_is_wider_than_a_phone_though_letters_are_twice_as_large(
    person: MakePlayer, game: str, locale: str
) -> None:
    reader = person(locale=locale, viewport=PHONE)
    page = opened(reader, f"rules/{game}")
    assert page.locator(".rule-table").count() > 1
    for size in ("100%", "200%"):
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
        assert page.evaluate(WIDE_TABLES) == [], size
        assert fits(page), size


def test_the_title_calls_who_is_asked(person: MakePlayer) -> None:
    ada = table(person, "Ada", "Ben")[0]
    expect(ada.page).to_have_title("● your turn")
    ada.choose()
    expect(ada.page).not_to_have_title("● your turn")
