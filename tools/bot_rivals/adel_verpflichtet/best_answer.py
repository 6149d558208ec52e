"""Best answer to shares.

It is the choice that wins most often if each of the others plays by its own shares."""

import random
from collections.abc import Sequence

from engine.adel_verpflichtet.bot.model.box import box_of
from engine.adel_verpflichtet.bot.model.cards import CardCode, location_of
from engine.adel_verpflichtet.bot.model.deals import deals_of
from engine.adel_verpflichtet.bot.model.options import options_of
from engine.adel_verpflichtet.bot.model.position import cards_at, locations_of
from engine.adel_verpflichtet.bot.model.rounds import play_round
from engine.adel_verpflichtet.bot.model.usual import UsualShares
from engine.adel_verpflichtet.bot.model.weights import learnt
from engine.adel_verpflichtet.bot.picks import weigh_picks
from engine.adel_verpflichtet.bot.regrets import draw
from engine.adel_verpflichtet.choices import Choice, Location, Pick
from engine.adel_verpflichtet.view_types import PrivateView, TableView
from engine.core.asks import Ask

DEALS = 24
"""Number of deals over which cards are valued."""

PICK_DEALS = 8
"""Number of deals over which objects are valued."""


def best_answer(view: TableView, ask: Ask[Choice], others: Sequence[UsualShares], rng: random.Random) -> Choice:
    """Return the best choice. Raises ValueError for the public's view.

    ``others`` has what each seat usually plays; the player's own entry is ignored."""
    mine, choices = view.mine, ask.choices
    if mine is None:
        raise ValueError("a bot plays for a seat and needs its view")
    if len(choices) == 1:
        return choices[0]
    picks = [choice for choice in choices if isinstance(choice, Pick)]
    if picks:
        chances = weigh_picks(view, mine, picks, learnt().prospects_at(view), rng, PICK_DEALS)
    else:
        chances = _chances(view, mine, choices, others, rng)
    return choices[chances.index(max(chances))]


def _chances(
    view: TableView, mine: PrivateView, choices: Sequence[Choice], others: Sequence[UsualShares], rng: random.Random
) -> list[float]:
    """Return the value of each choice against the others.

    A location is as good as the best card there."""
    box, prospects, deal = box_of(view), learnt().prospects_at(view), deals_of(view, mine, rng)
    at = [location_of(seat, view.place) for seat in view.seats]
    options = options_of(choices, at[mine.seat])
    there: dict[int, Sequence[CardCode]] = {option: [option] for option in options}
    if isinstance(choices[0], Location):
        hand = deal()
        there = {option: cards_at(box, hand, mine.seat, option) for option in options}
    totals = {card: 0.0 for cards in there.values() for card in cards}
    for _ in range(DEALS):
        position = deal()
        joint = []
        for seat, usual in enumerate(others):
            location = at[seat]
            if location is None:
                places = locations_of(position, seat)
                location = draw(places, usual.locations(places), rng.random())
            cards = cards_at(box, position, seat, location)
            joint.append(draw(cards, usual.cards(cards), rng.random()))
        for card in totals:
            joint[mine.seat] = card
            totals[card] += prospects.chances(play_round(box, position, joint))[mine.seat]
    return [max(totals[card] for card in there[option]) for option in options]
