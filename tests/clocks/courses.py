"""Evenings as chance has it: which clock, who does what, what befalls the server."""

import random
from collections.abc import Awaitable, Callable, Sequence

from engine.core.plain import Plain
from tests.clocks.table import Table
from tests.known import size_near

SECONDS = (0, 4, 9, 20, 41, 120)
DAYS = 2 * 24 * 3600
MODES = ("off", "gentle", "hard")

Step = Callable[[Table, random.Random], Awaitable[None]]

STEPS: Sequence[tuple[int, Step]] = (
    (6, lambda table, rng: table.passes(rng.choice(SECONDS))),
    (4, lambda table, rng: table.seals(rng.randrange(5), rng.randrange(40))),
    (4, lambda table, rng: table.all_seal(rng.randrange(9))),
    (3, lambda table, rng: table.lifts(rng.randrange(5))),
    (2, lambda table, rng: table.rests(rng.randrange(5))),
    (2, lambda table, rng: table.gives_time(rng.randrange(5), rng.randrange(5), rng.choice([5, 60]))),
    (1, lambda table, rng: table.stands_in(rng.randrange(5), rng.random() < 0.5)),
    (1, lambda table, rng: table.hands_over(rng.randrange(5), rng.randrange(5))),
    (1, lambda table, rng: table.goes_away(rng.randrange(5), rng.random() < 0.5)),
    (1, lambda table, rng: table.connects(rng.randrange(5))),
    (1, lambda table, rng: table.drops()),
    (1, lambda table, rng: table.sets(clock=a_clock(rng), grace=rng.choice([0, 2]), bot_pace=rng.choice([0, 1]))),
    (1, lambda table, rng: table.restarts(rng.choice([0, 3, 9]), rng.random() < 0.5)),
    (1, lambda table, rng: table.restarts(rng.choice([60, DAYS]), rng.random() < 0.5)),
    (1, lambda table, rng: table.sleeps(rng.choice([3, 60, DAYS]))),
    (1, lambda table, rng: table.loses_one()),
    (1, lambda table, rng: table.plays_again()),
)
"""What may happen, and how often."""


def a_clock(rng: random.Random) -> dict[str, Plain]:
    """A clock of any mode, live or over days."""
    per_ask = rng.choice([0, 5, 10, 30, DAYS])
    return {"mode": rng.choice(MODES), "bank": rng.choice([0, 20, 90]), "per_ask": per_ask}


async def course(seed: int, game: str, steps: int = 40) -> Table:
    """One evening. Raises AssertionError when a clock went wrong."""
    rng = random.Random(seed)
    table = Table()
    people, bots = rng.randint(2, 4), rng.randint(0, 1)
    await table.opens(
        game,
        people=size_near(game, people + bots) - bots,
        bots=bots,
        processes=rng.choice([1, 1, 2]),
        clock={**a_clock(rng), "mode": rng.choice(MODES[1:])},
        grace=rng.choice([0, 2]),
        bot_pace=rng.choice([0, 1]),
        tell=rng.choice(["who", "count", "nothing"]),
    )
    weights = [weight for weight, _ in STEPS]
    for _, step in rng.choices(STEPS, weights, k=steps):
        await step(table, rng)
    await table.closes()
    return table
