"""Next evening: proposed in one tap, agreed in the other, in each reader's zone."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import find_violations, has_no_overflow
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.tables import start_table
from tools.player import Player

pytestmark = pytest.mark.browser

UNCOVERED = """headings => [headings[0], document.querySelector("#dates h2")].every(heading => {
  const box = heading.getBoundingClientRect();
  return heading.contains(document.elementFromPoint(box.left + 9, box.top + box.height / 2));
})"""
"""True if nothing lies over the first heading and that of the dates."""

BERLIN: dict[str, object] = {"timezone_id": "Europe/Berlin"}


def end_game(*players: Player) -> None:
    """End the players' game by their votes."""
    for player in players:
        path = f"{player.page.url}/do"
        answer = player.page.request.post(
            path, form={"do": "vote", "motion": "end", "on": "on"}, headers={"origin": player.url.rstrip("/")}
        )
        assert answer.ok
    for player in players:
        expect(player.page.locator("#end")).to_be_visible()


def press(page: Page, name: str) -> None:
    page.locator("#dates").get_by_role("button", name=name, exact=True).first.click()


@pytest.mark.slow("two pages answer each other")
def test_two_people_agree_on_an_evening_in_two_taps(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", phone="Ben")
    end_game(ada, ben)
    preset = ada.page.locator("[data-preset=friday]")
    expect(preset).to_contain_text("20:00")
    preset.click()
    expect(ben.page.locator("#dates .date")).to_be_in_viewport()
    press(ben.page, "I can")
    # the answered date makes way for the ranking, and stays in view
    expect(ben.page.locator("#dates .is-fixed")).to_be_in_viewport()
    ben.page.evaluate("scrollTo(0, 0)")
    ada.say("See you there")
    expect(ben.page.locator("#chat .line").filter(has_text="See you there")).to_have_count(1)
    assert ben.page.evaluate("scrollY") == 0
    for player in (ada, ben):
        expect(player.page.locator("#dates .is-fixed")).to_contain_text("Ada and Ben")
        expect(player.page.locator("#dates .date-list")).to_have_count(0)
    assert "20:00" in ben.page.locator(".is-fixed time").inner_text()
    for player, size in ((ada, DESK), (ben, PHONE)):
        player.page.set_viewport_size(size)
        assert find_violations(player.page, part="#dates") == []
        assert has_no_overflow(player.page)
    with ben.page.expect_download() as saved:
        ben.page.get_by_role("link", name="Add to my calendar").click()
    assert "STATUS:CONFIRMED" in saved.value.path().read_text(encoding="utf-8")
    ben.page.goto(ben.url)
    expect(ben.page.locator(".table-link time")).to_have_text("Friday 20:00")


@pytest.mark.slow("two players end a game")
def test_the_last_reveal_plays_below_ranking_and_dates(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben")
    for player in (ada, ben):
        player.choose()
    expect(ada.page.locator("#phase")).to_have_attribute("data-reveal", "1")
    end_game(ada, ben)
    ada.page.set_viewport_size(DESK)
    for part in ("#end h1", "#dates h2"):
        expect(ada.page.locator(part).first).to_be_in_viewport()
    ada.page.locator("[data-replay]").first.click()
    expect(ada.page.locator("#film")).to_be_visible()
    assert ada.page.locator("#end h1").evaluate_all(UNCOVERED)


@pytest.mark.slow("three browsers at the end of a game")
def test_everybody_reads_the_date_in_their_own_zone(person: MakePlayer) -> None:
    """Tokyo is eight hours ahead of Berlin in winter."""
    ada, ben = start_table(person, "Ada", "Ben", settings=BERLIN)
    end_game(ada, ben)
    year = datetime.now(UTC).year + 1
    ada.page.locator(".date-typed [name=at]").fill(f"{year}-01-15T20:00")
    ada.page.get_by_role("button", name="Propose", exact=True).click()
    line = ada.page.locator("#dates .date time")
    expect(line).to_contain_text("20:00")
    at = datetime.fromtimestamp(int(line.get_attribute("data-date") or "") / 1000, ZoneInfo("Europe/Berlin"))
    assert (at.year, at.month, at.day, at.hour) == (year, 1, 15, 20)
    there = person("Ben", timezone_id="Asia/Tokyo")
    (device,) = [each for each in ben.context.cookies() if each.get("httpOnly")]
    there.context.add_cookies([{"name": device["name"], "value": device["value"], "url": there.url}])
    there.page.goto(ben.page.url)
    expect(there.page.locator("#dates .date time")).to_contain_text("16 January")
    expect(there.page.locator("#dates .date time")).to_contain_text("04:00")
    ada.page.emulate_media(color_scheme="dark")
    assert find_violations(ada.page, part="#dates") == []


def test_a_date_goes_by_keyboard_without_losing_the_focus(person: MakePlayer) -> None:
    [ada] = start_table(person, "Ada", bots=1)
    end_game(ada)
    preset = ada.page.locator("[data-preset=tomorrow]")
    expect(preset).to_be_visible()
    preset.press("Enter")
    fix = ada.page.locator("#dates").get_by_role("button", name="Fix this date")
    fix.press("Enter")
    expect(ada.page.locator("#dates .is-fixed")).to_be_visible()
    expect(ada.page.locator("#dates")).to_be_focused()
