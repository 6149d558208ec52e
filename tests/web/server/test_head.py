"""HEAD on every route with GET: the same headers and no body."""

import asyncio
import re
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from httpx2 import Response
from starlette.types import Message, Receive, Scope, Send
from structlog.testing import capture_logs

from app.web.server.head import Head
from tests.web.http.test_origin import EXPECTED, fill_template
from tests.web.servers import a_server
from tests.web.tables import Web, a_web

GETS = [path for path, methods in EXPECTED.items() if "GET" in methods]
WITHOUT_GET = [path for path, methods in EXPECTED.items() if methods == ("POST",)]
FILES = ["/static/css/tokens.css", "/static/js/room.js", "/static/none.css", "/nothing"]


def head(answer: Response) -> dict[str, str]:
    """Return the headers without a browser's secret, which is always new."""
    return {name: re.sub(r"=(\w{8}\.)?[\w-]{43};", "=...;", value) for name, value in answer.headers.items()}


@pytest.mark.parametrize("path", [*map(fill_template, GETS), *FILES])
def test_a_head_is_that_of_the_get(web: Web, path: str) -> None:
    got = web.client.get(path, follow_redirects=False)
    asked = web.client.head(path, follow_redirects=False)
    kept, given = head(asked), head(got)
    if path == "/screen":
        # each visit draws a new code
        assert abs(int(kept.pop("content-length")) - int(given.pop("content-length"))) < 2_000
    assert (asked.status_code, kept, asked.content) == (got.status_code, given, b"")


def test_pages_of_a_table_are_served_as_well(web: Web) -> None:
    table = web.playing("Ada", "Ben", options={"watchers": "public"})
    for path in (table.links["watch"], f"/api/rooms/{table.code}", table.links["join"]):
        headers = {**table.bearer(0), "accept-encoding": "identity"}
        got, asked = (web.client.request(method, path, headers=headers) for method in ("GET", "HEAD"))
        assert (asked.status_code, asked.content) == (200, b""), path
        assert asked.headers["content-length"] == got.headers["content-length"] == str(len(got.content)), path


@pytest.mark.parametrize("path", WITHOUT_GET)
def test_what_only_takes_a_post_takes_no_head(web: Web, path: str) -> None:
    assert web.client.head(fill_template(path)).status_code == web.client.get(fill_template(path)).status_code


def test_a_link_that_works_once_works_after_a_head() -> None:
    """Messengers and mail programs request links with HEAD before people follow them."""
    with a_web() as web:
        table = web.open("Ada")
        before = table.fingerprint()
        for _ in range(3):
            assert web.client.head(table.links["return"]).status_code == 200
        assert table.fingerprint() == before
        taken = web.client.post(table.links["return"], headers={"origin": "http://localhost:8000"})
        assert taken.status_code == 200
        assert web.client.head(table.links["return"]).status_code in (200, 410)


def test_head_request_ignores_range_header(web: Web) -> None:
    asked = web.client.head("/static/img/app/icon-192.png", headers={"range": "bytes=0-9"})
    assert asked.status_code == 200
    assert "content-range" not in asked.headers


def test_who_has_it_already_is_told_so(web: Web) -> None:
    tag = web.client.head("/static/css/tokens.css").headers["etag"]
    assert web.client.head("/static/css/tokens.css", headers={"if-none-match": tag}).status_code == 304


def test_the_log_says_head(web: Web) -> None:
    with capture_logs() as lines:
        web.client.head("/")
    assert [line["method"] for line in lines if line["event"] == "http"] == ["HEAD"]


@pytest.mark.parametrize("path", ["/", "/static/css/tokens.css", "/healthz", "/nothing"])
@pytest.mark.parametrize("coding", ["gzip", "identity"])
@pytest.mark.asyncio
async def test_the_connection_serves_the_next_request(path: str, coding: str) -> None:
    """A client would read a body after a HEAD as the next response."""

    def ask(url: str) -> list[tuple[int, int]]:
        connection = HTTPConnection(urlsplit(url).netloc, timeout=30)
        answers = []
        for method in ("HEAD", "GET", "HEAD", "GET"):
            connection.request(method, path, headers={"accept-encoding": coding})
            answer = connection.getresponse()
            answers.append((answer.status, len(answer.read())))
        connection.close()
        return answers

    async with a_server() as served:
        first, second, *again = await asyncio.to_thread(ask, served.url)
    assert first == (second[0], 0)
    assert second[1] > 0
    assert again == [first, second]


@pytest.mark.asyncio
async def test_no_byte_of_a_body_passes_the_layer() -> None:
    """Uvicorn would drop the body, too.

    The layers beneath that compress, measure or log responses would count it."""
    sent: list[Message] = []

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": scope["method"].encode(), "more_body": True})
        await send({"type": "http.response.body", "body": b"more"})

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    for method, body in (("HEAD", [b"", b""]), ("GET", [b"GET", b"more"])):
        sent.clear()
        await Head(answer)({"type": "http", "method": method, "headers": []}, receive, send)
        assert [message["body"] for message in sent[1:]] == body
