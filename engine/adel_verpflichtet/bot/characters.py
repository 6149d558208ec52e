"""Characters of strong bots: public leanings to cards or locations.

A leaning depends on the kind of a card alone, never on the hand. It decides only between choices that are about as
good as the best."""

from collections.abc import Mapping, Sequence

from engine.adel_verpflichtet.bot.strong import StrongBot
from engine.adel_verpflichtet.choices import Action, Card, Choice, Location, LocationAction

NEARLY = 0.02
"""Largest loss of the chance to win at which a leaning still counts."""

WHIM = 0.04
"""Least weight of a choice that is nearly as good, before the leaning."""

LEANINGS: Mapping[str, Mapping[Card | Location, float]] = {
    "careful": {Card.THIEF: 0.35, Card.DETECTIVE: 2.0, Card.EXHIBIT: 1.2},
    "greedy": {Card.EXHIBIT: 2.0, Card.CHEQUE: 1.5, Card.THIEF: 0.6, Location.AUCTION_HOUSE: 1.3},
    "crook": {Card.THIEF: 2.5, Card.DETECTIVE: 0.6, Card.EXHIBIT: 0.7},
}
"""Factors of how often a card or a location is taken, by character.

All others have the factor 1."""


class CharacterBot(StrongBot):
    """Bot of a level such as ``strong_crook``."""

    def __init__(self, character: str) -> None:
        super().__init__()
        self._likes = LEANINGS[character]

    def leaning(self, choices: Sequence[Choice], mix: Sequence[float], chances: Sequence[float]) -> Sequence[float]:
        """Return the mix with the nearly best choices reweighted by the leanings.

        All others stay the same."""
        least = max(chances) - NEARLY
        near = [place for place, chance in enumerate(chances) if chance >= least]
        liked = [(mix[place] + WHIM) * self._liking(choices[place]) for place in near]
        share = sum(mix[place] for place in near) / sum(liked)
        leaning = list(mix)
        for place, weight in zip(near, liked, strict=True):
            leaning[place] = share * weight
        return leaning

    def _liking(self, choice: Choice) -> float:
        match choice:
            case Action(card, _):
                return self._likes.get(card, 1.0)
            case LocationAction(location, action):
                return self._likes.get(location, 1.0) * self._likes.get(action.card, 1.0)
            case Location():
                return self._likes.get(choice, 1.0)
        return 1.0
