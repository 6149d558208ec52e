"""Recorded sessions: a difference is a changed answer, message or view.

It breaks programs unless it only adds. `make sessions` records them anew. A second test checks that every message of
a whole game has the declared fields."""

import difflib

import msgspec
import orjson
import pytest

from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.views.view_types import RoomView
from app.web.sockets import gateway
from app.web.sockets.program_feed import ProgramFeed
from engine.core.seats import Seat, Viewer
from engine.registry import GAMES
from tests.rooms.builders import ADA, BEN
from tests.web.session import FOLDER, cut, join_pieces, session
from tools.update_costs import course

RECORDED = tuple(sorted(path.stem for path in FOLDER.glob("*.txt")))
LONGEST = 200
"""Most lines of a file, so that a person can read its diff."""
HERE = frozenset({ADA, BEN})


def changes(game: str) -> list[str]:
    """Return the first lines that differ from the recorded ones."""
    was = (FOLDER / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    now = session(game).splitlines()
    return [] if was == now else list(difflib.unified_diff(was, now, "recorded", "now", n=2, lineterm=""))[:60]


@pytest.mark.parametrize("game", RECORDED)
def test_a_session_is_answered_as_it_was(game: str) -> None:
    assert changes(game) == [], "read the diff after `make sessions`"


def test_there_are_sessions_of_games_and_of_nothing_else() -> None:
    assert len(RECORDED) >= 2
    assert set(RECORDED) <= set(GAMES)
    assert max(len(path.read_text(encoding="utf-8").splitlines()) for path in FOLDER.glob("*.txt")) < LONGEST


def test_a_field_of_another_name_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    class Renames(ProgramFeed):
        def update(self, room: Room, viewer: Viewer, here: frozenset[Seat], now: Millis | None = None) -> bytes | None:
            message = super().update(room, viewer, here, now)
            return None if message is None else message.replace(b'"now":', b'"time":')

    monkeypatch.setattr(gateway, "ProgramFeed", Renames)
    changed = changes("adel_verpflichtet")
    assert [line for line in changed if line.startswith("-") and '"now":1000000000' in line]
    assert [line for line in changed if line.startswith("+") and '"time":1000000000' in line]


def test_lines_put_together_are_what_was_sent() -> None:
    text = '{"a":"b, c","d":[{"e":1},{"f":"g","h":null}],"i":","}'
    assert "".join(cut(text)) == text
    assert len(cut(text)) > 4
    assert "".join(line.removeprefix("  ") for line in join_pieces(cut(text * 20))) == text * 20


def find_undeclared_fields(message: bytes) -> list[str]:
    """Return fields of an update that differ from the declared types of views.

    A field may be extra, missing or of another kind."""
    data = orjson.loads(message)
    found = sorted(data.keys() ^ {"version", "view", "effects", "now"})
    view, declared = data["view"], msgspec.convert(data["view"], RoomView, strict=True)
    again = orjson.loads(msgspec.json.encode(declared))
    return found + sorted(name for name in view.keys() | again.keys() if view.get(name) != again.get(name))


@pytest.mark.parametrize("viewer", [ADA, BEN, None])
def test_every_message_of_whole_game_has_exactly_the_declared_fields(game: str, viewer: Viewer) -> None:
    feed, messages = ProgramFeed(), 0
    for room, _ in course(game):
        message = feed.update(room, viewer, HERE, Millis(1_000_000_000))
        if message is not None:
            assert find_undeclared_fields(message) == []
            messages += 1
    assert messages > 40


def test_check_catches_extra_missing_and_mistyped_message_fields(game: str) -> None:
    room, _ = next(course(game))
    message = ProgramFeed().update(room, ADA, HERE, Millis(1_000_000_000)) or b""
    assert find_undeclared_fields(message) == []
    assert find_undeclared_fields(message.replace(b'"you":0', b'"you":0,"hand":[]')) == ["hand"]
    assert find_undeclared_fields(message.replace(b'"now":', b'"time":')) == ["now", "time"]
    with pytest.raises(msgspec.ValidationError):
        find_undeclared_fields(message.replace(b'"you":0', b'"you":"0"'))
