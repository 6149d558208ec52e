"""Hostile text in a real browser.

On no page may it run, open a dialog, break the policy, send a request or lead anywhere. A server that trusts text is
detected."""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

import httpx2
import pytest
from playwright.sync_api import Browser, FilePayload, expect

from app.rooms.chat.words import normalize_message
from app.rooms.model.ids import RoomCode
from engine import registry
from tests.abuse.hostile_rooms import LINES, PEOPLE, Room, make_harmless_rooms, make_room, make_rooms, write_rooms
from tests.abuse.hostile_words import LONG, REFUSED, SHORT
from tests.browser.trap import Trap
from tests.records.seated import device
from tests.rooms.builders import JOIN_KEY, NAMES, WATCH_KEY
from tests.whole import whole
from tools.served import Served

pytestmark = pytest.mark.browser

ROOMS = 10
"""Number of hostile rooms to open.

In 10, every second text that looks like markup is a player's name, and every text is said."""

TURNS = whole(1, 3)
"""One of so many of a room's further pages is opened in the daily run.

With ``SIGNET_WHOLE`` all of them are."""

PATHS: Mapping[str, tuple[str, ...]] = {
    "lobby": ("", f"/join/{JOIN_KEY}"),
    "finished": (
        "",
        "/replay?perspective=open",
        "/replay?perspective=open&if=1",
        "/replay?perspective=0&if=1",
        "/rounds",
        "/fairness",
    ),
    "playing": ("", f"/watch/{WATCH_KEY}"),
}
"""Pages of a room by its phase.

Pages behind a key are opened by a visitor without a seat."""

TOKEN = "a-token-that-nobody-guesses"
ALL = " ".join(word for word in (*SHORT, *LONG, *REFUSED) if len(word) < 200)
MARKUP = " ".join(word for word in SHORT if set(word) & set("<\"'{"))[:3000]
"""Texts with markup, few enough for an address."""

GAME = next(iter(registry.GAMES))
DOLLARS = "$& $1 $` $'"
OPEN = RoomCode("H0ST8000")
"""Room in which much is said while somebody watches."""

MUTANT = (sys.executable, "-m", "tests.abuse.mutant_gullible")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Server with all hostile rooms and full logging."""
    server = Served(tmp_path_factory.mktemp("hostile"), {"SIGNET_LOG": "debug", "SIGNET_ADMIN_TOKEN": TOKEN})
    talking = make_room(OPEN, GAME, "playing", (SHORT[0], DOLLARS, *SHORT[2:5]), ())
    write_rooms(server.database, (*make_rooms(ROOMS), *make_harmless_rooms(), talking))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def ada(browser: Browser, house: Served) -> Iterator[Trap]:
    """Browser of the player who has a seat in every room."""
    with Trap(browser, house.url, device("Ada").secret) as trap:
        yield trap


@pytest.fixture
def nobody(browser: Browser, house: Served) -> Iterator[Trap]:
    """Browser of a visitor without a seat."""
    with Trap(browser, house.url) as trap:
        yield trap


def is_well_logged(server: Served) -> bool:
    """Return whether the log is sound.

    Each line must be one object, without a broken policy or a fault."""
    greeted = "running games carry on when you start it again.\n"
    lines = [json.loads(line) for line in server.log.partition(greeted)[2].splitlines()]
    return all(isinstance(line, dict) and line["level"] in ("debug", "info") for line in lines) and len(lines) > 10


@pytest.mark.slow("loads pages of ten rooms")
def test_hostile_text_on_pages_is_inert(house: Served, ada: Trap, nobody: Trap) -> None:
    def list_visits(room: Room) -> list[tuple[str, Trap]]:
        return [(path, nobody if JOIN_KEY in path or WATCH_KEY in path else ada) for path in PATHS[room.phase]]

    wrong = []
    for turn, room in enumerate(make_rooms(ROOMS)):
        for place, (path, trap) in enumerate(list_visits(room)):
            # Three phases and two games alternate among the rooms.
            if path and (place + turn // len(PATHS)) % TURNS:
                continue
            seen = trap.look(f"/r/{room.code}{path}")
            wrong += [f"{path}: there is {strange}" for strange in seen.strange]
            if path not in (f"/join/{JOIN_KEY}", "/fairness"):
                wrong += [f"{path}: no player {name!a}" for name in room.names if name not in seen.names]
            if path in ("", f"/watch/{WATCH_KEY}"):
                wrong += [f"{path}: no line {line!a}" for line in room.lines if line not in seen.lines]
    ada.look("/")
    assert wrong + ada.caught + nobody.caught == []
    assert is_well_logged(house)


@pytest.mark.slow("two pages draw a hundred lines")
def test_hostile_text_in_live_chat_is_inert(house: Served, ada: Trap, nobody: Trap) -> None:
    ada.look(f"/r/{OPEN}")
    nobody.look(f"/r/{OPEN}/watch/{WATCH_KEY}")
    words = (*LONG, *SHORT[:20])
    with httpx2.Client(base_url=house.url, timeout=60) as client:

        def does(asker: int, /, **command: object) -> None:
            token = {"authorization": f"Bearer {device(NAMES[asker]).secret}"}
            answer = client.post(f"/api/rooms/{OPEN}/commands", json=command, headers=token)
            assert answer.status_code == 200, answer.text

        for place, word in enumerate(words):
            does(place % PEOPLE, do="say", text=word)
            form = {"do": "watcher_say", "name": SHORT[20 + place], "text": word}
            answer = client.post(f"/r/{OPEN}/watch/{WATCH_KEY}/do", data=form, headers={"origin": house.url})
            assert answer.status_code == 303, answer.text
            if place % LINES == 0 or word == words[-1]:
                # A busy page merges messages and shows only so many.
                for trap in (ada, nobody):
                    expect(trap.page.locator(".chat-scroll .line").first).to_have_text(str(normalize_message(word)))
        does(1, do="nudge", seat=0)
        does(0, do="hear_watchers", on=True)
        does(0, do="mute", name=SHORT[2], on=True)
    for trap in (ada, nobody):
        expect(trap.page.locator(".chat-watchers .line").first).to_have_text(str(normalize_message(words[-1])))
    expect(ada.page.locator("#announcer")).to_contain_text(DOLLARS)
    expect(ada.page.locator("#chat-hears bdi").filter(has_text=SHORT[2])).to_have_count(1)
    for trap in (ada, nobody):
        trap.settle()
    assert ada.caught + nobody.caught == []
    assert is_well_logged(house)


@pytest.mark.slow("loads some twenty pages")
def test_hostile_text_in_refusals_is_inert(house: Served, ada: Trap, nobody: Trap) -> None:
    lobby = next(room.code for room in make_harmless_rooms() if room.phase == "lobby")
    for trap, path, form, field in (
        (nobody, "/", ".shelf-form", "name"),
        (nobody, "/", "[action='/join']", "code"),
        (nobody, f"/r/{lobby}/join/{JOIN_KEY}", "[action*='/join/']", "name"),
        (ada, f"/r/{OPEN}/calls", "[action$='/calls/hook']", "url"),
        (nobody, "/admin", "[action='/admin']", "token"),
    ):
        trap.look(path)
        trap.submit(f"form{form}", field, ALL)
        assert trap.page.locator("[role=alert]:visible").count() == 1, path
        trap.settle()
    addresses = ("/", "/r/", "/rules/", "/rules/adel_verpflichtet/", f"/r/{OPEN}/join/", f"/r/{OPEN}/watch/")
    for address in addresses:
        nobody.look(f"{address}{quote(MARKUP, safe='')}")
    for address in (f"/r/{OPEN}/replay?at=%&perspective=%&game=%", f"/r/{OPEN}/rounds?who=%&what=%&game=%", "/?%"):
        ada.look(address.replace("%", quote(MARKUP, safe="")))
    ada.look("/admin")
    ada.submit("form[action='/admin']", "token", TOKEN)
    ada.settle()
    expect(ada.page.get_by_role("heading", name="Database")).to_be_visible()
    assert ada.caught + nobody.caught == []
    assert is_well_logged(house)


def test_hostile_record_is_inert(nobody: Trap) -> None:
    """Only the browser reads the record."""
    events = [{"fact": "GameBegun", "number": word, "commitment": word, "seed": word} for word in (*SHORT, *LONG)]
    crooked: tuple[object, ...] = (["0" * 64], {}, 7)
    others = [{"fact": "GameBegun", "number": [DOLLARS], "commitment": "0" * 64, "seed": seed} for seed in crooked]
    record = {"format": "signet-journal", "facts": [*events, *others, None, 7]}
    file: FilePayload = {"name": "x.json", "mimeType": "text/html", "buffer": json.dumps(record).encode()}
    nobody.look("/fairness")
    nobody.page.locator("#record-file").set_input_files(file)
    expect(nobody.page.locator("#record-says li[data-state=fails]")).to_have_count(len(events) + len(others))
    said_of = nobody.page.locator("#record-says li").all_text_contents()
    assert [
        event["number"] for event, text in zip(events, said_of, strict=False) if f"{event['number']}: " not in text
    ] == []
    nobody.settle()
    assert nobody.caught == []


@pytest.mark.slow("starts a server of its own")
def test_server_that_trusts_text_is_detected(browser: Browser, tmp_path: Path) -> None:
    names = (
        "<img src=x onerror=f()>",
        "<svg/onload=f()>",
        "<b onclick=f()>Otto</b>",
        "<body onload=f()>",
        "<input autofocus>",
    )
    lines = tuple(word for word in LONG if word.startswith(("<img src", "<link")))
    gullible = make_room(RoomCode("H0ST7000"), GAME, "finished", names, lines)
    server = Served(tmp_path, command=MUTANT)
    write_rooms(server.database, [gullible])
    server.start()
    try:
        with Trap(browser, server.url, device("Ada").secret) as under_policy:
            strange = under_policy.look(f"/r/{gullible.code}").strange
        with Trap(browser, server.url, device("Ada").secret, bypass_csp=True) as without:
            without.look(f"/r/{gullible.code}")
    finally:
        server.stop()
    caught = " ".join(under_policy.caught)
    assert strange
    assert "the policy was broken: script-src" in caught
    assert f"a request to {server.url}/x" in caught
    assert "a script ran" not in caught
    assert {"a script ran", "a dialog opened"} <= set(without.caught)
