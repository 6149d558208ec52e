"""Proof of a deal in the browser, and rooms as files.

A deal is proved on a game's page, by hand, from a file and from a saved page. Rooms are saved and imported by clicks.
"""

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
from tests.browser.access import OF_COLOURS, SMALL_TARGETS, find_violations, has_no_overflow
from tests.browser.conftest import PHONE
from tests.browser.cookies import get_device_cookie_name
from tests.records.evenings import long_evening, record
from tests.records.seated import assign_devices, device
from tests.rooms.builders import CODE, SEED
from tools.served import ROOT, Served

pytestmark = pytest.mark.browser

COMMITMENT = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()


@contextmanager
def serve_long_evening(folder: Path) -> Iterator[Served]:
    """Serve a room of a long evening."""
    server = Served(folder)

    async def keep() -> None:
        store = SqlStore(server.database)
        await store.append(CODE, START, assign_devices(long_evening()), "playing", None)
        await store.close()

    # The event loop of this thread is the browser's.
    with ThreadPoolExecutor() as threads:
        threads.submit(lambda: asyncio.run(keep())).result()
    server.start()
    yield server
    server.stop()


@contextmanager
def open_as_ada(browser: Browser, server: Served) -> Iterator[BrowserContext]:
    """Open the browser of a player of that evening."""
    context = browser.new_context(base_url=server.url, viewport={"width": PHONE["width"], "height": PHONE["height"]})
    context.add_cookies(
        [{"name": get_device_cookie_name(server.url), "value": device("Ada").secret, "url": server.url}]
    )
    yield context
    context.close()


@pytest.fixture
def at_table(browser: Browser, served: Served) -> Iterator[BrowserContext]:
    """Browser of a player whose table the test does not change."""
    with open_as_ada(browser, served) as context:
        yield context


@pytest.fixture
def at_own_table(browser: Browser, tmp_path: Path) -> Iterator[BrowserContext]:
    """Browser of a player whose table the test may change."""
    with serve_long_evening(tmp_path) as server, open_as_ada(browser, server) as context:
        yield context


def open_page(context: BrowserContext, path: str) -> Page:
    """Open a page on which no script may fail."""
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(path)
    return page


def test_browser_verifies_the_page_of_a_game(at_table: BrowserContext) -> None:
    page = open_page(at_table, f"/r/{CODE}/fairness?game=1")
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
def test_browser_detects_a_false_page(at_table: BrowserContext, was: str, becomes: str, held: int) -> None:
    path = f"/r/{CODE}/fairness?game=1"
    page = at_table.new_page()
    true = at_table.request.get(path).text()
    assert was in true
    page.route(f"**{path}", lambda route: route.fulfill(body=true.replace(was, becomes), content_type="text/html"))
    page.goto(path)
    expect(page.locator(".check[data-state=waits]")).to_have_count(0)
    expect(page.locator(".check[data-state=holds]")).to_have_count(held)
    expect(page.locator(".check[data-state=fails]")).to_have_count(3 - held)


def verify_by_hand(page: Page) -> None:
    """Enter matching numbers, which hold, and others, which fail."""
    says = page.locator("#by-hand-says")
    for seed, said in ((SEED, "Matches"), (SEED[:-1] + "0", "Does not match"), ("5e", "64 characters")):
        page.locator("[name=commitment]").fill(COMMITMENT)
        page.locator("[name=seed]").fill(seed)
        page.locator("#by-hand button").click()
        expect(says).to_contain_text(said)


def test_file_is_verified_without_upload(at_table: BrowserContext) -> None:
    page = open_page(at_table, "/fairness")
    verify_by_hand(page)
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


def test_saved_page_verifies_without_a_server(at_table: BrowserContext, tmp_path: Path) -> None:
    source = at_table.request.get("/fairness").text()
    script = ROOT / "static/js/proof.js"
    (tmp_path / "proof.js").write_bytes(script.read_bytes())
    head, _, tail = source.partition('<script defer src="/static/js/proof.js')
    saved = tmp_path / "saved.html"
    saved.write_text(f'{head}<script defer src="proof.js{tail[tail.index(chr(34)) :]}', encoding="utf-8")
    at_table.set_offline(True)
    page = open_page(at_table, saved.as_uri())
    verify_by_hand(page)


def test_the_pages_break_no_rule(at_table: BrowserContext) -> None:
    for path in ("/fairness", f"/r/{CODE}/fairness", f"/r/{CODE}/file", "/rooms/import"):
        page = open_page(at_table, path)
        page.emulate_media(color_scheme="light")
        assert find_violations(page) == [], path
        page.emulate_media(color_scheme="dark")
        assert find_violations(page, OF_COLOURS) == [], path
        assert page.evaluate(SMALL_TARGETS) == [], path
        assert has_no_overflow(page), path
        page.close()


def become(context: BrowserContext, page: Page, name: str) -> None:
    """Give the browser a player's device and open the page of the room's file."""
    context.clear_cookies()
    url = page.evaluate("location.origin")
    context.add_cookies([{"name": get_device_cookie_name(url), "value": device(name).secret, "url": url}])
    page.goto(f"/r/{CODE}/file")


@pytest.mark.slow("a server is started, and the rules are asked eight times")
def test_table_agrees_and_is_saved_deleted_and_imported(at_own_table: BrowserContext, tmp_path: Path) -> None:
    host = fold(None, assign_devices(long_evening()))
    assert host is not None
    who = host.seats[host.hosts[0]]
    assert who is not None
    page = open_page(at_own_table, "/fairness")
    others = [name for name in ("Ada", "Ben", "Carla") if name != who.name]
    become(at_own_table, page, who.name)
    expect(page.locator("main")).to_contain_text("Still to agree:")
    expect(page.locator("[name=passphrase]")).to_have_count(0)
    assert (find_violations(page), has_no_overflow(page)) == ([], True)
    for name in others:
        become(at_own_table, page, name)
        page.get_by_role("button", name="Vote to save it").click()
        is_first = name == others[0]
        said = "You want to save this table to a file." if is_first else "Saving is agreed"
        expect(page.locator("#votes")).to_contain_text(said)
        assert (find_violations(page), has_no_overflow(page)) == ([], True)
    become(at_own_table, page, who.name)
    for name in ("passphrase", "again"):
        page.locator(f"[name={name}]").fill("a castle by the lake")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    file = tmp_path / "room.json"
    download.value.save_as(file)
    page.goto(f"/r/{CODE}")
    expect(page.locator("#votes")).to_contain_text(f"{who.name} saved this table to a file.")
    assert (find_violations(page), has_no_overflow(page)) == ([], True)
    delete_room(page)
    import_room(page, file)
    expect(page.locator(".seat-links li")).to_have_count(0)
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator("#votes")).to_contain_text(f"{who.name} opened this table from a file.")
    assert (find_violations(page), has_no_overflow(page)) == ([], True)
    delete_room(page)
    # A new device: the old one already holds a seat of the room.
    at_own_table.clear_cookies()
    import_room(page, file)
    expect(page.locator(".seat-links li")).to_have_count(1)
    page.get_by_role("link", name="Open your seat").click()
    page.get_by_role("button", name="Play here").click()
    expect(page.locator("#scene")).to_be_visible()
    expect(page.locator(".chat-lines [data-note]").first).to_contain_text(
        f"{who.name}'s seat was opened on one more device."
    )


def delete_room(page: Page) -> None:
    """Delete the table as its host."""
    page.goto(f"/r/{CODE}/file")
    page.locator("[name=confirm]").fill(CODE)
    page.get_by_role("button", name="Delete everything").click()


def import_room(page: Page, file: Path) -> None:
    """Import the saved table."""
    page.goto("/rooms/import")
    page.locator("[type=file]").set_input_files(file)
    page.locator("[name=passphrase]").fill("a castle by the lake")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Your table is ready")).to_be_visible()
    assert find_violations(page) == []
