"""Tampered journals: the first changed row is named, whatever the change."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from app.journal.codec import Coded
from app.journal.rows import Row, StoredRoom
from app.records.check_journal import first_broken
from app.rooms.model.ids import CommandKey, Digest, Millis, Version
from tests.journal.chains import forge_chain
from tests.records.evenings import short_evening
from tests.records.test_check_journal import to_stored

TRIALS = 100


def flip_bit(text: str, rng: random.Random) -> str:
    """Return the text with one bit of one of its bytes flipped."""
    data = bytearray(text.encode())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return data.decode("utf-8", "surrogateescape")


def flips(row: Row, rng: random.Random) -> Iterator[Row]:
    """Yield the row with a flipped bit in each column that has a value."""
    kind, shape, body = row.coded
    yield row._replace(version=Version(row.version ^ 1 << rng.randrange(16)))
    yield row._replace(at=Millis(row.at ^ 1 << rng.randrange(40)))
    yield row._replace(coded=Coded(flip_bit(kind, rng), shape, body))
    yield row._replace(coded=Coded(kind, shape ^ 1 << rng.randrange(8), body))
    yield row._replace(coded=Coded(kind, shape, flip_bit(body, rng)))
    yield row._replace(chain=Digest(flip_bit(str(row.chain), rng)))
    if row.command is not None:
        yield row._replace(command=CommandKey(flip_bit(row.command, rng)))
    if row.body is not None:
        yield row._replace(body=Digest(flip_bit(row.body, rng)))


def test_flipped_bit_in_any_column_is_detected_at_its_row() -> None:
    rng, room = random.Random(20), to_stored(short_evening())
    for number in (rng.randrange(len(room.rows)) for _ in range(TRIALS)):
        changed = rng.choice(list(flips(room.rows[number], rng)))
        found = first_broken(replace(room, rows=(*room.rows[:number], changed, *room.rows[number + 1 :])))
        assert found is not None, changed
        assert found.entry == number + 1, (changed, found)


def renumber_rows(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    return tuple(row._replace(version=Version(number)) for number, row in enumerate(rows, start=1))


def drop_row(rows: tuple[Row, ...], at: int) -> tuple[Row, ...]:
    return (*rows[:at], *rows[at + 1 :])


def drop_and_renumber(rows: tuple[Row, ...], at: int) -> tuple[Row, ...]:
    return renumber_rows(drop_row(rows, at))


def swap_rows(rows: tuple[Row, ...], at: int) -> tuple[Row, ...]:
    return renumber_rows((*rows[:at], rows[at + 1], rows[at], *rows[at + 2 :]))


def twice(rows: tuple[Row, ...], at: int) -> tuple[Row, ...]:
    return renumber_rows((*rows[:at], rows[at - 1], *rows[at:]))


@pytest.mark.parametrize("change", [drop_row, drop_and_renumber, swap_rows, twice])
def test_removed_inserted_or_moved_row_is_detected_at_its_place(
    change: Callable[[tuple[Row, ...], int], tuple[Row, ...]],
) -> None:
    room = to_stored(short_evening())
    for at in random.Random(21).sample(range(1, len(room.rows) - 2), 10):
        found = first_broken(replace(room, rows=change(room.rows, at)))
        assert found is not None
        assert found.entry == at + 1


def cut(room: StoredRoom, left: int) -> StoredRoom:
    return replace(room, rows=room.rows[:left])


def test_truncated_journal_is_detected_by_the_row_of_its_room() -> None:
    room = to_stored(short_evening())
    for left in (len(room.rows) - 1, len(room.rows) // 2, 1):
        found = first_broken(cut(room, left))
        assert found is not None
        assert (found.entry, found.why) == (left + 1, "it is missing, and with it the end of the journal")
        without_number = replace(cut(room, left), version=Version(left))
        found = first_broken(without_number)
        assert found is not None
        assert found.entry == 0


def test_consistently_rewritten_journal_is_not_detected_by_the_database_alone() -> None:
    """The chain does not prove this: a message, the chain behind it, the head changed."""
    room = to_stored(short_evening())
    at = next(number for number, row in enumerate(room.rows) if row.coded.kind == "seat_taken")
    row = room.rows[at]
    other = row._replace(coded=row.coded._replace(body=row.coded.body.replace('"name":"', '"name":"X')))
    assert other != row
    assert first_broken(forge_chain(replace(room, rows=(*room.rows[:at], other, *room.rows[at + 1 :])))) is None
