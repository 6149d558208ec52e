"""Bots sit down at a table, each with dice of its own."""

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
"""The level of the bot that plays every game by chance alone."""


def bot_of(game: Game[Any, C, V], level: str) -> Bot[V, C]:
    """The game's bot of that level. Raises BadOptionsError when there is none."""
    bots: Mapping[str, Bot[V, C]] = {**game.bots, RANDOM: RandomBot()}
    if level not in bots:
        raise BadOptionsError(f"{game.title} has no bot {level!r}; there are: {', '.join(bots)}")
    return bots[level]


def seated(bot: Bot[V, C], dice: random.Random) -> Chooser[V, C]:
    """A chooser that asks the bot and lends it the dice."""

    def choose(view: V, ask: Ask[C]) -> C:
        return bot.choose(view, ask, dice)

    return choose


def table_of(bots: Sequence[Bot[V, C]], seed: bytes) -> tuple[Chooser[V, C], ...]:
    """A bot on each seat. Its dice hang on the seed and the seat alone, so the same game can be played again."""
    return tuple(seated(bot, random.Random(f"{seed.hex()}/{seat}")) for seat, bot in enumerate(bots))
