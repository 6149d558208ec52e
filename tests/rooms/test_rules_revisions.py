"""Rules revisions: a game keeps the rules with which it began."""

import dataclasses
import json
from collections.abc import Sequence

import pytest

from app.journal.codec import Coded, codec
from app.records.check_record import VerificationError, fold_checked
from app.records.export import export
from app.rooms.events import Entry, GameBegun
from app.rooms.fold import fold
from app.rooms.model.values import replace
from engine.registry import GAMES
from tests.rooms.test_replay import EDEL, begin_game


def set_revision(entries: Sequence[Entry], revision: int) -> tuple[Entry, ...]:
    """Return the same journal with games of another revision."""
    return tuple(
        replace(entry, event=dataclasses.replace(entry.event, revision=revision))
        if isinstance(entry.event, GameBegun)
        else entry
        for entry in entries
    )


@pytest.mark.parametrize("game", GAMES)
def test_new_game_and_its_record_name_the_current_revision(game: str) -> None:
    evening = begin_game(game, 2)
    begun = next(entry.event for entry in evening.entries if isinstance(entry.event, GameBegun))
    assert begun.revision == GAMES[game].revision
    events = export(evening.entries)["facts"]
    assert isinstance(events, list)
    told = next(event for event in events if isinstance(event, dict) and event["fact"] == "GameBegun")
    assert told.get("revision", 0) == begun.revision


def test_old_row_without_a_revision_is_read_as_the_first() -> None:
    evening = begin_game(EDEL, 2)
    entry = next(entry for entry in evening.entries if isinstance(entry.event, GameBegun))
    row = codec.encode(entry.event)
    body = json.loads(row.body)
    del body["revision"]
    old = codec.decode(Coded(row.kind, row.shape, json.dumps(body)))
    assert isinstance(old, GameBegun)
    assert old.revision == 0


@pytest.mark.rule("E10.1")
def test_old_rule_lets_the_same_seat_begin_every_round() -> None:
    evening = begin_game(EDEL, 2)
    states = {}
    for revision in (0, 1):
        room = fold(None, set_revision(evening.entries, revision))
        assert room is not None and room.play is not None
        states[revision] = room.play.state
    assert states[0].opener is None
    assert states[1].opener == states[1].table.starter
    assert states[1]._replace(opener=None) == states[0]


def test_record_of_an_unknown_rules_revision_fails_verification() -> None:
    evening = begin_game(EDEL, 2)
    with pytest.raises(VerificationError):
        fold_checked(set_revision(evening.entries, GAMES[EDEL].revision + 1))
