"""What the bots of a game are called, and what one may have beyond ``choose``.

A level is a key of ``Game.bots``: how well the bot plays (``easy``, ``normal``, ``strong``), and for some a character
behind it (``strong_crook``): a leaning that everybody at the table is told of."""

from typing import Protocol, runtime_checkable

CHARACTERS = ("careful", "greedy", "crook")
"""The leanings a bot may have. One without any is plain."""


@runtime_checkable
class Thinker(Protocol):
    """A bot that takes long: it is asked where nobody waits for the machine, and not for ever."""

    @property
    def cheaper(self) -> str:
        """The level of the game's bot that chooses in its stead where its time runs out. That one is no thinker."""
        ...


def character_of(level: str) -> str | None:
    """The character in a level's key; None for a plain one."""
    _, _, last = level.rpartition("_")
    return last if last in CHARACTERS and last != level else None


def strength_of(level: str) -> str:
    """How well a bot of the level plays: its key without the character."""
    character = character_of(level)
    return level if character is None else level.removesuffix(f"_{character}")
