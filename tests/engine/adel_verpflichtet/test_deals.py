"""Deals of hidden hands: consistent with one seat's knowledge, and no more."""

import random
from collections import Counter

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.bot.model.box import box_of
from engine.adel_verpflichtet.bot.model.deals import deals_of
from engine.adel_verpflichtet.bot.model.position import Position
from engine.adel_verpflichtet.objects import size
from engine.adel_verpflichtet.state import Stage, State
from engine.core.seats import Seat, all_seats
from tests.engine.deals import DEALS, Deal

ADEL = [deal for deal in DEALS if deal.key == GAME.key]


def moments(deal: Deal) -> list[State]:
    """Return some moments of a random game."""
    return [turn.before for turn in deal.story()[::7]]


def objects_of(state: State, seat: int) -> int:
    """Return all objects of a seat, those on show included."""
    return state.hands[seat] | state.exhibitions[seat]


@pytest.mark.rule("A10.1", "A10.3")
@pytest.mark.parametrize("deal", ADEL, ids=str)
def test_a_deal_agrees_with_all_that_a_seat_knows(deal: Deal) -> None:
    for state in moments(deal):
        for seat in all_seats(deal.seats):
            view = GAME.view(state, seat)
            position = deals_of(view, view.mine, random.Random(1))()
            assert position.hands[seat] == objects_of(state, seat)
            for other in all_seats(deal.seats):
                assert size(position.hands[other]) == size(objects_of(state, other))
                if state.table.open_memory:
                    seen = objects_of(state, other) & state.seen
                    assert position.hands[other] & seen == seen
            _is_possible(state, position)
            if state.table.open_memory:
                assert position.cheques == [sum(1 << cheque for cheque in purse) for purse in state.cheques]
            assert [purse.bit_count() for purse in position.cheques] == [
                min(len(purse), 4) if not state.table.open_memory and other != seat else len(purse)
                for other, purse in enumerate(state.cheques)
            ]


def _is_possible(state: State, position: Position) -> None:
    everything = list(position.hands) + [face for face in position.faces if face]
    assert sum(map(size, everything)) == size(sum(everything)), "an object is in two places"
    shown = [pile[0] for pile in state.windows if pile]
    if state.stage is not Stage.OVER and state.covered is None:
        assert [face for face in position.faces if face] == shown


@pytest.mark.parametrize("deal", ADEL[:3], ids=str)
def test_public_deals_vary_the_own_hand(deal: Deal) -> None:
    view = GAME.view(deal.start(), Seat(0))
    deals = deals_of(view, None, random.Random(2))
    assert len({deals().hands[0] for _ in range(20)}) > 10


def test_every_hidden_object_may_be_in_every_hand() -> None:
    deal = next(deal for deal in ADEL if deal.seats == 4)
    view = GAME.view(deal.start(), Seat(0))
    box, deals, found = box_of(view), deals_of(view, view.mine, random.Random(3)), Counter[str]()
    for _ in range(2_000):
        hand = deals().hands[1]
        found.update(name for name, bit in box.bits.items() if hand & bit)
    assert view.mine is not None
    open_ones = {thing.id for thing in view.mine.objects} | {w.object.id for w in view.windows if w.object}
    assert set(found) == set(box.bits) - open_ones
    assert max(found.values()) < 1.5 * min(found.values())
