"""End of the friends' evening: stand-ins, rematch, another game and score."""

import re
import time

from playwright.sync_api import expect

from tests.browser.friends import (
    Friends,
    follow_plan,
    get_sealed,
    read_round,
)
from tests.browser.line import find_seat
from tests.browser.sheets import (
    find_row,
    open_fold,
    press_in_menu,
    take_picture,
)
from tools.player import Player, play

PLAYED_MS = 120_000
"""Milliseconds in which five stand-ins finish a game on a busy machine."""
RANKED = ":is(.guest, .rank):visible"
"""Selector of the ranking at the end of either game."""
STAND_IN = ("data-presence", "stand-in")


def find_host(friends: Friends) -> Player:
    """Return the host after a game."""
    hosts = [each for each in friends.seated if each.page.get_by_role("button", name="Play again", exact=True).count()]
    assert len(hosts) == 1
    return hosts[0]


def finish_by_bots(friends: Friends) -> list[str]:
    """Let stand-ins play the game to its end, Carla's last; return the winners."""
    leave_to_stand_ins(friends)
    play([friends.carla], rounds=int(read_round(friends.carla).split()[1]) + 2)
    press_in_menu(friends.carla, "Let a bot stand in for me")
    return list_winners(friends)


def leave_to_stand_ins(friends: Friends) -> None:
    """Leave the table to stand-ins and open the home page.

    Carla stays, and Walter closes his page."""
    friends.walter.page.goto(f"{friends.walter.url}/fairness")
    for player in friends.seated:
        if player is not friends.carla:
            press_in_menu(player, "Let a bot stand in for me")
            expect(friends.carla.page.locator(find_seat(player))).to_have_attribute(*STAND_IN)
            find_row(player.page, "Home").click()
            expect(player.page.locator(".table-link")).to_have_count(1)


def list_winners(friends: Friends) -> list[str]:
    """Return to the finished game, and return the winners that all pages name."""
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


def resume_seats(friends: Friends) -> None:
    """Take all seats back from the stand-ins."""
    for player in friends.seated:
        press_in_menu(player, "Take my seat back")


def vote_to_end(friends: Friends) -> None:
    """End the game by three votes of five."""
    page = open_fold(friends.ada, "vote-fold")
    page.get_by_role("button", name="Vote to end the game").click()
    page.keyboard.press("Escape")
    for voter in (friends.carla, friends.emil):
        voter.page.locator("#votes").get_by_role("button", name="Me too").click()
    for each in friends.all:
        expect(each.page.get_by_role("heading", name="This game was ended early")).to_be_visible()


def play_rematch(friends: Friends) -> None:
    """Play a rematch with shifted seats.

    A vote ends it, so it counts for nothing."""
    take_picture("12-the-end", friends.ben.page)
    take_picture("13-the-end-on-a-phone", friends.carla.page)
    with friends.line.drop([]):
        pass
    expect(friends.carla.page.locator(RANKED)).to_have_count(5)
    seats = [int(find_seat(player).removeprefix("#seat-")) for player in friends.seated]
    resume_seats(friends)
    find_host(friends).page.get_by_role("button", name="Play again, seats rotated").click()
    for player in friends.seated:
        player.wait_for_turn()
    assert [int(find_seat(player).removeprefix("#seat-")) for player in friends.seated] == [
        (seat + 1) % 5 for seat in seats
    ]
    for player in friends.seated:
        follow_plan(friends, player)
    expect(friends.walter.page.locator("#log [data-clause='A3.1']").first).to_be_attached()
    vote_to_end(friends)


def change_game(friends: Friends) -> None:
    """Change the game on every page.

    A seat that has sealed in it stays sealed while away."""
    host = find_host(friends).page
    host.get_by_role("button", name="Change game or players").click()
    host.get_by_role("button", name=re.compile("^Play .* instead$")).click()
    # The page of the new game loads first: a press on the old page would be lost.
    expect(host.get_by_role("heading", name="Edel, Stein & Reich", level=1)).to_be_visible()
    expect(host.locator("#status")).to_have_attribute("data-state", "live")
    host.get_by_role("button", name="Start with").click()
    for each in friends.all:
        expect(each.page.locator("#scene.scene-edel_stein_reich")).to_be_visible()
    for player in friends.seated:
        player.wait_for_turn()
    own = f"[id^=at-tray-{find_seat(friends.carla).removeprefix('#seat-')}-] [data-heap]"
    held = friends.carla.page.locator(own).all_text_contents()
    friends.carla.choose()
    card = get_sealed(friends.carla)
    with friends.line.drop([friends.dora]):
        friends.emil.choose()
        take_picture("14-another-game-one-away", friends.dora.page)
    assert get_sealed(friends.carla) == card != ""
    assert friends.carla.page.locator(own).all_text_contents() == held != []


def finish_unseen(friends: Friends) -> list[str]:
    """Let stand-ins finish the game while nobody watches; return the winners."""
    for player in (friends.ada, friends.ben, friends.dora):
        player.choose()
    leave_to_stand_ins(friends)
    press_in_menu(friends.carla, "Let a bot stand in for me")
    carla, table = friends.carla.page, friends.carla.page.url
    carla.goto(f"{friends.carla.url}/fairness")
    until = time.monotonic() + PLAYED_MS / 1_000
    while 'data-phase="finished"' not in carla.request.get(table).text():
        assert time.monotonic() < until, "the stand-ins have not come to the end"
        carla.wait_for_timeout(200)
    carla.goto(table)
    return list_winners(friends)


def check_score(friends: Friends, games: list[list[str]]) -> None:
    """Check every page's score of the finished games."""
    for each in friends.all:
        rows = each.page.locator(".evening tbody tr")
        expect(rows).to_have_count(5)
        for line in rows.all():
            name = line.locator("th").inner_text()
            *places, wins = line.locator("td").all_inner_texts()
            assert [place == "1" for place in places] == [name in won for won in games]
            assert int(wins) == sum(name in won for won in games)
    take_picture("15-the-score", friends.walter.page)
    friends.dora.page.locator(".evening").scroll_into_view_if_needed()
    take_picture("16-the-score-on-a-phone", friends.dora.page)
