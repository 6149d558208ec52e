"""Evening of five friends, two on phones, and a watcher, from link to last score.

With ``SIGNET_WHOLE`` it is longer. ``STORY_PICTURES=folder`` takes screenshots."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.evening_end import change_game, check_score, finish_by_bots, finish_unseen, play_rematch, vote_to_end
from tests.browser.friends import (
    PHASES,
    SEALED,
    Friends,
    follow_plan,
    get_sealed,
    play_until_dropped,
    restart,
    seal_card,
    wait_until_equal,
)
from tests.browser.line import Line, find_seat
from tests.browser.sheets import (
    close_chat,
    open_chat,
    open_chat_tool,
    open_fold,
    press_in_menu,
    set_grace,
    take_picture,
)
from tests.browser.tables import AT_ONCE
from tests.whole import WHOLE
from tools.player import Player
from tools.served import Served

pytestmark = pytest.mark.browser

HANDHELD = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
GRACE = "10"
"""Seconds of the grace pause, long enough to lift a card."""
STAND_IN = ("data-presence", "stand-in")


@pytest.fixture
def house(request: pytest.FixtureRequest) -> Served:
    """Server of the evening; a separate one for the evening that kills it."""
    server = request.getfixturevalue("own_served" if WHOLE else "served")
    assert isinstance(server, Served)
    return server


@pytest.mark.slow("six pages are open for a game")
def test_five_friends_spend_an_evening(person: MakePlayer, house: Served) -> None:
    friends, link = arrive(person, house.url)
    if WHOLE:
        play_until_dropped(friends, PHASES)
    play_first_half(friends, person)
    play_second_half(friends, house)
    if WHOLE:
        chat(friends)
    return_ada(friends, link)
    if WHOLE:
        adel = finish_by_bots(friends)
        play_rematch(friends)
        change_game(friends)
        check_score(friends, [adel, finish_unseen(friends)])
    else:
        vote_to_end(friends)
        change_game(friends)


def arrive(person: MakePlayer, url: str) -> tuple[Friends, str]:
    """Open and set up a room as Ada, and let the others join by their links.

    Walter joins as a watcher. Returns the friends and the invitation link."""
    ada = person("Ada", url)
    link = ada.open_room(**AT_ONCE, watchers="public", open_memory=False)
    ben, emil = person("Ben", url), person("Emil", url)
    carla, dora = person("Carla", url, **HANDHELD), person("Dora", url, **HANDHELD)
    line = Line(carla)
    for guest in (ben, carla, dora, emil):
        guest.sit_down(link)
    walter = person("Walter", url)
    # The menu is fetched when it is opened.
    ada.page.get_by_role("button", name="Menu").click()
    walter.page.goto(ada.page.locator("#menu").get_by_label("Watch link").input_value())
    ada.page.keyboard.press("Escape")
    expect(walter.page.locator("#status")).to_have_attribute("data-state", "live")
    friends = Friends(ada, ben, carla, dora, emil, walter, line)
    with line.drop([ada]):
        take_picture("01-lobby-one-away", ben.page)
    take_picture("02-lobby-on-a-phone", carla.page)
    ada.begin()
    for each in friends.all:
        expect(each.page.locator("#scene")).to_be_visible()
    expect(walter.page.locator("#waiting")).to_contain_text("You're watching")
    return friends, link


def play_first_half(friends: Friends, person: MakePlayer) -> None:
    """Play the first half of a round.

    A stand-in is relieved, a second device joins, the game pauses, a card is lifted."""
    ada, ben, carla, dora, _ = friends.seated
    for player in friends.seated:
        player.wait_for_turn()
    set_grace(ada, GRACE)
    relieve_stand_in(friends)
    tablet = add_device(friends, person) if WHOLE else ben
    if tablet is ben:
        follow_plan(friends, ben)
    if WHOLE:
        pause_and_resume(friends)
    assert get_sealed(ben) == get_sealed(tablet)
    for player in (ada, dora, carla):
        follow_plan(friends, player)
    expect(ben.page.locator("#waiting")).to_contain_text("Revealing")
    take_picture("06-reveal-soon", dora.page)
    card = get_sealed(carla)
    carla.page.get_by_role("button", name="Take back").click()
    carla.wait_for_turn()
    seat = find_seat(carla)
    with friends.line.drop([ben]):
        for each in (ben, friends.walter):
            expect(each.page.locator(seat)).to_have_attribute(*SEALED)
    assert (carla.is_asked, get_sealed(carla)) == (True, "")
    set_grace(ada, "0")
    seal_card(carla, card)
    if tablet is not ben:
        tablet.page.close()
    wait_until_equal(friends.all)


def pause_and_resume(friends: Friends) -> None:
    """Pause the game as Dora and resume it as Ada."""
    press_in_menu(friends.dora, "Pause the game")
    for each in friends.all:
        expect(each.page.locator("#phase")).to_have_attribute("data-phase", "paused")
    with friends.line.drop([friends.ada]):
        take_picture("05-resting", friends.ben.page)
    expect(friends.carla.page.locator("#phase")).to_have_attribute("data-phase", "paused")
    friends.ada.page.locator("#prompt").get_by_role("button", name="Resume").click()
    for each in friends.all:
        expect(each.page.locator("#phase")).to_have_attribute("data-phase", "playing")


def relieve_stand_in(friends: Friends) -> None:
    """Instruct Emil's stand-in, let it seal, and relieve it before the reveal."""
    emil, seat = friends.emil, find_seat(friends.emil)
    page = open_fold(emil, "instructions-fold")
    page.locator("#instructions-fold [name='instruction.no_thief']").check()
    page.locator("#instructions-fold").get_by_role("button", name="Save").click()
    page.keyboard.press("Escape")
    press_in_menu(emil, "Let a bot stand in for me")
    for each in (friends.ada, friends.dora, friends.walter):
        expect(each.page.locator(seat)).to_have_attribute(*STAND_IN)
        expect(each.page.locator(seat)).to_have_attribute(*SEALED)
    take_picture("04-stand-in", friends.walter.page)
    page.locator("#prompt").get_by_role("button", name="Take my seat back").click()
    expect(friends.walter.page.locator(seat)).not_to_have_attribute(*STAND_IN)
    expect(page.locator("[data-seal]")).to_have_attribute("data-sealed", re.compile("castle|auction_house"))
    assert friends.ada.page.locator("[data-seal]").get_attribute("data-sealed") == ""
    if get_sealed(emil) != "auction_house":
        seal_card(emil, "auction_house")
    expect(page.locator("[data-seal]")).to_have_attribute("data-sealed", "auction_house")


def add_device(friends: Friends, person: MakePlayer) -> Player:
    """Show Ben's sealed card on a tablet, which can lift it."""
    ben = friends.ben
    follow_plan(friends, ben)
    card, table = get_sealed(ben), ben.page.url
    ben.page.get_by_role("button", name="Menu").click()
    ben.page.get_by_role("button", name="Play on another device").click()
    link = ben.page.locator("#return-link").input_value()
    ben.page.goto(table)
    tablet = person("Ben's tablet", ben.url, viewport={"width": 820, "height": 1180}, has_touch=True)
    tablet.page.goto(link)
    tablet.page.get_by_role("button", name="Play here").click()
    expect(tablet.page.locator("[data-seal]")).to_have_attribute("data-sealed", card)
    # The prompt is there before the rest of the page has loaded.
    expect(tablet.page.locator("#status")).to_have_attribute("data-state", "live")
    assert tablet.objects() == ben.objects()
    take_picture("07-second-device", tablet.page)
    tablet.page.get_by_role("button", name="Take back").click()
    expect(ben.page.locator("[data-seal]")).to_have_attribute("data-sealed", "")
    tablet.wait_for_turn()
    seal_card(tablet, card)
    expect(ben.page.locator("[data-seal]")).to_have_attribute("data-sealed", card)
    return tablet


def play_second_half(friends: Friends, server: Served) -> None:
    """Play the second half of a round, in which the host leaves."""
    ada, ben, carla, dora, emil = friends.seated
    for player in friends.seated:
        expect(player.page.locator(".kind-action")).to_be_visible()
    follow_plan(friends, ben)
    follow_plan(friends, carla)
    if WHOLE:
        restart(friends, server)
    expect(emil.page.locator(find_seat(ben))).to_have_attribute(*SEALED)
    seat = find_seat(ada)
    leave(ada)
    for each in (ben, carla, friends.walter):
        expect(each.page.locator(seat)).to_have_attribute("data-presence", "left")
        expect(each.page.locator(seat)).to_have_attribute(*SEALED)
    expect(friends.walter.page.locator("[data-seal], .piece.is-own, .peek")).to_have_count(0)
    take_picture("09-host-left", ben.page)
    follow_plan(friends, dora)
    follow_plan(friends, emil)
    for each in (ben, carla, dora, emil, friends.walter):
        expect(each.page.locator("#stage")).not_to_contain_text("Choosing what to play")


def leave(player: Player) -> None:
    """Give up the seat."""
    open_fold(player, "leave-details").get_by_role("button", name="Leave", exact=True).click()
    expect(player.page).to_have_url(f"{player.url}/")


def chat(friends: Friends) -> None:
    """Send a phrase, a reaction and watchers' messages, and mute somebody."""
    ben, carla, dora, emil = friends.seated[1:]
    open_chat_tool(emil, "phrases").locator("#phrase-form [value=bluffed]").click()
    for each in (ben, carla, dora):
        expect(each.page.locator(".phrase[data-phrase=bluffed] .line")).to_have_text("Well bluffed!")
    open_chat_tool(dora, "signs").locator("#sign-form [value=hat]").click()
    expect(ben.page.locator("#chat [data-token=hat]")).to_have_count(1)
    take_picture("10-chat-on-a-phone", dora.page)
    close_chat(dora)
    open_chat_tool(ben, "hears").get_by_role("button", name="Mute Emil").click()
    expect(ben.page.locator(".phrase")).to_have_count(0)
    emil.page.locator("#chat-text").fill("Can you hear me, Ben?")
    emil.page.locator("#chat-text").press("Enter")
    expect(carla.page.locator(".line").filter(has_text="Can you hear me")).to_have_count(1)
    expect(ben.page.locator(".line").filter(has_text="Can you hear me")).to_have_count(0)
    open_chat(friends.walter).locator("#watcher-name").fill("Walter")
    friends.walter.page.locator("#chat-text").fill("I know what she has!")
    friends.walter.page.locator("#chat-text").press("Enter")
    expect(friends.walter.page.locator(".chat-watchers .line")).to_have_text("I know what she has!")
    expect(ben.page.locator(".chat-watchers")).to_have_count(0)
    take_picture("11-watching", friends.walter.page)
    for each in (ben, emil, friends.walter):
        close_chat(each)


def return_ada(friends: Friends, link: str) -> None:
    """Let Ada take her old seat again by the invitation link."""
    ada = friends.ada
    ada.page.goto(link)
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_role("button", name="Join the table").click()
    expect(ada.page.locator(".seat.is-you")).to_contain_text("Ada")
    expect(ada.page.locator("#menu [href$='/pace']")).to_have_count(0)
    expect(friends.walter.page.locator(find_seat(ada))).to_have_attribute("data-presence", "here")
