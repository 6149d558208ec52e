"""Levels of bots, and abilities that a bot may have beyond ``choose``.

A level is a key of ``Game.bots``. It says how well the bot plays (``easy``, ``normal``, ``strong``). Some levels also
name a character (``strong_crook``): a leaning that everybody at the table can read."""

from typing import Protocol, runtime_checkable

CHARACTERS = ("careful", "greedy", "crook")
"""Leanings that a bot may have. A bot without any is plain."""


@runtime_checkable
class Thinker(Protocol):
    """Bot that takes long: it is asked in a worker process, with a time limit."""

    @property
    def cheaper(self) -> str:
        """Level of the bot that chooses instead if time runs out; it is no Thinker."""
        ...


def character_of(level: str) -> str | None:
    """Return the character in a level's key, or None for a plain bot."""
    _, _, last = level.rpartition("_")
    return last if last in CHARACTERS and last != level else None


def strength_of(level: str) -> str:
    """Return a level's key without its character."""
    character = character_of(level)
    return level if character is None else level.removesuffix(f"_{character}")
