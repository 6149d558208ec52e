"""A lesson: what a newcomer is shown before the first choice, and which deals the game is then begun with.

A lesson's deal is chosen, so that much of the game comes up in its first rounds. Its seed is the SHA-256 of the game's
key, the word "lesson" and a number, as anybody can work out: so a proof can tell such a deal from one of chance."""

import hashlib
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a game's lesson is made of."""

    cards: tuple[str, ...]
    """The game in one minute: a sentence for each of its pictures, or for each card of the lesson where it has none."""
    goal: str = ""
    """How one wins, in one sentence."""
    deals: tuple[int, ...] = ()
    """The numbers of the deals that were chosen; without any, chance deals as ever."""
    other_cards: tuple[str, ...] = ()
    """The cards for an edition of the rules that is not the usual one."""

    def cards_of(self, edition: str) -> tuple[str, ...]:
        """Return the cards for a table of that edition, as the game's presenter names it; empty is the usual one."""
        return self.other_cards if edition else self.cards


def lesson_seed(game: str, number: int) -> str:
    """The seed of that deal of the game with that key: 256 bits in hexadecimal."""
    return hashlib.sha256(f"{game} lesson {number}".encode()).hexdigest()


def is_lesson_seed(game: str, lesson: Lesson, seed: str) -> bool:
    """Whether that seed was chosen for a lesson."""
    return seed in {lesson_seed(game, number) for number in lesson.deals}
