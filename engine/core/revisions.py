"""Revisions of a game's rules: a rule that was put right holds for new games, and a game goes on as it was begun.

A game whose rules were never changed needs nothing."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar, runtime_checkable

from engine.core.chance import Chance
from engine.core.errors import BadOptions
from engine.core.game import Game
from engine.core.options import Value
from engine.core.plain import Plain

S = TypeVar("S")

FIRST = 0
"""The revision of the rules before any was changed."""


@runtime_checkable
class Revised(Protocol):
    """A game some rule of which has changed."""

    @property
    def revision(self) -> int:
        """The revision of the rules for new games: how often they have changed."""
        ...

    def new_by(
        self, revision: int, seats: int, options: Mapping[str, Value], chance: Chance, edition: Plain = None
    ) -> Any:
        """As ``Game.new``, by an earlier revision of the rules or the present one."""
        ...


def revision_of(game: Game[Any, Any, Any]) -> int:
    """The revision of the rules for new games."""
    return game.revision if isinstance(game, Revised) else FIRST


def begin(
    game: Game[S, Any, Any],
    revision: int,
    seats: int,
    options: Mapping[str, Value],
    chance: Chance,
    edition: Plain = None,
) -> S:
    """A game set up as by that revision of the rules. Raises BadOptions for one that is not known, and what
    ``Game.new`` raises."""
    if not FIRST <= revision <= revision_of(game):
        raise BadOptions(f"{game.title} has no rules of revision {revision}")
    if not isinstance(game, Revised):
        return game.new(seats, options, chance, edition)
    state: S = game.new_by(revision, seats, options, chance, edition)
    return state
