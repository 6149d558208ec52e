"""The estimate of this game, for looking back: what the strong bots go by."""

import random
from collections.abc import Mapping, Sequence

from engine.core.asks import Ask, Finite
from engine.core.judging import Judgement
from engine.core.seats import Seat
from engine.edel_stein_reich.bot.judging import chances, judge_choices
from engine.edel_stein_reich.bot.strong import within_reach
from engine.edel_stein_reich.choices import Choice
from engine.edel_stein_reich.view_types import TableView


class EdelJudge:
    """Estimate of *Edel, Stein & Reich*, see ``engine.core.bots.judging.Judge``.

    It uses no randomness."""

    def __init__(self) -> None:
        self.effort = 1.0
        """The share of the profiles it looks at; with less its chances are less true."""

    def standing(self, view: TableView, rng: random.Random) -> Sequence[float]:
        """Return every seat's chance to win."""
        return chances(view)

    def judge_ask(
        self, view: TableView, ask: Ask[Choice], chosen: Mapping[Seat, Choice], rng: random.Random
    ) -> Judgement[Choice]:
        """Return the judgement of the ask; of bids those within reach and the chosen one.

        Raises ValueError for the public's view."""
        if view.mine is None:
            raise ValueError("a choice is judged by the view of the seat that was asked")
        own, near = chosen[Seat(view.mine.seat)], within_reach(view, ask)
        if own not in near.choices:
            near = Finite(near.kind, (*near.choices, own), near.default, complete=False)
        found = judge_choices(view, near, rng, self.effort)
        told = {seat: found.mixes[seat].get(choice, 0.0) for seat, choice in chosen.items() if found.mixes[seat]}
        return Judgement(found.chances, told)


JUDGE = EdelJudge()
"""The one value of the estimate."""
