"""Chances that bots give a table."""

import random

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.bot.model.box import Box, box_of
from engine.adel_verpflichtet.bot.model.deals import deals_of
from engine.adel_verpflichtet.bot.model.position import Position
from engine.adel_verpflichtet.bot.model.prospects import FEATURES, KNOTS, Prospects, knot_shares
from engine.adel_verpflichtet.bot.model.weights import learnt
from engine.adel_verpflichtet.edition import read_shipped
from engine.core.chance import SeededChance


def a_table(seats: int) -> tuple[Box, Prospects, Position]:
    """Return a table at the beginning, and its prospects."""
    view = GAME.view(GAME.new(seats, {}, SeededChance(b"prospects")), None)
    return box_of(view), learnt().prospects_at(view), deals_of(view, None, random.Random(4))()


def test_the_weights_cover_every_table_size() -> None:
    assert learnt().edition == read_shipped().digest
    assert tuple(learnt().by_seats) == tuple(learnt().usual) == GAME.table_sizes
    assert all(len(weights) == len(KNOTS) * len(FEATURES) for weights in learnt().by_seats.values())


@pytest.mark.parametrize("seats", GAME.table_sizes)
def test_chances_are_shares_of_one_victory(seats: int) -> None:
    _, prospects, position = a_table(seats)
    chances = prospects.chances(position)
    assert sum(chances) == pytest.approx(1)
    assert min(chances) > 0


@pytest.mark.parametrize("seats", GAME.table_sizes)
@pytest.mark.parametrize("start", [25, 40])
def test_the_leader_has_the_better_chance(seats: int, start: int) -> None:
    _, prospects, position = a_table(seats)
    level = prospects.chances(position._replace(pawns=[start] * seats))
    ahead = prospects.chances(position._replace(pawns=[start + 6] + [start] * (seats - 1)))
    assert ahead[0] > level[0]


@pytest.mark.parametrize("seats", GAME.table_sizes)
def test_near_the_end_a_long_run_improves_the_chance(seats: int) -> None:
    box, prospects, position = a_table(seats)
    hands = position.hands[:]
    hands[0] = sum((letter & -letter) for letter in box.series[:5])
    few = position._replace(pawns=[49] * seats, hands=[sum(1 << bit for bit in (0, 9))] * seats)
    chances = prospects.chances(few._replace(hands=[hands[0], *few.hands[1:]]))
    assert chances[0] > prospects.chances(few)[0]


@pytest.mark.rule("A8.2", "A8.3")
def test_at_the_banquet_the_final_exhibition_decides() -> None:
    box, prospects, position = a_table(3)
    large = sum((letter & -letter) for letter in box.series[:4])
    at_table = position._replace(pawns=[box.banquet, box.banquet - 7, 0], hands=[0, large, 0])
    assert prospects.chances(at_table) == [0, 1, 0]
    assert prospects.chances(at_table._replace(hands=[0, 0, 0])) == [1, 0, 0]


def test_a_longer_way_is_scaled() -> None:
    box, prospects, position = a_table(4)
    long_way, _, _ = a_table(4)
    long = Box.__new__(Box)
    long.__dict__.update(box.__dict__)
    long.banquet = 2 * long_way.banquet
    scaled = Prospects(long, learnt().by_seats[4])
    pawns = [10, 14, 6, 12]
    one = prospects.chances(position._replace(pawns=pawns))
    assert scaled.chances(position._replace(pawns=[2 * pawn for pawn in pawns])) == pytest.approx(one)


def test_between_two_knots_both_count() -> None:
    assert knot_shares(0.0) == [1, 0, 0, 0, 0, 0]
    assert knot_shares(0.15) == pytest.approx([0.5, 0.5, 0, 0, 0, 0])
    assert knot_shares(0.65) == pytest.approx([0, 0, 0.5, 0.5, 0, 0])
    assert knot_shares(1.2) == [0, 0, 0, 0, 0, 1]
