"""The recorded sessions of both protocols: a difference is a changed answer, message or view, and breaks programs
unless it only adds. `make sessions` writes them anew."""

import difflib

import pytest

from app.rooms.model.ids import Millis
from app.web.sockets import program_feed
from engine.core.plain import Plain
from engine.registry import GAMES
from tests.web.session import FOLDER, cut, session

RECORDED = tuple(sorted(path.stem for path in FOLDER.glob("*.txt")))
LARGEST = 120_000
"""Bytes of a file that somebody may still want to read."""


def changes(game: str) -> list[str]:
    """The lines that are not as they were recorded, the first of them."""
    was = (FOLDER / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    now = session(game).splitlines()
    return [] if was == now else list(difflib.unified_diff(was, now, "recorded", "now", n=2, lineterm=""))[:60]


@pytest.mark.parametrize("game", RECORDED)
def test_a_session_is_answered_as_it_was(game: str) -> None:
    assert changes(game) == [], "read the diff after `make sessions`"


def test_there_are_sessions_of_games_and_of_nothing_else() -> None:
    assert len(RECORDED) >= 2
    assert set(RECORDED) <= set(GAMES)
    assert max(path.stat().st_size for path in FOLDER.iterdir()) < LARGEST


def test_a_field_of_another_name_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def renamed(now: Millis | None) -> dict[str, Plain]:
        return {} if now is None else {"time": now}

    monkeypatch.setattr(program_feed, "timed", renamed)
    changed = changes("adel_verpflichtet")
    assert [line for line in changed if line.startswith("-") and '"now":1000000000' in line]
    assert [line for line in changed if line.startswith("+") and '"time":1000000000' in line]


def test_lines_put_together_are_what_was_sent() -> None:
    text = '{"a":"b, c","d":[{"e":1},{"f":"g","h":null}],"i":","}'
    assert "".join(cut(text)) == text
    assert len(cut(text)) > 4
