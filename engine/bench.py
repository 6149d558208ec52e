"""How fast the rules play: whole games a second of processor time, and where the time goes."""

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
from engine.core.seats import in_order
from engine.driver import Turn, played_out, turns

TOP = 20
"""How many functions a profile lists."""


class Bench(NamedTuple):
    """What is measured: a game, its table, and how long."""

    game: AnyGame
    seats: int
    options: Mapping[str, Value]
    games: int
    """Random games in one repeat."""
    repeats: int


def bench(plan: Bench) -> Iterator[str]:
    """The lines of a report: the best and the median of all repeats."""
    yield f"{plan.game.key}, {plan.seats} seats, {plan.games} games, {plan.repeats} repeats: best (median)"
    yield _rate("random games/s, asks + after", plan.games, _times(plan, lambda: play_silently(plan)))
    yield _rate("random games/s, asks + resolve", plan.games, _times(plan, lambda: play_told(plan)))
    recorded = [turn for number in range(plan.games) for turn in _recorded(plan, number)]
    for name, work in (
        ("after", lambda: _after(plan.game, recorded)),
        ("resolve", lambda: _resolve(plan.game, recorded)),
        ("asks", lambda: _asks(plan.game, recorded)),
        ("checksum", lambda: _checksum(plan.game, recorded)),
        ("digest", lambda: _digest(plan.game, recorded)),
        ("view", lambda: _view(plan.game, recorded)),
        ("view of every seat", lambda: _views(plan, recorded)),
        ("reading of all choices", _reading(plan.game, recorded)),
    ):
        yield _cost(f"µs for one {name}", len(recorded), _times(plan, work))
    few = max(1, plan.games // 10)
    for level, bot in plan.game.bots.items():
        yield _rate(f"games/s, all bots {level}", few, _times(plan, partial(_play_bots, plan, bot, few)))


def profile(plan: Bench) -> Iterator[str]:
    """Where random games spend their time: the functions with the most time of their own."""
    watch = cProfile.Profile()
    watch.enable()
    play_silently(plan)
    watch.disable()
    # the stubs of pstats do not know what Stats has always kept
    kept: dict[tuple[str, int, str], tuple[int, int, float, float, Any]] = vars(pstats.Stats(watch))["stats"]
    total = sum(own for _, _, own, _, _ in kept.values())
    yield f"{plan.game.key}, {plan.seats} seats, {plan.games} random games through asks + after"
    yield f"{'own':>6}  {'calls':>9}  function"
    ordered = sorted(kept.items(), key=lambda entry: -entry[1][2])
    for (path, line, name), (_, calls, own, _, _) in ordered[:TOP]:
        where = f"{path.rpartition('engine/')[2]}:{line} " if line else ""
        yield f"{own / total:>6.1%}  {calls:>9}  {where}{name}"


def play_silently(plan: Bench) -> int:
    """Plays the random games without happenings; returns how often they asked."""
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


def play_told(plan: Bench) -> int:
    """Plays the random games with their happenings; returns how many there were."""
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


def _recorded(plan: Bench, number: int) -> Iterator[Turn[Any, Any]]:
    seed = _seed(number)
    chance = SeededChance(seed)
    start = plan.game.new(plan.seats, plan.options, chance)
    return turns(plan.game, start, table_of([RandomBot()] * plan.seats, seed), chance)


def _play_bots(plan: Bench, bot: Bot[Any, Any], games: int) -> None:
    for number in range(games):
        seed = _seed(number)
        chance = SeededChance(seed)
        start = plan.game.new(plan.seats, plan.options, chance)
        played_out(plan.game, start, table_of([bot] * plan.seats, seed), chance)


def _after(game: AnyGame, recorded: list[Turn[Any, Any]]) -> None:
    chance = SeededChance(b"")
    for turn in recorded:
        game.after(turn.before, turn.choices, chance)


def _resolve(game: AnyGame, recorded: list[Turn[Any, Any]]) -> None:
    chance = SeededChance(b"")
    for turn in recorded:
        game.resolve(turn.before, turn.choices, chance)


def _asks(game: AnyGame, recorded: list[Turn[Any, Any]]) -> None:
    for turn in recorded:
        game.asks(turn.before)


def _view(game: AnyGame, recorded: list[Turn[Any, Any]]) -> None:
    for turn in recorded:
        game.view(turn.before, next(iter(turn.asks)))


def _views(plan: Bench, recorded: list[Turn[Any, Any]]) -> None:
    for turn in recorded:
        for seat in in_order(plan.seats):
            plan.game.view(turn.before, seat)


def _checksum(game: AnyGame, recorded: list[Turn[Any, Any]]) -> None:
    for turn in recorded:
        game.checksum(turn.before)


def _digest(game: AnyGame, recorded: list[Turn[Any, Any]]) -> None:
    for turn in recorded:
        game.digest(turn.before)


def _reading(game: AnyGame, recorded: list[Turn[Any, Any]]) -> Callable[[], None]:
    texts = [game.text(choice) for turn in recorded for choice in turn.choices.values()]

    def read() -> None:
        for text in texts:
            game.parse(text)

    return read


def _times(plan: Bench, work: Callable[[], object]) -> list[float]:
    """Seconds of processor time of each repeat: other work on the machine is none of it."""
    seconds = []
    for _ in range(plan.repeats):
        start = process_time()
        work()
        seconds.append(process_time() - start)
    return seconds


def _rate(what: str, number: int, seconds: list[float]) -> str:
    return f"{what:<34} {number / min(seconds):>9.0f} ({number / median(seconds):.0f})"


def _cost(what: str, number: int, seconds: list[float]) -> str:
    return f"{what:<34} {min(seconds) / number * 1e6:>9.1f} ({median(seconds) / number * 1e6:.1f})"
