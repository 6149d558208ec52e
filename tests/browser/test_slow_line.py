"""A newcomer on a slow line: whatever is pressed twice, or again after its answer was lost, begins one thing."""

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
    """A slow line to the server."""
    with SlowLine(served.url).up() as it:
        yield it


@pytest.fixture(params=["with scripts", "without scripts"])
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A page of a browser that has never been here."""
    context = browser.new_context(
        viewport=PHONE, locale="en-GB", reduced_motion="reduce", java_script_enabled=request.param == "with scripts"
    )
    yield context.new_page()
    context.close()


def on(line: SlowLine, address: str) -> str:
    """The same address by way of the line."""
    return line.url + "/" + address.split("/", 3)[3]


def tables(page: Page, line: SlowLine) -> int:
    """How many tables this browser's home page lists."""
    page.goto(line.url)
    return page.locator(".table-link").count()


def test_join_is_clicked_twice(person: MakePlayer, line: SlowLine, page: Page) -> None:
    ada = person()
    link = ada.open_room()
    page.goto(on(line, link))
    page.get_by_label("Your name").fill("Gina")
    page.get_by_role("button", name="Join the table").dblclick()
    expect(page.locator(".chair.is-you")).to_contain_text("Gina")
    expect(ada.page.locator("#chairs .taken")).to_have_count(2)
    assert tables(page, line) == 1


@pytest.mark.parametrize("button", ["Play with friends", "Play now against bots", "Learn to play"])
def test_a_table_is_opened_by_two_clicks(line: SlowLine, page: Page, button: str) -> None:
    page.goto(line.url)
    page.get_by_label("Your name").fill("Gina")
    page.locator(".box").first.get_by_role("button", name=button).dblclick()
    page.wait_for_url("**/r/**")
    assert tables(page, line) == 1


@pytest.mark.parametrize("what", ["pressed again", "loaded again"])
def test_the_first_answer_never_arrives(person: MakePlayer, line: SlowLine, page: Page, what: str) -> None:
    ada = person()
    address = on(line, ada.open_room())
    page.goto(address)
    page.get_by_label("Your name").fill("Gina")
    box = page.get_by_role("button", name="Join the table").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    line.loses = 1
    # a mouse does not wait for the page that is on its way
    page.mouse.click(x, y)
    expect(ada.page.locator("#chairs .taken")).to_have_count(2)
    if what == "pressed again":
        page.mouse.click(x, y)
    else:
        page.goto(address)
    expect(page.locator(".chair.is-you")).to_contain_text("Gina")
    assert line.lost
    expect(ada.page.locator("#chairs .taken")).to_have_count(2)


def test_a_return_link_is_pressed_twice(person: MakePlayer, line: SlowLine, page: Page) -> None:
    ada = person()
    ada.open_room()
    ada.page.locator("[popovertarget=menu]").first.click()
    ada.page.get_by_role("button", name="Play on another device").click()
    page.goto(on(line, ada.page.locator("#return-link").input_value()))
    page.get_by_role("button", name="Play here").dblclick()
    expect(page.locator(".chair.is-you")).to_contain_text("Ada")


def test_the_lesson_in_the_lobby_is_pressed_twice(line: SlowLine, page: Page) -> None:
    page.goto(line.url)
    page.get_by_label("Your name").fill("Gina")
    page.locator(".box").first.get_by_role("button", name="Play with friends").click()
    button = page.locator(".about-game").get_by_role("button", name="Learn to play")
    # the second press must not come before the first one is on its way
    with page.expect_popup() as lesson, page.context.expect_event("request", lambda request: "/lesson" in request.url):
        button.click(no_wait_after=True)
    button.click()
    expect(lesson.value.get_by_role("link", name="Skip", exact=True)).to_be_visible()
    assert tables(page, line) == 2


def test_a_saved_table_is_opened_by_two_clicks(
    person: MakePlayer, served: Served, line: SlowLine, page: Page, tmp_path: Path
) -> None:
    file = tmp_path / "room.json"
    save(person(), file)
    before = rooms(served)
    page.goto(f"{line.url}/rooms/import")
    page.locator("[type=file]").set_input_files(file)
    page.locator("[name=passphrase]").fill(PASSPHRASE)
    page.get_by_role("button", name="Open the table").dblclick()
    expect(page.get_by_role("heading", name="Your table is ready")).to_be_visible()
    page.get_by_role("link", name="Open your seat").click()
    page.get_by_role("button", name="Play here").click()
    expect(page.locator(".chair.is-you")).to_contain_text("Ada")
    assert rooms(served) == before + 1


def save(host: Player, file: Path) -> None:
    """A host opens a table and saves it to that file."""
    host.open_room()
    host.page.goto(f"{host.page.url}/file")
    for field in ("passphrase", "again"):
        host.page.locator(f"[name={field}]").fill(PASSPHRASE)
    with host.page.expect_download() as download:
        host.page.get_by_role("button", name="Save to a file").click()
    download.value.save_as(file)


def rooms(served: Served) -> int:
    """How many rooms the server keeps."""
    with closing(sqlite3.connect(served.database.partition("///")[2])) as database:
        return int(database.execute("SELECT count(*) FROM rooms").fetchone()[0])
