"""Television for the room: paired by both ways, a whole game, and phones as hands."""

import re
import time

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from engine import registry
from tests.browser.access import CUT, find_violations
from tests.browser.conftest import MakePlayer
from tests.browser.tables import AT_ONCE
from tests.browser.test_voices import LONG, check_bubble
from tools.player import Player, play
from tools.served import Served

pytestmark = pytest.mark.browser

SHOWN = re.compile(r"/r/\w+/screen$")
TELEVISION = {"width": 1920, "height": 1080}
PHONES = {"Ada": {"width": 360, "height": 740}, "Ben": {"width": 320, "height": 568}}
HANDS: tuple[ViewportSize, ...] = (
    {"width": 320, "height": 568},
    {"width": 740, "height": 360},
    {"width": 390, "height": 844},
)

SIZES = """() => ["#film-say", ".waiting", ".seat-name .name", ".corner p", ".stage b"].map(name => {
    const found = document.querySelector(name);
    return [name, found ? parseFloat(getComputedStyle(found).fontSize) : 0];
})"""
"""Script that measures the texts which are read at three metres."""

WIDE = "() => document.documentElement.scrollWidth - innerWidth"


def open_television(person: MakePlayer, url: str | None = None) -> Player:
    """Open the page that pairs a television."""
    television = person("Television", url, viewport=TELEVISION)
    television.page.goto(f"{television.url}/screen")
    return television


def read_code(page: Page) -> str:
    """Return the code that the television shows."""
    return page.locator(".waits-code b").inner_text()


def open_table(person: MakePlayer, url: str | None = None, game: str = "adel_verpflichtet") -> tuple[Player, Player]:
    """Seat Ada and Ben, each at a phone."""
    ada, ben = (person(name, url, viewport=PHONES[name], has_touch=True, film="none") for name in PHONES)
    ben.sit_down(ada.open_room(game, **AT_ONCE))
    return ada, ben


def type_code(player: Player, code: str) -> None:
    """Type the television's code in the player's menu."""
    player.page.get_by_role("button", name="Menu").click()
    if not player.page.locator("#screens-fold").is_visible():
        player.page.locator("#menu-table > summary").click()
    player.page.locator("#screens-fold > summary").click()
    player.page.locator(".screen-form input[name=code]").fill(code)
    player.page.locator(".screen-form button").click()


def fold(player: Player) -> None:
    """Take the offer to show the hand only."""
    player.page.get_by_role("button", name="Hand only").click()
    expect(player.page.locator("#scene")).not_to_be_visible()


@pytest.mark.slow("a whole game, with films on the television")
def test_whole_game_on_a_television_with_phones_as_hands(person: MakePlayer) -> None:
    television, (ada, ben) = open_television(person), open_table(person)
    assert find_violations(television.page) == []
    type_code(ada, read_code(television.page))
    expect(television.page).to_have_url(SHOWN)
    expect(television.page.locator("#chair-1")).to_contain_text("Ben")
    sound = television.page.locator("#sound-on")
    expect(sound).to_be_focused()
    television.page.keyboard.press("Enter")
    expect(sound).to_be_hidden()
    assert find_violations(television.page) == []
    ada.begin()
    ben.wait_for_game()
    expect(television.page.locator("#phase[data-phase=playing]")).to_have_count(1)
    for player in (ada, ben):
        fold(player)
    ben.say(LONG)
    check_bubble(ada.page.locator(".bubble"))
    least = TELEVISION["height"] / 28
    assert [each for each in television.page.evaluate(SIZES) if each[1] < least] == []
    assert find_violations(television.page) == []
    play([ada, ben], choices=10)
    for player in (ada, ben):
        assert player.page.evaluate(WIDE) <= 0
        assert player.page.evaluate(CUT) == []
    ada.page.get_by_role("button", name="Show the board").click()
    expect(ada.page.locator("#scene")).to_be_visible()
    ada.page.get_by_role("button", name="Back to my hand").click()
    expect(ada.page.locator("#scene")).not_to_be_visible()
    play([ada, ben])
    expect(television.page.locator("#end")).to_contain_text("wins", timeout=120_000)
    expect(television.page.locator("#end .tales li:visible")).to_have_count(1)
    assert television.page.evaluate(WIDE) <= 0


def continue_late(route: Route) -> None:
    """Let a request wait for half a second."""
    time.sleep(0.5)
    route.continue_()


@pytest.mark.slow("a television and two players load their pages")
@pytest.mark.parametrize("game", registry.GAMES)
def test_kept_hand_has_all_choices_after_a_reload(person: MakePlayer, game: str) -> None:
    television, (ada, ben) = open_television(person), open_table(person, game=game)
    type_code(ada, read_code(television.page))
    # by two a choice has two parts
    ada.seat_bot()
    ada.begin()
    ben.wait_for_game()
    ada.page.evaluate("localStorage.setItem('signet-hand', 'on')")
    # the sheet that hides the board may come late
    ada.page.route("**/css/hand.css*", continue_late)
    choices = ada.page.locator("#prompt .choice")
    for size in HANDS:
        ada.page.set_viewport_size(size)
        ada.page.reload()
        expect(ada.page.locator("#scene")).not_to_be_visible()
        for choice in choices.all():
            expect(choice).to_be_in_viewport(ratio=0.5)
        assert ada.page.evaluate(CUT) == []
        assert ada.page.evaluate(WIDE) <= 0
        ben.say(f"{size['width']}: {LONG}")
        check_bubble(ada.page.locator(".bubble").filter(has_text=f"{size['width']}:"))
    choices.last.click()
    ada.page.locator(".seal-button").click()
    expect(ada.page.locator("#phase")).to_have_attribute("data-turn", "no")


@pytest.mark.slow("a television and two players load their pages")
def test_players_answer_a_screen_and_remove_it(person: MakePlayer) -> None:
    television, (ada, ben) = open_television(person), open_table(person)
    code = ada.page.locator(".doorway-code b").inner_text()
    # the script may come late: the button shows once a press counts
    television.page.route("**/js/display/*", continue_late)
    television.page.locator("input[name=code]").fill(code)
    television.page.get_by_role("button", name="Ask the players").click()
    expect(television.page.get_by_text("The players have been asked")).to_be_visible()
    ben.page.locator("#votes").get_by_role("button", name="Show").click()
    expect(television.page).to_have_url(SHOWN)
    expect(ada.page.locator("#toasts")).to_contain_text("shows this table on a screen")
    sound = television.page.locator("#sound-on")
    expect(sound).to_be_visible()
    television.page.keyboard.press("Enter")
    expect(sound).to_be_hidden()
    # another game loads the page anew, and nobody has to press again
    with television.page.expect_navigation():
        television.page.evaluate("setTimeout(() => location.reload())")
    expect(sound).to_be_hidden()
    ada.page.get_by_role("button", name="Menu").click()
    if not ada.page.locator("#screens-fold").is_visible():
        ada.page.locator("#menu-table > summary").click()
    ada.page.locator("#screens-fold > summary").click()
    ada.page.locator("#screens-fold").get_by_role("button", name="Remove").click()
    expect(television.page.locator(".waits-code")).to_be_visible()


@pytest.mark.slow("starts the server twice")
def test_a_television_comes_back_with_the_server(person: MakePlayer, own_served: Served) -> None:
    television, (ada, ben) = open_television(person, own_served.url), open_table(person, own_served.url)
    type_code(ada, read_code(television.page))
    expect(television.page).to_have_url(SHOWN)
    ada.begin()
    ben.wait_for_game()
    expect(television.page.locator("#phase[data-phase=playing]")).to_have_count(1)
    own_served.kill()
    expect(television.page.locator("#status")).to_have_attribute("data-state", "lost")
    own_served.start()
    expect(television.page.locator("#status")).to_have_attribute("data-state", "live", timeout=60_000)
    ada.choose()
    expect(television.page.locator("#seat-0")).to_have_attribute("data-state", "sealed")
