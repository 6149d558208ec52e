"""Instructions of a player to the bot that stands in for them (``no_thief``).

An instruction is a preference over choices, never a rule. If no choice obeys it, the bot chooses as if it had not
been given."""

from collections.abc import Collection
from typing import Any, TypeVar

from engine.core.asks import Ask, Finite
from engine.core.game import Game

C = TypeVar("C")
V = TypeVar("V")


def apply_instructions(game: Game[Any, C, V], given: Collection[str], view: V, ask: Ask[C]) -> Ask[C]:
    """Return the ask reduced to the choices that obey these instructions.

    Every choice of it is one of ``ask.choices``, and there is always one. An instruction that no choice obeys is
    ignored, and so is an unknown key."""
    left = ask.choices
    for key, instruction in game.instructions.items():
        if key in given:
            left = instruction(view, left) or left
    if len(left) == len(ask.choices):
        return ask
    default = ask.default if ask.default in left else left[0]
    return Finite(ask.kind, left, default, ask.complete)
