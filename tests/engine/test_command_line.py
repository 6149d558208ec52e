"""``python -m engine``, run from a command line."""

import io
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.registry import GAMES
from tests.engine.haste import reduce_effort
from tests.registering import register

ROOT = Path(__file__).resolve().parents[2]
KEY = next(iter(GAMES))
NAMED = re.compile(r"\s*[\d.]+%\s+\d+\s+(?:[<{~].*|(?P<file>\S+):\d+ \S.*)")
"""Line of a profile: share, calls, function and its file.

The interpreter's own functions have no file."""


def engine(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command line and return the finished process."""
    return subprocess.run(
        [sys.executable, "-m", "engine", *words],
        cwd=ROOT,
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def here(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Return the result of ``engine`` in this process, which saves the start."""
    said, wrong = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said), redirect_stderr(wrong):
        patch.setattr(sys, "stdin", io.StringIO(typed))
        try:
            status = main(words)
        except SystemExit as ended:
            assert isinstance(ended.code, int)
            status = ended.code
    return subprocess.CompletedProcess(words, status, said.getvalue(), wrong.getvalue())


def test_a_person_plays_a_whole_game_by_numbers() -> None:
    ran = engine("play", "--seats", "2", "--seed", "07", typed="1\n" * 2000)
    assert ran.stderr == ""
    assert ran.returncode == 0
    lines = ran.stdout.splitlines()
    assert "You are seat 0" in lines[0]
    assert lines[-2].startswith("1. ")
    assert lines[-1].startswith("2. ")
    assert sum("(you)" in line for line in lines[-2:]) == 1
    assert "  A8.3   game ends" in ran.stdout


def test_a_choice_may_be_typed_after_slips() -> None:
    typed = ["99", "castle chequers", "castle cheque 25", "castle detective", "?", "!", "q"]
    ran = here("play", "--game", KEY, "--seats", "2", "--seed", "07", "--seat", "1", typed="\n".join(typed))
    assert ran.returncode == 1
    assert "There is no number 99." in ran.stdout
    assert "A number or a text of the list chooses." in ran.stdout
    assert "You may not choose" in ran.stdout
    assert "A9.1" in ran.stdout
    assert "You are seat 1" in ran.stdout
    assert ran.stdout.count("track:") == 2, "what never changes is shown once and when asked for"
    assert ran.stdout.splitlines()[-1] == "You leave the table."


def test_a_person_sees_the_own_hand_and_nobody_elses() -> None:
    hands = []
    for seat in ("0", "1", "2"):
        ran = here("play", "--seats", "3", "--seed", "07", "--seat", seat)
        (hand,) = [line for line in ran.stdout.splitlines() if line.startswith("  objects: ")]
        hands.append(set(hand.removeprefix("  objects: ").split()))
        others = set().union(*hands[:-1])
        assert not others & set(ran.stdout.split())
    assert [len(hand) for hand in hands] == [4, 4, 4]


def test_a_playthrough_is_the_same_for_the_same_seed() -> None:
    words = ("playthrough", "--seats", "2", "--option", "variant=confrontation", "--option", "open_memory=false")
    ran = here(*words, "--seed", "b2")
    assert (ran.returncode, ran.stderr) == (0, "")
    recorded = ROOT / "tests" / "engine" / "playthroughs" / "adel_verpflichtet-2-confrontation.txt"
    assert ran.stdout == recorded.read_text(encoding="utf-8")
    assert here(*words, "--seed", "b3").stdout != ran.stdout


def test_a_playthrough_of_bots_ends_with_an_outcome() -> None:
    ran = here("playthrough", "--seats", "3", "--bots", "normal")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[-1].startswith("outcome ")


def test_counts_are_printed_as_a_table() -> None:
    named = ("--option", "open_memory=false", "--option", "rules=1990")
    ran = engine("count", "--seats", "4", *named, "--depth", "2")
    assert (ran.returncode, ran.stderr) == (0, "")
    head, row = ran.stdout.splitlines()
    assert head.split()[:2] == ["seats", "options"]
    assert row.split()[:3] == ["4", "open_memory=false", "rules=1990"]
    assert row.split()[-2:] == ["16", "8100"]


def test_every_table_is_counted_unless_one_is_named() -> None:
    ran = here("count", "--depth", "1")
    sizes = {int(line.split()[0]) for line in ran.stdout.splitlines()[1:]}
    assert sizes == set(GAMES[KEY].table_sizes)


def test_a_bench_reports_games_resolves_and_bots(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hasty = {level: reduce_effort(bot) for level, bot in GAMES[game].bots.items()}
    register(monkeypatch, GAMES[game], bots=hasty)
    ran = here("bench", "--game", game, "--games", "2", "--repeats", "1", "--seats", "2")
    assert (ran.returncode, ran.stderr) == (0, "")
    for measured in ("asks + after", "asks + resolve", "one resolve", "one view", "one checksum", "all bots normal"):
        assert measured in ran.stdout


def test_a_profile_lists_the_functions_with_the_most_time() -> None:
    ran = engine("bench", "--games", "2", "--profile")
    assert (ran.returncode, ran.stderr) == (0, "")
    shares = [float(line.split("%")[0]) for line in ran.stdout.splitlines()[2:]]
    assert len(shares) == 20
    assert shares == sorted(shares, reverse=True)
    named = [NAMED.fullmatch(line) for line in ran.stdout.splitlines()[2:]]
    assert all(named), ran.stdout
    ours = [hit for hit in named if hit is not None and hit["file"] and (ROOT / "engine" / hit["file"]).is_file()]
    assert len(ours) >= 5, ran.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "required: command"),
        (["dance"], "invalid choice: 'dance'"),
        (["play", "--seats", "9"], "is played by 2, 3, 4, 5 seats, not 9"),
        (["play", "--seats", "many"], "invalid int value: 'many'"),
        (["play", "--seat", "4"], "there is no seat 4: seats are numbered from 0 to 3"),
        (["play", "--game", "chess"], "there is no game 'chess'"),
        (
            ["play", "--bots", "god"],
            "no bot 'god'; there are: easy, normal, strong, strong_careful, strong_greedy, strong_crook, random",
        ),
        (["play", "--option", "colour=red"], "no option 'colour'; there are: variant, open_memory"),
        (["count", "--option", "variant=x"], "no value 'x'; there are: surprise, confrontation"),
        (["playthrough", "--seed", "abc"], "'abc' is not an even number of hexadecimal digits"),
        (["playthrough", "--seed", ""], "a seed has at least one byte"),
        (["course", "--games", "1"], "one game says nothing of others: two at least"),
        (["course", "--seats", "9"], "is played by 2, 3, 4, 5 seats, not 9"),
        (
            ["course", "--bots", "god"],
            "no bot 'god'; there are: easy, normal, strong, strong_careful, strong_greedy, strong_crook, random",
        ),
        (["bench", "--games", "0"], "'0' is not a number from 1"),
    ],
)
def test_a_wrong_argument_is_explained(words: list[str], said: str) -> None:
    ran = here(*words)
    assert ran.returncode == 2
    assert said in ran.stderr
    assert ran.stderr.startswith("usage:")
    assert "Traceback" not in ran.stderr
    assert ran.stdout == ""


def test_a_wrong_argument_ends_the_process_without_a_trace() -> None:
    ran, said = (run("play", "--seat", "4") for run in (engine, here))
    assert (ran.returncode, ran.stdout, ran.stderr) == (said.returncode, said.stdout, said.stderr)


def test_a_closed_pipe_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "engine", "playthrough", "--seats", "5", "--seed", "01"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as ran:
        assert ran.stdout is not None
        assert ran.stderr is not None
        ran.stdout.readline()
        ran.stdout.close()
        assert ran.stderr.read() == ""
        assert ran.wait(60) == 0
