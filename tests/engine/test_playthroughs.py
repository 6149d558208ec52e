"""Recorded games and counts: a difference is a changed rule, view or ask.

`make playthroughs` writes them anew."""

import json
from collections import Counter, defaultdict

import pytest

from engine.core.plain import canonical
from engine.registry import GAMES
from tests.known import get_for_game
from tools.playthroughs import COUNTS, FOLDER, RECORDED, RecordedGame, count_tables

LARGEST = 200_000
"""Bytes of a file that somebody may still want to read."""


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda recorded: recorded.path.stem)
def test_a_recorded_game_is_unchanged(recorded: RecordedGame) -> None:
    was = recorded.path.read_text(encoding="utf-8").splitlines()
    now = recorded.text().splitlines()
    changed = [(number, old, new) for number, (old, new) in enumerate(zip(was, now, strict=False), 1) if old != new]
    assert changed[:1] == [], "read the diff after `make playthroughs`"
    assert len(now) == len(was)
    assert recorded.path.stat().st_size < LARGEST


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_recorded_games(key: str) -> None:
    assert get_for_game(Counter(recorded.game for recorded in RECORDED), key) >= 2


def test_no_recorded_game_is_left_over() -> None:
    assert set(FOLDER.iterdir()) == {recorded.path for recorded in RECORDED}


def test_the_counts_are_unchanged() -> None:
    was = json.loads(COUNTS.read_text(encoding="utf-8"))
    kept = {row["game"] for row in was}
    now = [row for key in GAMES if key in kept for row in count_tables(GAMES[key])]
    assert [canonical(row) for row in now] == [canonical(row) for row in was]


@pytest.mark.parametrize("key", GAMES)
def test_every_table_is_counted(key: str) -> None:
    tables: defaultdict[str, set[int]] = defaultdict(set)
    for row in json.loads(COUNTS.read_text(encoding="utf-8")):
        tables[row["game"]].add(row["seats"])
    assert get_for_game(tables, key) == set(GAMES[key].table_sizes)
    assert tables.keys() <= GAMES.keys()
