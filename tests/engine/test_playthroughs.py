"""The recorded games and counts: a difference is a changed rule, view or ask. `make playthroughs` writes them anew."""

import json
from collections import Counter

import pytest

from engine.core.plain import canonical
from engine.registry import GAMES
from tools.playthroughs import COUNTS, FOLDER, RECORDED, Recorded, counted

LARGEST = 200_000
"""Bytes of a file that somebody may still want to read."""


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda recorded: recorded.path.stem)
def test_a_recorded_game_is_played_as_it_was(recorded: Recorded) -> None:
    was = recorded.path.read_text(encoding="utf-8").splitlines()
    now = recorded.text().splitlines()
    changed = [(number, old, new) for number, (old, new) in enumerate(zip(was, now, strict=False), 1) if old != new]
    assert changed[:1] == [], "read the diff after `make playthroughs`"
    assert len(now) == len(was)
    assert recorded.path.stat().st_size < LARGEST


def test_every_game_has_recorded_games() -> None:
    owed = Counter(recorded.game for recorded in RECORDED)
    assert [key for key in GAMES if owed[key] < 2] == []


def test_no_recorded_game_is_left_over() -> None:
    assert set(FOLDER.iterdir()) == {recorded.path for recorded in RECORDED}


def test_the_counts_are_as_they_were() -> None:
    was = json.loads(COUNTS.read_text(encoding="utf-8"))
    now = list(counted())
    assert [canonical(row) for row in now] == [canonical(row) for row in was]


def test_every_table_is_counted() -> None:
    rows = json.loads(COUNTS.read_text(encoding="utf-8"))
    assert {(row["game"], row["seats"]) for row in rows} == {
        (key, seats) for key, game in GAMES.items() for seats in game.table_sizes
    }
