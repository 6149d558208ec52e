"""The process in which bots think, with Throws and its thinkers among the games; some are in trouble."""

import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NoReturn

from engine import registry
from engine.bots import question
from engine.bots.question import Retrospect
from tests.dummy.thinkers import LEVELS, SECRET
from tests.dummy.throws import GAME

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


def pid(_: bytes) -> bytes:
    """The number of this process."""
    return str(os.getpid()).encode()


def niceness(_: bytes) -> bytes:
    """How low the priority of this process is, and which of its settings it knows."""
    return f"{os.nice(0)} {sorted(name for name in os.environ if name.startswith('SIGNET_'))}".encode()


def learn(trouble: str = "") -> None:
    """Put Throws and its thinkers among the games of this process, which may be in trouble."""
    if trouble == "stillborn":
        os._exit(1)
    if trouble == "deaf":
        vars(os)["_exit"] = sys.exit
    judges = {
        "starved": starve(question.judgement),
        "dozing": doze,
        "weary": end_after(WEARY_AFTER, question.judgement),
        "mortal": end_after(0, question.judgement),
        "unjust": fail,
    }
    vars(question)["judgement"] = judges.get(trouble, question.judgement)
    registry.GAMES = {**registry.GAMES, GAME.key: replace(GAME, bots=LEVELS)}


STILLBORN = partial(learn, "stillborn")
"""It ends before it can be asked."""
DEAF = partial(learn, "deaf")
"""In the midst of a thought it does not end with whoever started it."""
STARVED = partial(learn, "starved")
"""It gets nothing of the processor for a while when it judges for the first time."""
DOZING = partial(learn, "dozing")
"""It comes to no judgement, and takes nothing of the processor."""
WEARY = partial(learn, "weary")
"""It ends after a few judgements."""
MORTAL = partial(learn, "mortal")
"""It ends at every judgement."""
UNJUST = partial(learn, "unjust")
"""It fails at every judgement."""
