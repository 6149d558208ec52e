"""Somebody brings a room in from a file: nobody gets a seat by that whose player plays on, and everybody is told."""

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
from tests.records.test_room_import import CHANGES, sealed_again
from tests.web.routes.test_replay import device
from tests.web.routes.test_room_files import PASSPHRASE, TWICE, links_of, opened, post
from tests.web.tables import Table, Web, a_web
from tests.web.test_canaries import BOOK, everything_sent, holds, in_the_edition, secrets_from, the_room
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


def saved(table: Table, seat: int = 0, **fields: str) -> bytes:
    """The file of the room."""
    answer = post(table, "/file", seat, TWICE | fields)
    assert answer.status_code == 200, answer.text
    return answer.content


def deleted(table: Table) -> None:
    assert post(table, "/delete", 0, {"confirm": table.code}).status_code == 303


def bring(web: Web, file: bytes, token: str | None = None) -> Response:
    """The answer to a file that the browser with that token brings."""
    web.client.cookies.clear()
    headers = {"sec-fetch-site": "same-origin"} | ({"cookie": f"dev={token}"} if token is not None else {})
    form = {"file": ("room.json", file, "application/json")}
    return web.client.post("/rooms/import", files=form, data={"passphrase": PASSPHRASE}, headers=headers)


def taken(web: Web, page: Response) -> dict[str, str]:
    """What somebody gets who uses every link that the page shows: tokens, by player."""
    found = {name: opened(web, path) for name, path in links_of(page).items()}
    return {name: token for name, token in found.items() if token is not None}


def notes(table: Table, seat: int) -> list[str]:
    """What the chat notes by itself, for one seat."""
    return [line["text"] for line in table.view(seat)["said"] if line["phrase"] is not None]


def read_by(table: Table, token: str) -> list[bytes]:
    """All that a browser reads of the running game; the record of an earlier one tells everything of that."""
    table.web.client.cookies.clear()
    pages = [
        table.web.client.get(f"/r/{table.code}{path}", headers={"cookie": f"dev={token}"}).content
        for path in ("", "/statistics", "/part/more-0", "/part/more-1", "/part/menu")
    ]
    return [*pages, table.web.client.get(table.path, headers={"authorization": f"Bearer {token}"}).content]


def spied(table: Table, tokens: Mapping[str, str]) -> list[tuple[str, str]]:
    """Secrets of players that somebody reads who has none but Ada's hand and these tokens."""
    room = the_room(table)
    hidden = set(secrets_from(room, Seat(0))) - in_the_edition(room)
    assert hidden, "there is nothing to be read"
    return [
        (name, word)
        for name, token in tokens.items()
        for content in map(partial(BOOK.sub, b""), read_by(table, token))
        for word in hidden
        if holds(content, word)
    ]


def in_the_lobby(table: Table) -> None:
    """No game yet."""


def after_a_game(table: Table) -> None:
    """A game that the table ended."""
    assert table.post(0, do="begin").is_success
    for seat in (0, 1):
        assert table.post(seat, do="vote", motion="end", on=True).is_success


def with_open_links(table: Table) -> None:
    """Everybody made a link for another device of theirs."""
    for seat in range(len(NAMES)):
        assert table.post(seat, do="return_link").is_success


BEFORE = (in_the_lobby, after_a_game, with_open_links)
IMPORTERS = {"their own device": 0, "a device of nobody": None}


def rematch(table: Table) -> None:
    """The next game begins, and everybody chooses on the devices that they always had."""
    again = "begin" if table.view(0)["room"]["phase"] == "lobby" else "again"
    assert table.post(0, do=again).is_success, again
    for seat in range(len(NAMES)):
        assert table.seal(seat).is_success, seat


def comes_back(table: Table, before: Callable[[Table], None], seat: int | None, **fields: str) -> dict[str, str]:
    """The table is saved by its host, deleted and brought in again; what links come with it are all used."""
    before(table)
    file = saved(table, 0, **fields)
    deleted(table)
    page = bring(table.web, file, table.tokens[seat] if seat is not None else None)
    tokens = taken(table.web, page)
    rematch(table)
    return tokens


def a_table(web: Web, **options: Any) -> Table:
    return web.open(*NAMES, options={"grace": 30} | options)


@pytest.mark.parametrize("seat", IMPORTERS.values(), ids=IMPORTERS.keys())
@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("fields", [{}, {"silent": "on"}], ids=["all", "silent"])
def test_a_host_alone_reads_nobodys_hand_in_the_next_game(
    web: Web, before: Callable[[Table], None], seat: int | None, fields: dict[str, str]
) -> None:
    table = a_table(web)
    tokens = comes_back(table, before, seat, **fields)
    assert list(tokens) == ([] if seat == 0 else ["Ada"])
    assert spied(table, tokens | {"own": table.tokens[0]}) == []
    for each in range(len(NAMES)):
        devices = table.view(each)["devices"]
        assert len(devices) == (2 if each == 0 and tokens else 1)


def test_a_server_that_gives_links_to_all_seats_is_found_out(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RoomImport, "linked", property(lambda self: self.restored.room.persons()))
    table = a_table(web)
    assert spied(table, comes_back(table, in_the_lobby, 0)) != []


def test_links_that_were_open_in_the_file_lead_nowhere(web: Web) -> None:
    table = a_table(web)
    made = [table.post(seat, do="return_link").json()["link"] for seat in range(len(NAMES))]
    file = saved(table)
    deleted(table)
    assert bring(web, file).status_code == 200
    assert [opened(web, path) for path in made] == [None] * len(NAMES)


def test_a_device_that_its_player_removed_comes_back_by_no_file(web: Web) -> None:
    """The file is older than that, but the server remembers it."""
    table = a_table(web)
    spy = opened(web, table.post(1, do="return_link").json()["link"])
    assert spy is not None
    file = saved(table)
    assert table.post(1, do="revoke", device=2).is_success
    deleted(table)
    assert bring(web, file, table.tokens[0]).status_code == 200
    rematch(table)
    assert spied(table, {"spy": spy}) == []
    assert len(table.view(1)["devices"]) == 1


def test_a_server_that_forgets_removed_devices_is_found_out(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    async def forgotten(self: RoomManager, code: RoomCode) -> frozenset[Digest]:
        return frozenset()

    monkeypatch.setattr(RoomManager, "load_revoked", forgotten)
    table = a_table(web)
    spy = opened(web, table.post(1, do="return_link").json()["link"])
    assert spy is not None
    file = saved(table)
    assert table.post(1, do="revoke", device=2).is_success
    deleted(table)
    assert bring(web, file, table.tokens[0]).status_code == 200
    rematch(table)
    assert spied(table, {"spy": spy}) != []


def everybody_reads(
    table: Table, *sentences: str, languages: Sequence[str] = tuple(LANGUAGES)
) -> list[tuple[str, int, str]]:
    """In which language whose page does not tell which sentence, whomever they do not wish to read."""
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


def test_everybody_is_told_of_an_arrival_and_of_who_used_a_link_and_nobody_can_mute_it(web: Web) -> None:
    table = a_table(web, watchers="public")
    assert table.post(1, do="mute", name="Ada", on=True).is_success
    file = saved(table)
    deleted(table)
    assert list(taken(web, bring(web, file))) == ["Ada"]
    for seat in range(len(NAMES)):
        assert notes(table, seat)[-2:] == [OWN % {"who": "Ada"}, CLAIMED_TOO % {"who": "Ada"}]
    assert everybody_reads(table, OWN, CLAIMED_TOO) == []
    told = web.client.get(table.path).json()["room"]["saving"]
    assert [(each["name"], each["is_own"]) for each in told["arrivals"]] == [("Ada", True)]
    assert [(each["name"], each["devices"]) for each in told["claims"]] == [("Ada", 2)]
    record = web.client.get(f"{table.path}/journal", headers=table.bearer(1)).json()["facts"]
    assert [event["fact"] for event in record][-2:] == ["RoomArrived", "SeatClaimed"]
    assert record[-1].keys() == {"fact", "at", "seat"}
    web.client.cookies.clear()
    proof = web.client.get(f"/r/{table.code}/fairness", headers=device(table, 1)).text
    assert re.search(r"<bdi[^>]*>Ada</bdi> opened this table from a file that this server wrote", proof)


def test_nobody_reads_a_link_or_a_device_of_anothers_seat_in_what_is_told(web: Web) -> None:
    table = a_table(web, watchers="public")
    file = saved(table)
    deleted(table)
    (link,) = links_of(bring(web, file)).values()
    token = opened(web, link)
    assert token is not None
    assert table.post(0, do="begin").is_success
    secrets = [link.rpartition("/")[2], token, *table.tokens]
    words = [*secrets, *map(digest_of, secrets)]
    for seat in (1, None):
        table.links |= {"watch": table.view(0)["room"]["watch_link"]}
        read = b"".join(everything_sent(table, Seat(seat) if seat is not None else None).values())
        own = (table.tokens[seat], digest_of(table.tokens[seat])) if seat is not None else ()
        assert [word for word in words if word not in own and word.encode() in read] == []


def test_it_is_told_through_the_next_game_and_known_ever_after(web: Web) -> None:
    table = a_table(web)
    file = saved(table)
    deleted(table)
    assert bring(web, file, table.tokens[0]).status_code == 200
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


def test_who_is_at_the_table_is_told_at_once(web: Web) -> None:
    """The news comes over a socket to whoever comes back to a table that was away."""
    table = a_table(web)
    file = saved(table)
    deleted(table)
    page = bring(web, file)
    (link,) = links_of(page).values()
    with table.socket(1) as socket:
        before = socket.receive_json()["view"]["room"]["saving"]
        assert [each["name"] for each in before["arrivals"]] == ["Ada"]
        assert opened(web, link) is not None
        told: dict[str, Any] = {}
        while not told.get("claims"):
            told = socket.receive_json()["view"]["room"]["saving"]
    assert [each["name"] for each in told["claims"]] == ["Ada"]


FORGED = {name: change for name, change in CHANGES.items() if name != "talk"} | {
    "chat": lambda inner: next(row for row in inner["journal"] if row["kind"] == "said")["body"].update(
        seat=1, text="I cheated all evening. Sorry!"
    )
}


def with_talk(web: Web) -> Table:
    table = a_table(web)
    assert table.post(0, do="say", text="What a fine evening.").is_success
    return table


def forged(table: Table, what: str) -> bytes:
    """The file of the table as its host made it up."""
    return sealed_again(saved(table), FORGED[what])


@pytest.mark.parametrize("what", FORGED)
def test_whoever_changes_a_file_brings_in_a_table_that_nobody_vouches_for_and_nobody_holds(web: Web, what: str) -> None:
    table = with_talk(web)
    file = forged(table, what)
    deleted(table)
    page = bring(web, file, table.tokens[0])
    links = links_of(page)
    (code,) = {path.split("/")[2] for path in links.values()}
    assert sorted(links) == sorted(NAMES)
    assert code != table.code
    for seat in range(len(NAMES)):
        web.client.cookies.clear()
        assert web.client.get(f"/r/{table.code}", headers=device(table, seat)).status_code == 404
        answer = web.client.get(f"/api/rooms/{code}", headers=table.bearer(seat))
        assert answer.status_code == 403, "a device that nobody here seated holds a seat"
    tokens = taken(web, page)
    there = Table(web, RoomCode(code), {}, [tokens[name] for name in NAMES])
    # each language is somebody's turn
    languages = tuple(LANGUAGES)
    own = languages[tuple(FORGED).index(what) % len(languages)]
    assert everybody_reads(there, ELSEWHERE, CLAIMED, languages=whole(languages, (own,))) == []
    for seat in range(len(NAMES)):
        told = there.view(seat)["room"]["saving"]
        assert [(each["name"], each["is_own"]) for each in told["arrivals"]] == [("", False)]
        assert sorted(each["name"] for each in told["claims"]) == sorted(NAMES)


def test_a_server_that_believes_every_file_is_found_out(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrival, "is_own_file", lambda restored, key: True)
    table = with_talk(web)
    file = forged(table, "chat")
    deleted(table)
    assert bring(web, file, table.tokens[0]).status_code == 200
    assert [(line["name"], line["text"]) for line in table.view(2)["said"] if line["phrase"] is None] == [
        ("Ben", "I cheated all evening. Sorry!")
    ]


def test_a_file_of_another_server_is_none_of_ones_own(web: Web) -> None:
    table = a_table(web)
    file = saved(table)
    with a_web() as elsewhere:
        page = bring(elsewhere, file, table.tokens[0])
        assert sorted(links_of(page)) == sorted(NAMES)
        assert {path.split("/")[2] for path in links_of(page).values()} != {table.code}
