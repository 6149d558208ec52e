"""Operator's log and figures: the same bytes whichever card a seat seals."""

import io
import json
import re
from collections.abc import Sequence

import pytest
import structlog

from app import logs
from app.rooms.events import ChoiceSealed, Entry
from app.rooms.model.ids import Millis, RoomCode, Version
from tests.journal.memory_store import MemoryStore
from tests.web.tables import a_web

TOKEN = "x" * 32
TIMED = re.compile(rb"^.*_seconds_(?:sum|bucket).*$|^process_.*$|^python_.*$", re.MULTILINE)
"""Fields that differ each time: durations and their buckets."""


class TellingStore(MemoryStore):
    """Mutant that logs its entries."""

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Append as Store does, with a line in the log."""
        for entry in entries:
            if isinstance(entry.event, ChoiceSealed):
                structlog.get_logger("app.telling").info("sealed", size=len(entry.event.choice))
        await super().append(room, expected, entries, phase, wake_at)


def read_operator_output(game: str, place: int, store: MemoryStore) -> tuple[list[dict[str, object]], bytes]:
    """Return the log and the figures of a game's beginning, up to the reveal.

    The second seat seals the choice at a place, the others always their first."""
    said = io.StringIO()
    logs.set_up("debug", said)
    with a_web(store, metrics_token=TOKEN) as web:
        table = web.playing("Ada", "Ben", "Carla", game=game, options={"watchers": "public"})
        asked = [seat for seat in range(3) if table.view(seat)["ask"]]
        assert len(asked) > 1, "where one seat decides alone, nothing lies sealed"
        for seat in asked[1:]:
            assert table.seal(seat, place if seat == asked[1] else 0).status_code == 200
        for path in ("/", f"/r/{table.code}", table.links["watch"]):
            web.client.get(path, headers={"cookie": f"dev={table.tokens[0]}"})
        figures = web.client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).content
    lines = [json.loads(line) for line in said.getvalue().splitlines()]
    ours = [line for line in lines if str(line.get("logger", "")).startswith("app.")]
    return [{name: line[name] for name in line if name not in ("ms", "timestamp")} for line in ours], TIMED.sub(
        b"", figures
    )


@pytest.mark.rule("A10.2", "E9.1")
def test_log_and_figures_do_not_depend_on_the_card(game: str) -> None:
    one, other = (read_operator_output(game, place, MemoryStore()) for place in (0, 1))
    assert len(one[0]) > 5 and b"signet_append_seconds_count" in one[1]
    assert one == other


def test_leaking_log_is_detected() -> None:
    one, other = (read_operator_output("adel_verpflichtet", place, TellingStore()) for place in (0, 1))
    assert one[0] != other[0]
