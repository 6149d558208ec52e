"""Random evenings: their clocks, actions and server faults."""

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
    (6, lambda table, rng: table.advance(rng.choice(SECONDS))),
    (4, lambda table, rng: table.seal(rng.randrange(5), rng.randrange(40))),
    (4, lambda table, rng: table.seal_all(rng.randrange(9))),
    (3, lambda table, rng: table.lift(rng.randrange(5))),
    (2, lambda table, rng: table.toggle_pause(rng.randrange(5))),
    (2, lambda table, rng: table.give_time(rng.randrange(5), rng.randrange(5), rng.choice([5, 60]))),
    (1, lambda table, rng: table.set_stand_in(rng.randrange(5), rng.random() < 0.5)),
    (1, lambda table, rng: table.hand_over(rng.randrange(5), rng.randrange(5))),
    (1, lambda table, rng: table.set_away(rng.randrange(5), rng.random() < 0.5)),
    (1, lambda table, rng: table.connect(rng.randrange(5))),
    (1, lambda table, rng: table.drop_all()),
    (
        1,
        lambda table, rng: table.set_clock(
            clock=choose_clock(rng), grace=rng.choice([0, 2]), bot_pace=rng.choice([0, 1])
        ),
    ),
    (1, lambda table, rng: table.restart(rng.choice([0, 3, 9]), rng.random() < 0.5)),
    (1, lambda table, rng: table.restart(rng.choice([60, DAYS]), rng.random() < 0.5)),
    (1, lambda table, rng: table.sleep(rng.choice([3, 60, DAYS]))),
    (1, lambda table, rng: table.kill_one()),
    (1, lambda table, rng: table.play_again()),
)
"""Possible steps with their weights."""


def choose_clock(rng: random.Random) -> dict[str, Plain]:
    """Return a clock of any mode, live or over days."""
    per_ask = rng.choice([0, 5, 10, 30, DAYS])
    return {"mode": rng.choice(MODES), "bank": rng.choice([0, 20, 90]), "per_ask": per_ask}


async def run_course(seed: int, game: str, steps: int = 40) -> Table:
    """Play one evening and return its table.

    Raises AssertionError if a clock goes wrong."""
    rng = random.Random(seed)
    table = Table()
    people, bots = rng.randint(2, 4), rng.randint(0, 1)
    await table.start_game(
        game,
        people=size_near(game, people + bots) - bots,
        bots=bots,
        processes=rng.choice([1, 1, 2]),
        clock={**choose_clock(rng), "mode": rng.choice(MODES[1:])},
        grace=rng.choice([0, 2]),
        bot_pace=rng.choice([0, 1]),
        tell=rng.choice(["who", "count", "nothing"]),
    )
    weights = [weight for weight, _ in STEPS]
    for _, step in rng.choices(STEPS, weights, k=steps):
        await step(table, rng)
    await table.close()
    return table
