"""Reader of room files: a process of its own with limits.

On any failure the person who uploaded the file gets a sentence, and no process remains."""

import ast
import asyncio
import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.records import file_bounds, file_process
from app.records.child_process import ChildProcess, environment
from app.records.export import export
from app.records.file_answers import Question, pack_question
from app.records.passphrase import WrongPassphraseError
from app.records.room_file import BadRoomFileError, RestoredRoom, read_room_file, write_room_file
from app.rooms.events import Entry
from app.rooms.fold import fold
from app.rooms.model.ids import Millis
from app.web.service import file_reader
from app.web.service.file_reader import NOT_READ, FileReader
from tests.dummy.test_thinking import is_there
from tests.sources import ROOT
from tests.web import heavy
from tests.whole import whole

pytestmark = pytest.mark.asyncio

NOW = Millis(1 << 50)
SOON_S = 60.0

READS = "import os, resource, sys, time; from app.records import file_process; {}; file_process.main()"
ANSWERS = "file_process.answer = lambda question: {}"
LIMITLESS = "file_process.set_limits = lambda length: None"


def program(*before: str) -> tuple[str, ...]:
    """Return the command that reads a file, with statements to run first."""
    return (sys.executable, "-c", READS.format("; ".join(before)))


DIES = program(ANSWERS.format("os.abort()"))
STUCK = program(ANSWERS.format("time.sleep(600)"))
BUSY = (ANSWERS.format("sum(iter(int, 1))"), "file_process.CPU_S, file_process.CPU_S_PER_MIB = 1, 0")
GREEDY = ANSWERS.format("bytes([len([bytearray(1 << 20) for _ in range(400)]) % 2])")
STARVED = program("time.sleep(6)")
FAILS = program(ANSWERS.format("{}[question]"))
TELLS_LIMITS = ANSWERS.format(
    "repr([resource.getrlimit(each) for each in (resource.RLIMIT_DATA, resource.RLIMIT_CPU, resource.RLIMIT_CORE)]"
    " + [os.nice(0)]).encode()"
)
TALKS_NONSENSE = program(ANSWERS.format("b'nonsense'"))
LIES = program(
    ANSWERS.format("b''.join(len(each).to_bytes(4, 'big') + each for each in [b'[\"restored\", {{}}]', b'[[1]]'])")
)
DEAF = program(ANSWERS.format("time.sleep(600)"), "os._exit = lambda code: time.sleep(600)")
"""Process that does not end with its parent."""
STILLBORN = (sys.executable, "-c", "")
NOWHERE = ("/nowhere/python",)

READS_FOR_EVER = """
import sys
from app.records.child_process import ChildProcess
process = ChildProcess(sys.argv[1:])
assert process.start()
print(process.pid, flush=True)
process.ask(b"[0,\\"\\"]\\n")
"""
"""Program of a server that only reads a file."""


def journal() -> tuple[Entry, ...]:
    """Return a room with a game, and as much chat as it keeps."""
    return heavy.full_room("adel_verpflichtet", "00000CC1")


@pytest.fixture(scope="module")
def file() -> bytes:
    """File of that room."""
    room = fold(None, journal())
    assert room is not None
    return write_room_file(journal(), export(journal(), room.evening), heavy.PASSPHRASE, bytes(32))


def children() -> set[int]:
    """Return this process's running children."""
    own = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return {int(pid) for each in own for pid in each.read_text(encoding="utf-8").split()}


async def read(
    data: bytes, command: Sequence[str] = file_process.COMMAND, passphrase: str = heavy.PASSPHRASE
) -> RestoredRoom:
    """Read a file by that command, and check that no process remains."""
    reader, before = FileReader(command), children()
    try:
        return await reader.read(data, passphrase, NOW)
    finally:
        await reader.close()
        assert children() <= before


async def test_reader_process_returns_same_result_as_reading_in_process(file: bytes) -> None:
    there, here = await read(file), read_room_file(file, heavy.PASSPHRASE, NOW)
    assert there == here
    assert there.entries == journal()
    assert there.room == fold(None, journal())


async def test_reader_process_raises_same_errors_as_reading_in_process(file: bytes) -> None:
    with pytest.raises(WrongPassphraseError):
        await read(file, passphrase="another passphrase")
    for damaged in whole((b"", b"{}", file[:-9], b"[" * 1_000_000), (file[:-9],)):
        with pytest.raises(BadRoomFileError) as here:
            read_room_file(damaged, heavy.PASSPHRASE, NOW)
        with pytest.raises(BadRoomFileError, match=str(here.value)):
            await read(damaged)


@pytest.mark.parametrize("command", [DIES, FAILS, TALKS_NONSENSE, LIES, STILLBORN, NOWHERE])
async def test_whatever_becomes_of_the_process_the_file_is_refused(file: bytes, command: tuple[str, ...]) -> None:
    with pytest.raises(BadRoomFileError, match=NOT_READ):
        await read(file, command)


async def test_a_process_that_is_stuck_is_ended(file: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_reader, "START_S", 2.0)
    monkeypatch.setattr(file_reader, "PATIENCE", 0)
    with pytest.raises(BadRoomFileError, match=NOT_READ):
        async with asyncio.timeout(SOON_S):
            await read(file, STUCK)


async def test_whoever_waits_for_one_that_is_stuck_is_caught(file: bytes) -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(2.0):
            await read(file, STUCK)


async def check_that_a_file_may_wait_for_the_processor(file: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_reader, "START_S", 0.0)
    monkeypatch.setattr(file_reader, "cpu_seconds", lambda length: 3)
    assert (await read(file, STARVED)).entries == journal()


async def test_reader_process_without_cpu_for_a_while_still_reads_file(
    file: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    await check_that_a_file_may_wait_for_the_processor(file, monkeypatch)


async def test_a_reader_with_little_patience_is_caught(file: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_reader, "PATIENCE", 2)
    with pytest.raises(BadRoomFileError, match=NOT_READ):
        await check_that_a_file_may_wait_for_the_processor(file, monkeypatch)


async def test_json_of_too_many_items_starts_no_process() -> None:
    with pytest.raises(BadRoomFileError, match=NOT_READ):
        await read(b"[" + b"[]," * file_bounds.MOST_ITEMS + b"[]]", STUCK)


async def test_those_who_wait_have_their_turn_one_after_the_other(file: bytes) -> None:
    reader, before, most = FileReader(), children(), 0
    reads = [asyncio.create_task(reader.read(file, heavy.PASSPHRASE, NOW)) for _ in range(2)]
    while not all(each.done() for each in reads):
        most = max(most, len(children() - before))
        await asyncio.sleep(0.01)
    assert [(await each).entries for each in reads] == [journal()] * 2
    assert most == 1
    await reader.close()


async def test_who_leaves_or_closes_waits_for_nobody(file: bytes) -> None:
    reader, before = FileReader(STUCK), children()
    first, second = (asyncio.create_task(reader.read(file, heavy.PASSPHRASE, NOW)) for _ in range(2))
    await there_is_another(before)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    await reader.close()
    with pytest.raises(BadRoomFileError, match=NOT_READ):
        await second
    assert children() <= before


async def there_is_another(before: set[int]) -> None:
    """Wait until another process runs."""
    until = time.monotonic() + SOON_S
    while children() <= before:
        assert time.monotonic() < until
        await asyncio.sleep(0.01)


async def test_the_process_gets_none_of_the_settings_but_the_editions() -> None:
    ours = {"SIGNET_DATABASE_URL": "secret", "SIGNET_ADEL_EDITION": "here", "PATH": "/bin", "PYTHONPATH": "there"}
    theirs = environment(ours)
    assert "SIGNET_DATABASE_URL" not in theirs
    assert (theirs["SIGNET_ADEL_EDITION"], theirs["PATH"]) == ("here", "/bin")
    assert theirs["PYTHONPATH"].endswith(f"{os.pathsep}there")


# ---- its limits


def ask_process(*before: str) -> bytes | None:
    """Return the process's answer to 2 MiB, or None if it ends instead.

    The statements run before it begins."""
    process = ChildProcess(program(*before))
    try:
        return process.ask(pack_question(Question(b"x" * 2**21, heavy.PASSPHRASE, NOW))) if process.start() else None
    finally:
        process.reap()


async def test_reader_process_has_memory_limit_time_limit_and_low_priority() -> None:
    memory, seconds, core, nice = ast.literal_eval((ask_process(TELLS_LIMITS) or b"").decode())
    assert memory == (file_process.MEMORY_BYTES, file_process.MEMORY_BYTES)
    assert seconds == (11, 11)
    assert core == (0, 0)
    assert nice >= file_process.NICE


async def test_one_that_takes_more_memory_ends() -> None:
    assert ask_process(GREEDY) is None


async def test_one_without_a_limit_takes_more_memory() -> None:
    assert ask_process(GREEDY, LIMITLESS) == b"\0"


async def test_one_that_takes_more_time_ends() -> None:
    assert ask_process(*BUSY) is None


def check_that_it_ends_with_its_server(command: Sequence[str], within: float = SOON_S) -> None:
    with subprocess.Popen((sys.executable, "-c", READS_FOR_EVER, *command), cwd=ROOT, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        try:
            until = time.monotonic() + SOON_S
            # it sets its limits after the question; at nice 19 its lower priority cannot be seen
            while resource.prlimit(pid, resource.RLIMIT_DATA)[0] != file_process.MEMORY_BYTES:
                assert time.monotonic() < until
                time.sleep(0.01)
            server.kill()
            server.wait()
            until = time.monotonic() + within
            while is_there(pid):
                assert time.monotonic() < until, "it goes on"
                time.sleep(0.01)
        finally:
            if is_there(pid):
                os.kill(pid, 9)


async def test_reader_process_ends_when_its_server_is_killed() -> None:
    check_that_it_ends_with_its_server(STUCK)


async def test_check_catches_reader_process_that_outlives_its_server() -> None:
    with pytest.raises(AssertionError, match="it goes on"):
        check_that_it_ends_with_its_server(DEAF, within=2.0)
