"""Driver of a game: asks, gathers a choice from every asked seat, resolves.

Tests, playthroughs, the terminal and the benchmark play through here. The server drives its games itself, because its
players need time."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from engine.core.asks import Ask
from engine.core.chance import Chance
from engine.core.effects import Step
from engine.core.errors import EndlessGameError
from engine.core.game import Game
from engine.core.seats import Seat

S = TypeVar("S")
C = TypeVar("C")
V = TypeVar("V")

Chooser: TypeAlias = Callable[[V, Ask[C]], C]
"""Function that decides for a seat: view and ask in, legal choice out."""


MOST_TURNS = 2_000
"""Limit of turns in a game. A game that passes it is faulty and might never end."""


class Turn(NamedTuple, Generic[S, C]):
    """One turn: asks, choices and the steps that came of them."""

    before: S
    asks: Mapping[Seat, Ask[C]]
    choices: Mapping[Seat, C]
    steps: tuple[Step[S], ...]

    @property
    def after(self) -> S:
        """State in which the next asks are made."""
        return self.steps[-1].state


def turns(game: Game[S, C, V], state: S, choosers: Sequence[Chooser[V, C]], chance: Chance) -> Iterator[Turn[S, C]]:
    """Yield the turns from ``state`` to the end of the game.

    ``choosers[n]`` decides for seat n. Raises IllegalChoiceError if a choice is not allowed by its ask, and
    EndlessGameError."""
    for _ in range(MOST_TURNS):
        asks = game.asks(state)
        if not asks:
            return
        choices = gather_choices(game, state, asks, choosers)
        turn = Turn(state, asks, choices, game.resolve(state, choices, chance))
        yield turn
        state = turn.after
    _check_ended(game, state)


def play_to_end(game: Game[S, C, V], state: S, choosers: Sequence[Chooser[V, C]], chance: Chance) -> S:
    """Play to the end and return the last state.

    The choosers are trusted: nothing is checked, and no effect is made. Raises EndlessGameError."""
    for _ in range(MOST_TURNS):
        asks = game.asks(state)
        if not asks:
            break
        state = game.after(state, gather_choices(game, state, asks, choosers), chance)
    return _check_ended(game, state)


def gather_choices(
    game: Game[S, C, V], state: S, asks: Mapping[Seat, Ask[C]], choosers: Sequence[Chooser[V, C]]
) -> dict[Seat, C]:
    """Return the choice of each asked seat."""
    return {seat: choosers[seat](game.view(state, seat), ask) for seat, ask in asks.items()}


def _check_ended(game: Game[S, C, V], state: S) -> S:
    """Return ``state`` if it asks nobody; raise EndlessGameError otherwise."""
    if game.asks(state):
        raise EndlessGameError(f"{game.title} has not come to its end after {MOST_TURNS} reveals")
    return state
