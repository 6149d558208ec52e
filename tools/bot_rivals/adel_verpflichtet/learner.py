"""Player that learns from the game it plays.

It counts how often each of the others went where and played what."""

import random

from engine.adel_verpflichtet.bot.model.cards import location_of
from engine.adel_verpflichtet.bot.model.options import options_of
from engine.adel_verpflichtet.bot.model.weights import learnt
from engine.adel_verpflichtet.choices import Action, Card, Choice
from engine.adel_verpflichtet.view_types import SeatView, TableView
from engine.core.asks import Ask
from tools.bot_rivals.adel_verpflichtet.best_answer import best_answer
from tools.bot_rivals.adel_verpflichtet.tally import Tally

BEGUN = 4.0
"""Number of earlier plays of each kind assumed of the others, spread as usual."""


class Learner:
    """Player of the best answer to what it has seen of each seat.

    It sees what lies open whenever it has an ask. It misses cards that are revealed in a round without it and put
    away before its next ask."""

    def __init__(self) -> None:
        self._tallies: list[Tally] = []
        self._seen: set[tuple[int, int, str]] = set()

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """Implement Bot."""
        if not self._tallies:
            usual = learnt().usual_at(view)
            self._tallies = [Tally(usual, BEGUN) for _ in view.seats]
        for seat in view.seats:
            self._see(view, seat)
        return best_answer(view, ask, [tally.usual for tally in self._tallies], rng)

    def _see(self, view: TableView, seat: SeatView) -> None:
        tally, location = self._tallies[seat.seat], location_of(seat, view.place)
        if (
            seat.location is not None
            and location is not None
            and view.place is None
            and self._is_new(view, seat, "place")
        ):
            tally.count_location(location)
        if seat.action is not None and location is not None and self._is_new(view, seat, "card"):
            (card,) = options_of([Action(Card(seat.action.card), seat.action.value)], location)
            tally.count_card(card, seat.known_cheques or ())

    def _is_new(self, view: TableView, seat: SeatView, what: str) -> bool:
        seen = (view.round, seat.seat, what)
        if seen in self._seen:
            return False
        self._seen.add(seen)
        return True
