"""Deals of every game at every table, for the contract."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from engine.bots.random_bot import RandomBot
from engine.bots.seating import table_of
from engine.core.asks import Ask
from engine.core.chance import Chance, SeededChance
from engine.core.errors import EndlessGameError
from engine.core.game import AnyGame
from engine.core.options import Value
from engine.core.seats import Seat, Viewer, all_seats
from engine.count import deals
from engine.driver import Turn, turns
from engine.registry import GAMES

SEED = bytes(range(32))


class Deal(NamedTuple):
    """Game, table size, options that mean something there, and seed."""

    key: str
    seats: int
    options: tuple[tuple[str, Value], ...]
    seed: bytes = SEED

    def __str__(self) -> str:
        return "-".join([self.key, str(self.seats), *(f"{value}".lower() for _, value in self.options)])

    @property
    def game(self) -> AnyGame:
        """Game that is dealt."""
        return GAMES[self.key]

    @property
    def chance(self) -> Chance:
        """Source of its chance."""
        return SeededChance(self.seed)

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Public and every seat."""
        return (None, *all_seats(self.seats))

    def start(self) -> Any:
        """Return the state at the beginning."""
        return self.game.new(self.seats, dict(self.options), self.chance)

    def story(self) -> tuple[Turn[Any, Any], ...]:
        """Return the turns of a whole game of random choices, always the same.

        Raises EndlessGameError."""
        told = _story(self)
        if isinstance(told, EndlessGameError):
            raise told
        return told

    @property
    def place(self) -> int:
        """Index among all deals; 0 for one that is not among them."""
        return DEALS.index(self) if self in DEALS else 0

    def story_of(self, level: str) -> tuple[Turn[Any, Any], ...]:
        """Return the turns of a whole game of bots of that level, always the same."""
        return _story_of(self, level)

    def states(self) -> Iterator[Any]:
        """Yield every state of that game, also those during a resolution."""
        yield self.story()[0].before
        for turn in self.story():
            yield from (step.state for step in turn.steps)

    def end(self) -> Any:
        """Return the last state of that game."""
        return self.story()[-1].after


DEALS = tuple(
    Deal(key, seats, tuple(options.items()), seed)
    for key, game in GAMES.items()
    for seats, options, seed in deals(game, [SEED])
)


@cache
def _story(deal: Deal) -> tuple[Turn[Any, Any], ...] | EndlessGameError:
    # that it never ends is found out once, too, and not by each test anew
    try:
        return tuple(turns(deal.game, deal.start(), table_of([RandomBot()] * deal.seats, deal.seed), deal.chance))
    except EndlessGameError as error:
        return error


@cache
def _story_of(deal: Deal, level: str) -> tuple[Turn[Any, Any], ...]:
    bots = table_of([deal.game.bots[level]] * deal.seats, deal.seed)
    return tuple(turns(deal.game, deal.start(), bots, deal.chance))


def first_choices(asks: Mapping[Seat, Ask[Any]]) -> dict[Seat, Any]:
    """Return the first choice of every asked seat."""
    return {seat: ask.choices[0] for seat, ask in asks.items()}
