"""Reader of imported room files, each in a new process, one at a time.

A file comes from anybody. Parsing 8 MiB of JSON is one call of a second that holds the interpreter's lock, so a
thread would stop the server. Python does not give the memory back, either."""

import asyncio
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import structlog

from app.records.child_process import ChildProcess
from app.records.file_answers import BadAnswerError, Question, pack_question, read_answer
from app.records.file_bounds import TooManyItemsError, check_items
from app.records.file_process import COMMAND, cpu_seconds
from app.records.room_file import BadRoomFileError, RestoredRoom
from app.rooms.model.ids import Millis
from app.web.text.languages import mark

log = structlog.get_logger(__name__)

NOT_READ = mark("The file can't be read: it's too large or damaged.")

START_S = 10.0
"""Start timeout of the process in seconds: thirty times the usual time."""

PATIENCE = 10 if sys.platform != "win32" else 2
"""Wall-clock limit of a process, as a multiple of its processor time.

Other processes may use the processor meanwhile. On Windows nothing else ends an endless computation."""


class FileReader:
    """Reader of room files for one server process."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        """Set up; ``command`` starts a program like ``app.records.file_process``."""
        self._command = tuple(command)
        self._process: ChildProcess | None = None
        self._turn = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, "file reader")
        self._is_closed = False

    async def read(self, data: bytes, passphrase: str, now: Millis) -> RestoredRoom:
        """Return the room in a file, after the files that came before it.

        Raises BadRoomFileError, WrongPassphraseError."""
        try:
            check_items(data)
        except TooManyItemsError as error:
            raise BadRoomFileError(NOT_READ) from error
        async with self._turn:
            answer = await self._ask(Question(data, passphrase, now))
        try:
            if answer is None:
                raise BadAnswerError("the process ended")
            return await read_answer(answer)
        except BadAnswerError as error:
            log.error("file not read", bytes=len(data), why=str(error))
            raise BadRoomFileError(NOT_READ) from error

    async def close(self) -> None:
        """End the process and discard the file it was to read."""
        self._is_closed = True
        if self._process is not None:
            self._process.kill()
        await asyncio.to_thread(self._thread.shutdown)

    async def _ask(self, question: Question) -> bytes | None:
        """Return a new process's answer; None if it ended or had to be ended."""
        if self._is_closed:
            return None
        process = self._process = ChildProcess(self._command)
        called = asyncio.get_running_loop().run_in_executor(self._thread, partial(_answer, process, question))
        try:
            await asyncio.wait([called], timeout=START_S + PATIENCE * cpu_seconds(len(question.data)))
        finally:
            # the caller may have disconnected
            process.kill()
        return await called


def _answer(process: ChildProcess, question: Question) -> bytes | None:
    try:
        return process.ask(pack_question(question)) if process.start() else None
    finally:
        process.reap()
