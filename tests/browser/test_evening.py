"""After a second game on a live page: the stories of both, and a picture of the evening that is made there, given to
the system's sheet or, without one, kept as a file."""

import struct
import time

import httpx2
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, MakePlayer
from tests.browser.cookies import device_cookie
from tests.browser.posed import go, pose, seat
from tests.browser.tables import table
from tools.player import Player

pytestmark = pytest.mark.browser

PLAYED_MS = 120_000
SHEET = """() => {
    navigator.canShare = ({ files }) => files.length === 1;
    navigator.share = async ({ files, title }) => {
        window.shared = { title, type: files[0].type, size: files[0].size };
    };
}"""
"""A browser that shares files, as those of phones do."""

MANY_GAMES = """count => {
    const table = document.querySelector("#end .evening table");
    for (const row of table.rows) for (let n = 0; n < count; n++) row.cells[1].after(row.cells[1].cloneNode(true));
    return table.scrollWidth;
}"""
"""Puts so many more games into the score of the evening, and says how wide it is then."""


def let_it_end(player: Player, *, is_seen: bool) -> Page:
    """A bot plays for the player until the page shows the end; the game before it is seen or not."""
    page, table = player.page, player.page.url
    if not is_seen:
        page.goto(f"{player.url}/fairness")
    token = next(each["value"] for each in player.context.cookies() if each["name"] == device_cookie(player.url))
    room = table.rpartition("/")[2]
    with httpx2.Client(base_url=player.url) as client:
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
def test_an_evening_of_two_games_is_told_and_becomes_a_picture(person: MakePlayer) -> None:
    ada = table(person, "Ada", bots=1, game="edel_stein_reich")[0]
    fetched: list[str] = []
    ada.page.on("request", lambda request: fetched.append(request.url))
    assert not [url for url in fetched if "/js/end/" in url]
    page = let_it_end(ada, is_seen=False)
    expect(page.locator("[data-stories]")).to_have_count(0)
    page.get_by_role("button", name="Play again", exact=True).click()
    expect(page.locator("#end-title")).to_have_count(0)
    let_it_end(ada, is_seen=True)
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


def test_a_single_game_becomes_a_picture_of_its_places(person: MakePlayer) -> None:
    page = go(seat(person()), pose("edel_stein_reich", "finished"))
    title = page.locator("#end-title").inner_text()
    with page.expect_download():
        page.get_by_role("button", name="Share the picture").click()
    said = page.locator("#send-picture canvas").get_attribute("aria-label") or ""
    assert title in said and "1 " in said and "Edel, Stein & Reich" in said
