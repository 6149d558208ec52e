"""Newcomer with fixed habits, who reads nothing but the choices."""

import random

from engine.adel_verpflichtet.choices import Action, Card, Choice, Location, LocationAction, Pick, Verb
from engine.adel_verpflichtet.view_types import TableView
from engine.core.asks import Ask

AT_CASTLE = 0.6
"""Share of rounds in which it goes to the castle."""

EXHIBITS, BURGLES, DETECTS = 0.45, 0.30, 0.25
"""Shares of its cards at the castle, as far as it has them; each thief counts."""

RAIDS = 0.30
"""Share of a thief at the auction house; the cheques in hand share the rest."""


class Newcomer:
    """Player by these habits, who always shows the largest exhibition."""

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """Implement Bot."""
        choices = ask.choices
        first = choices[0]
        if isinstance(first, Pick) and first.verb is Verb.SHOW:
            return max(choices, key=lambda choice: len(choice.objects) if isinstance(choice, Pick) else 0)
        at_castle = any(isinstance(choice, Action) and choice.card is Card.DETECTIVE for choice in choices)
        return rng.choices(choices, [_weight(choice, at_castle) for choice in choices])[0]


def _weight(choice: Choice, at_castle: bool) -> float:
    match choice:
        case Location():
            return AT_CASTLE if choice is Location.CASTLE else 1 - AT_CASTLE
        case LocationAction(location, action):
            return _weight(location, at_castle) * _weight(action, location is Location.CASTLE)
        case Action(Card.EXHIBIT, _):
            return EXHIBITS
        case Action(Card.DETECTIVE, _):
            return DETECTS
        case Action(Card.THIEF, _):
            return BURGLES if at_castle else RAIDS
        case Action():
            return 1 - RAIDS
    return 1.0
