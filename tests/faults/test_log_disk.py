"""The disk under the log is full: nothing is told any more, and nobody is hurt by it."""

import logging
import sys
from collections.abc import Iterator
from contextlib import suppress

import pytest

from app import logs
from tests.web.tables import Web, a_web, receive_answer

FULL = "/dev/full"
"""Takes no byte: every write fails as on a full disk."""

pytestmark = pytest.mark.fault


@pytest.fixture
def web() -> Iterator[Web]:
    """A server whose log has no room, not even for a line."""
    full = open(FULL, "w", encoding="utf-8", buffering=1)  # noqa: SIM115 - it cannot be closed without an error
    logs.set_up("debug", full)
    try:
        with a_web() as web:
            yield web
    finally:
        logs.set_up("error")
        # what could not be written lies in the stream still, and is tried once more
        with suppress(OSError):
            full.close()


def plays(web: Web) -> list[int]:
    """The status of everything that two players do at a table, seal and look; of a page; and of what is nowhere."""
    table = web.open("Ada", "Ben")
    done = [table.post(0, do="begin"), *(table.seal(seat) for seat in (0, 1)), table.post(1, do="say", text="hm")]
    with table.socket(0) as socket:
        socket.receive_json()
        socket.send_json({"id": "p", "do": "ping"})
        receive_answer(socket, "p")
    return [*(each.status_code for each in done), *(web.client.get(path).status_code for path in ("/", "/nowhere"))]


def test_a_full_disk_under_the_log_hurts_nobody(web: Web) -> None:
    assert plays(web) == [200, 200, 200, 200, 200, 404]


def test_a_log_whose_faults_reach_the_room_is_caught(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    def passed_on(self: logging.Handler, record: logging.LogRecord) -> None:
        error = sys.exception()
        if error is not None:
            raise error

    monkeypatch.setattr(logging.Handler, "handleError", passed_on)
    with pytest.raises(OSError, match="No space left"):
        plays(web)
