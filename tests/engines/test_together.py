"""Evening of friends in Firefox and WebKit.

Tested are voices and reactions, a phone for two people, a screen for the room, and the gallery's guesses."""

import pytest

from tests.browser.remote import seat_remote, start_remote_game
from tests.engines.browser import Browser
from tests.engines.engines import may_lose_its_driver
from tests.engines.player import STATUS, WATCH, Person
from tools.served import Served

ROOM = "() => /^\\/r\\/(\\w+)$/.exec(location.pathname)?.[1]"
TEXT = "(selector, text) => [...document.querySelectorAll(selector)].some(each => each.innerText.includes(text))"
"""Script for whether an element shows a text."""

IS_COVERED = """() => {
    const [curtain, hand] = [".curtain", "#hand"].map(name => document.querySelector(name));
    return Boolean(curtain?.checkVisibility()) && !hand?.checkVisibility();
}"""
IS_OPEN = "() => document.querySelector('.holding')?.checkVisibility() && !document.querySelector('.curtain')"
IS_SCREEN = "() => location.pathname.endsWith('/screen') && location.pathname.startsWith('/r/')"
SIDEWAYS = "() => Math.max(0, document.documentElement.scrollWidth - innerWidth)"
GUESS = """() => {
    for (const seat of document.querySelectorAll("#guesses fieldset")) seat.querySelector("input").click();
}"""

pytestmark = [
    may_lose_its_driver,
    pytest.mark.slow("other browsers play beside the Chromium of all other tests"),
]


def test_two_at_a_phone_play_and_hear_a_friend(browser: Browser, served: Served) -> None:
    browser.resize(390, 844)
    person = Person(browser)
    browser.open(f"{served.url}/")
    person.write("input[name=name]", "Ada")
    person.press(".box:has([value='adel_verpflichtet']) .button.main")
    person.wait(STATUS, "live")
    ben = seat_remote(served.url, person.wait(ROOM), "Ben")
    ben.do(do="say", text="Good evening")
    person.wait(TEXT, ".bubble", "Good evening")
    person.press("#chair-beside summary")
    person.write("#chair-beside input[name=name]", "Carla")
    person.press_until("#chair-beside form button", IS_COVERED)
    person.press_until(".hand-of", IS_OPEN)
    person.press_until(".start-button", IS_COVERED)
    for _ in range(2):
        person.wait(STATUS, "live")
        person.press_until(".hand-of:has(small)", IS_OPEN)
        person.choose()
        person.press_until(".holding [data-pass]", IS_COVERED)
    person.wait(STATUS, "live")
    ben.choose()
    person.wait("() => document.getElementById('phase').dataset.reveal")
    ben.do(do="react", sign="laugh", ask=1)
    person.wait("() => Boolean(document.querySelector('.risen .token.laugh'))")
    assert browser.run(SIDEWAYS) == 0
    assert browser.problems == []


def test_reaction_during_a_film_rises_at_the_tap(browser: Browser, served: Served) -> None:
    browser.resize(390, 844)
    person = Person(browser)
    browser.open(f"{served.url}/")
    person.write("input[name=name]", "Ada")
    person.press(".box:has([value='adel_verpflichtet']) button[formaction='/solo']")
    person.wait(STATUS, "live")
    person.begin_film()
    person.press("#film-signs [value=gasp]")
    person.wait("() => Boolean(document.querySelector('.risen .token.gasp'))")
    assert browser.problems == []


def test_admitted_screen_shows_film_and_voices(browser: Browser, served: Served) -> None:
    room, friends = start_remote_game(served.url, ("Ben", "Carla"), 0, "edel_stein_reich", {"grace": "0"})
    browser.resize(1280, 720)
    person = Person(browser)
    browser.open(f"{served.url}/screen")
    person.write(".waits-table input[name=code]", room)
    person.press(".waits-table button")
    person.wait("() => document.querySelector('.waits-words [role=status]')?.innerText")
    friends[0].do(do="let_screen", number=1, on=True)
    person.wait(IS_SCREEN)
    person.wait(STATUS, "live")
    browser.run(WATCH)
    # they choose in turn or together, as the game wants
    while not browser.run("() => seen.films"):
        for each in friends:
            if each.is_asked:
                each.choose()
    friends[1].do(do="say", text="Good evening")
    person.wait(TEXT, ".bubble", "Good evening")
    assert browser.run(SIDEWAYS) == 0
    assert browser.problems == []


def test_watcher_seals_a_guess_and_gets_points(browser: Browser, served: Served) -> None:
    options = {"grace": "0", "watchers": "public"}
    _, friends = start_remote_game(served.url, ("Ben", "Carla"), 0, "adel_verpflichtet", options)
    browser.resize(390, 844)
    person = Person(browser)
    browser.open(served.url + friends[0].fetch_view()["room"]["watch_link"])
    person.wait(STATUS, "live")
    browser.run(GUESS)
    person.write("#guesses input[name=name]", "Wanda")
    person.press("#guesses .guess-bar button")
    person.wait("() => document.querySelector('.guess-sealed')?.checkVisibility()")
    for each in friends:
        each.choose()
    person.wait(TEXT, "#guesses", "Your points:")
    assert browser.run(SIDEWAYS) == 0
    assert browser.problems == []
