"""Counts of choices, and the shares that follow from them."""

from collections.abc import Mapping, Sequence

from engine.edel_stein_reich.bot.guessing import normalize
from engine.edel_stein_reich.choices import Action, action_cards


class Tally:
    """Counter of choices by action and by the action's rank for the seat.

    It begins with some of each, spread evenly, so that the first observations do not count for everything."""

    def __init__(self, seats: int, begun: float) -> None:
        actions = action_cards(seats)
        self._actions = dict.fromkeys(actions, begun / len(actions))
        self._places = [begun / len(actions)] * len(actions)

    def saw(self, ranking: Sequence[Action], chosen: Action) -> None:
        """Count a choice. The ranking has the best first."""
        self._actions[chosen] += 1
        self._places[ranking.index(chosen)] += 1

    def mix(self, ranking: Sequence[Action]) -> Mapping[Action, float]:
        """Return the probability of each action; the sum is 1.

        The ranking has the best first."""
        return normalize({action: self._actions[action] * self._places[place] for place, action in enumerate(ranking)})
