"""Counts of possible choices: a changed number is a changed rule.

For a dealt game, ``joint[d]`` is the number of ways in which all asked seats together can choose d + 1 times in a
row. One whole game of random choices is also counted, and named by the digest of its end."""

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from engine.bots.random_bot import RandomBot
from engine.bots.seating import table_of
from engine.core.chance import Chance, SeededChance
from engine.core.game import AnyGame
from engine.core.options import Value
from engine.core.plain import Plain
from engine.driver import turns

MOST_STATES = 3000
"""Limit of visited states: counting goes no deeper beyond it."""

DEEPEST = 5


class Count(NamedTuple):
    """Counts of one dealt game."""

    game: str
    seats: int
    options: Mapping[str, Value]
    seed: str
    """Seed in hexadecimal digits."""
    joint: tuple[int, ...]
    """Numbers of distinct joint choices 1, 2 ... times in a row.

    Of a sampled ask, the sample counts."""
    rounds: int
    """Rounds of the random game."""
    resolves: int
    """Turns of the random game."""
    effects: int
    """Effects of the random game."""
    end: str
    """Digest of the random game's last state."""

    def data(self) -> Plain:
        """Return the counts as plain data."""
        fields: dict[str, Plain] = {**self._asdict(), "options": dict(self.options), "joint": list(self.joint)}
        return fields


def count(game: AnyGame, seats: int, options: Mapping[str, Value], seed: bytes, depth: int = DEEPEST) -> Count:
    """Count the choices of the game dealt from ``seed``.

    Raises BadOptionsError."""
    chance = SeededChance(seed)
    start = game.new(seats, options, chance)
    told = resolves = 0
    end = start
    for turn in turns(game, start, table_of([RandomBot()] * seats, seed), chance):
        resolves += 1
        told += len(turn.steps)
        end = turn.after
    joint = tuple(joint_choices(game, start, chance, depth))
    rounds = game.round(end)
    return Count(game.key, seats, options, seed.hex(), joint, rounds, resolves, told, game.digest(end))


def joint_choices(game: AnyGame, start: Any, chance: Chance, depth: int) -> Iterator[int]:
    """Yield the number of joint choices 1, 2 ... ``depth`` times in a row.

    It stops where MOST_STATES is passed."""
    states = [start]
    while depth > 0 and states:
        ways = sum(_count_joint(game, state) for state in states)
        yield ways
        depth -= 1
        if ways > MOST_STATES:
            return
        states = [after for state in states for after in _next(game, state, chance)] if depth else []


def deals(
    game: AnyGame, seeds: Iterable[bytes], wanted: Mapping[str, Value] | None = None
) -> Iterator[tuple[int, dict[str, Value], bytes]]:
    """Yield every table size with its option values and seeds.

    Only options that mean something at that size are given. ``wanted`` fixes values. Of a range of whole numbers a
    few values stand for all."""
    only = wanted or {}
    for seats in game.table_sizes:
        live = {option.key: option for option in game.options if seats in option.seats}
        choice = [(only[key],) if key in only else option.samples for key, option in live.items()]
        for values in product(*choice):
            for seed in seeds:
                yield seats, dict(zip(live, values, strict=True)), seed


def format_table(counts: Iterable[Count]) -> Iterator[str]:
    """Yield the counts as the lines of a table; seed and digest are cut."""
    layout = "{:>5}  {:<44}  {:<8}  {:>6}  {:>8}  {:>10}  {:<12}  {}"
    heads = ("seats", "options", "seed", "rounds", "resolves", "effects", "end", "joint choices, 1, 2 ... deep")
    yield layout.format(*heads)
    for row in counts:
        options = " ".join(f"{key}={value}".lower() for key, value in row.options.items())
        joint = " ".join(map(str, row.joint))
        cells = (row.seats, options, row.seed[:8], row.rounds, row.resolves, row.effects, row.end[:12], joint)
        yield layout.format(*cells)


def _count_joint(game: AnyGame, state: Any) -> int:
    asks = game.asks(state)
    return math.prod(len(ask.choices) for ask in asks.values()) if asks else 0


def _next(game: AnyGame, state: Any, chance: Chance) -> Iterator[Any]:
    asks = game.asks(state)
    if asks:
        for choices in product(*(ask.choices for ask in asks.values())):
            yield game.after(state, dict(zip(asks, choices, strict=True)), chance)
