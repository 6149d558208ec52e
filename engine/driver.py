"""Plays a game: asks, gathers one choice from every asked seat, resolves, until nobody owes anything.

Tests, playthroughs, the terminal and the benchmark play through here; the server drives its games itself, because its
players need time."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from engine.core.asks import Ask
from engine.core.chance import Chance
from engine.core.errors import EndlessGameError
from engine.core.game import Game
from engine.core.happenings import Step
from engine.core.seats import Seat

S = TypeVar("S")
C = TypeVar("C")
V = TypeVar("V")

Chooser: TypeAlias = Callable[[V, Ask[C]], C]
"""Whoever decides for a seat: sees its view and its ask, answers with a legal choice."""


MOST_TURNS = 2_000
"""More openings than a game has. One that goes on beyond is faulty, and whoever plays it would wait for ever."""


class Turn(NamedTuple, Generic[S, C]):
    """What was asked at one moment, what was chosen, and what came of it."""

    before: S
    asks: Mapping[Seat, Ask[C]]
    choices: Mapping[Seat, C]
    steps: tuple[Step[S], ...]

    @property
    def after(self) -> S:
        """The state in which the next asks are made."""
        return self.steps[-1].state


def turns(game: Game[S, C, V], state: S, choosers: Sequence[Chooser[V, C]], chance: Chance) -> Iterator[Turn[S, C]]:
    """The turns from ``state`` to the end of the game, seat n being decided for by ``choosers[n]``.

    Raises IllegalChoiceError when somebody chooses what the ask does not allow, EndlessGameError."""
    for _ in range(MOST_TURNS):
        asks = game.asks(state)
        if not asks:
            return
        choices = chosen(game, state, asks, choosers)
        turn = Turn(state, asks, choices, game.resolve(state, choices, chance))
        yield turn
        state = turn.after
    _ended(game, state)


def played_out(game: Game[S, C, V], state: S, choosers: Sequence[Chooser[V, C]], chance: Chance) -> S:
    """The state in which the game ends. The choosers are trusted: nothing is checked and no happening is told.

    Raises EndlessGameError."""
    for _ in range(MOST_TURNS):
        asks = game.asks(state)
        if not asks:
            break
        state = game.after(state, chosen(game, state, asks, choosers), chance)
    return _ended(game, state)


def chosen(
    game: Game[S, C, V], state: S, asks: Mapping[Seat, Ask[C]], choosers: Sequence[Chooser[V, C]]
) -> dict[Seat, C]:
    """The choice of each asked seat."""
    return {seat: choosers[seat](game.view(state, seat), ask) for seat, ask in asks.items()}


def _ended(game: Game[S, C, V], state: S) -> S:
    """The state, in which nobody owes anything. Raises EndlessGameError."""
    if game.asks(state):
        raise EndlessGameError(f"{game.title} has not come to its end after {MOST_TURNS} openings")
    return state
