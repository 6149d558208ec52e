"""Full disk under the log: log lines are lost, and nothing else."""

import logging
import sys
from collections.abc import Iterator
from contextlib import suppress

import pytest

from app import logs
from tests.web.tables import Web, a_web, receive_answer

FULL = "/dev/full"
"""Stream whose every write fails as on a full disk."""

pytestmark = pytest.mark.fault


@pytest.fixture
def web() -> Iterator[Web]:
    """Server whose log cannot store a single line."""
    full = open(FULL, "w", encoding="utf-8", buffering=1)  # noqa: SIM115 - it cannot be closed without an error
    logs.set_up("debug", full)
    try:
        with a_web() as web:
            yield web
    finally:
        logs.set_up("error")
        # The failed text is still in the stream's buffer and is tried once more.
        with suppress(OSError):
            full.close()


def play(web: Web) -> list[int]:
    """Return the statuses of all actions of two players.

    The actions are a table, a seal and a view, a page, and an unknown address."""
    table = web.open("Ada", "Ben")
    done = [table.post(0, do="begin"), *(table.seal(seat) for seat in (0, 1)), table.post(1, do="say", text="hm")]
    with table.socket(0) as socket:
        socket.receive_json()
        socket.send_json({"id": "p", "do": "ping"})
        receive_answer(socket, "p")
    return [*(each.status_code for each in done), *(web.client.get(path).status_code for path in ("/", "/nowhere"))]


def test_full_log_disk_harms_no_request(web: Web) -> None:
    assert play(web) == [200, 200, 200, 200, 200, 404]


def test_log_whose_faults_reach_the_room_is_detected(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    def raise_error(self: logging.Handler, record: logging.LogRecord) -> None:
        error = sys.exception()
        if error is not None:
            raise error

    monkeypatch.setattr(logging.Handler, "handleError", raise_error)
    with pytest.raises(OSError, match="No space left"):
        play(web)
