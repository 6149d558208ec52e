"""The estimate of this game, for looking back: the round ahead thought through as the strong bots do, and longer."""

import random
from collections.abc import Mapping, Sequence

from engine.adel_verpflichtet.bot.model.cards import AUCTION_THIEF, CASTLE_THIEF
from engine.adel_verpflichtet.bot.model.deals import deals_of
from engine.adel_verpflichtet.bot.model.options import Option, options_of
from engine.adel_verpflichtet.bot.model.weights import learnt
from engine.adel_verpflichtet.bot.picks import weighed
from engine.adel_verpflichtet.bot.search import FEWEST, Thought, thought_through
from engine.adel_verpflichtet.choices import Choice, Pick
from engine.adel_verpflichtet.view_types import Mine, TableView
from engine.core.asks import Ask
from engine.core.judging import Judgement
from engine.core.seats import Seat

STANDING_DEALS = 32
"""Over how many deals the chances of a table are averaged."""

ROUNDS = 80
"""How many rounds tell what a card is worth, once it is known how to choose."""

PICK_DEALS = 32
"""Over how many deals a pick of objects is weighed."""

BELIEF_DEALS = 16
"""Over how many deals it is averaged what could be expected of a seat."""


class AdelJudge:
    """The estimate; ``engine.core.bots.judging.Judge`` says what each method is."""

    def __init__(self) -> None:
        self.effort = 1.0
        """The share of the rounds it thinks through; with less its chances are less true."""

    def standing(self, view: TableView, rng: random.Random) -> Sequence[float]:
        """Every seat's chance to win."""
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
        """The ask looked back at. Raises ValueError for the public's view."""
        if view.mine is None:
            raise ValueError("a choice is judged by the view of the seat that was asked")
        own = chosen[Seat(view.mine.seat)]
        if isinstance(own, Pick):
            return Judgement(_picks(view, view.mine, ask, own, rng), {})
        thought = thought_through(view, view.mine, ask, learnt(), rng, idle=0.0, effort=self.effort)
        thought.own.now.forget_brought()
        deal = deals_of(view, view.mine, rng)
        for _ in range(max(FEWEST, round(ROUNDS * self.effort))):
            thought.own.play(deal())
        seat = view.mine.seat
        brought = [thought.own.now.brought(seat, option) or 0.0 for option in thought.options]
        chances = dict(zip(ask.choices, brought, strict=True))
        return Judgement(chances, _expected(view, thought, chosen, rng))


def _picks(view: TableView, mine: Mine, ask: Ask[Choice], own: Pick, rng: random.Random) -> dict[Choice, float]:
    """How likely the seat is to win by each pick that is worth a look, and by its own, all over the same deals."""
    picks = [choice for choice in ask.choices if isinstance(choice, Pick)]
    seed = rng.random()

    def over_same_deals(some: Sequence[Pick]) -> list[float]:
        dice = random.Random(seed)  # noqa: S311 - it samples, and hides nothing
        return weighed(view, mine, some, learnt().prospects_at(view), dice, PICK_DEALS)

    found: dict[Choice, float] = {
        pick: chance for pick, chance in zip(picks, over_same_deals(picks), strict=True) if chance > 0
    }
    if own not in found:
        found[own] = over_same_deals([own])[0]
    return found


def _expected(
    view: TableView, thought: Thought, chosen: Mapping[Seat, Choice], rng: random.Random
) -> dict[Seat, float]:
    """How likely it was that each seat would choose as it did, by what lies open."""
    totals = dict.fromkeys(chosen, 0.0)
    taken = {seat: options_of([choice], thought.table.locations[seat])[0] for seat, choice in chosen.items()}
    deal = deals_of(view, None, rng)
    for _ in range(BELIEF_DEALS):
        position = deal()
        for seat, option in taken.items():
            believed = thought.others.believed(position, seat)
            totals[seat] += sum([share for each, share in believed.items() if _is_same(each, option)])
    return {seat: total / BELIEF_DEALS for seat, total in totals.items()}


def _is_same(option: Option, taken: Option) -> bool:
    """Whether they come to the same: at the auction house any thief does."""
    both_raid = AUCTION_THIEF <= option < CASTLE_THIEF and AUCTION_THIEF <= taken < CASTLE_THIEF
    return option == taken or both_raid


JUDGE = AdelJudge()
"""The one value of the estimate."""
