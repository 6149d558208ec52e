"""Estimate of this game, for looking back: a longer search than the strong bots'."""

import random
from collections.abc import Mapping, Sequence

from engine.adel_verpflichtet.bot.model.cards import AUCTION_THIEF, CASTLE_THIEF
from engine.adel_verpflichtet.bot.model.deals import deals_of
from engine.adel_verpflichtet.bot.model.options import Option, options_of
from engine.adel_verpflichtet.bot.model.weights import learnt
from engine.adel_verpflichtet.bot.picks import weigh_picks
from engine.adel_verpflichtet.bot.search import FEWEST, FinishedSearch, think_through
from engine.adel_verpflichtet.choices import Choice, Pick
from engine.adel_verpflichtet.view_types import PrivateView, TableView
from engine.core.asks import Ask
from engine.core.judging import Judgement
from engine.core.seats import Seat

STANDING_DEALS = 32
"""Number of deals over which the chances of a table are averaged."""

ROUNDS = 80
"""Number of rounds that value a card, once the mixes are found."""

PICK_DEALS = 32
"""Number of deals over which a pick of objects is valued."""

BELIEF_DEALS = 16
"""Number of deals over which the beliefs about a seat are averaged."""


class AdelJudge:
    """Estimate that implements ``engine.core.judging.Judge``."""

    def __init__(self) -> None:
        self.effort = 1.0
        """The share of the rounds it thinks through; with less its chances are less true."""

    def standing(self, view: TableView, rng: random.Random) -> Sequence[float]:
        """Return every seat's chance to win."""
        prospects = learnt().prospects_at(view)
        deal = deals_of(view, view.mine, rng)
        totals = [0.0] * len(view.seats)
        for _ in range(STANDING_DEALS):
            for seat, chance in enumerate(prospects.chances(deal())):
                totals[seat] += chance
        return [total / STANDING_DEALS for total in totals]

    def judge_ask(
        self, view: TableView, ask: Ask[Choice], chosen: Mapping[Seat, Choice], rng: random.Random
    ) -> Judgement[Choice]:
        """Judge the ask. Raises ValueError for the public's view."""
        if view.mine is None:
            raise ValueError("a choice is judged by the view of the seat that was asked")
        own = chosen[Seat(view.mine.seat)]
        if isinstance(own, Pick):
            return Judgement(_picks(view, view.mine, ask, own, rng), {})
        thought = think_through(view, view.mine, ask, learnt(), rng, idle=0.0, effort=self.effort)
        thought.own.now.forget_values()
        deal = deals_of(view, view.mine, rng)
        for _ in range(max(FEWEST, round(ROUNDS * self.effort))):
            thought.own.play(deal())
        seat = view.mine.seat
        brought = [thought.own.now.get_mean_value(seat, option) or 0.0 for option in thought.options]
        chances = dict(zip(ask.choices, brought, strict=True))
        return Judgement(chances, _expect(view, thought, chosen, rng))


def _picks(view: TableView, mine: PrivateView, ask: Ask[Choice], own: Pick, rng: random.Random) -> dict[Choice, float]:
    """Return the chance to win by each considered pick and by the seat's own.

    All are valued over the same deals."""
    picks = [choice for choice in ask.choices if isinstance(choice, Pick)]
    seed = rng.random()

    def over_same_deals(some: Sequence[Pick]) -> list[float]:
        dice = random.Random(seed)  # noqa: S311 - it samples, and hides nothing
        return weigh_picks(view, mine, some, learnt().prospects_at(view), dice, PICK_DEALS)

    found: dict[Choice, float] = {
        pick: chance for pick, chance in zip(picks, over_same_deals(picks), strict=True) if chance > 0
    }
    if own not in found:
        found[own] = over_same_deals([own])[0]
    return found


def _expect(
    view: TableView, thought: FinishedSearch, chosen: Mapping[Seat, Choice], rng: random.Random
) -> dict[Seat, float]:
    """Return the probability that each seat chose as it did, by public data."""
    totals = dict.fromkeys(chosen, 0.0)
    taken = {seat: options_of([choice], thought.table.locations[seat])[0] for seat, choice in chosen.items()}
    deal = deals_of(view, None, rng)
    for _ in range(BELIEF_DEALS):
        position = deal()
        for seat, option in taken.items():
            believed = thought.others.option_shares(position, seat)
            totals[seat] += sum([share for each, share in believed.items() if _is_same(each, option)])
    return {seat: total / BELIEF_DEALS for seat, total in totals.items()}


def _is_same(option: Option, taken: Option) -> bool:
    """Return whether both have the same effect: at the auction house all thieves do."""
    both_raid = AUCTION_THIEF <= option < CASTLE_THIEF and AUCTION_THIEF <= taken < CASTLE_THIEF
    return option == taken or both_raid


JUDGE = AdelJudge()
"""Estimate that the game uses."""
