"""Players of the arena that are processes: messages, time limits and faults."""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from app.rooms.views.view_types import AskPart
from engine.arena.errors import PlayerFaultError
from engine.arena.match import match
from engine.arena.names import player_named
from engine.arena.pipe import Pipe
from engine.arena.program import Program, question
from engine.core.outcome import Outcome
from engine.core.plain import to_plain
from engine.core.seats import Seat
from tests.engine.deals import DEALS
from tests.engine.test_arena import ADEL, SECONDS, find_player, table
from tests.engine.test_command_line import engine

ANSWERS = """
import json, os, sys
for number, line in enumerate(sys.stdin):
    message = json.loads(line)
    if "ask" in message:
        choices, default = message["ask"]["choices"], message["ask"]["default"]
        {answer}
"""
"""Code of a process that does something for every ask."""

GOOD = 'print(json.dumps({"choice": default}), flush=True)'

NOTED = f"""
import atexit, json, os, sys
said = []
atexit.register(lambda: open(f"{{sys.argv[1]}}/{{os.getpid()}}", "w").write(json.dumps(said)))
for line in sys.stdin:
    said.append(message := json.loads(line))
    if "ask" in message:
        default = message["ask"]["default"]
        {GOOD}
"""
"""Code of a process that leaves a file with all its messages."""


def process(folder: Path, code: str, *words: str) -> Program:
    """Return a player that is a process with this code."""
    file = folder / "process.py"
    file.write_text(code)
    return Program("mine", [sys.executable, str(file), *words], SECONDS)


@pytest.fixture
def long_farewell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Longer time to exit, since a busy process takes time to write its notes."""
    monkeypatch.setattr("engine.arena.pipe.LEAVE_S", 60.0)


def fault_of(player: Program) -> str:
    """Return the message about a player's fault."""
    try:
        with pytest.raises(PlayerFaultError) as fault:
            match(table("adel_verpflichtet", 3), player, find_player("random"), games=3)
        return str(fault.value)
    finally:
        player.close()


def wait(until: Callable[[], bool]) -> None:
    """Wait until the condition holds. Raises AssertionError if it never does."""
    for _ in range(600):
        if until():
            return
        time.sleep(0.05)
    raise AssertionError("it did not come")


def notes(folder: Path) -> list[list[dict[str, Any]]]:
    """Return the messages of each process that has left a file."""
    return [json.loads(file.read_text()) for file in sorted(folder.iterdir())]


def test_a_process_plays_as_an_equal_class(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("class Bot:\n    def choose(self, view, ask, rng):\n        return ask.default\n")
    at, chance = table("adel_verpflichtet", 3), find_player("random")
    player = process(tmp_path, ANSWERS.replace("{answer}", GOOD))
    played = match(at, player, chance, games=6)
    assert played == match(at, find_player(f"{tmp_path}/bot.py:Bot"), chance, games=6)._replace(one="mine")
    assert played.games == 6
    assert player.spent.decisions > 50
    assert 0 < player.spent.mean <= player.spent.worst
    player.close()


@pytest.mark.usefixtures("long_farewell")
def test_each_seat_has_a_process_that_hears_its_games(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    player = process(tmp_path, NOTED, str(folder))
    at = table("edel_stein_reich", 3)
    match(at, find_player("random", "edel_stein_reich"), player, games=6)
    player.close()
    told = notes(folder)
    assert len(told) == 2, "of three seats it has two"
    hellos = [message["hello"] for messages in told for message in messages if "hello" in message]
    assert sorted(hello["seat"] for hello in hellos) == [0] * 4 + [1] * 4 + [2] * 4
    assert {(hello["game"], hello["seats"]) for hello in hellos} == {("edel_stein_reich", 3)}
    # a deal's seat has the same dice whoever sits on the others
    assert len({hello["dice"] for hello in hellos}) == 6
    for messages in told:
        assert [set(message) for message in messages if "ask" not in message] == [{"hello"}, {"over"}] * 6
        assert all(set(message) == {"view", "ask", "past"} for message in messages if "ask" in message)
        assert {message["over"]["reason"] for message in messages if "over" in message} == {"third_scoring"}
    asked = sum("ask" in message for messages in told for message in messages)
    assert player.spent.decisions == asked - 2, "the first answer of each has its start in it"


def test_the_view_and_the_ask_are_those_of_the_protocol() -> None:
    for deal in DEALS[::5]:
        for turn in deal.story()[::12]:
            for seat, ask in turn.asks.items():
                view = deal.game.view(turn.before, seat)
                message: Any = json.loads(json.dumps(question(deal.game, view, ask, ())))
                assert message["view"] == to_plain(view)
                assert set(message["ask"]) <= set(get_type_hints(AskPart))
                assert tuple(map(deal.game.parse, message["ask"]["choices"])) == ask.choices
                assert deal.game.parse(message["ask"]["default"]) == ask.default
                assert (message["ask"]["kind"], message["ask"]["complete"]) == (ask.kind, ask.complete)


@pytest.mark.usefixtures("long_farewell")
def test_a_process_is_told_what_everybody_did(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    player = process(tmp_path, NOTED, str(folder))
    match(table("adel_verpflichtet", 3), player, find_player("random", "adel_verpflichtet"), games=3)
    player.close()
    (messages,) = notes(folder)
    told = [message["past"] for message in messages if "ask" in message]
    assert told[0] == []
    assert max(map(len, told)) > 30
    done = {what for past_actions in told for _, _, what in past_actions}
    assert done == {"castle", "auction_house", "exhibits", "burgles", "detects", "bids", "raids"}
    assert {seat for past_actions in told for _, seat, _ in past_actions} == {0, 1, 2}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ('print(json.dumps({"choice": "castle 9"}), flush=True)', "answered 'castle 9', which is no choice of Adel"),
        ('print(json.dumps({"choice": "thief 99"}), flush=True)', "which the ask does not allow"),
        ('print("thinking...", flush=True)', """answered 'thinking...', which is no {"choice": "..."}"""),
        ("print(json.dumps({'move': default}), flush=True)", "which is no {"),
        ("print('[' * 5000, flush=True)", "which is no {"),
        ("print('9' * 70000, flush=True)", "which is no {"),
        ("sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", "which is no {"),
        ("sys.exit(3)", "has ended with exit status 3"),
        ("os.close(1); sys.stdin.readline()", "has closed its output"),
        # what comes unasked is noticed as such, or taken for the next answer if it comes late
        (f"{GOOD}; print('noise', flush=True)", "'noise'"),
        (f"{GOOD}\n        while number: print('noise')", "'noise'"),
    ],
)
def test_a_process_at_fault_is_named_with_its_ask(tmp_path: Path, answer: str, said: str) -> None:
    fault = fault_of(process(tmp_path, ANSWERS.replace("{answer}", answer)))
    assert fault.startswith("mine, deal 0, ")
    assert said in fault
    assert "The ask was " in fault


def test_an_unasked_line_is_no_answer() -> None:
    code = "for name in ('one', 'two'): print(name, flush=True)\nfor line in open(0): pass"
    pipe = Pipe([sys.executable, "-c", code])
    assert pipe.receive(30) == "one\n"
    wait(lambda: pipe.has_more)
    with pytest.raises(PlayerFaultError, match="said 'two' without being asked"):
        pipe.send("next")
    pipe.close()


def test_a_process_that_ignores_end_of_input_is_killed(tmp_path: Path) -> None:
    stays = Pipe([sys.executable, "-c", "import os, time; print(os.getpid(), flush=True); time.sleep(600)"])
    pid = int(stays.receive(30))
    os.kill(pid, 0)
    stays.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.usefixtures("long_farewell")
def test_the_dice_of_a_process_do_not_tell_the_deal(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    player = process(tmp_path, NOTED, str(folder))
    at = table("adel_verpflichtet", 2)
    match(at, player, find_player("random"), games=2)
    player.close()
    said = json.dumps(notes(folder))
    assert '"dice"' in said
    assert at.seed.hex() not in said


def test_a_program_may_end_without_a_game(tmp_path: Path) -> None:
    player = process(tmp_path, ANSWERS.replace("{answer}", GOOD))
    player.over(Outcome("rounds", ((Seat(0),),)))
    player.close()


def test_the_command_waits_for_the_given_seconds(tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text(ANSWERS.replace("{answer}", f"{GOOD} if number == 1 else sys.stdin.read()"))
    words = ("--seed", "07", "--time", "0.2", f"process:{sys.executable} {file}", "random")
    ran = engine("arena", *words)
    assert ran.returncode == 1
    (said,) = ran.stderr.splitlines()
    assert "slow.py, deal 0, seat 0: did not answer within 0.2 seconds. The ask was " in said
    assert "Traceback" not in ran.stderr


def test_a_command_is_read_as_a_shell_reads_it(tmp_path: Path) -> None:
    file = tmp_path / "two words.py"
    file.write_text(ANSWERS.replace("{answer}", GOOD))
    player = player_named(ADEL, f"process:{sys.executable} '{file}'", SECONDS)
    assert match(table("adel_verpflichtet", 2), player, find_player("random"), games=2).games == 2
    player.close()
