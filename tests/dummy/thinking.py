"""Worker process with Throws and its bots among the games.

Some workers are faulty."""

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
    """Return the same judge with a delay before its first answer."""
    waits = [STARVES_S]

    def judge(moment: Retrospect) -> str:
        time.sleep(waits.pop() if waits else 0)
        return judged(moment)

    return judge


def end_after(answers: int, judged: Callable[[Retrospect], str]) -> Callable[[Retrospect], str]:
    """Return the same judge.

    Its process ends at the next question after so many answers."""
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
    """Return the id of this process."""
    return str(os.getpid()).encode()


def niceness(_: bytes) -> bytes:
    """Return the niceness of this process, and the settings it knows."""
    return f"{os.nice(0)} {sorted(name for name in os.environ if name.startswith('SIGNET_'))}".encode()


def learn(trouble: str = "") -> None:
    """Add Throws and its bots to the games of this process, which may be faulty."""
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
"""Fault: it ends before its first question."""
DEAF = partial(learn, "deaf")
"""Fault: it outlives its server during a thought."""
STARVED = partial(learn, "starved")
"""Fault: its first judgement waits without processor time."""
DOZING = partial(learn, "dozing")
"""Fault: it never finishes a judgement, and uses no processor time."""
WEARY = partial(learn, "weary")
"""Fault: it ends after a few judgements."""
MORTAL = partial(learn, "mortal")
"""Fault: it ends at every judgement."""
UNJUST = partial(learn, "unjust")
"""Fault: it raises at every judgement."""
