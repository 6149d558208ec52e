"""Rooms imported from a file: no player loses a seat, and everybody is informed."""

import html
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from app.live.manager import RoomManager
from app.records.room_import import RoomImport
from app.rooms.model.ids import Digest, RoomCode
from app.web.http.identity import digest_of
from app.web.service import arrival
from app.web.text.languages import LANGUAGES, catalogue
from engine.core.seats import Seat
from tests.records.test_room_import import CHANGES, reseal_file
from tests.web.routes.test_replay import device
from tests.web.routes.test_room_files import PASSPHRASE, TWICE, links_of, open_seat_link, post
from tests.web.tables import Table, Web, a_web
from tests.web.test_canaries import BOOK, collect_edition_texts, everything_sent, holds, secrets_from, the_room
from tests.whole import whole

pytestmark = pytest.mark.usefixtures("light_keys")

NAMES = ("Ada", "Ben", "Carla")
OWN, ELSEWHERE = (
    "%(who)s opened this table from a file that this server wrote.",
    "This table was opened from a file that this server didn't write. What it says about the past may be untrue, even "
    "the chat.",
)
CLAIMED, CLAIMED_TOO = (
    "%(who)s's seat was opened with a link from whoever opened this table.",
    "%(who)s's seat was opened on one more device.",
)


def save(table: Table, seat: int = 0, **fields: str) -> bytes:
    """Return the room's file."""
    answer = post(table, "/file", seat, TWICE | fields)
    assert answer.status_code == 200, answer.text
    return answer.content


def delete(table: Table) -> None:
    assert post(table, "/delete", 0, {"confirm": table.code}).status_code == 303


def import_file(web: Web, file: bytes, token: str | None = None) -> Response:
    """Return the answer to a file from the browser with a token."""
    web.client.cookies.clear()
    headers = {"sec-fetch-site": "same-origin"} | ({"cookie": f"dev={token}"} if token is not None else {})
    form = {"file": ("room.json", file, "application/json")}
    return web.client.post("/rooms/import", files=form, data={"passphrase": PASSPHRASE}, headers=headers)


def use_links(web: Web, page: Response) -> dict[str, str]:
    """Use every link of the page; return the tokens by player."""
    found = {name: open_seat_link(web, path) for name, path in links_of(page).items()}
    return {name: token for name, token in found.items() if token is not None}


def list_notices(table: Table, seat: int) -> list[str]:
    """Return the chat's automatic notices, for one seat."""
    return [line["text"] for line in table.view(seat)["said"] if line["phrase"] is not None]


def read_pages(table: Table, token: str) -> list[bytes]:
    """Return everything that a browser reads of the running game.

    The record of an earlier game, which is public, is left out."""
    table.web.client.cookies.clear()
    pages = [
        table.web.client.get(f"/r/{table.code}{path}", headers={"cookie": f"dev={token}"}).content
        for path in ("", "/statistics", "/part/more-0", "/part/more-1", "/part/menu")
    ]
    return [*pages, table.web.client.get(table.path, headers={"authorization": f"Bearer {token}"}).content]


def list_spied_secrets(table: Table, tokens: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return players' secrets that a spy reads with Ada's hand and these tokens."""
    room = the_room(table)
    hidden = set(secrets_from(room, Seat(0))) - collect_edition_texts(room)
    assert hidden, "there is nothing to be read"
    return [
        (name, word)
        for name, token in tokens.items()
        for content in map(partial(BOOK.sub, b""), read_pages(table, token))
        for word in hidden
        if holds(content, word)
    ]


def stay_in_lobby(table: Table) -> None:
    """Start no game."""


def end_game(table: Table) -> None:
    """End a game by vote."""
    assert table.post(0, do="begin").is_success
    for seat in (0, 1):
        assert table.post(seat, do="vote", motion="end", on=True).is_success


def open_links(table: Table) -> None:
    """Make a link for another device, for everybody."""
    for seat in range(len(NAMES)):
        assert table.post(seat, do="return_link").is_success


BEFORE = (stay_in_lobby, end_game, open_links)
IMPORTERS = {"their own device": 0, "a device of nobody": None}


def play_rematch(table: Table) -> None:
    """Begin the next game and choose on everybody's old devices."""
    again = "begin" if table.view(0)["room"]["phase"] == "lobby" else "again"
    assert table.post(0, do=again).is_success, again
    for seat in range(len(NAMES)):
        assert table.seal(seat).is_success, seat


def reimport(table: Table, before: Callable[[Table], None], seat: int | None, **fields: str) -> dict[str, str]:
    """Save, delete and import the table as its host, and use all its links.

    Returns the tokens by player."""
    before(table)
    file = save(table, 0, **fields)
    delete(table)
    page = import_file(table.web, file, table.tokens[seat] if seat is not None else None)
    tokens = use_links(table.web, page)
    play_rematch(table)
    return tokens


def start_table(web: Web, **options: Any) -> Table:
    return web.open(*NAMES, options={"grace": 30} | options)


@pytest.mark.parametrize("seat", IMPORTERS.values(), ids=IMPORTERS.keys())
@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("fields", [{}, {"silent": "on"}], ids=["all", "silent"])
def test_host_alone_reads_no_hand_in_the_next_game(
    web: Web, before: Callable[[Table], None], seat: int | None, fields: dict[str, str]
) -> None:
    table = start_table(web)
    tokens = reimport(table, before, seat, **fields)
    assert list(tokens) == ([] if seat == 0 else ["Ada"])
    assert list_spied_secrets(table, tokens | {"own": table.tokens[0]}) == []
    for each in range(len(NAMES)):
        devices = table.view(each)["devices"]
        assert len(devices) == (2 if each == 0 and tokens else 1)


def test_server_that_gives_links_to_all_seats_is_detected(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RoomImport, "linked", property(lambda self: self.restored.room.persons()))
    table = start_table(web)
    assert list_spied_secrets(table, reimport(table, stay_in_lobby, 0)) != []


def test_open_links_of_the_file_are_invalid(web: Web) -> None:
    table = start_table(web)
    made = [table.post(seat, do="return_link").json()["link"] for seat in range(len(NAMES))]
    file = save(table)
    delete(table)
    assert import_file(web, file).status_code == 200
    assert [open_seat_link(web, path) for path in made] == [None] * len(NAMES)


def test_removed_device_stays_removed_after_an_import(web: Web) -> None:
    """The file is older than the removal, but the server remembers it."""
    table = start_table(web)
    spy = open_seat_link(web, table.post(1, do="return_link").json()["link"])
    assert spy is not None
    file = save(table)
    assert table.post(1, do="revoke", device=2).is_success
    delete(table)
    assert import_file(web, file, table.tokens[0]).status_code == 200
    play_rematch(table)
    assert list_spied_secrets(table, {"spy": spy}) == []
    assert len(table.view(1)["devices"]) == 1


def test_server_that_forgets_removed_devices_is_detected(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    async def forgotten(self: RoomManager, code: RoomCode) -> frozenset[Digest]:
        return frozenset()

    monkeypatch.setattr(RoomManager, "load_revoked", forgotten)
    table = start_table(web)
    spy = open_seat_link(web, table.post(1, do="return_link").json()["link"])
    assert spy is not None
    file = save(table)
    assert table.post(1, do="revoke", device=2).is_success
    delete(table)
    assert import_file(web, file, table.tokens[0]).status_code == 200
    play_rematch(table)
    assert list_spied_secrets(table, {"spy": spy}) != []


def list_missing_sentences(
    table: Table, *sentences: str, languages: Sequence[str] = tuple(LANGUAGES)
) -> list[tuple[str, int, str]]:
    """Return the sentences missing on each page, by language and reader.

    Muting must not hide them."""
    missing = []
    for language in languages:
        for seat in range(len(table.tokens)):
            table.web.client.cookies.clear()
            headers = device(table, seat) | {"accept-language": language}
            page = html.unescape(table.web.client.get(f"/r/{table.code}", headers=headers).text)
            chat = page.partition('class="chat-lines"')[2]
            for sentence in sentences:
                parts = [part.strip() for part in catalogue(language).gettext(sentence).split("%(who)s")]
                if not all(part in chat for part in parts):
                    missing.append((language, seat, sentence))
    return missing


def test_arrival_and_used_links_are_announced_despite_muting(web: Web) -> None:
    table = start_table(web, watchers="public")
    assert table.post(1, do="mute", name="Ada", on=True).is_success
    file = save(table)
    delete(table)
    assert list(use_links(web, import_file(web, file))) == ["Ada"]
    for seat in range(len(NAMES)):
        assert list_notices(table, seat)[-2:] == [OWN % {"who": "Ada"}, CLAIMED_TOO % {"who": "Ada"}]
    assert list_missing_sentences(table, OWN, CLAIMED_TOO) == []
    told = web.client.get(table.path).json()["room"]["saving"]
    assert [(each["name"], each["is_own"]) for each in told["arrivals"]] == [("Ada", True)]
    assert [(each["name"], each["devices"]) for each in told["claims"]] == [("Ada", 2)]
    record = web.client.get(f"{table.path}/journal", headers=table.bearer(1)).json()["facts"]
    assert [event["fact"] for event in record][-2:] == ["RoomArrived", "SeatClaimed"]
    assert record[-1].keys() == {"fact", "at", "seat"}
    web.client.cookies.clear()
    proof = web.client.get(f"/r/{table.code}/fairness", headers=device(table, 1)).text
    assert re.search(r"<bdi[^>]*>Ada</bdi> opened this table from a file that this server wrote", proof)


def test_notices_show_no_link_or_device_of_others(web: Web) -> None:
    table = start_table(web, watchers="public")
    file = save(table)
    delete(table)
    (link,) = links_of(import_file(web, file)).values()
    token = open_seat_link(web, link)
    assert token is not None
    assert table.post(0, do="begin").is_success
    secrets = [link.rpartition("/")[2], token, *table.tokens]
    words = [*secrets, *map(digest_of, secrets)]
    for seat in (1, None):
        table.links |= {"watch": table.view(0)["room"]["watch_link"]}
        read = b"".join(everything_sent(table, Seat(seat) if seat is not None else None).values())
        own = (table.tokens[seat], digest_of(table.tokens[seat])) if seat is not None else ()
        assert [word for word in words if word not in own and word.encode() in read] == []


def test_notice_stays_through_the_next_game_and_in_records(web: Web) -> None:
    table = start_table(web)
    file = save(table)
    delete(table)
    assert import_file(web, file, table.tokens[0]).status_code == 200
    seen = []
    for do in ("begin", "again"):
        assert table.post(0, do=do).is_success
        web.client.cookies.clear()
        page = web.client.get(f"/r/{table.code}", headers=device(table, 1)).text
        seen.append("opened this table from a file" in page.partition('id="votes"')[2].partition("</section>")[0])
        assert [each["name"] for each in table.view(1)["room"]["saving"]["arrivals"]] == ["Ada"]
        assert table.view(1)["room"]["saving"]["saves"] == []
        for seat in (0, 1):
            assert table.post(seat, do="vote", motion="end", on=True).is_success
    assert seen == [True, False]


def test_present_players_read_the_notice_at_once(web: Web) -> None:
    """The notice comes over a socket to a player who returns to an absent table."""
    table = start_table(web)
    file = save(table)
    delete(table)
    page = import_file(web, file)
    (link,) = links_of(page).values()
    with table.socket(1) as socket:
        before = socket.receive_json()["view"]["room"]["saving"]
        assert [each["name"] for each in before["arrivals"]] == ["Ada"]
        assert open_seat_link(web, link) is not None
        told: dict[str, Any] = {}
        while not told.get("claims"):
            told = socket.receive_json()["view"]["room"]["saving"]
    assert [each["name"] for each in told["claims"]] == ["Ada"]


FORGED = {name: change for name, change in CHANGES.items() if name != "talk"} | {
    "chat": lambda inner: next(row for row in inner["journal"] if row["kind"] == "said")["body"].update(
        seat=1, text="I cheated all evening. Sorry!"
    )
}


def start_table_with_chat(web: Web) -> Table:
    table = start_table(web)
    assert table.post(0, do="say", text="What a fine evening.").is_success
    return table


def forge(table: Table, what: str) -> bytes:
    """Return the table's file with a host's forgery."""
    return reseal_file(save(table), FORGED[what])


@pytest.mark.parametrize("what", FORGED)
def test_forged_file_gives_a_table_without_seal_or_holders(web: Web, what: str) -> None:
    table = start_table_with_chat(web)
    file = forge(table, what)
    delete(table)
    page = import_file(web, file, table.tokens[0])
    links = links_of(page)
    (code,) = {path.split("/")[2] for path in links.values()}
    assert sorted(links) == sorted(NAMES)
    assert code != table.code
    for seat in range(len(NAMES)):
        web.client.cookies.clear()
        assert web.client.get(f"/r/{table.code}", headers=device(table, seat)).status_code == 404
        answer = web.client.get(f"/api/rooms/{code}", headers=table.bearer(seat))
        assert answer.status_code == 403, "a device that nobody here seated holds a seat"
    tokens = use_links(web, page)
    there = Table(web, RoomCode(code), {}, [tokens[name] for name in NAMES])
    # Each language has its turn.
    languages = tuple(LANGUAGES)
    own = languages[tuple(FORGED).index(what) % len(languages)]
    assert list_missing_sentences(there, ELSEWHERE, CLAIMED, languages=whole(languages, (own,))) == []
    for seat in range(len(NAMES)):
        told = there.view(seat)["room"]["saving"]
        assert [(each["name"], each["is_own"]) for each in told["arrivals"]] == [("", False)]
        assert sorted(each["name"] for each in told["claims"]) == sorted(NAMES)


def test_server_that_trusts_every_file_is_detected(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrival, "is_own_file", lambda restored, key: True)
    table = start_table_with_chat(web)
    file = forge(table, "chat")
    delete(table)
    assert import_file(web, file, table.tokens[0]).status_code == 200
    assert [(line["name"], line["text"]) for line in table.view(2)["said"] if line["phrase"] is None] == [
        ("Ben", "I cheated all evening. Sorry!")
    ]


def test_file_of_another_server_is_foreign(web: Web) -> None:
    table = start_table(web)
    file = save(table)
    with a_web() as elsewhere:
        page = import_file(elsewhere, file, table.tokens[0])
        assert sorted(links_of(page)) == sorted(NAMES)
        assert {path.split("/")[2] for path in links_of(page).values()} != {table.code}
