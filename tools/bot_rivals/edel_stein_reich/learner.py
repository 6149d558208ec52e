"""Player that learns from the game it plays.

It counts how often each of the others chose and guessed what, by the rank of the action."""

import random
from collections.abc import Sequence

from engine.core.asks import Ask
from engine.core.game import PastAction
from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.bot.past_actions import GUESSES
from engine.edel_stein_reich.choices import Action, Choice
from engine.edel_stein_reich.view_types import TableView
from tools.bot_rivals.edel_stein_reich.best_answer import best_answer
from tools.bot_rivals.edel_stein_reich.tallies import Ranking, Tallies, ranking_of, unknown

BEGUN = 3.0
"""Number of earlier choices of each kind assumed of the others, spread evenly."""


class Learner:
    """Player of the best answer to what it has seen of each seat."""

    tallies: list[Tallies]
    """Counts by seat; empty before the first ask."""

    def __init__(self, past_actions: Sequence[PastAction] = ()) -> None:
        self.tallies = []
        self._past_actions = past_actions
        self._read = 0
        self._turn = (0, 0)
        self._rankings: dict[int, Ranking] = {}
        self._guessed = False

    def with_past_actions(self, past_actions: Sequence[PastAction]) -> "Learner":
        """Return the same player with knowledge of these past_actions."""
        return Learner(past_actions)

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """Implement Bot."""
        if not self.tallies:
            self.tallies = [unknown(len(view.seats), BEGUN) for _ in view.seats]
        self._learn()
        # a player has at least one ask a turn, before any action is revealed
        if (view.round, view.turn) != self._turn and ask.kind in ("action", "guess"):
            self._turn, self._guessed = (view.round, view.turn), False
            sealing = range(len(view.seats)) if view.guessing is None else (view.guessing.active,)
            turn = Turn(view)
            self._rankings = {seat: ranking_of(turn, seat) for seat in sealing}
        return best_answer(view, ask, self.tallies, rng)

    def _learn(self) -> None:
        """Count what was done since the ask before.

        All of it belongs to the turn of that ask."""
        for past_action in self._past_actions[self._read :]:
            if not past_action.what.startswith(GUESSES):
                self.tallies[past_action.seat].chosen.saw(self._rankings[past_action.seat], Action(past_action.what))
            elif not self._guessed:
                (ranking,) = self._rankings.values()
                self._guessed = True
                self.tallies[past_action.seat].guessed.saw(ranking, Action(past_action.what.removeprefix(GUESSES)))
        self._read = len(self._past_actions)
