"""Statements of ``docs/bots.md`` for programmers: its bots play as printed.

So does ``docs/example_bot.py`` in both of its forms."""

import json
import re
import sys
from pathlib import Path
from typing import Any

from engine.arena.interval import wilson
from engine.arena.match import match
from engine.arena.names import player_named
from engine.registry import find
from tests.engine.test_arena import SECONDS, table
from tests.engine.test_arena_processes import NOTED, process
from tests.engine.test_command_line import engine
from tests.sources import ROOT

TEXT = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "docs" / "example_bot.py"
LINES = 30
EDEL = ("--game", "edel_stein_reich", "--seats", "3", "--games", "3", "--seed", "07")


def blocks(kind: str) -> list[str]:
    """Return the fenced blocks of that kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


def run_arena(*words: str) -> str:
    """Return the arena's output."""
    ran = engine("arena", *words)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def test_the_bots_of_the_document_play_as_they_stand_there(tmp_path: Path) -> None:
    by_class, by_process = blocks("python")
    saver, other = tmp_path / "saver.py", tmp_path / "saver_process.py"
    saver.write_text(by_class)
    other.write_text(by_process)
    for player in (f"{saver}:Saver", f"process:{sys.executable} {other}"):
        (row,) = json.loads(run_arena("--json", *EDEL, player, "random"))["matches"]
        assert (row["one"], row["games"]) == (player, 3)


def test_example_bot_plays_same_games_as_class_and_as_process() -> None:
    (by_class,) = re.findall(r"arena (docs/example_bot\.py:\w+)", EXAMPLE.read_text(encoding="utf-8"))
    (command,) = re.findall(r'"process:\.venv/bin/python (.*?)"', EXAMPLE.read_text(encoding="utf-8"))
    words = ("--json", "--seats", "2", "--games", "2", "--seed", "07")
    one, other = (
        json.loads(run_arena(*words, name, "random")) for name in (by_class, f"process:{sys.executable} {command}")
    )
    assert other["matches"][0].pop("one").startswith("process:")
    assert one["matches"][0].pop("one") == by_class
    assert one["matches"] == other["matches"]


def test_the_example_is_better_than_chance() -> None:
    game = find("adel_verpflichtet")
    one, chance = (player_named(game, name, SECONDS) for name in (f"{EXAMPLE}:Exhibitor", "random"))
    found = match(table("adel_verpflichtet", 2, variant="surprise", open_memory=True), one, chance, games=30)
    assert wilson(found.wins, found.games)[0] > 1 / 2


def test_documented_bots_have_few_enough_lines() -> None:
    code = EXAMPLE.read_text(encoding="utf-8").partition('"""\n\n')[2].partition("\n\n\n")[2]
    for text in (*blocks("python"), code):
        assert 3 < len(text.splitlines()) <= LINES


def test_documented_lines_match_what_a_bot_process_receives(tmp_path: Path) -> None:
    said = [json.loads(line[2:]) for block in blocks("lines") for line in block.splitlines()]
    assert [line[0] for block in blocks("lines") for line in block.splitlines()] == [*">><>"]
    folder = tmp_path / "notes"
    folder.mkdir()
    player = process(tmp_path, NOTED, str(folder))
    match(table("edel_stein_reich", 4), player, player_named(find("edel_stein_reich"), "random", SECONDS), games=4)
    player.close()
    (file,) = folder.iterdir()
    told: list[Any] = json.loads(file.read_text())
    bid = next(message for message in told if "ask" in message and message["ask"]["kind"] == "bid")
    for example, real in zip((said[0], said[1], said[3]), (told[0], bid, told[-1]), strict=True):
        assert shape(example) == shape(real)
    assert said[2] == {"choice": said[1]["ask"]["choices"][0]}


def shape(message: Any) -> Any:
    """Return the names in a message with their types; nothing inside a view."""
    if isinstance(message, dict):
        return {name: shape(item) if name != "view" else "view" for name, item in message.items()}
    return type(message)


def test_what_the_document_shows_as_printed_is_what_is_printed() -> None:
    (shown,) = blocks("printed")
    lines = run_arena("--seats", "4", "--games", "4", "--seed", "07", "normal", "random").splitlines()
    assert pattern(shown.splitlines()) == pattern(lines)


def pattern(lines: list[str]) -> list[list[str]]:
    """Return the words of each line without the figures."""
    return [re.sub(r"\d[\d.]*", "0", line).split() for line in lines]


def test_the_document_says_truly_how_far_so_few_games_lie() -> None:
    words = " ".join(TEXT.split())
    told = re.findall(r"won (\d+) of (\d+)(?: games)?,? (?:may win|wins) (\d+) to (\d+)", words)
    assert len(told) == 2
    for won, games, low, high in told:
        assert [round(100 * end) for end in wilson(int(won), int(games))] == [int(low), int(high)]
