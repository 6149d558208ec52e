"""Player that learns from the game it plays.

It counts how often each of the others chose and guessed what, by the rank of the action."""

import random
from collections.abc import Sequence

from engine.core.asks import Ask
from engine.core.game import Deed
from engine.edel_stein_reich.bot.deeds import GUESSES
from engine.edel_stein_reich.bot.model.turn import Turn
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

    def __init__(self, deeds: Sequence[Deed] = ()) -> None:
        self.tallies = []
        self._deeds = deeds
        self._read = 0
        self._turn = (0, 0)
        self._rankings: dict[int, Ranking] = {}
        self._guessed = False

    def knowing(self, deeds: Sequence[Deed]) -> "Learner":
        """Return the same player with knowledge of these deeds."""
        return Learner(deeds)

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
        for deed in self._deeds[self._read :]:
            if not deed.what.startswith(GUESSES):
                self.tallies[deed.seat].chosen.saw(self._rankings[deed.seat], Action(deed.what))
            elif not self._guessed:
                (ranking,) = self._rankings.values()
                self._guessed = True
                self.tallies[deed.seat].guessed.saw(ranking, Action(deed.what.removeprefix(GUESSES)))
        self._read = len(self._deeds)
