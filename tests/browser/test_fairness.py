"""The browser proves a deal by itself: from the page of a game, by hand, from a file, and from a saved page. And a room
as a file: saved and brought in by clicks."""

import asyncio
import hashlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import orjson
import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, expect

from app.journal.sql.store import SqlStore
from app.journal.store import START
from app.rooms.fold import fold
from tests.browser.access import OF_COLOURS, SMALL_TARGETS, fits, wrong
from tests.browser.conftest import PHONE
from tests.browser.cookies import device_cookie
from tests.records.evenings import long_evening, record
from tests.records.seated import device, with_tokens
from tests.rooms.builders import CODE, SEED
from tools.served import ROOT, Served

pytestmark = pytest.mark.browser

COMMITMENT = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()


@contextmanager
def house(folder: Path) -> Iterator[Served]:
    """A server with the table of a long evening."""
    server = Served(folder)

    async def keep() -> None:
        store = SqlStore(server.database)
        await store.append(CODE, START, with_tokens(long_evening()), "playing", None)
        await store.close()

    # this thread's own loop is the browser's
    with ThreadPoolExecutor() as threads:
        threads.submit(lambda: asyncio.run(keep())).result()
    server.start()
    yield server
    server.stop()


@contextmanager
def sitting(browser: Browser, server: Served) -> Iterator[BrowserContext]:
    """The browser of somebody who sat there."""
    context = browser.new_context(base_url=server.url, viewport={"width": PHONE["width"], "height": PHONE["height"]})
    context.add_cookies([{"name": device_cookie(server.url), "value": device("Ada").secret, "url": server.url}])
    yield context
    context.close()


@pytest.fixture
def at_table(browser: Browser, served: Served) -> Iterator[BrowserContext]:
    """The browser of somebody who sat at the table, and leaves it as it is."""
    with sitting(browser, served) as context:
        yield context


@pytest.fixture
def at_own_table(browser: Browser, tmp_path: Path) -> Iterator[BrowserContext]:
    """The same at a table that the test may change."""
    with house(tmp_path) as server, sitting(browser, server) as context:
        yield context


def opened(context: BrowserContext, path: str) -> Page:
    """The page, in which no script may fail."""
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(path)
    return page


def test_the_page_of_a_game_is_checked_by_the_browser(at_table: BrowserContext) -> None:
    page = opened(at_table, f"/r/{CODE}/fairness?game=1")
    expect(page.locator(".check[data-state=holds]")).to_have_count(3)
    expect(page.locator(".deal[data-state=holds]")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize(
    ("was", "becomes", "held"),
    [
        (f'id="seed" translate="no">{SEED}', f'id="seed" translate="no">{"5f" * 32}', 1),
        ('data-label="adel_verpflichtet/objects"', 'data-label="adel_verpflichtet/other"', 2),
        (f'id="commitment" translate="no">{COMMITMENT}', f'id="commitment" translate="no">{"0" * 64}', 2),
    ],
)
def test_a_page_that_lies_is_caught_by_the_browser(at_table: BrowserContext, was: str, becomes: str, held: int) -> None:
    path = f"/r/{CODE}/fairness?game=1"
    page = at_table.new_page()
    true = at_table.request.get(path).text()
    assert was in true
    page.route(f"**{path}", lambda route: route.fulfill(body=true.replace(was, becomes), content_type="text/html"))
    page.goto(path)
    expect(page.locator(".check[data-state=waits]")).to_have_count(0)
    expect(page.locator(".check[data-state=holds]")).to_have_count(held)
    expect(page.locator(".check[data-state=fails]")).to_have_count(3 - held)


def checks_by_hand(page: Page) -> None:
    """Numbers that fit hold, others do not."""
    says = page.locator("#by-hand-says")
    for seed, said in ((SEED, "Matches"), (SEED[:-1] + "0", "Does not match"), ("5e", "64 characters")):
        page.locator("[name=commitment]").fill(COMMITMENT)
        page.locator("[name=seed]").fill(seed)
        page.locator("#by-hand button").click()
        expect(says).to_contain_text(said)


def test_a_file_is_checked_without_being_sent(at_table: BrowserContext) -> None:
    page = opened(at_table, "/fairness")
    checks_by_hand(page)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    events = record(long_evening())
    begun = [event for event in events["facts"] if event["fact"] == "GameBegun"]
    for ends in (["holds", "holds", "holds", "waits"], ["holds", "fails", "holds", "waits"]):
        file: FilePayload = {"name": "record.json", "mimeType": "application/json", "buffer": orjson.dumps(events)}
        page.locator("#record-file").set_input_files([file])
        for place, state in enumerate(ends):
            expect(page.locator("#record-says li").nth(place)).to_have_attribute("data-state", state)
        begun[1]["seed"] = begun[1]["seed"][::-1].replace("a", "b")
    nothing: FilePayload = {"name": "x", "mimeType": "text/plain", "buffer": b"nothing"}
    page.locator("#record-file").set_input_files([nothing])
    expect(page.locator("#record-says")).to_contain_text("isn't a Signet record")
    assert sent == []


def test_a_saved_page_calculates_without_any_server(at_table: BrowserContext, tmp_path: Path) -> None:
    source = at_table.request.get("/fairness").text()
    script = ROOT / "static/js/proof.js"
    (tmp_path / "proof.js").write_bytes(script.read_bytes())
    head, _, tail = source.partition('<script defer src="/static/js/proof.js')
    saved = tmp_path / "saved.html"
    saved.write_text(f'{head}<script defer src="proof.js{tail[tail.index(chr(34)) :]}', encoding="utf-8")
    at_table.set_offline(True)
    page = opened(at_table, saved.as_uri())
    checks_by_hand(page)


def test_the_pages_break_no_rule(at_table: BrowserContext) -> None:
    for path in ("/fairness", f"/r/{CODE}/fairness", f"/r/{CODE}/file", "/rooms/import"):
        page = opened(at_table, path)
        page.emulate_media(color_scheme="light")
        assert wrong(page) == [], path
        page.emulate_media(color_scheme="dark")
        assert wrong(page, OF_COLOURS) == [], path
        assert page.evaluate(SMALL_TARGETS) == [], path
        assert fits(page), path
        page.close()


def sits_as(context: BrowserContext, page: Page, name: str) -> None:
    """The browser's device becomes that player's, on the page of the room as a file."""
    context.clear_cookies()
    url = page.evaluate("location.origin")
    context.add_cookies([{"name": device_cookie(url), "value": device(name).secret, "url": url}])
    page.goto(f"/r/{CODE}/file")


@pytest.mark.slow("a server is started, and the rules are asked eight times")
def test_a_table_agrees_is_saved_deleted_and_brought_in_by_clicks(at_own_table: BrowserContext, tmp_path: Path) -> None:
    host = fold(None, with_tokens(long_evening()))
    assert host is not None
    who = host.seats[host.hosts[0]]
    assert who is not None
    page = opened(at_own_table, "/fairness")
    others = [name for name in ("Ada", "Ben", "Carla") if name != who.name]
    sits_as(at_own_table, page, who.name)
    expect(page.locator("main")).to_contain_text("Still to agree:")
    expect(page.locator("[name=passphrase]")).to_have_count(0)
    assert (wrong(page), fits(page)) == ([], True)
    for name in others:
        sits_as(at_own_table, page, name)
        page.get_by_role("button", name="Vote to save it").click()
        is_first = name == others[0]
        said = "You want to save this table to a file." if is_first else "Saving is agreed"
        expect(page.locator("#votes")).to_contain_text(said)
        assert (wrong(page), fits(page)) == ([], True)
    sits_as(at_own_table, page, who.name)
    for name in ("passphrase", "again"):
        page.locator(f"[name={name}]").fill("a castle by the lake")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    file = tmp_path / "room.json"
    download.value.save_as(file)
    page.goto(f"/r/{CODE}")
    expect(page.locator("#votes")).to_contain_text(f"{who.name} saved this table to a file.")
    assert (wrong(page), fits(page)) == ([], True)
    delete(page)
    bring(page, file)
    expect(page.locator(".seat-links li")).to_have_count(0)
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator("#votes")).to_contain_text(f"{who.name} opened this table from a file.")
    assert (wrong(page), fits(page)) == ([], True)
    delete(page)
    # another device: that one holds a seat of the room already
    at_own_table.clear_cookies()
    bring(page, file)
    expect(page.locator(".seat-links li")).to_have_count(1)
    page.get_by_role("link", name="Open your seat").click()
    page.get_by_role("button", name="Play here").click()
    expect(page.locator("#scene")).to_be_visible()
    expect(page.locator(".chat-lines [data-note]").first).to_contain_text(
        f"{who.name}'s seat was opened on one more device."
    )


def delete(page: Page) -> None:
    """Deletes the table by the hand of its host."""
    page.goto(f"/r/{CODE}/file")
    page.locator("[name=confirm]").fill(CODE)
    page.get_by_role("button", name="Delete everything").click()


def bring(page: Page, file: Path) -> None:
    """Opens the saved table."""
    page.goto("/rooms/import")
    page.locator("[type=file]").set_input_files(file)
    page.locator("[name=passphrase]").fill("a castle by the lake")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Your table is ready")).to_be_visible()
    assert wrong(page) == []
