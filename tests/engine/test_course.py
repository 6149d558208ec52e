"""Course of games among bots, as the rules document it."""

import re
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from engine.bots.random_bot import RandomBot
from engine.bots.seating import bot_of, table_of
from engine.core.chance import SeededChance
from engine.core.options import Value
from engine.core.plain import to_plain
from engine.course import Course, course, format_table
from engine.driver import turns
from engine.registry import GAMES, find
from tests.engine.test_command_line import ROOT, engine
from tests.known import get_for_game, takes
from tests.whole import whole

ADEL = find("adel_verpflichtet")
AHEAD = {"adel_verpflichtet": "space", "edel_stein_reich": "money"}
"""Public view's progress of each seat, by game."""

TABLES: dict[str, tuple[int, dict[str, Value]]] = {
    "2 surprise": (2, {"variant": "surprise", "open_memory": True}),
    "2 confrontation": (2, {"variant": "confrontation", "open_memory": True}),
    "3 –": (3, {"open_memory": True}),
    "4 –": (4, {"open_memory": True}),
    "5 –": (5, {"open_memory": True}),
}
"""Documented tables."""

SAMPLE = whole(40, 20)
"""Games played at each table: enough to detect outdated figures."""

MEASURED = whole([*TABLES], [*TABLES][:3])
"""Measured tables: one of each variant, since larger ones take longer."""


def watch_rounds(key: str, seats: int, seed: bytes) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """Return the public progress after each round of a random game, and the winners."""
    game = find(key)
    chance = SeededChance(seed)
    end = game.new(seats, {}, chance)
    looks: list[tuple[int, ...]] = []
    for turn in turns(game, end, table_of([RandomBot()] * seats, seed), chance):
        view: Any = to_plain(game.view(turn.after, None))
        looks[game.round(turn.before) - 1 :] = [tuple(seat[AHEAD[key]] for seat in view["seats"])]
        end = turn.after
    outcome = game.outcome(end)
    assert outcome is not None
    return looks, tuple(map(int, outcome.ranking[0]))


def read_documented() -> dict[str, tuple[tuple[int, int], float, float]]:
    """Return the documented courses of Adel verpflichtet, by table.

    They are rounds, changes of the lead, and the early leader's wins."""
    book = (ROOT / "engine" / "adel_verpflichtet" / "RULES.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d) \| (\w+|–) \| (\d+)–(\d+) \| (\d+\.\d) \| (\d+)% \|$", book, re.MULTILINE)
    return {
        f"{seats} {variant}": ((int(fewest), int(most)), float(changes), int(won) / 100)
        for seats, variant, fewest, most, changes, won in rows
    }


def is_true(said: tuple[tuple[int, int], float, float], measured: Course) -> bool:
    """Return whether a small sample agrees with the documented course."""
    (fewest, most), changes, won = said
    return (
        abs(fewest - measured.rounds[0]) <= 4
        and abs(most - measured.rounds[1]) <= 4
        and abs(changes - measured.changes) <= 2
        and abs(won - measured.early_leader_won) <= 0.3
    )


@cache
def measure(at: str) -> Course:
    """Return the course of the same games at every run."""
    seats, options = TABLES[at]
    return course(ADEL, seats, options, bot_of(ADEL, "normal"), b"course", SAMPLE)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("key", GAMES)
def test_a_course_agrees_with_the_public_views(key: str, seats: int) -> None:
    get_for_game(AHEAD, key)
    found = course(find(key), takes(key, seats), {}, RandomBot(), b"seen", 4)
    games = [watch_rounds(key, seats, b"seen" + number.to_bytes(4, "big")) for number in range(4)]
    changes, won = 0, []
    for looks, first in games:
        alone = [look.index(max(look)) if look.count(max(look)) == 1 else None for look in looks]
        changes += sum(one != other for one, other in pairwise(leader for leader in alone if leader is not None))
        early = alone[len(looks) // 2 - 1]
        won += [] if early is None else [early in first]
    rounds = [len(looks) for looks, _ in games]
    assert found.changes == changes / 4
    assert found.early_leader_won == (pytest.approx(sum(won) / len(won)) if won else pytest.approx(0, nan_ok=True))
    assert min(rounds) <= found.rounds[0] <= found.rounds[1] <= max(rounds)


def test_the_seed_determines_the_measurement() -> None:
    named = ("--option", "open_memory=true", "--option", "rules=2000")
    words = ("course", "--seats", "3", *named, "--games", "3", "--bots", "random")
    ran = engine(*words, "--seed", "07")
    assert (ran.returncode, ran.stderr) == (0, "")
    head, row = ran.stdout.splitlines()
    assert head.split()[0] == "seats"
    assert re.fullmatch(r" +3  open_memory=true rules=2000 +3 +\d+(–\d+)? +\d+\.\d +(\d+|nan)%", row)
    assert engine(*words, "--seed", "07").stdout == ran.stdout
    assert engine(*words, "--seed", "08").stdout != ran.stdout


def test_a_constant_length_is_one_number() -> None:
    game = find("edel_stein_reich")
    (_, row) = format_table([course(game, 3, {}, RandomBot(), b"length", 2)])
    assert row.split()[:3] == ["3", "2", "3"]


def test_the_rules_document_every_table() -> None:
    assert list(read_documented()) == list(TABLES)


@pytest.mark.slow("twenty games of thinking bots at each table are what the figures are measured by")
@pytest.mark.parametrize("at", MEASURED)
def test_documented_courses_match_the_bots(at: str) -> None:
    assert is_true(read_documented()[at], measure(at))


def test_figures_of_other_tables_or_bots_differ() -> None:
    now = measure(whole("5 –", "2 surprise"))
    assert not is_true(read_documented()["2 confrontation"], now)
    assert not is_true(((24, 28), 4.5, 0.5), now), "what once stood there for three to five"
