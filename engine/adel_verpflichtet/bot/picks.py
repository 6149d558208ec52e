"""Picks of objects to buy, show or steal, by the value of the table afterwards."""

import random
from collections.abc import Mapping, Sequence

from engine.adel_verpflichtet.bot.model.box import Box, box_of, worth
from engine.adel_verpflichtet.bot.model.deals import deals_of
from engine.adel_verpflichtet.bot.model.position import Position
from engine.adel_verpflichtet.bot.model.prospects import Prospects
from engine.adel_verpflichtet.choices import Card, Location, Pick, Verb
from engine.adel_verpflichtet.objects import Objects, size
from engine.adel_verpflichtet.view_types import PrivateView, TableView

MOST_SHOWN = 24
"""Number of best exhibitions that are valued if thieves are present."""

LEAST_SHOWN = 6


def weigh_picks(
    view: TableView, mine: PrivateView, picks: Sequence[Pick], prospects: Prospects, rng: random.Random, deals: int
) -> list[float]:
    """Return the seat's mean chance to win by each pick, over so many deals.

    0 for a pick that is not considered."""
    box = box_of(view)
    deal = deals_of(view, mine, rng)
    sets = [sum(box.bits[name] for name in pick.objects) for pick in picks]
    verb = picks[0].verb
    showing = OpenExhibition(view, mine, box) if verb is Verb.SHOW else None
    looked_at = range(len(sets)) if showing is None else showing.worth_a_look(sets)
    totals = [0.0] * len(sets)
    for _ in range(deals):
        position = deal()
        for place in looked_at:
            if showing is not None:
                after = showing.resolve(position, sets[place])
            elif verb is Verb.BUY:
                after = _buy(position, mine.seat, sets[place])
            else:
                after = _steal(position, mine.seat, sets[place])
            totals[place] += prospects.chances(after)[mine.seat]
    return [total / deals for total in totals]


class OpenExhibition:
    """Exhibition that is about to open, with all played cards that lie open."""

    def __init__(self, view: TableView, mine: PrivateView, box: Box) -> None:
        self._box = box
        self._own = mine.seat
        cards: dict[int, tuple[str, int]] = {
            seat.seat: (seat.action.card, seat.action.value)
            for seat in view.seats
            if seat.action is not None and (seat.location or view.place) == Location.CASTLE.value
        }
        self._exhibitors = [seat for seat, (card, _) in cards.items() if card == Card.EXHIBIT.value]
        thieves = [(value, seat) for seat, (card, value) in cards.items() if card == Card.THIEF.value]
        self._robbers = [seat for _, seat in sorted(thieves, reverse=True)]

    def worth_a_look(self, sets: Sequence[Objects]) -> list[int]:
        """Return the indexes of the exhibitions that are valued.

        Without thieves only the best of each size."""
        ranked = sorted(range(len(sets)), key=lambda place: -worth(sets[place]))
        if not self._robbers:
            best: dict[int, int] = {}
            for place in ranked:
                best.setdefault(size(sets[place]), place)
            return list(best.values())
        return ranked if len(ranked) <= MOST_SHOWN + LEAST_SHOWN else ranked[:MOST_SHOWN] + ranked[-LEAST_SHOWN:]

    def resolve(self, position: Position, exhibition: Objects) -> Position:
        """Return the table after exhibitions and thefts (A6.1-A6.4).

        The others show their best."""
        box = self._box
        on_show = {seat: box.best(position.hands[seat]) for seat in self._exhibitors}
        on_show[self._own] = exhibition
        pawns, hands = position.pawns[:], position.hands[:]
        pair = box.pairs[min(max(pawns), box.banquet)]
        for seat, spaces in zip(_rank(on_show), pair, strict=False):
            pawns[seat] += spaces
            if box.has_stopped(pawns):
                return position._replace(pawns=pawns, hands=hands)
        for thief in self._robbers:
            for owner, left in on_show.items():
                if left:
                    loot = box.loot(hands[thief], left, hands[owner])
                    on_show[owner] = left ^ loot
                    hands[owner] ^= loot
                    hands[thief] |= loot
        return position._replace(pawns=pawns, hands=hands)


def _rank(on_show: Mapping[int, Objects]) -> list[int]:
    return sorted((seat for seat, shown in on_show.items() if shown), key=lambda seat: -worth(on_show[seat]))


def _buy(position: Position, seat: int, bought: Objects) -> Position:
    hands = position.hands[:]
    hands[seat] |= bought
    return position._replace(hands=hands, left=position.left - 1)


def _steal(position: Position, seat: int, taken: Objects) -> Position:
    hands = [hand & ~taken for hand in position.hands]
    hands[seat] |= taken
    return position._replace(hands=hands)
