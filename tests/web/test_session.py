"""The recorded sessions of both protocols: a difference is a changed answer, message or view, and breaks programs
unless it only adds. `make sessions` writes them anew."""

import difflib

import pytest

from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.web.sockets import gateway
from app.web.sockets.delta_feed import DeltaFeed
from app.web.sockets.program_feed import ProgramFeed
from engine.core.seats import Seat, Viewer
from engine.registry import GAMES
from tests.web.delta_session import FOLDER_2, delta_session
from tests.web.session import FOLDER, cut, session

VERSIONS = {1: (FOLDER, session), 2: (FOLDER_2, delta_session)}
"""Where the sessions of a version of the programs' protocol are, and what makes one."""
RECORDED = tuple(sorted(path.stem for path in FOLDER.glob("*.txt")))
LARGEST = 120_000
"""Bytes of a file that somebody may still want to read."""


def changes(game: str, version: int = 1) -> list[str]:
    """The lines that are not as they were recorded, the first of them."""
    folder, made = VERSIONS[version]
    was = (folder / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    now = made(game).splitlines()
    return [] if was == now else list(difflib.unified_diff(was, now, "recorded", "now", n=2, lineterm=""))[:60]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("game", RECORDED)
def test_a_session_is_answered_as_it_was(game: str, version: int) -> None:
    assert changes(game, version) == [], "read the diff after `make sessions`"


def test_there_are_sessions_of_games_and_of_nothing_else() -> None:
    assert len(RECORDED) >= 2
    assert set(RECORDED) <= set(GAMES)
    assert tuple(sorted(path.stem for path in FOLDER_2.iterdir())) == RECORDED
    assert max(path.stat().st_size for path in FOLDER.rglob("*.txt")) < LARGEST


def test_a_field_of_another_name_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    class Renames(ProgramFeed):
        def update(self, room: Room, viewer: Viewer, here: frozenset[Seat], now: Millis | None = None) -> bytes | None:
            message = super().update(room, viewer, here, now)
            return None if message is None else message.replace(b'"now":', b'"time":')

    monkeypatch.setattr(gateway, "ProgramFeed", Renames)
    changed = changes("adel_verpflichtet")
    assert [line for line in changed if line.startswith("-") and '"now":1000000000' in line]
    assert [line for line in changed if line.startswith("+") and '"time":1000000000' in line]


def test_a_part_of_an_update_with_another_name_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    class Renames(DeltaFeed):
        def update(self, room: Room, viewer: Viewer, here: frozenset[Seat], now: Millis | None = None) -> bytes | None:
            message = super().update(room, viewer, here, now)
            return None if message is None else message.replace(b'"happenings":[{', b'"opened":[{')

    monkeypatch.setattr(gateway, "DeltaFeed", Renames)
    changed = changes("adel_verpflichtet", 2)
    assert [line for line in changed if line.startswith("-") and '"happenings":[{' in line]
    assert [line for line in changed if line.startswith("+") and '"opened":[{' in line]


def test_lines_put_together_are_what_was_sent() -> None:
    text = '{"a":"b, c","d":[{"e":1},{"f":"g","h":null}],"i":","}'
    assert "".join(cut(text)) == text
    assert len(cut(text)) > 4
