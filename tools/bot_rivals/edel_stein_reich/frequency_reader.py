"""Players that know how often the others choose each action, by its rank.

They know neither the others' formula nor their dice."""

import functools
import random
from typing import ClassVar

from engine.core.asks import Ask
from engine.core.game import Bot
from engine.edel_stein_reich import GAME
from engine.edel_stein_reich.bot.levels import LEVELS
from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.choices import Action, Choice, Guess
from engine.edel_stein_reich.view_types import TableView
from tools.bot_rivals.edel_stein_reich.best_answer import best_answer
from tools.bot_rivals.edel_stein_reich.tallies import Tallies, ranking_of, unknown
from tools.bot_rivals.games import play_alike

GAMES = {"normal": 40, "strong": 20}
"""Number of games between bots of a level that are counted."""

BEGUN = 1.0
"""Number of each kind that are counted before the first."""


class CountedBot:
    """Bot whose actions and first guesses are counted."""

    def __init__(self, bot: Bot[TableView, Choice], tallies: Tallies) -> None:
        self._bot = bot
        self._tallies = tallies

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """Implement Bot."""
        choice = self._bot.choose(view, ask, rng)
        if isinstance(choice, Action) and view.mine is not None:
            self._tallies.chosen.saw(ranking_of(Turn(view), view.mine.seat), choice)
        elif isinstance(choice, Guess) and view.guessing is not None and not view.guessing.guesses:
            self._tallies.guessed.saw(ranking_of(Turn(view), view.guessing.active), choice.action)
        return choice


@functools.cache
def frequencies(level: str, seats: int) -> Tallies:
    """Return what bots of the level choose among themselves at a table of that size."""
    tallies = unknown(seats, BEGUN)
    counted = CountedBot(LEVELS[level], tallies)
    play_alike(GAME, counted, seats, GAMES[level])
    return tallies


class FrequencyReaderOfNormal:
    """Player of the best answer to the shares of ``normal``."""

    level: ClassVar[str] = "normal"

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """Implement Bot."""
        return best_answer(view, ask, [frequencies(self.level, len(view.seats))] * len(view.seats), rng)


class FrequencyReaderOfStrong(FrequencyReaderOfNormal):
    """Player of the best answer to the shares of ``strong``."""

    level = "strong"
