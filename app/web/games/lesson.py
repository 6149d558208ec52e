"""Lesson: cards for a newcomer before the first choice, and deals for the game.

A lesson's deal is chosen so that much of the game comes up in its first rounds. Its seed is the SHA-256 of the
game's key, the word "lesson" and a number. Anybody can compute it, so a proof can tell such a deal from a random
one."""

import hashlib
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lesson:
    """Lesson of one game."""

    cards: tuple[str, ...]
    """Game in one minute: a sentence per picture, or per lesson card without pictures."""
    goal: str = ""
    """Goal of the game in one sentence."""
    deals: tuple[int, ...] = ()
    """Numbers of the chosen deals; if empty, deals are random."""
    other_cards: tuple[str, ...] = ()
    """Cards for the other edition of the rules."""

    def cards_of(self, edition: str) -> tuple[str, ...]:
        """Return the cards for an edition by the presenter's name; "" is the usual one."""
        return self.other_cards if edition else self.cards


def lesson_seed(game: str, number: int) -> str:
    """Return the seed of that deal of the game: 256 bits in hexadecimal."""
    return hashlib.sha256(f"{game} lesson {number}".encode()).hexdigest()


def is_lesson_seed(game: str, lesson: Lesson, seed: str) -> bool:
    """Return whether that seed was chosen for a lesson."""
    return seed in {lesson_seed(game, number) for number in lesson.deals}
