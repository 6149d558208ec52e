"""A player that learns from the game it plays: how often each of the others chose and guessed what, where it was the
best and where it was not."""

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
"""How many of each the others are believed to have chosen before the game, evenly."""


class Learner:
    """Plays the best answer to what it has seen of each seat."""

    tallies: list[Tallies]
    """What that was, by seat; none before it is asked."""

    def __init__(self, deeds: Sequence[Deed] = ()) -> None:
        self.tallies = []
        self._deeds = deeds
        self._read = 0
        self._turn = (0, 0)
        self._rankings: dict[int, Ranking] = {}
        self._guessed = False

    def knowing(self, deeds: Sequence[Deed]) -> "Learner":
        """The same player as one that knows of these deeds."""
        return Learner(deeds)

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """A choice for the ask."""
        if not self.tallies:
            self.tallies = [unknown(len(view.seats), BEGUN) for _ in view.seats]
        self._learn()
        # whoever plays is asked once a turn at least, before anybody's action lies open
        if (view.round, view.turn) != self._turn and ask.kind in ("action", "guess"):
            self._turn, self._guessed = (view.round, view.turn), False
            sealing = range(len(view.seats)) if view.guessing is None else (view.guessing.active,)
            turn = Turn(view)
            self._rankings = {seat: ranking_of(turn, seat) for seat in sealing}
        return best_answer(view, ask, self.tallies, rng)

    def _learn(self) -> None:
        """What was done since it was asked before, all of it in the turn of that ask."""
        for deed in self._deeds[self._read :]:
            if not deed.what.startswith(GUESSES):
                self.tallies[deed.seat].chosen.saw(self._rankings[deed.seat], Action(deed.what))
            elif not self._guessed:
                (ranking,) = self._rankings.values()
                self._guessed = True
                self.tallies[deed.seat].guessed.saw(ranking, Action(deed.what.removeprefix(GUESSES)))
        self._read = len(self._deeds)
