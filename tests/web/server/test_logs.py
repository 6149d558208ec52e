"""Log: it tells what happened, and nothing that people wrote."""

import asyncio
import io
import json
import logging

import pytest
import structlog
from structlog.testing import capture_logs
from websockets.asyncio.client import connect

from app import logs
from app.settings.settings import LogLevel
from tests.web.servers import a_server, on_both_loops
from tests.web.tables import GAME, UnwellStore, Web, a_web
from tools.play_random import Server

OWN = {"origin": "http://localhost:8000"}
SECRET_WORDS = ("Zenobia", "Hephaistion", "Whisper")


def lines(log: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


def visit_everything(web: Web) -> set[str]:
    """Use every kind of route with every kind of secret; return the secrets."""
    client = web.client
    table = web.open(SECRET_WORDS[0], SECRET_WORDS[1], options={"watchers": "public"})
    link = table.post(0, do="return_link").json()["link"]
    table.post(0, do="say", text=SECRET_WORDS[2])
    table.post(0, do="begin")
    ask = table.view(0)["ask"]
    table.seal(0)
    table.post(0, do="seal", ask=ask["ask"], choice=SECRET_WORDS[2])
    with table.socket(1) as socket:
        socket.receive_json()
        socket.send_text(SECRET_WORDS[2])
        socket.receive_json()
    for path in (
        table.links["join"],
        table.links["watch"],
        table.links["return"],
        f"/r/{table.code}?q={SECRET_WORDS[2]}",
    ):
        client.get(path)
        client.get(path.lower())
    client.post(link, headers=OWN, data={})
    client.get(f"/{SECRET_WORDS[2]}")
    client.post("/rooms", headers=OWN, data={"game": GAME, "name": SECRET_WORDS[0]})
    client.post("/join", headers=OWN, data={"code": SECRET_WORDS[2]})
    client.post("/csp-report", content=json.dumps({"csp-report": {"document-uri": link, "effective-directive": link}}))
    links = {path.rpartition("/")[2] for path in (*table.links.values(), link)}
    cookies = {cookie.value for cookie in client.cookies.jar if cookie.value}
    return {*table.tokens, *links, *cookies, *SECRET_WORDS, str(table.code), ask["choices"][0]}


def test_no_secret_name_path_or_word_is_logged(log: io.StringIO) -> None:
    with a_web() as web:
        secrets = visit_everything(web)
    assert len(secrets) > 10
    said = log.getvalue()
    assert len(said.splitlines()) > 20
    assert not [secret for secret in secrets if secret.lower() in said.lower()]


def test_a_line_is_an_object_with_route_status_and_time(log: io.StringIO) -> None:
    with a_web() as web:
        table = web.open("Ada")
        table.view(0)
        with table.socket(0) as socket:
            socket.receive_json()
    found = {(line["event"], line["method"], line["route"], line["status"]) for line in lines(log)}
    assert found == {
        ("http", "POST", "/api/rooms", 201),
        ("http", "GET", "/api/rooms/{room}", 200),
        ("websocket", "GET", "/api/rooms/{room}/live", 101),
    }
    assert all(isinstance(line["ms"], float) and line["timestamp"] for line in lines(log))


KNOCK = (
    "GET /r/K7QF2M9X/live?language=it HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://elsewhere.example\r\n"
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
"""Handshake that the server refuses, in a language that no test has used."""


@on_both_loops
async def test_who_goes_before_they_are_turned_away_is_no_fault(log: io.StringIO) -> None:
    async with a_server() as served:
        for _ in range(3):
            _, writer = await asyncio.open_connection("127.0.0.1", served.port)
            writer.write(KNOCK.encode())
            await writer.drain()
            writer.transport.abort()
        while len(found := [line["event"] for line in lines(log)]) < 3:
            await asyncio.sleep(0.01)
    assert found == ["websocket"] * 3


def test_fault_log_contains_type_and_location_without_message(log: io.StringIO) -> None:
    store = UnwellStore()
    with a_web(store) as web:
        store.pain = RuntimeError("Whisper")
        web.client.get("/api/rooms/K7QF2M9X")
    failure = next(line for line in lines(log) if line["event"] == "request failed")
    assert failure["exception"] == "RuntimeError"
    assert "tables.py" in str(failure["where"])
    assert "Whisper" not in log.getvalue()


@on_both_loops
async def test_the_server_itself_logs_no_path(caplog: pytest.LogCaptureFixture) -> None:
    lines = io.StringIO()
    logs.set_up("debug", lines)
    async with a_server() as served:
        server = Server(served.url)
        _, opened = await server.ask("POST", "/api/rooms", {"game": GAME, "name": "Zenobia"})
        url = f"ws://127.0.0.1:{served.port}/api/rooms/{opened['room']}/live?token={opened['token']}"
        headers = {"Authorization": f"Bearer {opened['token']}"}
        async with connect(url, additional_headers=headers, proxy=None) as socket:
            await socket.recv()
            await socket.send(b"\x00")
            await socket.wait_closed()
    said = lines.getvalue()
    assert said
    assert not [secret for secret in (opened["token"], opened["room"], "Zenobia") if secret in said]


def test_libraries_speak_through_the_same_log(log: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").info("GET /r/secret")
    logging.getLogger("uvicorn.error").warning("Maximum request limit exceeded.")
    logging.getLogger("somebody").debug("a detail")
    assert [line["event"] for line in lines(log)] == ["Maximum request limit exceeded."]


HOST = b"Host: localhost\r\n"
HANDSHAKE = (
    b"GET /api/rooms/K7QF2M9X/live HTTP/1.1\r\n"
    + HOST
    + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    + b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
WRONG = {
    "no request": (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",),
    "another upgrade": (b"GET / HTTP/1.1\r\n" + HOST + b"Connection: Upgrade, close\r\nUpgrade: smoke\r\n\r\n",),
    "no text": (HANDSHAKE, b"\x81\x82\0\0\0\0\xff\xff"),
}
"""Data that a peer may send again and again, one item after each response."""


@pytest.mark.parametrize("what", WRONG)
@on_both_loops
async def test_no_peer_fills_the_log_by_what_it_does_wrongly(what: str) -> None:
    said, before = io.StringIO(), dict(logs.failures.counts)
    logs.set_up("warning", said)
    first, *then = WRONG[what]
    async with a_server() as served:
        for _ in range(5):
            reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
            writer.write(first)
            for each in then:
                await reader.readuntil(b"\r\n\r\n")
                writer.write(each)
            await reader.read()
            writer.close()
        answer = await Server(served.url).ask("GET", "/healthz")
    assert answer[0] == 200
    assert said.getvalue() == ""
    assert dict(logs.failures.counts) == before


def test_a_fault_that_no_peer_causes_is_still_told(log: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").error("Exception in ASGI application\n")
    assert [line["level"] for line in lines(log)] == ["error"]


@pytest.mark.parametrize(("level", "heard"), [("debug", 3), ("info", 2), ("warning", 1), ("error", 0)])
def test_the_level_is_the_programs_own(level: LogLevel, heard: int) -> None:
    out = io.StringIO()
    logs.set_up(level, out)
    logger = structlog.get_logger("app.test_logs")
    logger.debug("one"), logger.info("two"), logger.warning("three")
    assert len(out.getvalue().splitlines()) == heard


def test_a_terminal_gets_lines_for_people() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    out = Terminal()
    logs.set_up("info", out)
    structlog.get_logger("app.test_logs").warning("ready", port=8000)
    assert "ready" in out.getvalue()
    with pytest.raises(json.JSONDecodeError):
        json.loads(out.getvalue())


def test_a_logger_in_use_goes_where_the_log_goes_now() -> None:
    first, then, logger = io.StringIO(), io.StringIO(), structlog.get_logger("app.test_logs.long_lived")
    logs.set_up("info", first)
    logger.warning("one")
    logs.set_up("info", then)
    logger.warning("two")
    with capture_logs() as captured:
        logger.warning("three")
    assert [line["event"] for line in lines(first)] == ["one"]
    assert [line["event"] for line in lines(then)] == ["two"]
    assert [line["event"] for line in captured] == ["three"]
