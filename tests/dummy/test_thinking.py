"""Process pool for bots: questions, failures, timeouts, crashes and restarts."""

import asyncio
import io
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from app import logs
from app.live.thinking import thinking
from app.live.thinking.pending_answer import PendingAnswer
from app.live.thinking.pool import NICE, Pool
from app.live.thinking.thinking import Thinking
from engine.bots.question import Question, answer, read_answer, sure_answer
from engine.core.seats import Seat
from tests.dummy.thinkers import DOZES_S, LEVELS, SECRET, SLOW
from tests.dummy.thinking import STILLBORN, learn, niceness, pid
from tests.dummy.throws import GAME, State
from tests.registering import register
from tests.sources import ROOT

pytestmark = pytest.mark.asyncio

SOON_S = 60.0

THINKS_FOR_EVER = """
import asyncio
from app.live.thinking.thinking import Thinking
from tests.dummy.test_thinking import question
from tests.dummy.thinking import DEAF, learn, pid
async def think():
    place = Thinking(prepare={prepare})
    print((await place.pool.run(pid, b"", 60.0)).decode(), flush=True)
    pending = place.think(question("stuck"), 0)
    await asyncio.sleep(1.0)
    print("asks", flush=True)
    await pending.wait_for_end()
asyncio.run(think())
"""
"""A server that has nothing else to do."""


@pytest.fixture(autouse=True)
def thinkers(registered: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Third game with bots that think, and a generous time limit for busy machines."""
    register(monkeypatch, GAME, bots=LEVELS)
    monkeypatch.setattr(thinking, "LONGEST_S", SOON_S)


@pytest.fixture
def log() -> io.StringIO:
    """Log output."""
    lines = io.StringIO()
    logs.set_up("debug", lines)
    return lines


def question(level: str = "strong", dice: bytes = b"dice") -> Question:
    """Return the question to a bot of that level in the second of five rounds."""
    state = State(2, 5, (1, 0), ("stone", "scissors"))
    return Question(GAME.key, level, GAME.view(state, Seat(0)), GAME.asks(state)[Seat(0)], dice)


@asynccontextmanager
async def a_place(prepare: Callable[[], None] = learn) -> AsyncIterator[Thinking]:
    """Yield a pool, and close it."""
    place = Thinking(prepare=prepare)
    try:
        yield place
    finally:
        await place.close()


async def over(*all_pending: PendingAnswer, within: float = SOON_S) -> None:
    """Wait until all thoughts are finished.

    Raises AssertionError."""
    until = asyncio.get_running_loop().time() + within
    while not all(pending.is_over for pending in all_pending):
        assert asyncio.get_running_loop().time() < until, "no answer"
        await asyncio.sleep(0.01)


def is_there(pid: int) -> bool:
    """Return whether a process of that number runs."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


async def test_pool_gives_the_choice_the_bot_would_make_here() -> None:
    async with a_place() as place:
        questions = [question("whimsical", bytes([number])) for number in range(20)]
        all_pending = [place.think(each, 0) for each in questions]
        await over(*all_pending)
        assert [pending.choice for pending in all_pending] == [answer(each) for each in questions]
        assert len({pending.choice for pending in all_pending}) == 3


async def process_of(place: Thinking) -> int:
    """Return the process id of a pool."""
    return int(await place.pool.run(pid, b"", SOON_S))


async def test_process_starts_with_the_first_question_and_ends_on_close() -> None:
    async with a_place() as place:
        assert multiprocessing.active_children() == []
        await over(place.think(question(), 0))
        assert [each.pid for each in multiprocessing.active_children()] == [await process_of(place)]
    assert multiprocessing.active_children() == []
    pending = place.think(question(), 0)
    assert pending.failed == "refused"
    assert multiprocessing.active_children() == []


async def test_who_closes_while_a_bot_thinks_waits_for_nobody() -> None:
    async with a_place() as place:
        await thinks(place)
        all_pending = [place.think(question("stuck"), number) for number in range(3)]
        await asyncio.sleep(0.1)
    assert [pending.is_over for pending in all_pending] == [False, True, True]
    assert multiprocessing.active_children() == []


async def test_process_has_low_priority_and_only_edition_settings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SIGNET_DATABASE_URL", "secret")
    monkeypatch.setenv("SIGNET_ADEL_EDITION", "here")
    lowest = min(19, os.nice(0) + NICE)
    async with a_place() as place:
        assert (await place.pool.run(niceness, b"", SOON_S)).decode() == f"{lowest} ['SIGNET_ADEL_EDITION']"


@pytest.mark.parametrize("level", ["stumbling", "dying"])
async def test_failing_bot_fails_alone_and_logs_no_view(level: str, log: io.StringIO) -> None:
    async with a_place() as place:
        failing, sound = place.think(question(level), 0), place.think(question(), 1)
        await over(failing, sound)
        assert (failing.choice, failing.failed, sound.choice) == (None, "failed", SLOW)
    assert "bot" in log.getvalue()
    assert SECRET not in log.getvalue()


async def test_what_a_bot_writes_reaches_nobody(capfd: pytest.CaptureFixture[str]) -> None:
    async with a_place() as place:
        all_pending = [place.think(question(level), 0) for level in ("talking", "strong")]
        await over(*all_pending)
        assert [pending.choice for pending in all_pending] == [SLOW, SLOW]
    assert capfd.readouterr() == ("", "")


async def thinks(place: Thinking) -> None:
    """Wait until a bot has answered there.

    On a busy machine it may time out a few times."""
    choice = None
    async with asyncio.timeout(SOON_S):
        while choice is None:
            pending = place.think(question(), 0)
            await over(pending)
            choice = pending.choice
    assert choice == SLOW


async def check_that_others_are_answered_though_one_is_stuck(within: float = SOON_S) -> None:
    async with a_place() as place:
        before = await process_of(place)
        stuck, sound = place.think(question("stuck"), 0), place.think(question(), 1)
        await over(stuck, sound, within=within)
        assert (stuck.failed, stuck.has_lost_process) == ("failed", True)
        assert await process_of(place) != before
        await thinks(place)


async def test_a_bot_that_is_stuck_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "LONGEST_S", 0.5)
    await check_that_others_are_answered_though_one_is_stuck()


async def test_check_finds_a_pool_without_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "LONGEST_S", 2 * SOON_S)
    with pytest.raises(AssertionError, match="no answer"):
        await check_that_others_are_answered_though_one_is_stuck(within=0.5)


async def check_bot_may_wait_for_the_processor() -> None:
    async with a_place() as place:
        pending = place.think(question("dozing"), 0)
        await over(pending)
        assert pending.choice == SLOW


async def test_bot_without_processor_time_is_not_taken_for_stuck() -> None:
    await check_bot_may_wait_for_the_processor()


async def test_a_place_without_patience_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "LONGEST_S", DOZES_S / 2)
    with pytest.raises(AssertionError):
        await check_bot_may_wait_for_the_processor()


def check_that_it_ends_with_its_server(prepare: str, within: float = SOON_S) -> None:
    program = (sys.executable, "-c", THINKS_FOR_EVER.format(prepare=prepare))
    with subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        number = int(server.stdout.readline())
        try:
            server.stdout.readline()
            server.kill()
            server.wait()
            until = time.monotonic() + within
            while is_there(number):
                assert time.monotonic() < until, "it goes on"
                time.sleep(0.01)
        finally:
            if is_there(number):
                os.kill(number, 9)


async def test_process_ends_when_its_server_is_killed() -> None:
    check_that_it_ends_with_its_server("learn")


async def test_check_finds_a_process_that_outlives_its_server() -> None:
    with pytest.raises(AssertionError, match="it goes on"):
        check_that_it_ends_with_its_server("DEAF", within=1.0)


async def check_that_the_dead_are_replaced() -> None:
    async with a_place() as place:
        pending = place.think(question("stuck"), 0)
        number = multiprocessing.active_children()
        while not number:
            await asyncio.sleep(0.01)
            number = multiprocessing.active_children()
        os.kill(number[0].pid or 0, 9)
        await over(pending)
        assert pending.has_lost_process
        pending = place.think(question(), 0)
        await over(pending)
        assert pending.choice == SLOW


async def test_killed_process_is_restarted() -> None:
    await check_that_the_dead_are_replaced()


async def test_whoever_starts_none_anew_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pool, "_end", lambda pool: None)
    with pytest.raises(AssertionError):
        await check_that_the_dead_are_replaced()


async def test_process_that_cannot_start_is_not_retried_forever(log: io.StringIO) -> None:
    async with a_place(STILLBORN) as place:
        all_pending = [place.think(question(), 0) for _ in range(5)]
        await over(*all_pending)
        assert {pending.failed for pending in all_pending} == {"failed"}
        assert place.think(question(), 0).failed == "refused"
    assert log.getvalue().count("bots cannot think") == 1


async def test_a_machine_that_starts_no_process_hurts_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("multiprocessing.spawn.get_executable", lambda: b"/nowhere/python")
    async with a_place() as place:
        pending = place.think(question(), 0)
        await over(pending)
        assert pending.failed == "failed"


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


async def test_check_finds_an_unbounded_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "MOST_WAITING", 5)
    was = Thinking.__init__

    def accept_any(place: Thinking, prepare: Callable[[], None]) -> None:
        was(place, prepare=prepare)
        vars(place)["_waiting"] = Boundless()

    monkeypatch.setattr(Thinking, "__init__", accept_any)
    with pytest.raises(AssertionError):
        await check_that_one_too_many_is_refused()


async def test_questions_run_by_deadline_and_cancelled_ones_never(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []
    run = Pool.run

    async def noting(pool: Pool, function: Callable[[bytes], bytes], data: bytes, within_s: float) -> bytes:
        asked.append(data)
        return await run(pool, function, data, within_s)

    monkeypatch.setattr(Pool, "run", noting)
    async with a_place() as place:
        levels = {"talking": 3.0, "strong": 1.0, "stuck": 0.0, "whimsical": 2.0}
        all_pending = {level: place.think(question(level), in_s) for level, in_s in levels.items()}
        all_pending["stuck"].drop()
        await over(*all_pending.values())
    order = [next(level for level in levels if level.encode() in data) for data in asked]
    assert order == ["strong", "whimsical", "talking"]


async def test_nothing_of_an_answer_but_plain_data_is_taken_in() -> None:
    with pytest.raises(ValueError, match="decode"):
        read_answer(b"\x80\x05}.")
    assert read_answer(sure_answer(b"no question")).choice is None
