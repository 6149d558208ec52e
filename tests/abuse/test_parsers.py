"""Inputs that confuse parsers: refused, without any effect."""

import asyncio
import json
import unicodedata
from collections.abc import Mapping
from typing import cast

import pytest
from httpx2 import Response

from app.notifications import address_policy
from app.rooms.model import names
from app.web.server.socket_guard import GuardedSocket
from app.web.server.uvicorn_guard import GuardedHttp
from tests.web.heavy import handshake
from tests.web.servers import Served, a_server, on_both_loops
from tests.web.tables import BASE, Table, Web, a_web

CODE = "00000AA1"
STRANGE: Mapping[str, Mapping[str, str]] = {
    "a long line": {"x": "a" * 9_000},
    "many headers": {f"x{number}": "" for number in range(200)},
    "a long cookie": {"cookie": "a" * 9_000},
}
"""Handshakes that the server's parser accepts and ``websockets`` does not."""


@pytest.fixture
def table(web: Web) -> Table:
    """Lobby with Ada and Ben."""
    return web.open("Ada", "Ben", options={"watchers": "public"})


async def read_until_closed(served: Served, path: str, head: Mapping[str, str], seconds: float) -> bytes:
    """Return the bytes until the server closes.

    Raises TimeoutError."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    try:
        writer.write(handshake(path, {"origin": "http://localhost:8000"} | dict(head)))
        async with asyncio.timeout(seconds):
            return await reader.read()
    finally:
        writer.transport.abort()


@pytest.mark.parametrize("kind", STRANGE)
@pytest.mark.parametrize("path", [f"/r/{CODE}/live", f"/api/rooms/{CODE}/live"])
@on_both_loops
async def test_unreadable_handshake_is_answered_and_closed(kind: str, path: str) -> None:
    async with a_server(limits=True) as served:
        assert (await read_until_closed(served, path, STRANGE[kind], 10.0)).startswith(b"HTTP/1.1 431 ")
        assert not cast(type[GuardedHttp], served.running.config.http_protocol_class).watch.open


@on_both_loops
async def test_server_that_keeps_such_a_connection_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GuardedSocket, "_refuse_handshake", lambda *_: None)
    async with a_server() as served:
        with pytest.raises(TimeoutError):
            await read_until_closed(served, f"/r/{CODE}/live", STRANGE["a long line"], 0.3)


# Duplicate keys.

DOORS = {
    "open": ("/api/rooms", '{"game":"adel_verpflichtet","name":"Eve","name":"Eva"}'),
    "options": ("/api/rooms", '{"game":"adel_verpflichtet","name":"Eve","options":{"grace":1,"grace":2}}'),
    "sit": ("/api/rooms/{}/seats", '{"name":"Eve","key":"{}","\\u006eame":"Eva"}'),
    "command": ("/api/rooms/{}/commands", '{"do":"say","text":"a:b","do":"leave"}'),
}


@pytest.mark.parametrize("door", DOORS)
def test_body_with_a_duplicate_key_is_refused(table: Table, door: str) -> None:
    path, body = DOORS[door]
    before = table.fingerprint()
    head = table.bearer(1) | {"content-type": "application/json"}
    answer = table.web.client.post(path.replace("{}", table.code), content=body, headers=head)
    assert answer.status_code == 422
    assert '"bad_field"' in answer.text
    assert table.fingerprint() == before


def test_frame_with_a_duplicate_key_is_refused(table: Table) -> None:
    before = table.fingerprint()
    with table.socket(1) as socket:
        socket.receive_text()
        for text in ('{"id":"1","do":"ping","do":"leave"}', '{"do":"options","options":{"a":{"b":1,"b":2}}}'):
            socket.send_text(text)
            assert '"bad_field"' in socket.receive_text()
        socket.send_text('{"id":"2","do":"ping"}')
        assert '"re":"2"' in socket.receive_text()
    assert table.fingerprint() == before


def test_hello_with_a_duplicate_key_is_refused(table: Table) -> None:
    with table.web.socket(f"{table.path}/live") as socket:
        socket.send_text(json.dumps({"token": table.tokens[0]})[:-1] + f',"token":"{table.tokens[1]}"}}')
        assert '"bad_field"' in socket.receive_text()


# Addresses and names.


def submit_contact(table: Table, what: str, **fields: str) -> Response:
    """Submit a form on notifications from the host's device."""
    head = {"origin": BASE, "cookie": f"dev={table.tokens[0]}"}
    return table.web.client.post(f"/r/{table.code}/calls/{what}", data=fields, headers=head)


ADDRESSES = (
    f"https://{'a' * 64}.example/",
    "https://a..example/",
    f"https://{'a.' * 200}example/",
    "https://a" + "\u0301" * 1_000 + "\u0316" * 1_000 + "/",
    "https://[3fff::1]/",
    "https://[::1/",
    "https://push.example:" + "9" * 5_000 + "/",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_impossible_address_is_refused(table: Table, address: str) -> None:
    assert submit_contact(table, "hook", url=address).status_code == 422
    if "3fff" not in address:
        assert submit_contact(table, "push", endpoint=address, p256dh="a", auth="a").status_code == 422


def test_server_that_resolves_any_address_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address_policy, "_is_host", bool)
    with a_web() as web:
        table = web.open("Ada", "Ben")
        assert submit_contact(table, "hook", url=ADDRESSES[0]).status_code == 500


def test_only_short_names_are_normalized(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []

    def normalize(_: str, text: str) -> str:
        sizes.append(len(text))
        return text

    monkeypatch.setattr(unicodedata, "normalize", normalize)
    for text in ("Ada", "a" + "\u0301\u0316" * 4_000, "x" * (names.MAX_TYPED + 1)):
        names.name(text)
    assert sizes == [3]
