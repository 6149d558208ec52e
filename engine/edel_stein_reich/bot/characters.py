"""Preferences of bots with a character.

Everybody at the table is told a bot's character. So it depends on nothing hidden: only on the choice and on open
cards."""

from collections.abc import Callable, Mapping

from engine.edel_stein_reich.choices import Action, Bid, Choice, Exchange, Swap, Take, Word
from engine.edel_stein_reich.gems import size
from engine.edel_stein_reich.view_types import TableView

Leaning = Callable[[TableView, Choice], float]
"""Preference for a choice: above 1 if the bot likes it, between 0 and 1 if not."""

HARMFUL = ("swap", "return_one", "halve")
"""The effects of event cards that take gems from others (E8.7, E8.8, E8.10)."""


def careful(view: TableView, choice: Choice) -> float:
    """Prefer money; avoid events, unseen cards and bids of many gems."""
    match choice:
        case Action.MONEY:
            return 3.0
        case Action.EVENT | Word.UNSEEN_CARD:
            return 0.4
        case Bid(gems):
            return 1 / size(gems)
    return 1.0


def greedy(view: TableView, choice: Choice) -> float:
    """Prefer gems and offered gems; avoid to give any."""
    match choice:
        case Action.GEMS:
            return 3.0
        case Action.FREE_CHOICE | Word.ACCEPT | Take() | Exchange():
            return 2.0
        case Action.MONEY:
            return 0.6
        case Bid(gems):
            return 1 / size(gems)
    return 1.0


def crook(view: TableView, choice: Choice) -> float:
    """Prefer events, most of all those that cost others gems, and high bids."""
    match choice:
        case Action.EVENT:
            return 6.0 if view.open_event is not None and view.open_event.effect in HARMFUL else 3.0
        case Swap() | Word.RETURN_ONE | Word.HALVE:
            return 2.0
        case Bid(gems):
            return 1.0 + size(gems)
    return 1.0


LEANINGS: Mapping[str, Leaning] = {"careful": careful, "greedy": greedy, "crook": crook}
"""The leanings by character (``engine.core.bots.levels.CHARACTERS``)."""
