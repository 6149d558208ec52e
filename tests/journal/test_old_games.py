"""Journals of every release: they fold for ever, with the same result."""

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.journal.codec import Coded, codec
from app.records import read_record
from app.records.check_record import fold_checked
from app.records.export import export
from app.records.full_journal import journal_digest
from app.rooms import commands as c
from app.rooms.events import Entry, GameBegun
from app.rooms.fold import BrokenJournalError, fold
from app.rooms.model.ids import Millis, Version
from app.rooms.model.values import replace
from engine.core.seats import Seat
from engine.edel_stein_reich.components import CardEffect
from engine.edel_stein_reich.edition import Edition
from engine.edel_stein_reich.rules import scoring
from tests.rooms.builders import run_commands

SAMPLES = sorted((Path(__file__).parent / "games").glob("*.json"))


def entries(rows: list[list[object]]) -> tuple[Entry, ...]:
    """Return the entries of a sample's rows."""
    return tuple(
        Entry(
            Version(int(str(version))), Millis(int(str(at))), codec.decode(Coded(str(kind), int(str(shape)), str(body)))
        )
        for version, at, kind, shape, body in rows
    )


def test_there_are_samples_of_the_first_release() -> None:
    assert [path for path in SAMPLES if path.name.startswith("0.1-")]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_journals_of_earlier_releases_fold_to_the_recorded_result(path: Path) -> None:
    sample = json.loads(path.read_text())
    room = fold(None, entries(sample["rows"]))
    assert room is not None and room.play is not None and room.play.outcome is not None
    assert room.play.game.digest(room.play.state) == sample["digest"]
    assert [list(level) for level in room.play.outcome.ranking] == sample["ranking"]
    assert fold_checked(entries(sample["rows"])) == room


OLD_DIGESTS = {
    "journal": "3cad7416957135e5b5e9f7cd818062cf7bb737fc6715705d9c43a33dd1b6d17b",
    "record": "931f862dbe904f9dbd9050ff94ab1bfa08e6695ad4f9dee9dac62531dac24695",
}
"""Published digests of a sample's games, known to players since they were played."""


def digests(name: str) -> dict[str, object]:
    """Return the digests of a sample's journal and of its record."""
    told = entries(json.loads(next(path for path in SAMPLES if path.stem == name).read_text())["rows"])
    return {"journal": journal_digest(told), "record": export(told)["digest"]}


def test_an_old_game_keeps_the_digests_it_was_told_by() -> None:
    assert digests("0.1-edel-two") == OLD_DIGESTS


def test_a_field_that_came_later_would_give_it_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_record, "LATER", {})
    told = digests("0.1-edel-two")
    assert all(told[name] != OLD_DIGESTS[name] for name in OLD_DIGESTS)


@pytest.fixture
def certificates_always_counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Engine that plays E8.2 in every game as new games do."""

    def extras(edition: Edition, cards: scoring.Cards, seat: int) -> tuple[scoring.CardPay, ...]:
        shown = edition.event_cards
        own = (card for card in cards[seat] if shown[card].effect is CardEffect.SOLE_ALL)
        return tuple(scoring.CardPay(Seat(seat), card, shown[card].pays) for card in own)

    monkeypatch.setattr(scoring, "_extras", extras)
    scoring.certificate_scores.cache_clear()
    yield
    scoring.certificate_scores.cache_clear()


@pytest.mark.rule("E8.2")
@pytest.mark.usefixtures("certificates_always_counted")
def test_earlier_revision_game_does_not_fold_under_a_later_revision() -> None:
    path = next(path for path in SAMPLES if path.stem == "0.2-edel-first-everywhere")
    with pytest.raises(BrokenJournalError, match="came out otherwise"):
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
    with pytest.raises(BrokenJournalError):
        fold(None, entries(rows))


@pytest.mark.rule("E10.1")
@pytest.mark.parametrize("name", ["0.1-edel-two", "0.2-edel-two"])
def test_old_two_seat_game_continues_under_its_original_rule(name: str) -> None:
    """The new rule differs at once: its state names who begins the round."""
    told = entries(json.loads(next(path for path in SAMPLES if path.stem == name).read_text())["rows"])
    room = fold(None, told)
    assert room is not None and room.play is not None and room.play.state.opener is None
    by_the_new_rule = tuple(
        replace(entry, event=dataclasses.replace(entry.event, revision=1))
        if isinstance(entry.event, GameBegun)
        else entry
        for entry in told
    )
    with pytest.raises(BrokenJournalError, match="came out otherwise"):
        fold(None, by_the_new_rule)


WITHOUT_EDITIONS = [path for path in SAMPLES if path.name.startswith(("0.1-", "0.2-")) and "edel" not in path.name]
"""Samples of *Adel verpflichtet* from before a table could choose the edition."""


@pytest.mark.rule("A8.1", "A11.4")
@pytest.mark.parametrize("path", WITHOUT_EDITIONS, ids=lambda path: path.stem)
def test_game_without_an_edition_is_played_by_the_2000_edition(path: Path) -> None:
    told = entries(json.loads(path.read_text())["rows"])
    begun = [entry.event for entry in told if isinstance(entry.event, GameBegun)]
    assert begun and all("rules" not in event.options for event in begun)
    room = fold(None, told)
    assert room is not None and room.play is not None
    assert room.play.state.table.rules == "2000"
    assert room.options.to_json()["rules"] == "2000"
    of_1990 = tuple(
        replace(entry, event=dataclasses.replace(entry.event, options={**entry.event.options, "rules": "1990"}))
        if isinstance(entry.event, GameBegun)
        else entry
        for entry in told
    )
    with pytest.raises(BrokenJournalError, match="came out otherwise"):
        fold(None, of_1990)


def test_room_of_an_earlier_release_can_choose_next_edition() -> None:
    for path in WITHOUT_EDITIONS:
        room = fold(None, entries(json.loads(path.read_text())["rows"]))
        assert room is not None
        host, edition = room.hosts[0], room.game.edition()
        room = run_commands(room, c.SetUpAnew(host, None), c.FillWithBots(host, "normal", 3))
        room = run_commands(room, c.ChooseOptions(host, {"rules": "1990"}), c.Begin(host, "5c" * 32, edition, None))
        assert room.play is not None
        assert room.play.state.table.rules == "1990"
