"""Suggestions of another game after a game, and pages that stay on the last one."""

import json
import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.sample_tables import get_pose, seat_as
from tests.browser.tables import start_table
from tools.player import Player

pytestmark = pytest.mark.browser


def end_game(person: MakePlayer, *names: str) -> list[Player]:
    """Return the players of a table whose game was ended by vote."""
    players = list(start_table(person, *names))
    for player in players:
        player.page.request.post(
            f"{player.page.url}/do",
            form={"do": "vote", "motion": "end", "on": "on"},
            headers={"origin": player.url},
        )
    for player in players:
        expect(player.page.locator("#end")).to_be_visible()
    return players


@pytest.mark.slow("two people at the end of a game")
def test_guest_suggests_another_game_and_host_joins(person: MakePlayer) -> None:
    ada, ben = end_game(person, "Ada", "Ben")
    ben.page.get_by_role("button", name="Suggest another game").click()
    expect(ben.page.locator("#votes")).to_contain_text("You want to play again.")
    expect(ben.page.get_by_role("button", name="Suggest another game")).to_have_count(0)
    banner = ada.page.locator("#votes")
    expect(banner).to_contain_text("Ben wants to play again.")
    expect(banner).to_be_in_viewport()
    banner.get_by_role("button", name="Not now").click()
    expect(banner).to_be_hidden()
    expect(ben.page.locator("#toasts")).to_contain_text("The vote didn't pass")
    ben.page.get_by_role("button", name="Suggest another game").click()
    banner.get_by_role("button", name="Play again").click()
    for player in (ada, ben):
        expect(player.page.locator("#prompt")).to_be_visible()


@pytest.mark.slow("two people at the end of a game")
@pytest.mark.parametrize("page", ["rounds", "replay", "statistics"])
def test_host_on_a_history_page_is_present_and_stays(person: MakePlayer, page: str) -> None:
    ada, ben, carla = end_game(person, "Ada", "Ben", "Carla")
    ada.page.goto(f"{ada.page.url}/{page}")
    # The socket of the table has been closed for longer than this server's grace for seats.
    ben.page.wait_for_timeout(4_000)
    here = ben.page.request.get(f"{ben.page.url}", headers={"accept": "text/html"}).text()
    assert here.count('data-presence="here"') == 3
    ben.page.get_by_role("button", name="Suggest another game").click()
    bar = ada.page.locator("#beside")
    expect(bar).to_contain_text("Someone suggests another game.")
    carla.page.locator("#votes").get_by_role("button", name="Me too").click()
    expect(carla.page.locator("#prompt")).to_be_visible()
    expect(bar).to_contain_text("The next game has begun.")
    assert ada.page.url.endswith(f"/{page}")
    bar.get_by_role("link", name="Go to the table").click()
    expect(ada.page.locator("#prompt")).to_be_visible()


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_reader_of_the_end_keeps_it_when_a_game_begins(person: MakePlayer, size: str) -> None:
    """Keep the page at a posed table that does not change.

    The test puts a next game's messages into the socket."""
    ada = seat_as(person(viewport=PHONE) if size == "phone" else person())
    page, lines = ada.page, list[WebSocketRoute]()

    def connect(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    page.route_web_socket(re.compile(r"/live\?"), connect)
    page.goto(f"{ada.url}/r/{get_pose('adel_verpflichtet', 'finished').code}")
    expect(page.locator("#status")).to_have_attribute("data-state", "live")
    page.locator("#tally-title").scroll_into_view_if_needed()
    page.evaluate("document.getElementById('tally-title').scrollIntoView()")
    lines[-1].send(json.dumps({"state": {"phase": "playing", "game": "adel_verpflichtet"}}))
    bar = page.locator("#next-game")
    expect(bar).to_contain_text("The next game has begun.")
    expect(page.locator("#tally-title")).to_be_in_viewport()
    expect(page.locator("#phase")).to_have_attribute("data-phase", "finished")
    bar.get_by_role("button", name="Go to the table").click()
    expect(bar).to_be_hidden()
    # At the top of the page there is nothing to keep.
    page.evaluate("scrollTo(0, 0); document.querySelector('main').scrollTo(0, 0)")
    lines[-1].send(json.dumps({"state": {"phase": "playing", "game": "adel_verpflichtet"}}))
    expect(page.locator("#phase")).to_have_attribute("data-phase", "playing")
    expect(bar).to_be_hidden()
