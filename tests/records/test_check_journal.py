"""Check of a stored room: a sound one passes, else the first wrong entry is named."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from app.journal.codec import Coded
from app.journal.rows import Row, StoredRoom, entry_of, prepare
from app.records.check_journal import first_broken
from app.rooms.fold import fold
from app.rooms.model.clocks import next_deadline
from app.rooms.model.ids import Version
from tests.journal.chains import build_chain, forge_chain
from tests.records.evenings import long_evening, short_evening
from tests.rooms.builders import CODE
from tests.rooms.evening import Evening

SAMPLES = sorted((Path(__file__).parents[1] / "journal" / "games").glob("*.json"))


def to_stored(evening: Evening) -> StoredRoom:
    """Return the room as the database stores it."""
    room = evening.room
    append = prepare(CODE, Version(0), evening.entries, room.phase, next_deadline(room))
    game = append.game
    rows = build_chain(CODE, append.rows)
    return StoredRoom(
        CODE, game, room.phase, append.version, append.wake_at, rows[-1].at, rows[-1].chain, (), rows, room.join_code
    )


def place(room: StoredRoom, kind: str) -> int:
    """Return the number of the first entry of a kind."""
    return next(row.version for row in room.rows if row.coded.kind == kind)


def with_row(room: StoredRoom, number: int, row: Row) -> StoredRoom:
    """Return the room with another row there, and a chain that hides it."""
    return forge_chain(replace(room, rows=(*room.rows[: number - 1], row, *room.rows[number:])))


@pytest.mark.parametrize("evening", [short_evening, long_evening, Evening])
def test_sound_rooms_pass(evening: type[Evening]) -> None:
    """The rooms are finished, in the midst of a game, and not begun."""
    assert first_broken(to_stored(evening())) is None


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_journals_of_every_release_are_sound(path: Path) -> None:
    bare = tuple(
        Row(version, at, Coded(kind, shape, body), None, None)
        for version, at, kind, shape, body in json.loads(path.read_text())["rows"]
    )
    room = fold(None, map(entry_of, bare))
    assert room is not None
    rows = build_chain(room.code, bare)
    last = rows[-1]
    kept = StoredRoom(room.code, "", room.phase, room.version, None, last.at, last.chain, (), rows, room.join_code)
    assert first_broken(kept) is None


def test_an_entry_of_no_known_kind_is_named() -> None:
    room = to_stored(short_evening())
    number = place(room, "revealed")
    row = room.rows[number - 1]
    found = first_broken(with_row(room, number, row._replace(coded=row.coded._replace(kind="unheard_of"))))
    assert found is not None
    assert found.entry == number
    assert "unheard_of" in found.why


def test_a_seed_that_was_changed_is_found() -> None:
    room = to_stored(long_evening())
    number = place(room, "game_begun")
    row = room.rows[number - 1]
    changed = row.coded._replace(body=row.coded.body.replace('"seed":"', '"seed":"00'))
    found = first_broken(with_row(room, number, row._replace(coded=changed)))
    assert found is not None
    assert found.entry == number


def test_changed_choice_is_detected_at_its_reveal_or_earlier() -> None:
    room = to_stored(short_evening())
    number, opened = place(room, "choice_sealed"), place(room, "revealed")
    row = room.rows[number - 1]
    choice = row.coded.body.rindex('"choice":"')
    changed = row.coded._replace(body=row.coded.body[:choice] + '"choice":"nothing of the kind"}')
    found = first_broken(with_row(room, number, row._replace(coded=changed)))
    assert found is not None
    assert number <= found.entry <= opened


def test_a_missing_entry_is_found_where_it_is_missing() -> None:
    room = to_stored(short_evening())
    found = first_broken(replace(room, rows=(*room.rows[:9], *room.rows[10:])))
    assert found is not None
    assert (found.entry, found.why) == (10, "it is missing")
    nothing = first_broken(replace(room, rows=()))
    assert nothing is not None
    assert nothing.entry == 1


def test_what_comes_first_is_told_first() -> None:
    room = to_stored(short_evening())
    early, late = place(room, "game_begun"), len(room.rows)
    row, last = room.rows[early - 1], room.rows[late - 1]
    broken = with_row(room, late, last._replace(coded=last.coded._replace(body="{")))
    found = first_broken(with_row(broken, early, row._replace(coded=row.coded._replace(kind="unheard_of"))))
    assert found is not None
    assert found.entry == early


def test_inconsistent_row_of_the_room_is_detected() -> None:
    room = to_stored(short_evening())
    for other in (replace(room, phase="playing"), replace(room, version=Version(room.version - 1))):
        found = first_broken(other)
        assert found is not None
        assert found.entry == 0
