"""Benchmark of the rules: games per second of processor time, and a profile."""

import cProfile
import pstats
import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from engine.bots.random_bot import RandomBot
from engine.bots.seating import table_of
from engine.core.chance import SeededChance
from engine.core.game import AnyGame, Bot
from engine.core.options import Value
from engine.core.seats import all_seats
from engine.driver import Turn, play_to_end, turns

TOP = 20
"""Number of functions that a profile lists."""


class Bench(NamedTuple):
    """Plan of a benchmark: the game, its table and the amount of work."""

    game: AnyGame
    seats: int
    options: Mapping[str, Value]
    games: int
    """Random games in one repeat."""
    repeats: int


def bench(plan: Bench) -> Iterator[str]:
    """Yield the lines of a report: the best and the median of all repeats."""
    yield f"{plan.game.key}, {plan.seats} seats, {plan.games} games, {plan.repeats} repeats: best (median)"
    yield _format_rate("random games/s, asks + after", plan.games, _measure(plan, lambda: play_silently(plan)))
    yield _format_rate("random games/s, asks + resolve", plan.games, _measure(plan, lambda: play_with_effects(plan)))
    recorded = [turn for number in range(plan.games) for turn in _record_turns(plan, number)]
    for name, work in (
        ("after", lambda: _run_after(plan.game, recorded)),
        ("resolve", lambda: _run_resolve(plan.game, recorded)),
        ("asks", lambda: _run_asks(plan.game, recorded)),
        ("checksum", lambda: _run_checksum(plan.game, recorded)),
        ("digest", lambda: _run_digest(plan.game, recorded)),
        ("view", lambda: _run_view(plan.game, recorded)),
        ("view of every seat", lambda: _run_views(plan, recorded)),
        ("reading of all choices", _prepare_reading(plan.game, recorded)),
    ):
        yield _format_cost(f"µs for one {name}", len(recorded), _measure(plan, work))
    few = max(1, plan.games // 10)
    for level, bot in plan.game.bots.items():
        yield _format_rate(f"games/s, all bots {level}", few, _measure(plan, partial(_play_bots, plan, bot, few)))


def profile(plan: Bench) -> Iterator[str]:
    """Yield the functions in which random games spend the most time of their own."""
    watch = cProfile.Profile()
    watch.enable()
    play_silently(plan)
    watch.disable()
    # the stubs of pstats lack the attribute stats
    kept: dict[tuple[str, int, str], tuple[int, int, float, float, Any]] = vars(pstats.Stats(watch))["stats"]
    total = sum(own for _, _, own, _, _ in kept.values())
    yield f"{plan.game.key}, {plan.seats} seats, {plan.games} random games through asks + after"
    yield f"{'own':>6}  {'calls':>9}  function"
    ordered = sorted(kept.items(), key=lambda entry: -entry[1][2])
    for (path, line, name), (_, calls, own, _, _) in ordered[:TOP]:
        where = f"{path.rpartition('engine/')[2]}:{line} " if line else ""
        yield f"{own / total:>6.1%}  {calls:>9}  {where}{name}"


def play_silently(plan: Bench) -> int:
    """Play the random games without effects; return the number of turns."""
    asked = 0
    game = plan.game
    for number in range(plan.games):
        rng = random.Random(number)  # noqa: S311 - no secret depends on it
        chance = SeededChance(_seed(number))
        state = game.new(plan.seats, plan.options, chance)
        while asks := game.asks(state):
            state = game.after(state, {seat: rng.choice(ask.choices) for seat, ask in asks.items()}, chance)
            asked += 1
    return asked


def play_with_effects(plan: Bench) -> int:
    """Play the random games with their effects; return the number of effects."""
    told = 0
    game = plan.game
    for number in range(plan.games):
        rng = random.Random(number)  # noqa: S311 - no secret depends on it
        chance = SeededChance(_seed(number))
        state = game.new(plan.seats, plan.options, chance)
        while asks := game.asks(state):
            choices = {seat: rng.choice(ask.choices) for seat, ask in asks.items()}
            steps = game.resolve(state, choices, chance)
            told += len(steps)
            state = steps[-1].state
    return told


def _seed(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _record_turns(plan: Bench, number: int) -> Iterator[Turn[Any, Any]]:
    seed = _seed(number)
    chance = SeededChance(seed)
    start = plan.game.new(plan.seats, plan.options, chance)
    return turns(plan.game, start, table_of([RandomBot()] * plan.seats, seed), chance)


def _play_bots(plan: Bench, bot: Bot[Any, Any], games: int) -> None:
    for number in range(games):
        seed = _seed(number)
        chance = SeededChance(seed)
        start = plan.game.new(plan.seats, plan.options, chance)
        play_to_end(plan.game, start, table_of([bot] * plan.seats, seed), chance)


def _run_after(game: AnyGame, recorded: list[Turn[Any, Any]]) -> None:
    chance = SeededChance(b"")
    for turn in recorded:
        game.after(turn.before, turn.choices, chance)


def _run_resolve(game: AnyGame, recorded: list[Turn[Any, Any]]) -> None:
    chance = SeededChance(b"")
    for turn in recorded:
        game.resolve(turn.before, turn.choices, chance)


def _run_asks(game: AnyGame, recorded: list[Turn[Any, Any]]) -> None:
    for turn in recorded:
        game.asks(turn.before)


def _run_view(game: AnyGame, recorded: list[Turn[Any, Any]]) -> None:
    for turn in recorded:
        game.view(turn.before, next(iter(turn.asks)))


def _run_views(plan: Bench, recorded: list[Turn[Any, Any]]) -> None:
    for turn in recorded:
        for seat in all_seats(plan.seats):
            plan.game.view(turn.before, seat)


def _run_checksum(game: AnyGame, recorded: list[Turn[Any, Any]]) -> None:
    for turn in recorded:
        game.checksum(turn.before)


def _run_digest(game: AnyGame, recorded: list[Turn[Any, Any]]) -> None:
    for turn in recorded:
        game.digest(turn.before)


def _prepare_reading(game: AnyGame, recorded: list[Turn[Any, Any]]) -> Callable[[], None]:
    texts = [game.text(choice) for turn in recorded for choice in turn.choices.values()]

    def read() -> None:
        for text in texts:
            game.parse(text)

    return read


def _measure(plan: Bench, work: Callable[[], object]) -> list[float]:
    """Return the processor seconds of each repeat, free of other work."""
    seconds = []
    for _ in range(plan.repeats):
        start = process_time()
        work()
        seconds.append(process_time() - start)
    return seconds


def _format_rate(what: str, number: int, seconds: list[float]) -> str:
    return f"{what:<34} {number / min(seconds):>9.0f} ({number / median(seconds):.0f})"


def _format_cost(what: str, number: int, seconds: list[float]) -> str:
    return f"{what:<34} {min(seconds) / number * 1e6:>9.1f} ({median(seconds) / number * 1e6:.1f})"
