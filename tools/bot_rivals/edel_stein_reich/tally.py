"""Counts of what was chosen, and the shares that follow from them."""

from collections.abc import Mapping, Sequence

from engine.edel_stein_reich.bot.guessing import normalize
from engine.edel_stein_reich.choices import Action, action_cards


class Tally:
    """How often each action was chosen, and how often what is best for who carries it out, what is second best, and so
    on. It begins with so many of each, chosen evenly, so that the first ones seen are not taken for all."""

    def __init__(self, seats: int, begun: float) -> None:
        actions = action_cards(seats)
        self._actions = dict.fromkeys(actions, begun / len(actions))
        self._places = [begun / len(actions)] * len(actions)

    def saw(self, ranking: Sequence[Action], chosen: Action) -> None:
        """Somebody chose that one where the best came first."""
        self._actions[chosen] += 1
        self._places[ranking.index(chosen)] += 1

    def mix(self, ranking: Sequence[Action]) -> Mapping[Action, float]:
        """How often each action is to be expected where the best comes first; together 1."""
        return normalize({action: self._actions[action] * self._places[place] for place, action in enumerate(ranking)})
