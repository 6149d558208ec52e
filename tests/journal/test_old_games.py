"""Journals of every release fold for ever, and to the same end."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.journal.codec import Coded, codec
from app.records.check_record import fold_checked
from app.rooms.facts import Entry
from app.rooms.fold import BrokenJournal, fold
from app.rooms.model.ids import Millis, Version
from engine.core.seats import Seat
from engine.edel_stein_reich.components import Effect
from engine.edel_stein_reich.edition import Edition
from engine.edel_stein_reich.rules import scoring

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
    assert fold_checked(entries(sample["rows"])) == room


@pytest.fixture
def certificates_always_counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An engine that plays E8.2 in every game as new games play it."""

    def extras(edition: Edition, cards: scoring.Cards, seat: int) -> tuple[scoring.CardPay, ...]:
        shown = edition.event_cards
        own = (card for card in cards[seat] if shown[card].effect is Effect.SOLE_ALL)
        return tuple(scoring.CardPay(Seat(seat), card, shown[card].pays) for card in own)

    monkeypatch.setattr(scoring, "_extras", extras)
    scoring.certificate_scores.cache_clear()
    yield
    scoring.certificate_scores.cache_clear()


@pytest.mark.rule("E8.2")
@pytest.mark.usefixtures("certificates_always_counted")
def test_a_game_begun_by_an_earlier_revision_of_the_rules_would_not_fold_by_a_later_one() -> None:
    path = next(path for path in SAMPLES if path.stem == "0.2-edel-first-everywhere")
    with pytest.raises(BrokenJournal, match="came out otherwise"):
        fold(None, entries(json.loads(path.read_text())["rows"]))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_state_of_a_journal_of_an_earlier_release_loads(path: Path) -> None:
    room, states = None, list[Any]()
    for entry in entries(json.loads(path.read_text())["rows"]):
        room = fold(room, (entry,))
        if room is not None and room.play is not None and room.play.state not in states[-1:]:
            states.append(room.play.state)
            assert room.play.game.load(room.play.game.dump(room.play.state)) == room.play.state
    assert len(states) > 20


def test_a_journal_whose_card_was_changed_does_not_fold() -> None:
    path = next(path for path in SAMPLES if path.stem == "0.1-two-surprise")
    rows = json.loads(path.read_text())["rows"]
    place = next(n for n, row in enumerate(rows) if row[2] == "choice_sealed" and '"castle detective"' in row[4])
    rows[place][4] = rows[place][4].replace("castle detective", "auction_house cheque 1")
    with pytest.raises(BrokenJournal):
        fold(None, entries(rows))
