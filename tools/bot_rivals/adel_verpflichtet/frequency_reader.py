"""Players that know how often the others play each card and location.

They know neither the others' formula nor their hands."""

import functools
import random

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.bot.levels import LEVELS
from engine.adel_verpflichtet.bot.model.cards import location_of
from engine.adel_verpflichtet.bot.model.options import options_of
from engine.adel_verpflichtet.bot.model.usual import UsualShares
from engine.adel_verpflichtet.bot.model.weights import learnt
from engine.adel_verpflichtet.choices import Choice, Location, LocationAction, Pick
from engine.adel_verpflichtet.view_types import TableView
from engine.core.asks import Ask
from engine.core.game import Bot
from tools.bot_rivals.adel_verpflichtet.best_answer import best_answer
from tools.bot_rivals.adel_verpflichtet.tally import Tally
from tools.bot_rivals.games import play_alike

GAMES = {"normal": 24, "strong": 4}
"""Number of games between bots of a level that are counted."""


class CountedBot:
    """Bot whose cards and locations are counted."""

    def __init__(self, bot: Bot[TableView, Choice], tally: Tally) -> None:
        self._bot = bot
        self._tally = tally

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """Implement Bot."""
        choice = self._bot.choose(view, ask, rng)
        if view.mine is not None and len(ask.choices) > 1 and not isinstance(choice, Pick):
            (option,) = options_of([choice], location_of(view.seats[view.mine.seat], view.place))
            if isinstance(choice, Location):
                self._tally.count_location(option)
            else:
                if isinstance(choice, LocationAction):
                    self._tally.count_location(int(choice.location is Location.CASTLE))
                self._tally.count_card(option, view.mine.cheques)
        return choice


@functools.cache
def frequencies(level: str, seats: int) -> UsualShares:
    """Return what bots of the level play among themselves at a table of that size."""
    tally = Tally(learnt().usual[seats], 1)
    counted = CountedBot(LEVELS[level], tally)
    play_alike(GAME, counted, seats, GAMES[level])
    return tally.usual


class FrequencyReaderOfNormal:
    """Player of the best answer to the shares of ``normal``."""

    level = "normal"

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """Implement Bot."""
        return best_answer(view, ask, [frequencies(self.level, len(view.seats))] * len(view.seats), rng)


class FrequencyReaderOfStrong(FrequencyReaderOfNormal):
    """Player of the best answer to the shares of ``strong``."""

    level = "strong"
