"""Clients that disconnect: that is never an error of the server."""

import asyncio
import logging

import pytest
from structlog.testing import capture_logs

from app.logs import is_of_this_server
from tests.web.servers import a_server

FORM = "content-type: application/x-www-form-urlencoded\r\ncontent-length: 1000"
JSON = "content-type: application/json\r\ncontent-length: 1000"
FILE = "content-type: multipart/form-data; boundary=x\r\ncontent-length: 1000"
CUT = {
    "a form": f"POST /rooms HTTP/1.1\r\nhost: 127.0.0.1\r\n{FORM}\r\n\r\nname=A",
    "a message": f"POST /api/rooms HTTP/1.1\r\nhost: 127.0.0.1\r\n{JSON}\r\n\r\n{{",
    "a file": f"POST /rooms/import HTTP/1.1\r\nhost: 127.0.0.1\r\n{FILE}\r\n\r\n--x\r\n",
    "a report": f"POST /csp-report HTTP/1.1\r\nhost: 127.0.0.1\r\n{JSON}\r\n\r\n{{",
    "a head": "POST /rooms HTTP/1.1\r\nhost: 127.0.0.1\r\n",
    "a page": "GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
    "a large file": "GET /static/img/games/adel_verpflichtet.svg HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
    "a handshake": (
        "GET /r/00000000/live HTTP/1.1\r\nhost: 127.0.0.1\r\norigin: http://127.0.0.1\r\nconnection: upgrade\r\n"
        "upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ),
}
FAILURES = {"error", "critical", "warning"}


@pytest.mark.parametrize("sent", CUT.values(), ids=CUT)
@pytest.mark.parametrize("is_reset", [False, True])
@pytest.mark.asyncio
async def test_who_goes_away_leaves_no_error_in_the_log(
    sent: str, caplog: pytest.LogCaptureFixture, *, is_reset: bool
) -> None:
    with capture_logs() as lines:
        async with a_server() as served:
            for wait_s in (0.0, 0.02):
                _, writer = await asyncio.open_connection("127.0.0.1", served.port)
                writer.write(sent.encode())
                await writer.drain()
                await asyncio.sleep(wait_s)
                if is_reset:
                    writer.transport.abort()
                else:
                    writer.close()
            await asyncio.sleep(0.1)
    assert [line for line in lines if line["log_level"] in FAILURES] == []
    of_libraries = [each for each in caplog.records if each.levelno >= logging.WARNING and is_of_this_server(each)]
    assert of_libraries == []
    assert not [line for line in lines if line.get("status") == 500]
