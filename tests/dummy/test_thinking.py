"""Where bots think: a process of its own, which is asked, fails, is stuck, dies and is started anew."""

import asyncio
import io
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from app import logs
from app.live.thinking import thinking
from app.live.thinking.process import ThinkingProcess, environment
from app.live.thinking.thinking import Thinking
from app.live.thinking.thought import Thought
from engine.bots.frames import put
from engine.bots.question import Question, answer, packed, read_answer, sure_answer
from engine.core.seats import Seat
from tests.dummy.thinkers import DOZES_S, LEVELS, SECRET, THOUGHT
from tests.dummy.thinking import BRIEF, COMMAND, DEAF, HASTY, STILLBORN
from tests.dummy.throws import GAME, State
from tests.registering import register
from tests.sources import ROOT

pytestmark = pytest.mark.asyncio

SOON_S = 60.0

THINKS_FOR_EVER = """
import sys
from app.live.thinking.process import ThinkingProcess
from engine.bots.frames import take
process = ThinkingProcess(sys.argv[1:])
assert process.start()
print(process.pid, flush=True)
question = take(sys.stdin.buffer)
print("asks", flush=True)
process.ask(question)
"""
"""A server that has nothing else to do."""


@pytest.fixture(autouse=True)
def thinkers(registered: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The third game, with bots that think, and that are not taken for stuck however busy the machine is."""
    register(monkeypatch, GAME, bots=LEVELS)
    monkeypatch.setattr(thinking, "LONGEST_S", SOON_S)


@pytest.fixture
def log() -> io.StringIO:
    """What is logged."""
    lines = io.StringIO()
    logs.set_up("debug", lines)
    return lines


def question(level: str = "strong", dice: bytes = b"dice") -> Question:
    """What a bot of that level is asked in the second of five rounds."""
    state = State(2, 5, (1, 0), ("stone", "scissors"))
    return Question(GAME.key, level, GAME.view(state, Seat(0)), GAME.asks(state)[Seat(0)], dice)


@asynccontextmanager
async def a_place(command: tuple[str, ...] = COMMAND) -> AsyncIterator[Thinking]:
    """Where bots think, until it is closed."""
    place = Thinking(command)
    try:
        yield place
    finally:
        await place.close()


async def over(*thoughts: Thought, within: float = SOON_S) -> None:
    """Returns once all of them are. Raises AssertionError."""
    until = asyncio.get_running_loop().time() + within
    while not all(thought.is_over for thought in thoughts):
        assert asyncio.get_running_loop().time() < until, "no answer"
        await asyncio.sleep(0.01)


def is_there(pid: int) -> bool:
    """Whether a process of that number runs."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


async def test_a_thought_comes_to_the_choice_that_the_bot_would_have_made_here() -> None:
    async with a_place() as place:
        questions = [question("whimsical", bytes([number])) for number in range(20)]
        thoughts = [place.think(each, 0) for each in questions]
        await over(*thoughts)
        assert [thought.choice for thought in thoughts] == [answer(each) for each in questions]
        assert len({thought.choice for thought in thoughts}) == 3


async def test_the_process_begins_with_the_first_question_and_ends_with_its_place() -> None:
    async with a_place() as place:
        before = place.process.pid
        await over(place.think(question(), 0))
        pids = [place.process.pid or 0]
        assert before is None
        assert list(map(is_there, pids)) == [True]
    assert list(map(is_there, pids)) == [False]
    thought = place.think(question(), 0)
    assert thought.failed == "refused"
    assert place.process.pid is None


async def test_who_closes_in_the_midst_of_a_thought_waits_for_nobody() -> None:
    async with a_place() as place:
        thoughts = [place.think(question("stuck"), number) for number in range(3)]
        while place.process.pid is None:
            await asyncio.sleep(0.01)
    assert [thought.is_over for thought in thoughts] == [False, True, True]


async def check_that_it_lets_others_go_first(command: tuple[str, ...]) -> None:
    async with a_place(command) as place:
        thought = place.think(question("yielding"), 0)
        await over(thought)
        assert thought.choice == THOUGHT


async def test_in_the_midst_of_a_thought_others_go_first_again_and_again() -> None:
    await check_that_it_lets_others_go_first(COMMAND)


async def test_one_that_lets_others_go_first_while_it_does_so_is_caught() -> None:
    with pytest.raises(AssertionError):
        await check_that_it_lets_others_go_first(HASTY)


@pytest.mark.parametrize("level", ["stumbling", "dying"])
async def test_a_bot_that_fails_fails_alone_and_nothing_it_saw_is_logged(level: str, log: io.StringIO) -> None:
    async with a_place() as place:
        failing, sound = place.think(question(level), 0), place.think(question(), 1)
        await over(failing, sound)
        assert (failing.choice, failing.failed, sound.choice) == (None, "failed", THOUGHT)
    assert "bot" in log.getvalue()
    assert SECRET not in log.getvalue()


async def test_what_a_bot_writes_reaches_nobody(capfd: pytest.CaptureFixture[str]) -> None:
    async with a_place() as place:
        thoughts = [place.think(question(level), 0) for level in ("talking", "strong")]
        await over(*thoughts)
        assert [thought.choice for thought in thoughts] == [THOUGHT, THOUGHT]
    assert capfd.readouterr() == ("", "")


async def thinks(place: Thinking) -> None:
    """Returns once a bot has thought there. On a busy machine it may be taken for stuck a few times."""
    choice = None
    async with asyncio.timeout(SOON_S):
        while choice is None:
            thought = place.think(question(), 0)
            await over(thought)
            choice = thought.choice
    assert choice == THOUGHT


async def check_that_others_are_answered_though_one_is_stuck(
    within: float = SOON_S, command: tuple[str, ...] = COMMAND
) -> None:
    async with a_place(command) as place:
        await thinks(place)
        stuck, sound = place.think(question("stuck"), 0), place.think(question(), 1)
        before = place.process.pid
        await over(stuck, sound, within=within)
        assert (stuck.failed, stuck.has_lost_process) == ("failed", True)
        assert place.process.pid != before
        await thinks(place)


async def test_a_bot_that_is_stuck_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "LONGEST_S", 0.5)
    await check_that_others_are_answered_though_one_is_stuck()


async def test_whoever_waits_for_ever_for_one_that_is_stuck_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "LONGEST_S", 2 * SOON_S)
    with pytest.raises(AssertionError, match="no answer"):
        await check_that_others_are_answered_though_one_is_stuck(within=0.5)


async def test_one_that_computes_without_end_ends_by_its_processor_time() -> None:
    await check_that_others_are_answered_though_one_is_stuck(command=BRIEF)


async def check_that_a_thought_may_wait_for_the_processor() -> None:
    async with a_place(BRIEF) as place:
        thought = place.think(question("dozing"), 0)
        await over(thought)
        assert thought.choice == THOUGHT


async def test_a_thought_that_gets_nothing_of_the_processor_is_not_taken_for_stuck() -> None:
    await check_that_a_thought_may_wait_for_the_processor()


async def test_a_clock_that_counts_what_others_take_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "LONGEST_S", DOZES_S / 2)
    with pytest.raises(AssertionError):
        await check_that_a_thought_may_wait_for_the_processor()


def check_that_it_ends_with_its_server(command: tuple[str, ...], within: float = SOON_S) -> None:
    program = (sys.executable, "-c", THINKS_FOR_EVER)
    with subprocess.Popen((*program, *command), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None and server.stdout is not None
        pid = int(server.stdout.readline())
        try:
            put(server.stdin, packed(question("stuck")))
            server.stdout.readline()
            server.kill()
            server.wait()
            until = time.monotonic() + within
            while is_there(pid):
                assert time.monotonic() < until, "it goes on"
                time.sleep(0.01)
        finally:
            if is_there(pid):
                os.kill(pid, 9)


async def test_it_ends_with_a_server_that_is_killed_in_the_midst_of_a_thought() -> None:
    check_that_it_ends_with_its_server(COMMAND)


async def test_one_that_thinks_on_when_its_server_is_gone_is_caught() -> None:
    with pytest.raises(AssertionError, match="it goes on"):
        check_that_it_ends_with_its_server(DEAF, within=1.0)


async def check_that_the_dead_are_replaced() -> None:
    async with a_place() as place:
        await over(place.think(question(), 0))
        assert place.process.pid is not None
        os.kill(place.process.pid, 9)
        # the one that finds it dead may fail
        await over(place.think(question(), 0))
        thought = place.think(question(), 0)
        await over(thought)
        assert thought.choice == THOUGHT


async def test_a_process_that_was_killed_is_started_anew() -> None:
    await check_that_the_dead_are_replaced()


class Mourning(ThinkingProcess):
    """Starts no second one."""

    _has_started = False

    def start(self) -> bool:
        """The first time alone."""
        is_first, self._has_started = not self._has_started, True
        return (is_first and super().start()) or self.pid is not None


async def test_whoever_starts_none_anew_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "ThinkingProcess", Mourning)
    with pytest.raises(AssertionError):
        await check_that_the_dead_are_replaced()


async def test_a_process_that_cannot_begin_is_not_tried_again_and_again(log: io.StringIO) -> None:
    async with a_place(STILLBORN) as place:
        thoughts = [place.think(question(), 0) for _ in range(5)]
        await over(*thoughts)
        assert {thought.failed for thought in thoughts} == {"failed"}
        assert place.think(question(), 0).failed == "refused"
    assert log.getvalue().count("bots cannot think") == 1


async def test_a_program_that_is_not_there_hurts_nobody() -> None:
    async with a_place(("/nowhere/python",)) as place:
        thought = place.think(question(), 0)
        await over(thought)
        assert thought.failed == "failed"


async def check_that_one_too_many_is_refused() -> None:
    async with a_place() as place:
        kept = [place.think(question(), 0) for _ in range(thinking.MOST_WAITING)]
        one_more = place.think(question(), 0)
        assert one_more.failed == "refused"
        kept[-1].drop()
        assert place.think(question(), 0).failed is None
        assert kept[0].failed is None


async def test_one_question_too_many_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "MOST_WAITING", 5)
    await check_that_one_too_many_is_refused()


class Boundless(list[object]):
    """A line that seems to be short."""

    def __len__(self) -> int:
        return min(1, super().__len__())


async def test_a_place_that_takes_any_number_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "MOST_WAITING", 5)
    was = Thinking.__init__

    def made(place: Thinking, command: tuple[str, ...] = COMMAND) -> None:
        was(place, command)
        vars(place)["_waiting"] = Boundless()

    monkeypatch.setattr(Thinking, "__init__", made)
    with pytest.raises(AssertionError):
        await check_that_one_too_many_is_refused()


async def test_what_is_wanted_sooner_comes_first_and_what_is_dropped_never(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []
    told = ThinkingProcess.ask

    def noting(process: ThinkingProcess, data: bytes) -> bytes | None:
        asked.append(data)
        return told(process, data)

    monkeypatch.setattr(ThinkingProcess, "ask", noting)
    async with a_place() as place:
        levels = {"talking": 3.0, "strong": 1.0, "stuck": 0.0, "whimsical": 2.0}
        thoughts = {level: place.think(question(level), in_s) for level, in_s in levels.items()}
        thoughts["stuck"].drop()
        await over(*thoughts.values())
    order = [next(level for level in levels if level.encode() in data) for data in asked]
    assert order == ["strong", "whimsical", "talking"]


async def test_nothing_of_an_answer_but_plain_data_is_taken_in() -> None:
    with pytest.raises(ValueError, match="decode"):
        read_answer(b"\x80\x05}.")
    assert read_answer(sure_answer(b"no question")).choice is None


async def test_the_process_gets_none_of_the_settings_but_the_editions() -> None:
    ours = {"SIGNET_DATABASE_URL": "secret", "SIGNET_ADEL_EDITION": "here", "PATH": "/bin", "PYTHONPATH": "there"}
    theirs = environment(ours)
    assert "SIGNET_DATABASE_URL" not in theirs
    assert (theirs["SIGNET_ADEL_EDITION"], theirs["PATH"]) == ("here", "/bin")
    assert theirs["PYTHONPATH"].endswith(f"{os.pathsep}there")
