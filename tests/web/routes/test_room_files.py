"""Rooms over HTTP: saved, imported on another server, deleted."""

import re
from collections.abc import Mapping, Sequence
from types import ModuleType

import pytest
from httpx2 import Response

from app.records import full_journal, room_file
from app.records.full_journal import journal_digest
from app.records.room_file import MOST_BYTES, read_room_file
from app.rooms import events as e
from app.rooms.events import Entry, RoomOpened
from app.rooms.model.ids import Millis, RoomCode, Version
from app.rooms.schema.bounds import MOST_ENTRIES
from app.settings.limits import Figures
from engine.core.seats import Seat
from engine.registry import GAMES
from tests.known import lacks
from tests.records.seated import device as seated_device
from tests.rooms.builders import game_of
from tests.web import heavy
from tests.web.routes.test_replay import device, some_play
from tests.web.tables import DEVICE_COOKIE, Table, Web, a_web
from tests.web.test_canaries import collect_edition_texts, holds, secrets_from, the_room
from tests.whole import whole

pytestmark = pytest.mark.usefixtures("light_keys")

PASSPHRASE = "a castle by the lake"
TWICE = {"passphrase": PASSPHRASE, "again": PASSPHRASE}


def post(table: Table, path: str, seat: int, fields: Mapping[str, str]) -> Response:
    """Send a form from the seat's browser and return the response."""
    table.web.client.cookies.clear()
    headers = device(table, seat) | {"sec-fetch-site": "same-origin"}
    return table.web.client.post(f"/r/{table.code}{path}", data=dict(fields), headers=headers, follow_redirects=False)


def bring(web: Web, file: bytes, passphrase: str = PASSPHRASE, **fields: str) -> Response:
    """Upload a file and return the response; ``fields`` are hidden ones of the form."""
    web.client.cookies.clear()
    form = {"file": ("room.json", file, "application/json")}
    headers = {"sec-fetch-site": "same-origin"}
    return web.client.post("/rooms/import", files=form, data={"passphrase": passphrase, **fields}, headers=headers)


SEAT = re.compile(
    r'<bdi[^>]*>([^<]+)</bdi></label>\s*<input [^>]*value="http://[^/"]+(/r/([0-9A-Z]{8})/return/[\w-]+)"'
)


def links_of(page: Response) -> dict[str, str]:
    """Return the links that the person who uploaded a file gets, by player."""
    assert page.status_code == 200, page.text
    return {name: path for name, path, _ in SEAT.findall(page.text)}


def open_seat_link(web: Web, path: str) -> str | None:
    """Use a link to a seat in a new browser; return its token.

    It is None if the link did not work."""
    web.client.cookies.clear()
    answer = web.client.post(path, headers={"sec-fetch-site": "same-origin"}, follow_redirects=False)
    token = answer.cookies.get(DEVICE_COOKIE)
    web.client.cookies.clear()
    return token if answer.status_code == 303 else None


def take_seats_by_links(web: Web, page: Response, names: Sequence[str]) -> Table:
    """Return the table at its new address.

    Each of these players has used the link to their seat."""
    links = links_of(page)
    tokens = [open_seat_link(web, links[name]) for name in names]
    return Table(web, RoomCode(next(iter(links.values())).split("/")[2]), {}, [token or "" for token in tokens])


def agree(table: Table, *seats: int) -> None:
    """Vote for saving the running game, from these seats."""
    for seat in seats:
        assert table.post(seat, do="vote", motion="save", on=True).is_success


def save_room_file(table: Table, seat: int = 0) -> bytes:
    """Return the room's file, to which two more players agree if a game runs."""
    if table.view(seat)["room"]["phase"] in ("playing", "paused"):
        agree(table, 1, 2)
    answer = post(table, "/file", seat, TWICE)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"] == f'attachment; filename="signet-room-{table.code}.json"'
    return answer.content


def a_game(web: Web) -> Table:
    """Return a game in which Ada has sealed."""
    table = web.playing("Ada", "Ben", "Carla", options={"grace": 30})
    assert table.seal(0).is_success
    return table


def test_a_running_game_moves_to_another_server_and_goes_on(web: Web) -> None:
    table = a_game(web)
    file, before = save_room_file(table), table.view(0)
    with a_web() as elsewhere:
        elsewhere.time.seconds = web.time.seconds + 30 * 24 * 3600
        page = bring(elsewhere, file)
        links = links_of(page)
        assert list(links) == ["Ada", "Ben", "Carla"]
        there = take_seats_by_links(elsewhere, page, list(links))
        assert there.code != table.code
        assert "Ada" in elsewhere.client.get(f"/r/{there.code}", headers=device(there, 0)).text
        after = there.view(0)
        assert after["ask"]["sealed"] == before["ask"]["sealed"]
        assert after["table"] == before["table"]
        for seat in (1, 2):
            assert there.seal(seat).is_success, seat
        elsewhere.time.seconds += 60
        assert open_seat_link(elsewhere, links["Ada"]) is None


def test_the_journal_that_arrives_is_the_one_that_left(web: Web) -> None:
    table = a_game(web)
    opened = read_room_file(save_room_file(table), PASSPHRASE, Millis(1 << 50))
    left = web.client.portal.call(web.store.load, table.code) if web.client.portal else ()
    assert opened.entries == left
    assert left[-1].event == e.TableSaved(Seat(0))
    file = save_room_file(table)
    left = web.client.portal.call(web.store.load, table.code) if web.client.portal else ()
    with a_web() as elsewhere:
        page = bring(elsewhere, file)
        portal = elsewhere.client.portal
        assert portal is not None
        code = next(iter(links_of(page).values())).split("/")[2]
        arrived = portal.call(elsewhere.store.load, RoomCode(code))
        digest = re.search(r"<code>([0-9a-f]{64})</code>", page.text)
        assert digest is not None
        assert journal_digest(arrived[: len(left)]) == journal_digest(left) == digest[1]


def test_where_there_is_such_a_room_it_gets_another_code(web: Web) -> None:
    table = web.open("Ada", "Ben")
    before = table.fingerprint
    file = save_room_file(table)
    was = before()
    page = bring(web, file)
    codes = set(re.findall(r"/r/([0-9A-Z]{8})/return/", page.text))
    assert len(codes) == 1
    assert codes != {table.code}
    assert before() == was


def test_file_of_running_game_contains_no_readable_secret(web: Web) -> None:
    table = a_game(web)
    room = the_room(table)
    play = game_of(room)
    file = save_room_file(table)
    secrets = [play.seed, play.game.digest(play.state), room.join_key, room.watch_key]
    secrets += [holder for who in room.seats if who is not None for holder in who.holders]
    assert all(secret.encode() not in file for secret in secrets)
    assert b"ChoiceSealed" not in file
    assert b'"choice"' not in file


def test_while_a_game_runs_only_a_host_can_save_it(web: Web) -> None:
    table = a_game(web)
    was = table.fingerprint()
    answer = post(table, "/file", 1, TWICE)
    assert answer.status_code == 403
    assert "only a host" in answer.text
    assert table.fingerprint() == was
    lobby = web.open("Ada", "Ben")
    assert post(lobby, "/file", 1, TWICE).status_code == 200


@pytest.mark.parametrize(
    "fields",
    [
        {"passphrase": ""},
        {"passphrase": "short", "again": "short"},
        {**TWICE, "again": "another one"},
        {"again": PASSPHRASE},
    ],
)
def test_a_passphrase_is_long_and_typed_twice(web: Web, fields: dict[str, str]) -> None:
    table = a_game(web)
    agree(table, 1, 2)
    was = table.fingerprint()
    assert post(table, "/file", 0, fields).status_code == 422
    assert table.fingerprint() == was


def test_who_does_not_sit_there_can_do_nothing(web: Web) -> None:
    table, other = a_game(web), web.open("Zoe")
    was = table.fingerprint()
    headers = device(other, 0) | {"sec-fetch-site": "same-origin"}
    for path, fields in (("file", TWICE), ("delete", {"confirm": table.code})):
        answer = web.client.post(f"/r/{table.code}/{path}", data=fields, headers=headers)
        assert answer.status_code == 404
    assert web.client.get(f"/r/{table.code}/file", headers=headers).status_code == 404
    assert table.fingerprint() == was


def test_another_passphrase_or_another_file_opens_no_room(web: Web) -> None:
    file = save_room_file(a_game(web))
    with a_web() as elsewhere:
        for wrong in (bring(elsewhere, file, "another passphrase"), bring(elsewhere, file[:-9]), bring(elsewhere, b"")):
            assert wrong.status_code == 422
            assert "return/" not in wrong.text
        assert elsewhere.client.portal is not None
        assert elsewhere.client.portal.call(elsewhere.store.count_phases) == {}


def test_whoever_tries_passphrases_is_turned_away(web: Web) -> None:
    file = save_room_file(web.open("Ada"))
    with a_web(limits=True, figures=Figures(wrong_burst=10)) as elsewhere:
        tried = [bring(elsewhere, file, "another passphrase").status_code for _ in range(12)]
    assert tried[:10] == [422] * 10
    assert tried[10:] == [429, 429]


def test_a_file_has_eight_megabytes_at_most(web: Web) -> None:
    assert bring(web, b" " * (MOST_BYTES + 20_000)).status_code == 413
    assert bring(web, b" " * MOST_BYTES).status_code == 422


def keeps(web: Web, entries: tuple[Entry, ...]) -> Table:
    """Store that room on the server; Ada sits there alone."""
    assert web.client.portal is not None
    first = entries[0].event
    assert isinstance(first, RoomOpened)
    web.client.portal.call(web.store.append, first.code, Version(0), entries, "lobby", None)
    return Table(web, first.code, {}, [seated_device("Ada").secret])


def comes_back(table: Table, **fields: str) -> bool:
    """Return whether the saved file can be imported.

    It is also True if the server refuses to save it."""
    answer = post(table, "/file", 0, TWICE | fields)
    if answer.status_code == 413:
        return True
    assert answer.status_code == 200
    with a_web() as elsewhere:
        elsewhere.time.seconds = table.web.time.seconds = 2e9
        return bring(elsewhere, answer.content).status_code == 200


MOST = whole(MOST_ENTRIES, MOST_ENTRIES // 10)
TOO_MUCH_TALK = {"entries": (MOST, ("Hello!",)), "bytes": (MOST_ENTRIES // 4, heavy.LINES[1:2])}


def bound(monkeypatch: pytest.MonkeyPatch, *modules: ModuleType) -> None:
    """Lower the limit of entries for these readers and writers.

    test_loop has a file with the real limit."""
    for each in modules:
        monkeypatch.setattr(each, "MOST_ENTRIES", MOST)


@pytest.mark.parametrize("case", TOO_MUCH_TALK)
def test_room_too_large_for_file_saves_without_chat(web: Web, case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if case == "entries":
        bound(monkeypatch, room_file, full_journal)
    table = keeps(web, heavy.make_long_chat("K7QF2M9X", *TOO_MUCH_TALK[case]))
    was = table.fingerprint()
    answer = post(table, "/file", 0, TWICE)
    assert answer.status_code == 413
    assert "too large" in answer.text
    assert table.fingerprint() == was, "nothing is announced that does not happen"
    assert comes_back(table)
    silent = post(table, "/file", 0, {**TWICE, "silent": "on"})
    assert silent.status_code == 200
    assert b"Hello!" not in silent.content
    assert comes_back(table, silent="on")


def test_a_save_that_looks_at_no_size_is_found(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    bound(monkeypatch, full_journal)
    monkeypatch.setattr(room_file, "MOST_ENTRIES", 10 * MOST)
    assert not comes_back(keeps(web, heavy.make_long_chat("K7QF2M9X", *TOO_MUCH_TALK["entries"])))


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b"{}"),
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=x", b"--x--"),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\nnothing\r\n--x--\r\n"),
        ("multipart/form-data; boundary=x", b'--x\r\ncontent-disposition: form-data; name="file"\r\n\r\n{}'),
        ("multipart/form-data; boundary=x", b"--x\r\ncontent-type: multipart/mixed; boundary=y\r\n\r\n--y--\r\n--x--"),
    ],
)
def test_what_is_no_form_with_a_file_is_refused(web: Web, kind: str, body: bytes) -> None:
    headers = {"sec-fetch-site": "same-origin", "content-type": kind}
    assert web.client.post("/rooms/import", content=body, headers=headers).status_code in (400, 422)


def test_a_host_deletes_everything_by_typing_the_code(web: Web) -> None:
    table, other = a_game(web), web.open("Zoe")
    with table.socket(1) as socket:
        socket.receive_json()
        spaced = f"{table.code[:4].lower()}-{table.code[4:]}"
        answer = post(table, "/delete", 0, {"confirm": spaced})
        assert (answer.status_code, answer.headers["location"]) == (303, "/?deleted=yes")
        assert socket.receive()["type"] == "websocket.close"
    portal = web.client.portal
    assert portal is not None
    assert portal.call(web.store.load, table.code) == ()
    assert portal.call(web.store.count_phases) == {"lobby": 1}
    answer = web.client.get(table.path, headers=table.bearer(0))
    assert answer.status_code == 403
    assert other.view(0)["you"] == 0


@pytest.mark.parametrize(("seat", "confirm", "status"), [(1, None, 403), (0, "", 422), (0, "K7QF2M9X", 422)])
def test_nobody_else_deletes_and_nothing_by_mistake(web: Web, seat: int, confirm: str | None, status: int) -> None:
    table = a_game(web)
    was = table.fingerprint()
    assert post(table, "/delete", seat, {"confirm": table.code if confirm is None else confirm}).status_code == status
    assert table.fingerprint() == was


def test_the_page_says_what_opening_the_file_means(web: Web) -> None:
    table = a_game(web)
    table.web.client.cookies.clear()
    for seat in (0, 1):
        page = web.client.get(f"/r/{table.code}/file", headers=device(table, seat)).text
        assert "can see every card" in page
        assert (f"/r/{table.code}/delete" in page) is (seat == 0)
    assert web.client.get("/rooms/import").status_code == 200


@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_page_or_file_during_game_contains_secrets_from_reader(web: Web, game: str) -> None:
    table = web.playing("Ada", "Ben", "Carla", game=game)
    for reveals in (0, 3, 9):
        some_play(table, reveals, seed=reveals)
        room = the_room(table)
        if room.phase != "playing":
            lacks(game, "it is over within twelve reveals")
        public = collect_edition_texts(room)
        for seat in (0, 1, 2):
            hidden = set(secrets_from(room, Seat(seat))) - public
            web.client.cookies.clear()
            read = [
                web.client.get(f"/r/{table.code}/{page}", headers=device(table, seat)).content
                for page in ("fairness", "record", "file")
            ]
            read += [save_room_file(table)] if seat == 0 else []
            if not hidden:
                lacks(game, "nothing is known of what it hides")
            assert [word for word in hidden for content in read if holds(content, word)] == []
