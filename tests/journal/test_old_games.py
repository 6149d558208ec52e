"""Journals of every release fold for ever, and to the same end."""

import json
from pathlib import Path

import pytest

from app.journal.codec import Coded, codec
from app.rooms.facts import Entry
from app.rooms.fold import BrokenJournal, fold
from app.rooms.ids import Millis, Version

SAMPLES = sorted((Path(__file__).parent / "games").glob("*.json"))


def entries(rows: list[list[object]]) -> tuple[Entry, ...]:
    """The entries that a sample's rows keep."""
    return tuple(
        Entry(
            Version(int(str(version))), Millis(int(str(at))), codec.decode(Coded(str(kind), int(str(shape)), str(body)))
        )
        for version, at, kind, shape, body in rows
    )


def test_there_are_samples_of_the_first_release() -> None:
    assert [path for path in SAMPLES if path.name.startswith("0.1-")]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_journal_of_an_earlier_release_folds_to_the_same_end(path: Path) -> None:
    sample = json.loads(path.read_text())
    room = fold(None, entries(sample["rows"]))
    assert room is not None and room.play is not None and room.play.outcome is not None
    assert room.play.game.digest(room.play.state) == sample["digest"]
    assert [list(level) for level in room.play.outcome.ranking] == sample["ranking"]


def test_a_journal_whose_card_was_changed_does_not_fold() -> None:
    path = next(path for path in SAMPLES if path.stem == "0.1-two-surprise")
    rows = json.loads(path.read_text())["rows"]
    place = next(n for n, row in enumerate(rows) if row[2] == "choice_sealed" and '"castle detective"' in row[4])
    rows[place][4] = rows[place][4].replace("castle detective", "auction_house cheque 1")
    with pytest.raises(BrokenJournal):
        fold(None, entries(rows))
