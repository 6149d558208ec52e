"""Plays a game: asks, gathers one choice from every asked seat, resolves, until nobody owes anything.

Tests, playthroughs, the terminal and the benchmark play through here; the server drives its games itself, because its
players need time."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from engine.core.asks import Ask
from engine.core.chance import Chance
from engine.core.game import Game
from engine.core.happenings import Step
from engine.core.seats import Seat

S = TypeVar("S")
C = TypeVar("C")
V = TypeVar("V")

Chooser: TypeAlias = Callable[[V, Ask[C]], C]
"""Whoever decides for a seat: sees its view and its ask, answers with a legal choice."""


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

    Raises IllegalChoice when somebody chooses what the ask does not allow."""
    while asks := game.asks(state):
        choices = chosen(game, state, asks, choosers)
        turn = Turn(state, asks, choices, game.resolve(state, choices, chance))
        yield turn
        state = turn.after


def played_out(game: Game[S, C, V], state: S, choosers: Sequence[Chooser[V, C]], chance: Chance) -> S:
    """The state in which the game ends. The choosers are trusted: nothing is checked and no happening is told."""
    while asks := game.asks(state):
        state = game.after(state, chosen(game, state, asks, choosers), chance)
    return state


def chosen(
    game: Game[S, C, V], state: S, asks: Mapping[Seat, Ask[C]], choosers: Sequence[Chooser[V, C]]
) -> dict[Seat, C]:
    """The choice of each asked seat."""
    return {seat: choosers[seat](game.view(state, seat), ask) for seat, ask in asks.items()}
