"""Page after a second game: recaps of both games, and a picture of the evening.

The picture is made on the page, and shared by the system or saved as a file."""

import struct
import time

import httpx2
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, MakePlayer
from tests.browser.cookies import get_device_cookie_name
from tests.browser.sample_tables import get_pose, open_pose, seat_as
from tests.browser.tables import start_table
from tools.player import Player

pytestmark = pytest.mark.browser

PLAYED_MS = 120_000
SHEET = """() => {
    navigator.canShare = ({ files }) => files.length === 1;
    navigator.share = async ({ files, title }) => {
        window.shared = { title, type: files[0].type, size: files[0].size };
    };
}"""
"""Init script of a browser that shares files, as phones do."""

MANY_GAMES = """count => {
    const table = document.querySelector("#end .evening table");
    for (const row of table.rows) for (let n = 0; n < count; n++) row.cells[1].after(row.cells[1].cloneNode(true));
    return table.scrollWidth;
}"""
"""Script that adds games to the evening's score and returns its width."""


def play_by_bot(player: Player, *, is_seen: bool) -> Page:
    """Let a bot play for the player until the page shows the end.

    The page shows the game before it, or it does not."""
    page, table = player.page, player.page.url
    if not is_seen:
        page.goto(f"{player.url}/fairness")
    token = next(
        each["value"] for each in player.context.cookies() if each["name"] == get_device_cookie_name(player.url)
    )
    room = table.rpartition("/")[2]
    with httpx2.Client(base_url=player.url, timeout=60) as client:
        answer = client.post(
            f"/api/rooms/{room}/commands",
            json={"do": "stand_in", "seat": 0, "level": "easy"},
            headers={"authorization": f"Bearer {token}"},
        )
        assert answer.status_code == 200, answer.text
    if not is_seen:
        until = time.monotonic() + PLAYED_MS / 1_000
        while 'data-phase="finished"' not in page.request.get(table).text():
            assert time.monotonic() < until, "the bots have not come to the end"
            page.wait_for_timeout(500)
        page.goto(table)
    expect(page.locator("#end-title")).to_be_visible(timeout=PLAYED_MS)
    return page


@pytest.mark.slow("bots play two games on a live page")
def test_two_games_have_recaps_and_a_picture(person: MakePlayer) -> None:
    ada = start_table(person, "Ada", bots=1, game="edel_stein_reich")[0]
    fetched: list[str] = []
    ada.page.on("request", lambda request: fetched.append(request.url))
    assert not [url for url in fetched if "/js/end/" in url]
    page = play_by_bot(ada, is_seen=False)
    expect(page.locator("[data-stories]")).to_have_count(0)
    page.get_by_role("button", name="Play again", exact=True).click()
    expect(page.locator("#end-title")).to_have_count(0)
    play_by_bot(ada, is_seen=True)
    rows = page.locator("#end .evening tbody tr")
    expect(rows).to_have_count(2)
    for line in rows.all():
        *places, won = line.locator("td").all_inner_texts()
        assert (len(places), places.count("1")) == (2, int(won))
    page.set_viewport_size({"width": 320, "height": 640})
    wins = page.locator("#end .evening").get_by_role("columnheader", name="Wins")
    wins.scroll_into_view_if_needed()
    assert wins.evaluate("each => each.getBoundingClientRect().right <= innerWidth"), "one scrolls to the wins"
    assert page.evaluate(MANY_GAMES, 12) > 320, "as many games as fit need no scrolling"
    assert wins.evaluate("each => each.getBoundingClientRect().right <= innerWidth"), "the wins are scrolled away"
    page.set_viewport_size(DESK)
    stories = page.get_by_role("region", name="Highlights of the evening")
    expect(stories.get_by_role("link", name="Show that moment").first).to_be_visible()
    told = stories.locator("[data-best] .story").inner_text()
    with page.expect_download() as download:
        page.get_by_role("button", name="Share the picture").click()
    picture = download.value.path().read_bytes()
    assert struct.unpack(">II", picture[16:24]) == (1200, 630)
    drawn = page.locator("#send-picture canvas")
    said = drawn.get_attribute("aria-label") or ""
    assert told in said and "Ada" in said and "The evening so far" in said
    page.evaluate(SHEET)
    page.get_by_role("button", name="Share the picture").click()
    page.wait_for_function("() => window.shared")
    assert page.evaluate("window.shared") == {
        "title": "The evening so far",
        "type": "image/png",
        "size": len(picture),
    }
    stories.get_by_role("link", name="Show that moment").first.click()
    expect(page.locator("#where")).to_be_visible()


def test_single_game_has_a_picture_of_its_ranking(person: MakePlayer) -> None:
    page = open_pose(seat_as(person()), get_pose("edel_stein_reich", "finished"))
    title = page.locator("#end-title").inner_text()
    with page.expect_download():
        page.get_by_role("button", name="Share the picture").click()
    said = page.locator("#send-picture canvas").get_attribute("aria-label") or ""
    assert title in said and "1 " in said and "Edel, Stein & Reich" in said
