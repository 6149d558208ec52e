"""Contest of two seats: one seals an action, the other guesses it (E10.3).

There are two guesses at most."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import TypeVar

from engine.edel_stein_reich.bot.equilibrium import Mix, Profile, evaluate_choices
from engine.edel_stein_reich.bot.model.bargain import Bargain
from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.choices import Action, Choice, Guess
from engine.edel_stein_reich.view_types import GuessingView

T = TypeVar("T")

GUESSED = (Action.MONEY, Action.EVENT, Action.GEMS)
"""Actions that may be sealed and guessed (E10.2)."""

GUESSES = tuple(permutations(GUESSED, 2))
"""The first and the second guess of a turn."""


class Guesses:
    """The active seat's action and the other's two guesses: a contest."""

    def __init__(self, turn: Turn, guessing: GuessingView) -> None:
        self.active, self.guesser = guessing.active, guessing.guesser
        self.missed = tuple(map(Action, guessing.guesses))
        self.sizes = [len(GUESSED) if seat == self.active else len(GUESSES) for seat in range(2)]
        bargain = Bargain(turn, 0, 1)
        chances = turn.values.chances
        self._hit = chances(turn.now)
        self._alone = [chances(turn.act_alone(self.active, action)) for action in GUESSED]
        self._bargained = [chances(bargain.negotiate(action)) for action in GUESSED]

    def chances(self, profile: Profile) -> tuple[float, ...]:
        """Return both seats' chances to win.

        After a right first guess the action lapses. After a right second guess the seats negotiate."""
        chosen = profile[self.active]
        first, second = GUESSES[profile[self.guesser]]
        if GUESSED[chosen] is first:
            return self._hit
        return self._bargained[chosen] if GUESSED[chosen] is second else self._alone[chosen]

    def estimate_sealed(self, mixes: Sequence[Mix]) -> dict[Choice, float]:
        """Return how often the active seat sealed each action, given the wrong guesses."""
        mix = zip(GUESSED, mixes[self.active], strict=True)
        left = normalize({action: share for action, share in mix if action not in self.missed})
        return {action: left.get(action, 0.0) for action in GUESSED}

    def estimate_guesses(self, mixes: Sequence[Mix]) -> dict[Choice, float]:
        """Return how often each next guess is to be expected."""
        found: dict[Choice, float] = {}
        for place, guess in self._next():
            found[guess] = found.get(guess, 0.0) + mixes[self.guesser][place]
        return normalize(found)

    def evaluate_guesses(self, mixes: Sequence[Mix]) -> dict[Choice, float]:
        """Return the guesser's chance to win by each guess.

        The guess after it is assumed to be the best one."""
        known = list(mixes)
        known[self.active] = list(self.estimate_sealed(mixes).values())
        chances = evaluate_choices(self, known, self.guesser)
        found: dict[Choice, float] = {}
        for place, guess in self._next():
            found[guess] = max(found.get(guess, 0.0), chances[place])
        return found

    def _next(self) -> list[tuple[int, Guess]]:
        """Return the remaining sequences of guesses, each with its next guess."""
        number = len(self.missed)
        return [(place, Guess(pair[number])) for place, pair in enumerate(GUESSES) if pair[:number] == self.missed]


def normalize(weights: Mapping[T, float]) -> dict[T, float]:
    """Return the share of each weight in their sum; equal shares if the sum is 0."""
    total = sum(weights.values())
    return {key: weight / total if total > 0 else 1 / len(weights) for key, weight in weights.items()}
