"""The process in which bots think that take long: ``python -m engine.bots.thinking``.

It is asked on its standard input, one question after the other, and answers on its standard output. It keeps nothing
of what it was asked, says nothing else, lets everybody else on the machine go first, and ends with whoever started it,
or at a question that it cannot come to an end with."""

import gc
import os
import signal
import sys
from queue import SimpleQueue
from threading import Thread
from typing import IO

from engine.bots.frames import READY, put, take, take_over_output
from engine.bots.question import sure_answer
from engine.bots.yielding import Yielding

NICE = 5
"""Bots are to wait for those who serve people, never the other way round. Not the least there is: beside somebody who
computes all the time, a bot's choice would take seconds."""

CPU_S = 20.0
"""Processor time that one answer may take. It is fifty times the longest answer on a computer of our days. Time in
which others have the processor does not count. Windows has no such limit."""


def main() -> None:
    """Answers until nobody asks any more."""
    # Ctrl-C is meant for whoever started this, and reaches both
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(NICE)
        # ends the process, also in the midst of a call of C
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
    questions: SimpleQueue[bytes] = SimpleQueue()
    answers = take_over_output()
    yielding = Yielding()
    gc.freeze()
    # a thread of its own: in the midst of a thought, too, it is heard that nobody waits for it any more
    Thread(target=_hear, args=(sys.stdin.buffer, questions), daemon=True).start()
    put(answers, READY)
    while True:
        question = questions.get()
        with yielding:
            _limit_time(CPU_S)
            answer = sure_answer(question)
            _limit_time(0.0)
        put(answers, answer)


def _limit_time(seconds: float) -> None:
    """End this process after so many seconds of processor time from now on; 0: never."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _hear(asked: IO[bytes], questions: "SimpleQueue[bytes]") -> None:
    while (question := take(asked)) is not None:
        questions.put(question)
    os._exit(0)


if __name__ == "__main__":
    main()
