"""An evening of five friends, two of them with phones, and one who looks on: all that may happen between the first link
and the last score. With ``SIGNET_WHOLE`` it is longer. Run it with ``STORY_PICTURES=folder`` to look at it."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.friends import (
    PHASES,
    SEALED,
    Friends,
    agree,
    follow_plan,
    lay,
    play_until_the_line_failed,
    restart,
    round_of,
    sealed,
)
from tests.browser.line import Line, place
from tests.browser.sheets import chat, close_chat, fold, menu, open_chat, picture, row, set_grace
from tests.browser.tables import AT_ONCE
from tests.whole import WHOLE
from tools.player import Player, play
from tools.served import Served

pytestmark = pytest.mark.browser

HANDHELD = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
GRACE = "10"
"""Seconds of the pause before a reveal, long enough to take a card back."""
PLAYED_MS = 120_000
"""Milliseconds that five stand-ins may take for a whole game on a busy machine."""
RANKED = ":is(.guest, .rank):visible"
"""Who came where, at the end of either game."""
STAND_IN = ("data-presence", "stand-in")


@pytest.fixture
def house(request: pytest.FixtureRequest) -> Served:
    """The server that the friends play at; one of their own for the evening at which it is killed."""
    server = request.getfixturevalue("own_served" if WHOLE else "served")
    assert isinstance(server, Served)
    return server


@pytest.mark.slow("six pages are open for a game")
def test_five_friends_spend_an_evening(person: MakePlayer, house: Served) -> None:
    friends, link = arrive(person, house.url)
    if WHOLE:
        play_until_the_line_failed(friends, PHASES)
    locations(friends, person)
    actions(friends, house)
    if WHOLE:
        talk(friends)
    ada_comes_back(friends, link)
    if WHOLE:
        adel = let_it_end(friends)
        rematch(friends)
        another_game(friends)
        the_score(friends, [adel, it_ends_unseen(friends)])
    else:
        vote_to_end(friends)
        another_game(friends)


def arrive(person: MakePlayer, url: str) -> tuple[Friends, str]:
    """Ada opens a room and sets it up, four come by its link, Walter by the watchers'. The friends and the link."""
    ada = person("Ada", url)
    link = ada.open_room(**AT_ONCE, watchers="public", open_memory=False)
    ben, emil = person("Ben", url), person("Emil", url)
    carla, dora = person("Carla", url, **HANDHELD), person("Dora", url, **HANDHELD)
    line = Line(carla)
    for guest in (ben, carla, dora, emil):
        guest.sit_down(link)
    walter = person("Walter", url)
    # the menu is fetched when it is opened
    ada.page.get_by_role("button", name="Menu").click()
    walter.page.goto(ada.page.locator("#menu").get_by_label("Watch link").input_value())
    ada.page.keyboard.press("Escape")
    expect(walter.page.locator("#status")).to_have_attribute("data-state", "live")
    friends = Friends(ada, ben, carla, dora, emil, walter, line)
    with line.dropped([ada]):
        picture("01-lobby-one-away", ben.page)
    picture("02-lobby-on-a-phone", carla.page)
    ada.begin()
    for each in friends.all:
        expect(each.page.locator("#scene")).to_be_visible()
    expect(walter.page.locator("#waiting")).to_contain_text("You're watching")
    return friends, link


def locations(friends: Friends, person: MakePlayer) -> None:
    """The first half of a round: a stand-in is relieved, a second device joins, the table rests, a card comes back."""
    ada, ben, carla, dora, _ = friends.seated
    for player in friends.seated:
        player.wait_for_turn()
    set_grace(ada, GRACE)
    relieve_stand_in(friends)
    tablet = second_device(friends, person) if WHOLE else ben
    if tablet is ben:
        follow_plan(friends, ben)
    if WHOLE:
        rest(friends)
    assert sealed(ben) == sealed(tablet)
    for player in (ada, dora, carla):
        follow_plan(friends, player)
    expect(ben.page.locator("#waiting")).to_contain_text("Revealing")
    picture("06-reveal-soon", dora.page)
    card = sealed(carla)
    carla.page.get_by_role("button", name="Take back").click()
    carla.wait_for_turn()
    seat = place(carla)
    with friends.line.dropped([ben]):
        for each in (ben, friends.walter):
            expect(each.page.locator(seat)).to_have_attribute(*SEALED)
    assert (carla.is_asked, sealed(carla)) == (True, "")
    set_grace(ada, "0")
    lay(carla, card)
    if tablet is not ben:
        tablet.page.close()
    agree(friends.all)


def rest(friends: Friends) -> None:
    """Dora lets the table rest, Ada goes on."""
    menu(friends.dora, "Pause the game")
    for each in friends.all:
        expect(each.page.locator("#phase")).to_have_attribute("data-phase", "paused")
    with friends.line.dropped([friends.ada]):
        picture("05-resting", friends.ben.page)
    expect(friends.carla.page.locator("#phase")).to_have_attribute("data-phase", "paused")
    friends.ada.page.locator("#prompt").get_by_role("button", name="Resume").click()
    for each in friends.all:
        expect(each.page.locator("#phase")).to_have_attribute("data-phase", "playing")


def relieve_stand_in(friends: Friends) -> None:
    """Emil's stand-in gets orders, seals, and is relieved before the cards are revealed."""
    emil, seat = friends.emil, place(friends.emil)
    page = fold(emil, "orders-fold")
    page.locator("#orders-fold [name='order.no_thief']").check()
    page.locator("#orders-fold").get_by_role("button", name="Save").click()
    page.keyboard.press("Escape")
    menu(emil, "Let a bot stand in for me")
    for each in (friends.ada, friends.dora, friends.walter):
        expect(each.page.locator(seat)).to_have_attribute(*STAND_IN)
        expect(each.page.locator(seat)).to_have_attribute(*SEALED)
    picture("04-stand-in", friends.walter.page)
    page.locator("#prompt").get_by_role("button", name="Take my seat back").click()
    expect(friends.walter.page.locator(seat)).not_to_have_attribute(*STAND_IN)
    expect(page.locator("[data-seal]")).to_have_attribute("data-sealed", re.compile("castle|auction_house"))
    assert friends.ada.page.locator("[data-seal]").get_attribute("data-sealed") == ""
    if sealed(emil) != "auction_house":
        lay(emil, "auction_house")
    expect(page.locator("[data-seal]")).to_have_attribute("data-sealed", "auction_house")


def second_device(friends: Friends, person: MakePlayer) -> Player:
    """Ben's tablet sees the card that he has sealed, and may take it back."""
    ben = friends.ben
    follow_plan(friends, ben)
    card, table = sealed(ben), ben.page.url
    ben.page.get_by_role("button", name="Menu").click()
    ben.page.get_by_role("button", name="Play on another device").click()
    link = ben.page.locator("#return-link").input_value()
    ben.page.goto(table)
    tablet = person("Ben's tablet", ben.url, viewport={"width": 820, "height": 1180}, has_touch=True)
    tablet.page.goto(link)
    tablet.page.get_by_role("button", name="Play here").click()
    expect(tablet.page.locator("[data-seal]")).to_have_attribute("data-sealed", card)
    # what is asked is there before the rest of the page has come
    expect(tablet.page.locator("#status")).to_have_attribute("data-state", "live")
    assert tablet.objects() == ben.objects()
    picture("07-second-device", tablet.page)
    tablet.page.get_by_role("button", name="Take back").click()
    expect(ben.page.locator("[data-seal]")).to_have_attribute("data-sealed", "")
    tablet.wait_for_turn()
    lay(tablet, card)
    expect(ben.page.locator("[data-seal]")).to_have_attribute("data-sealed", card)
    return tablet


def actions(friends: Friends, server: Served) -> None:
    """The second half: the host goes home."""
    ada, ben, carla, dora, emil = friends.seated
    for player in friends.seated:
        expect(player.page.locator(".kind-action")).to_be_visible()
    follow_plan(friends, ben)
    follow_plan(friends, carla)
    if WHOLE:
        restart(friends, server)
    expect(emil.page.locator(place(ben))).to_have_attribute(*SEALED)
    seat = place(ada)
    leave(ada)
    for each in (ben, carla, friends.walter):
        expect(each.page.locator(seat)).to_have_attribute("data-presence", "left")
        expect(each.page.locator(seat)).to_have_attribute(*SEALED)
    expect(friends.walter.page.locator("[data-seal], .piece.is-own, .peek")).to_have_count(0)
    picture("09-host-left", ben.page)
    follow_plan(friends, dora)
    follow_plan(friends, emil)
    for each in (ben, carla, dora, emil, friends.walter):
        expect(each.page.locator("#stage")).not_to_contain_text("Choosing what to play")


def leave(player: Player) -> None:
    """Gives the seat up."""
    fold(player, "leave-details").get_by_role("button", name="Leave", exact=True).click()
    expect(player.page).to_have_url(f"{player.url}/")


def host_of(friends: Friends) -> Player:
    """Who is host now that a game is over."""
    hosts = [each for each in friends.seated if each.page.get_by_role("button", name="Play again", exact=True).count()]
    assert len(hosts) == 1
    return hosts[0]


def talk(friends: Friends) -> None:
    """A phrase, a reaction, somebody who is not heard for a while, and the watchers' own talk."""
    ben, carla, dora, emil = friends.seated[1:]
    chat(emil, "phrases").locator("#phrase-form [value=bluffed]").click()
    for each in (ben, carla, dora):
        expect(each.page.locator(".phrase[data-phrase=bluffed] .line")).to_have_text("Well bluffed!")
    chat(dora, "signs").locator("#sign-form [value=hat]").click()
    expect(ben.page.locator("#chat [data-token=hat]")).to_have_count(1)
    picture("10-chat-on-a-phone", dora.page)
    close_chat(dora)
    chat(ben, "hears").get_by_role("button", name="Mute Emil").click()
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
    picture("11-watching", friends.walter.page)
    for each in (ben, emil, friends.walter):
        close_chat(each)


def ada_comes_back(friends: Friends, link: str) -> None:
    """Whoever has left sits down again by the link they still have, in the seat they had."""
    ada = friends.ada
    ada.page.goto(link)
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_role("button", name="Join the table").click()
    expect(ada.page.locator(".seat.is-you")).to_contain_text("Ada")
    expect(ada.page.locator("#menu [href$='/pace']")).to_have_count(0)
    expect(friends.walter.page.locator(place(ada))).to_have_attribute("data-presence", "here")


def let_it_end(friends: Friends) -> list[str]:
    """It is late: stand-ins play the game to its end, for Carla last of all. Who won."""
    go_to_the_shelf(friends)
    play([friends.carla], rounds=int(round_of(friends.carla).split()[1]) + 2)
    menu(friends.carla, "Let a bot stand in for me")
    return winners(friends)


def go_to_the_shelf(friends: Friends) -> None:
    """All but Carla leave the table to their stand-ins and look at the home page; Walter closes his."""
    friends.walter.page.goto(f"{friends.walter.url}/fairness")
    for player in friends.seated:
        if player is not friends.carla:
            menu(player, "Let a bot stand in for me")
            expect(friends.carla.page.locator(place(player))).to_have_attribute(*STAND_IN)
            row(player.page, "Home").click()
            expect(player.page.locator(".table-link")).to_have_count(1)


def winners(friends: Friends) -> list[str]:
    """Everybody comes back to a game that is over. Who has won, as all are told."""
    expect(friends.carla.page.locator(RANKED)).to_have_count(5, timeout=PLAYED_MS)
    for player in friends.seated:
        if player is not friends.carla:
            player.page.locator(".table-link").click()
    friends.walter.page.go_back()
    for each in friends.all:
        expect(each.page.locator("#status")).to_have_attribute("data-state", "live")
        expect(each.page.locator(RANKED)).to_have_count(5)
    told = {tuple(each.page.locator(f"{RANKED}.is-first .name").all_inner_texts()) for each in friends.all}
    assert len(told) == 1
    return list(told.pop())


def back_in_their_seats(friends: Friends) -> None:
    """Everybody takes the seat back from the stand-in."""
    for player in friends.seated:
        menu(player, "Take my seat back")


def vote_to_end(friends: Friends) -> None:
    """Three of five end the game."""
    page = fold(friends.ada, "vote-fold")
    page.get_by_role("button", name="Vote to end the game").click()
    page.keyboard.press("Escape")
    for voter in (friends.carla, friends.emil):
        voter.page.locator("#votes").get_by_role("button", name="Me too").click()
    for each in friends.all:
        expect(each.page.get_by_role("heading", name="This game was ended early")).to_be_visible()


def rematch(friends: Friends) -> None:
    """In place, everybody one seat further; it is ended by a vote, and counts for nothing."""
    picture("12-the-end", friends.ben.page)
    picture("13-the-end-on-a-phone", friends.carla.page)
    with friends.line.dropped([]):
        pass
    expect(friends.carla.page.locator(RANKED)).to_have_count(5)
    seats = [int(place(player).removeprefix("#seat-")) for player in friends.seated]
    back_in_their_seats(friends)
    host_of(friends).page.get_by_role("button", name="Play again, seats rotated").click()
    for player in friends.seated:
        player.wait_for_turn()
    assert [int(place(player).removeprefix("#seat-")) for player in friends.seated] == [
        (seat + 1) % 5 for seat in seats
    ]
    for player in friends.seated:
        follow_plan(friends, player)
    expect(friends.walter.page.locator("#log [data-clause='A3.1']").first).to_be_attached()
    vote_to_end(friends)


def another_game(friends: Friends) -> None:
    """The other game comes to every page by itself, and whoever has sealed in it stays sealed while away."""
    host = host_of(friends).page
    host.get_by_role("button", name="Change game or players").click()
    host.get_by_role("button", name=re.compile("^Play .* instead$")).click()
    # the page of the other game is loaded first; what is pressed on the one before it goes with it
    expect(host.get_by_role("heading", name="Edel, Stein & Reich", level=1)).to_be_visible()
    expect(host.locator("#status")).to_have_attribute("data-state", "live")
    host.get_by_role("button", name="Start with").click()
    for each in friends.all:
        expect(each.page.locator("#scene.scene-edel_stein_reich")).to_be_visible()
    for player in friends.seated:
        player.wait_for_turn()
    own = f"[id^=at-tray-{place(friends.carla).removeprefix('#seat-')}-] [data-heap]"
    held = friends.carla.page.locator(own).all_text_contents()
    friends.carla.choose()
    card = sealed(friends.carla)
    with friends.line.dropped([friends.dora]):
        friends.emil.choose()
        picture("14-another-game-one-away", friends.dora.page)
    assert sealed(friends.carla) == card != ""
    assert friends.carla.page.locator(own).all_text_contents() == held != []


def it_ends_unseen(friends: Friends) -> list[str]:
    """After the others' turn stand-ins play the game to its end, which nobody looks at. Who won."""
    for player in (friends.ada, friends.ben, friends.dora):
        player.choose()
    go_to_the_shelf(friends)
    menu(friends.carla, "Let a bot stand in for me")
    carla, table = friends.carla.page, friends.carla.page.url
    carla.goto(f"{friends.carla.url}/fairness")
    until = time.monotonic() + PLAYED_MS / 1_000
    while 'data-phase="finished"' not in carla.request.get(table).text():
        assert time.monotonic() < until, "the stand-ins have not come to the end"
        carla.wait_for_timeout(200)
    carla.goto(table)
    return winners(friends)


def the_score(friends: Friends, games: list[list[str]]) -> None:
    """Everybody reads who won what: of the games that were played to their end."""
    for each in friends.all:
        rows = each.page.locator(".evening tbody tr")
        expect(rows).to_have_count(5)
        for line in rows.all():
            name = line.locator("th").inner_text()
            *places, wins = line.locator("td").all_inner_texts()
            assert [place == "1" for place in places] == [name in won for won in games]
            assert int(wins) == sum(name in won for won in games)
    picture("15-the-score", friends.walter.page)
    friends.dora.page.locator(".evening").scroll_into_view_if_needed()
    picture("16-the-score-on-a-phone", friends.dora.page)
