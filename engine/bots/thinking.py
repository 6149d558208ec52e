"""The process in which bots think that take long: ``python -m engine.bots.thinking``.

It is asked on its standard input, one question after the other, and answers on its standard output. It keeps nothing
of what it was asked, says nothing else, lets everybody else on the machine go first, and ends with whoever started
it."""

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


def main() -> None:
    """Answers until nobody asks any more."""
    # Ctrl-C is meant for whoever started this, and reaches both
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(NICE)
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
            answer = sure_answer(question)
        put(answers, answer)


def _hear(asked: IO[bytes], questions: "SimpleQueue[bytes]") -> None:
    while (question := take(asked)) is not None:
        questions.put(question)
    os._exit(0)


if __name__ == "__main__":
    main()
