"""Thinking bots of Throws, sound and faulty; their substitute throws scissors."""

import os
import random
import sys
import time
from collections.abc import Mapping
from typing import NoReturn

from engine.core.asks import Ask
from engine.core.game import Bot
from tests.dummy.throws import AnyThrow, ThrowsView

SECRET = "the hand is A1468"
SLOW, CHEAP, DEFAULT = "paper", "scissors", "stone"
"""Throws of a thinking bot, of the cheaper bot, and of the clock."""

PONDERS_S = 0.015
"""Processor seconds of a thought."""

DOZES_S = 1.0
"""Seconds of a thought that uses no processor time."""


class Sure:
    """Throws scissors, without a thought."""

    def choose(self, view: ThrowsView, ask: Ask[str], rng: random.Random) -> str:
        """Implement Bot."""
        return CHEAP


class Pondering:
    """Bot that thinks for a while and throws paper, if the ask allows it."""

    cheaper = "easy"

    def choose(self, view: ThrowsView, ask: Ask[str], rng: random.Random) -> str:
        """Implement Bot."""
        until = time.process_time() + PONDERS_S
        while time.process_time() < until:
            rng.random()
        return SLOW if SLOW in ask.choices else ask.default


class Whimsical(Pondering):
    """Throws whatever its dice say."""

    def choose(self, view: ThrowsView, ask: Ask[str], rng: random.Random) -> str:
        """Implement Bot."""
        return rng.choice(ask.choices)


class Talking(Pondering):
    """Writes what it sees wherever it can."""

    def choose(self, view: ThrowsView, ask: Ask[str], rng: random.Random) -> str:
        """Implement Bot."""
        for stream in (sys.stdout, sys.stderr):
            stream.write(f"{SECRET} {view}\n" * 3)
            stream.flush()
        os.write(1, SECRET.encode())
        return SLOW


class Stuck(Pondering):
    """Comes to no end."""

    def choose(self, view: ThrowsView, ask: Ask[str], rng: random.Random) -> NoReturn:
        """Never return."""
        while True:
            rng.random()


class Dozing(Pondering):
    """Takes its time and none of the processor's, as where others have all of that."""

    def choose(self, view: ThrowsView, ask: Ask[str], rng: random.Random) -> str:
        """Implement Bot."""
        time.sleep(DOZES_S)
        return SLOW


class Stumbling(Pondering):
    """Fails, and says in its last words what it saw."""

    def choose(self, view: ThrowsView, ask: Ask[str], rng: random.Random) -> NoReturn:
        """Raise an error."""
        raise RuntimeError(f"{SECRET} {view}")


class Dying(Pondering):
    """Takes its process along."""

    def choose(self, view: ThrowsView, ask: Ask[str], rng: random.Random) -> NoReturn:
        """End the process."""
        os._exit(3)


class Dreaming(Pondering):
    """Throws what nobody can throw."""

    def choose(self, view: ThrowsView, ask: Ask[str], rng: random.Random) -> str:
        """Return a choice after a sleep."""
        return "fountain"


LEVELS: Mapping[str, Bot[ThrowsView, str]] = {
    "easy": Sure(),
    "normal": AnyThrow(),
    "strong": Pondering(),
    "whimsical": Whimsical(),
    "talking": Talking(),
    "stuck": Stuck(),
    "dozing": Dozing(),
    "stumbling": Stumbling(),
    "dying": Dying(),
    "dreaming": Dreaming(),
}
