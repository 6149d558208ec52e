"""Shuffles of a finished game, each with its input and output.

Anybody can make them again from the seed in any language, as ``engine.core.chance`` describes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from app.records.check_record import CheckedGame
from engine import registry
from engine.core.chance import SeededChance
from engine.core.plain import Plain, to_plain
from engine.core.seats import Seat

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Deal:
    """One shuffle."""

    label: str
    items: tuple[Plain, ...]
    order: tuple[Plain, ...]


class NotedChance:
    """The chance of a seed, which notes every shuffle that was asked for."""

    def __init__(self, seed: bytes) -> None:
        self._chance = SeededChance(seed)
        self._noted: dict[str, Deal] = {}

    @property
    def deals(self) -> tuple[Deal, ...]:
        """The shuffles in their order."""
        return tuple(self._noted.values())

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """Implement Chance."""
        order = self._chance.shuffle(label, items)
        self._noted[label] = Deal(label, tuple(map(to_plain, items)), tuple(map(to_plain, order)))
        return order


def deals(game: CheckedGame) -> tuple[Deal, ...]:
    """Return all shuffles of a finished game that was checked."""
    rules = registry.find(game.begun.game)
    chance = NotedChance(bytes.fromhex(game.begun.seed))
    begun = game.begun
    state = rules.begin(begun.revision, len(game.names), begun.options, chance, begun.edition)
    for texts in game.choices:
        choices: Mapping[Seat, object] = {seat: rules.parse(text) for seat, text in texts.items()}
        state = rules.after(state, choices, chance)
    return chance.deals
