"""A newcomer on a slow line: whatever is pressed twice, or again after its answer was lost, begins one thing."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.slow_line import SlowLine
from tools.served import Served

pytestmark = pytest.mark.browser


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
