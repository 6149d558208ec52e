"""Bot that plays by habit alone, as players do who do not weigh chances."""

import random

from engine.adel_verpflichtet.bot.habits import Habits
from engine.adel_verpflichtet.bot.model.box import box_of
from engine.adel_verpflichtet.bot.model.cards import location_of
from engine.adel_verpflichtet.bot.model.deals import deals_of
from engine.adel_verpflichtet.bot.model.options import options_of
from engine.adel_verpflichtet.bot.model.prospects import Prospects
from engine.adel_verpflichtet.bot.picks import weigh_picks
from engine.adel_verpflichtet.bot.regrets import draw
from engine.adel_verpflichtet.choices import Choice, Location, Pick
from engine.adel_verpflichtet.view_types import TableView
from engine.core.asks import Ask

PICK_DEALS = 4
"""Number of deals over which a pick of objects is valued."""


class HabitualBot:
    """Bot that plays as ``Habits`` predict for its seat."""

    def __init__(self, prospects: Prospects) -> None:
        """Set the prospects, which value a pick of objects. Habit says nothing of that."""
        self._prospects = prospects

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """Return a choice for the ask.

        Raises ValueError for the public's view: it has no hand."""
        mine, choices = view.mine, ask.choices
        if mine is None:
            raise ValueError("a bot plays for a seat and needs its view")
        picks = [choice for choice in choices if isinstance(choice, Pick)]
        if picks:
            chances = weigh_picks(view, mine, picks, self._prospects, rng, PICK_DEALS)
            return picks[chances.index(max(chances))]
        locations = [location_of(seat, view.place) for seat in view.seats]
        habits = Habits(box_of(view), deals_of(view, None, rng)(), locations)
        position = deals_of(view, mine, rng)()
        options = options_of(choices, locations[mine.seat])
        usually = habits.locations if isinstance(choices[0], Location) else habits.cards
        return choices[draw(range(len(choices)), usually(position, mine.seat, options), rng.random())]
