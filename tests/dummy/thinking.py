"""The process in which bots think, with Throws and its thinkers among the games; by its argument, one in trouble."""

import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

from engine import registry
from engine.bots import question, thinking
from engine.bots.question import Retrospect
from tests.dummy.thinkers import LEVELS, SECRET
from tests.dummy.throws import GAME

COMMAND = (sys.executable, "-m", "tests.dummy.thinking")
STILLBORN = (*COMMAND, "stillborn")
"""It ends before it can be asked."""
DEAF = (*COMMAND, "deaf")
"""In the midst of a thought it does not end with whoever started it."""
HASTY = (*COMMAND, "hasty")
"""It begins to let others go first while it does so."""
BRIEF = (*COMMAND, "brief")
"""It may take less of the processor for an answer."""
STARVED = (*COMMAND, "starved")
"""It gets nothing of the processor for a while when it judges for the first time."""
DOZING = (*COMMAND, "dozing")
"""It comes to no judgement, and takes nothing of the processor."""
WEARY = (*COMMAND, "weary")
"""It ends after a few judgements."""
MORTAL = (*COMMAND, "mortal")
"""It ends at every judgement."""
UNJUST = (*COMMAND, "unjust")
"""It fails at every judgement."""

BRIEF_S = 0.5
STARVES_S = 1.5
WEARY_AFTER = 5


def starve(judged: Callable[[Retrospect], str]) -> Callable[[Retrospect], str]:
    """The same judge, which waits before its first answer."""
    waits = [STARVES_S]

    def judge(moment: Retrospect) -> str:
        time.sleep(waits.pop() if waits else 0)
        return judged(moment)

    return judge


def end_after(answers: int, judged: Callable[[Retrospect], str]) -> Callable[[Retrospect], str]:
    """The same judge, whose process ends at the next question after so many answers."""
    left = list(range(answers))

    def judge(moment: Retrospect) -> str:
        if not left:
            os._exit(3)
        left.pop()
        return judged(moment)

    return judge


def doze(moment: Retrospect) -> NoReturn:
    """Stay there."""
    while True:
        time.sleep(60)


def fail(moment: Retrospect) -> NoReturn:
    """Raise RuntimeError."""
    raise RuntimeError(SECRET)


if __name__ == "__main__":
    if sys.argv[1:] == ["stillborn"]:
        os._exit(1)
    if sys.argv[1:] == ["deaf"]:
        vars(os)["_exit"] = sys.exit
    if sys.argv[1:] == ["hasty"]:
        once = signal.setitimer
        vars(signal)["setitimer"] = lambda which, seconds: once(which, seconds, seconds)
    if sys.argv[1:] == ["brief"]:
        vars(thinking)["CPU_S"] = BRIEF_S
    JUDGES = {
        "starved": starve(question.judgement),
        "dozing": doze,
        "weary": end_after(WEARY_AFTER, question.judgement),
        "mortal": end_after(0, question.judgement),
        "unjust": fail,
    }
    for mode in sys.argv[1:]:
        vars(question)["judgement"] = JUDGES.get(mode, question.judgement)
    registry.GAMES = {**registry.GAMES, GAME.key: replace(GAME, bots=LEVELS)}
    thinking.main()
