"""Games of Adel verpflichtet on the bots' own model, faster than on the engine.

Their teachers have different temperaments."""

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

from engine.adel_verpflichtet.bot.habits import COOLNESS, Habits
from engine.adel_verpflichtet.bot.model.box import Box
from engine.adel_verpflichtet.bot.model.position import Position, cards_at, locations_of
from engine.adel_verpflichtet.bot.model.prospects import final_shares
from engine.adel_verpflichtet.bot.model.rounds import play_round
from engine.adel_verpflichtet.bot.regrets import draw
from engine.adel_verpflichtet.edition import Edition
from engine.adel_verpflichtet.objects import NONE, Object, each

DEALT = 4
"""Number of objects at each seat's start (A2)."""

MOST_ROUNDS = 120
"""Maximum of rounds: a longer game teaches nothing."""

CONFRONTATION = 0.4
"""Share of games of two that are played with given locations (A9.2)."""

SPREAD = 0.35
"""Standard deviation of the logarithm of the teachers' coolness."""

DREAMS = (0.0, 0.0, 0.05, 0.2)
"""Probabilities with which some teachers play at random."""


class Teacher(NamedTuple):
    """Way in which one teacher plays."""

    coolness: float
    dreams: float


class Lesson(NamedTuple):
    """Table at the begin of a round, and the winner."""

    position: Position
    shares: Sequence[float]
    """Share of each seat in the victory."""


def lessons(box: Box, edition: Edition, seats: int, rng: random.Random) -> list[Lesson]:
    """Return the tables of one game, or none if it came to no end."""
    deck = list(each(box.all))
    rng.shuffle(deck)
    colours = rng.sample(list(edition.colours.values()), seats)
    piles = _halves(deck[DEALT * seats :])
    position = Position(
        pawns=[0] * seats,
        hands=[sum(deck[DEALT * seat : DEALT * (seat + 1)]) for seat in range(seats)],
        cheques=[sum(1 << cheque for cheque in colour.cheques) for colour in colours],
        thieves=[sum(1 << thief for thief in colour.thieves) for colour in colours],
        cells=[],
        left=len(piles[0]) + len(piles[1]),
        faces=_faces(piles),
    )
    teachers = [_teacher(rng) for _ in range(seats)]
    is_given = seats == 2 and rng.random() < CONFRONTATION
    seen: list[Position] = []
    for number in range(MOST_ROUNDS):
        if max(position.pawns) >= box.banquet:
            shares = final_shares(box, position)
            return [Lesson(table, shares) for table in seen]
        seen.append(position)
        locations = [number % 2] * seats if is_given and position.left else None
        position = _round(box, position, teachers, locations, piles, rng)
    return []


def _round(
    box: Box,
    position: Position,
    teachers: Sequence[Teacher],
    given: Sequence[int] | None,
    piles: tuple[list[Object], list[Object]],
    rng: random.Random,
) -> Position:
    """Return the next table.

    ``given`` has everybody's location, if they do not choose."""
    where = given
    if where is None:
        habits = Habits(box, position, [None] * len(teachers))
        went = []
        for seat, teacher in enumerate(teachers):
            open_to = locations_of(position, seat)
            went.append(_taught(teacher, open_to, habits.locations(position, seat, open_to, teacher.coolness), rng))
        where = went
    habits = Habits(box, position, where)
    cards = []
    for seat, teacher in enumerate(teachers):
        mine = cards_at(box, position, seat, where[seat])
        cards.append(_taught(teacher, mine, habits.cards(position, seat, mine, teacher.coolness), rng))
    after = play_round(box, position, cards)
    if after.left < position.left:
        bought = sum(after.hands) - sum(position.hands)
        pile = piles[0] if piles[0] and piles[0][0] == bought else piles[1]
        pile.pop(0)
    return after._replace(faces=_faces(piles))


def _teacher(rng: random.Random) -> Teacher:
    return Teacher(COOLNESS * math.exp(rng.gauss(0, SPREAD)), rng.choice(DREAMS))


def _taught(teacher: Teacher, options: Sequence[int], likely: Sequence[float], rng: random.Random) -> int:
    return rng.choice(options) if rng.random() < teacher.dreams else draw(options, likely, rng.random())


def _halves(rest: list[Object]) -> tuple[list[Object], list[Object]]:
    half = (len(rest) + 1) // 2
    return rest[:half], rest[half:]


def _faces(piles: tuple[list[Object], list[Object]]) -> tuple[Object, Object]:
    return (piles[0][0] if piles[0] else NONE, piles[1][0] if piles[1] else NONE)
