"""Seating of bots at a table, each with its own dice."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from engine.bots.random_bot import RandomBot
from engine.core.asks import Ask
from engine.core.errors import BadOptionsError
from engine.core.game import Bot, Game
from engine.driver import Chooser

C = TypeVar("C")
V = TypeVar("V")

RANDOM = "random"
"""Level of the bot that plays every game by chance alone."""


def bot_of(game: Game[Any, C, V], level: str) -> Bot[V, C]:
    """Return the game's bot of that level. Raises BadOptionsError if there is none."""
    bots: Mapping[str, Bot[V, C]] = {**game.bots, RANDOM: RandomBot()}
    if level not in bots:
        raise BadOptionsError(f"{game.title} has no bot {level!r}; there are: {', '.join(bots)}")
    return bots[level]


def seat_bot(bot: Bot[V, C], dice: random.Random) -> Chooser[V, C]:
    """Return a chooser that asks the bot and lends it the dice."""

    def choose(view: V, ask: Ask[C]) -> C:
        return bot.choose(view, ask, dice)

    return choose


def table_of(bots: Sequence[Bot[V, C]], seed: bytes) -> tuple[Chooser[V, C], ...]:
    """Return a chooser for a bot on each seat.

    Its dice depend on the seed and the seat alone, so the same game can be played again."""
    return tuple(seat_bot(bot, random.Random(f"{seed.hex()}/{seat}")) for seat, bot in enumerate(bots))
