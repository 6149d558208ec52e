"""What the choices of an ask are in the model."""

from collections.abc import Sequence
from typing import TypeAlias

from engine.adel_verpflichtet.bot.model.cards import AUCTION_THIEF, CASTLE, CASTLE_THIEF, coded
from engine.adel_verpflichtet.choices import Action, Choice, Location, LocationAction

Option: TypeAlias = int
"""A card, or a location."""


def options_of(choices: Sequence[Choice], location: int | None) -> tuple[Option, ...]:
    """What each choice is in the model, for a seat that is at that location already or not anywhere yet. At the
    auction house all thieves are the lowest. Raises ValueError for what is no card."""
    options = [_option(choice, location) for choice in choices]
    thieves = [option for option in options if AUCTION_THIEF <= option < CASTLE_THIEF]
    return tuple([min(thieves) if option in thieves else option for option in options])


def _option(choice: Choice, location: int | None) -> Option:
    match choice:
        case Location():
            return int(choice is Location.CASTLE)
        case LocationAction(place, action):
            return coded(place, action)
        case Action() if location is not None:
            return coded(Location.CASTLE if location == CASTLE else Location.AUCTION_HOUSE, choice)
    raise ValueError(f"no card: {choice}")
