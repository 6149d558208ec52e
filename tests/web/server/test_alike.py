"""Equal responses for unknown rooms and for rooms where the client has no seat.

They are equal byte for byte, for every request and every secret, so a guess reveals nothing. Each such request
counts as one wrong secret."""

from collections.abc import Iterator

import pytest
from starlette.websockets import WebSocketDisconnect

from app.settings.limits import Figures
from app.web.http.errors import Close
from app.web.server import middleware
from app.web.service.dependencies import ANSWERED_AFTER_S
from tests.web.tables import BASE, Table, Web, a_web

NOWHERE = "K7QF2M9X"
WRONG = "x" * 43
FEW = Figures(wrong_burst=10)
KEY = "y" * 22

ASKED: dict[str, tuple[str, str]] = {
    "page": ("GET", "/r/{room}"),
    "record": ("GET", "/r/{room}/record"),
    "file": ("GET", "/r/{room}/file"),
    "rounds": ("GET", "/r/{room}/rounds"),
    "replay": ("GET", "/r/{room}/replay"),
    "fairness": ("GET", "/r/{room}/fairness"),
    "calls": ("GET", "/r/{room}/calls"),
    "join link": ("GET", "/r/{room}/join/{key}"),
    "a curtain's update": ("GET", "/r/{room}/hands/update"),
    "a curtain's part": ("GET", "/r/{room}/hands/part/menu"),
    "another hand": ("POST", "/r/{room}/hand"),
    "lost seat": ("GET", "/r/{room}/gone"),
    "watch link": ("GET", "/r/{room}/watch/{key}"),
    "return link": ("GET", "/r/{room}/return/{token}"),
    "seat by link": ("POST", "/r/{room}/join/{key}"),
    "seat by return link": ("POST", "/r/{room}/return/{token}"),
    "watchers' line": ("POST", "/r/{room}/watch/{key}/do"),
    "command of a page": ("POST", "/r/{room}/do"),
    "deletion": ("POST", "/r/{room}/delete"),
    "new return link": ("POST", "/r/{room}/return-link"),
    "view": ("GET", "/api/rooms/{room}"),
    "journal": ("GET", "/api/rooms/{room}/journal"),
    "command": ("POST", "/api/rooms/{room}/commands"),
    "seat": ("POST", "/api/rooms/{room}/seats"),
}
SHOWN: dict[str, dict[str, str]] = {
    "nothing": {},
    "a wrong cookie": {"cookie": f"dev={WRONG}"},
    "a wrong token": {"authorization": f"Bearer {WRONG}"},
}
BODIES = {
    "command": {"do": "ping"},
    "seat": {"name": "Eve", "key": KEY},
}
FORM = {"name": "Eve", "do": "say", "text": "x", "confirm": "x"}


def fetch_masked_response(web: Web, what: str, shown: str, room: str) -> tuple[int, list[tuple[str, str]], str]:
    """Return status, headers and body, without the room's code.

    The client knows that code already."""
    method, path = ASKED[what]
    address = path.format(room=room, key=KEY, token=WRONG)
    web.client.cookies.clear()
    headers = SHOWN[shown] | ({"origin": BASE} if method == "POST" else {})
    form = FORM if method == "POST" and what not in BODIES else None
    answer = web.client.request(
        method, address, headers=headers, follow_redirects=False, json=BODIES.get(what), data=form
    )
    headers_told = [(name, text.replace(room, "ROOM")) for name, text in sorted(answer.headers.items())]
    return answer.status_code, headers_told, answer.text.replace(room, "ROOM")


def a_table(web: Web) -> Table:
    """Return a table that plays and has no watchers."""
    return web.playing("Ada", "Ben", options={"watchers": "none"})


@pytest.fixture(scope="module")
def closed() -> Iterator[Table]:
    """Table that is closed to all visitors."""
    with a_web() as web:
        yield a_table(web)


@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize("what", ASKED)
def test_unknown_room_and_forbidden_room_give_identical_answers(closed: Table, what: str, shown: str) -> None:
    unknown, forbidden = (fetch_masked_response(closed.web, what, shown, room) for room in (NOWHERE, str(closed.code)))
    assert unknown == forbidden
    assert 400 <= unknown[0] < 500


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds by which the server would have delayed its responses; it delays none."""
    noted: list[float] = []

    async def note(seconds: float) -> None:
        noted.append(seconds)

    monkeypatch.setattr(middleware, "pause", note)
    return noted


@pytest.mark.parametrize("what", ASKED)
def test_both_are_turned_away_after_as_many_tries(pauses: list[float], what: str) -> None:
    """The limits reveal nothing either."""
    counts, shown = [], "a wrong token" if ASKED[what][1].startswith("/api") else "a wrong cookie"
    for is_there in (False, True):
        with a_web(limits=True, figures=FEW) as web:
            room = str(a_table(web).code) if is_there else NOWHERE
            counts.append([fetch_masked_response(web, what, shown, room)[0] for _ in range(14)])
    assert counts[0] == counts[1]
    assert 429 in counts[0]
    assert pauses


LIVE: dict[str, tuple[str, dict[str, str], str]] = {
    "a page's socket": ("/r/{room}/live", {"cookie": f"dev={WRONG}", "origin": BASE}, ""),
    "a page's socket without a cookie": ("/r/{room}/live", {"origin": BASE}, ""),
    "a curtain's socket": ("/r/{room}/hands/live", {"cookie": f"dev={WRONG}", "origin": BASE}, ""),
    "a watcher's socket": (f"/r/{{room}}/watch/{KEY}/live", {"origin": BASE}, ""),
    "a program's socket": ("/api/rooms/{room}/live", {"authorization": f"Bearer {WRONG}"}, ""),
    "a program's hello": ("/api/rooms/{room}/live", {}, f'{{"do": "hello", "token": "{WRONG}"}}'),
    "the public's hello": ("/api/rooms/{room}/live", {}, '{"do": "hello"}'),
}
"""Sockets: address, headers and first message."""


def read_message_and_close(web: Web, what: str, room: str) -> tuple[str, int]:
    """Return the message to a socket before its close, and the close code."""
    path, headers, hello = LIVE[what]
    web.client.cookies.clear()
    with web.socket(path.format(room=room), **headers) as socket:
        if hello:
            socket.send_text(hello)
        told = socket.receive_text()
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
    return told, closed.value.code


@pytest.mark.parametrize("what", LIVE)
def test_sockets_are_refused_alike_and_count_as_wrong_secrets(pauses: list[float], what: str) -> None:
    heard = []
    for is_there in (False, True):
        with a_web(limits=True, figures=FEW) as web:
            room = str(a_table(web).code) if is_there else NOWHERE
            heard.append([read_message_and_close(web, what, room) for _ in range(12)])
    assert heard[0] == heard[1]
    assert [heard[0][place][1] for place in (0, 11)] == [Close.REFUSED, Close.TOO_MANY]
    assert pauses


def test_not_found_answer_has_delay_that_tells_nothing(pauses: list[float]) -> None:
    """The server must load an inactive room before it can compare the room's secrets."""
    with a_web(limits=True) as web:
        table, missing = a_table(web), []
        for room in (NOWHERE, str(table.code)):
            for what in ASKED:
                web.time.seconds += 10_000
                pauses.clear()
                fetch_masked_response(
                    web, what, "a wrong token" if ASKED[what][1].startswith("/api") else "a wrong cookie", room
                )
                missing += [] if len(pauses) == 1 else [(what, room)]
            for what in LIVE:
                web.time.seconds += 10_000
                pauses.clear()
                read_message_and_close(web, what, room)
                missing += [] if len(pauses) == 1 else [(what, room)]
        assert missing == []
        pauses.clear()
        assert table.view(0)["you"] == 0
        assert web.client.get("/").status_code == 200
        assert pauses == []


def test_the_while_begins_when_the_secret_arrives(pauses: list[float]) -> None:
    """The server waits only for the rest of the delay after it has read the room."""
    with a_web(limits=True) as web:
        for what in ("page", "view"):
            fetch_masked_response(web, what, "a wrong token", NOWHERE)
    assert all(seconds < ANSWERED_AFTER_S for seconds in pauses)


def test_a_server_that_does_not_wait_is_found_out(pauses: list[float]) -> None:
    with a_web(limits=False) as web:
        fetch_masked_response(web, "page", "a wrong token", NOWHERE)
        read_message_and_close(web, "a program's hello", NOWHERE)
    assert pauses == []


def test_an_answer_that_tells_is_found_out() -> None:
    with a_web() as web:
        table = web.playing("Ada", "Ben", options={"watchers": "public"})
        unknown, open_to_all = (
            fetch_masked_response(web, "view", "nothing", room) for room in (NOWHERE, str(table.code))
        )
    assert unknown != open_to_all
