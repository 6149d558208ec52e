"""Options of the model for the choices of an ask."""

from collections.abc import Sequence
from typing import TypeAlias

from engine.adel_verpflichtet.bot.model.cards import AUCTION_THIEF, CASTLE, CASTLE_THIEF, encode_card
from engine.adel_verpflichtet.choices import Action, Choice, Location, LocationAction

Option: TypeAlias = int
"""Card or location."""


def options_of(choices: Sequence[Choice], location: int | None) -> tuple[Option, ...]:
    """Return the option of the model for each choice.

    ``location`` is the seat's location, None while it is open. At the auction house all thieves become the lowest.
    Raises ValueError for a choice that is no card."""
    options = [_option(choice, location) for choice in choices]
    thieves = [option for option in options if AUCTION_THIEF <= option < CASTLE_THIEF]
    return tuple([min(thieves) if option in thieves else option for option in options])


def _option(choice: Choice, location: int | None) -> Option:
    match choice:
        case Location():
            return int(choice is Location.CASTLE)
        case LocationAction(place, action):
            return encode_card(place, action)
        case Action() if location is not None:
            return encode_card(Location.CASTLE if location == CASTLE else Location.AUCTION_HOUSE, choice)
    raise ValueError(f"no card: {choice}")
