"""Newcomer on a slow connection: a control pressed twice has one effect.

The second press may follow a lost answer."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.slow_line import SlowLine
from tools.player import Player
from tools.served import Served

pytestmark = pytest.mark.browser

PASSPHRASE = "a castle by the lake"


@pytest.fixture
def line(served: Served) -> Iterator[SlowLine]:
    """Slow connection to the server."""
    with SlowLine(served.url).serve() as it:
        yield it


@pytest.fixture(params=["with scripts", "without scripts"])
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """Page of a browser that has never been here."""
    context = browser.new_context(
        viewport=PHONE, locale="en-GB", reduced_motion="reduce", java_script_enabled=request.param == "with scripts"
    )
    yield context.new_page()
    context.close()


def reroute(line: SlowLine, address: str) -> str:
    """Return an address by way of the slow connection."""
    return line.url + "/" + address.split("/", 3)[3]


def count_tables(page: Page, line: SlowLine) -> int:
    """Return the number of tables on this browser's home page."""
    page.goto(line.url)
    return page.locator(".table-link").count()


def test_join_clicked_twice_takes_one_seat(person: MakePlayer, line: SlowLine, page: Page) -> None:
    ada = person()
    link = ada.open_room()
    page.goto(reroute(line, link))
    page.get_by_label("Your name").fill("Gina")
    page.get_by_role("button", name="Join the table").dblclick()
    expect(page.locator(".chair.is-you")).to_contain_text("Gina")
    expect(ada.page.locator("#chairs .taken")).to_have_count(2)
    assert count_tables(page, line) == 1


@pytest.mark.parametrize("button", ["Play with friends", "Play now against bots", "Learn to play"])
def test_two_clicks_open_one_table(line: SlowLine, page: Page, button: str) -> None:
    page.goto(line.url)
    page.get_by_label("Your name").fill("Gina")
    page.locator(".box").first.get_by_role("button", name=button).dblclick()
    page.wait_for_url("**/r/**")
    assert count_tables(page, line) == 1


@pytest.mark.parametrize("what", ["pressed again", "loaded again"])
def test_lost_first_answer_opens_one_table(person: MakePlayer, line: SlowLine, page: Page, what: str) -> None:
    ada = person()
    address = reroute(line, ada.open_room())
    page.goto(address)
    page.get_by_label("Your name").fill("Gina")
    box = page.get_by_role("button", name="Join the table").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    line.loses = 1
    # A mouse does not wait for the next page.
    page.mouse.click(x, y)
    expect(ada.page.locator("#chairs .taken")).to_have_count(2)
    if what == "pressed again":
        page.mouse.click(x, y)
    else:
        page.goto(address)
    expect(page.locator(".chair.is-you")).to_contain_text("Gina")
    assert line.lost
    expect(ada.page.locator("#chairs .taken")).to_have_count(2)


def test_return_link_pressed_twice_works(person: MakePlayer, line: SlowLine, page: Page) -> None:
    ada = person()
    ada.open_room()
    ada.page.locator("[popovertarget=menu]").first.click()
    ada.page.get_by_role("button", name="Play on another device").click()
    page.goto(reroute(line, ada.page.locator("#return-link").input_value()))
    page.get_by_role("button", name="Play here").dblclick()
    expect(page.locator(".chair.is-you")).to_contain_text("Ada")


def test_lobby_lesson_pressed_twice_opens_one(line: SlowLine, page: Page) -> None:
    page.goto(line.url)
    page.get_by_label("Your name").fill("Gina")
    page.locator(".box").first.get_by_role("button", name="Play with friends").click()
    button = page.locator(".about-game").get_by_role("button", name="Learn to play")
    # The second press must follow the start of the first request.
    with page.expect_popup() as lesson, page.context.expect_event("request", lambda request: "/lesson" in request.url):
        button.click(no_wait_after=True)
    button.click()
    expect(lesson.value.get_by_role("link", name="Skip", exact=True)).to_be_visible()
    assert count_tables(page, line) == 2


def test_two_clicks_import_one_table(
    person: MakePlayer, served: Served, line: SlowLine, page: Page, tmp_path: Path
) -> None:
    file = tmp_path / "room.json"
    save_table(person(), file)
    before = count_rooms(served)
    page.goto(f"{line.url}/rooms/import")
    page.locator("[type=file]").set_input_files(file)
    page.locator("[name=passphrase]").fill(PASSPHRASE)
    page.get_by_role("button", name="Open the table").dblclick()
    expect(page.get_by_role("heading", name="Your table is ready")).to_be_visible()
    page.get_by_role("link", name="Open your seat").click()
    page.get_by_role("button", name="Play here").click()
    expect(page.locator(".chair.is-you")).to_contain_text("Ada")
    assert count_rooms(served) == before + 1


def save_table(host: Player, file: Path) -> None:
    """Open a table as a host and save it to a file."""
    host.open_room()
    host.page.goto(f"{host.page.url}/file")
    for field in ("passphrase", "again"):
        host.page.locator(f"[name={field}]").fill(PASSPHRASE)
    with host.page.expect_download() as download:
        host.page.get_by_role("button", name="Save to a file").click()
    download.value.save_as(file)


def count_rooms(served: Served) -> int:
    """Return the number of rooms on the server."""
    with closing(sqlite3.connect(served.database.partition("///")[2])) as database:
        return int(database.execute("SELECT count(*) FROM rooms").fetchone()[0])
