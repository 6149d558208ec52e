"""Two seats: one chooses an action, the other guesses it, twice if need be (E10.3)."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import TypeVar

from engine.edel_stein_reich.bot.equilibrium import Mix, Profile, expected
from engine.edel_stein_reich.bot.model.bargain import Bargain
from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.choices import Action, Choice, Guess
from engine.edel_stein_reich.view_types import GuessingView

T = TypeVar("T")

GUESSED = (Action.MONEY, Action.EVENT, Action.GEMS)
"""What may be chosen, and guessed (E10.2)."""

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
        self._alone = [chances(turn.alone(self.active, action)) for action in GUESSED]
        self._bargained = [chances(bargain.settled(action)) for action in GUESSED]

    def chances(self, profile: Profile) -> tuple[float, ...]:
        """Both seats' chance to win: the first guess leaves nothing, the second leads to a bargain."""
        chosen = profile[self.active]
        first, second = GUESSES[profile[self.guesser]]
        if GUESSED[chosen] is first:
            return self._hit
        return self._bargained[chosen] if GUESSED[chosen] is second else self._alone[chosen]

    def sealed(self, mixes: Sequence[Mix]) -> dict[Choice, float]:
        """How often the active seat has sealed each action, when the guesses of this turn were wrong."""
        mix = zip(GUESSED, mixes[self.active], strict=True)
        left = shared({action: share for action, share in mix if action not in self.missed})
        return {action: left.get(action, 0.0) for action in GUESSED}

    def often(self, mixes: Sequence[Mix]) -> dict[Choice, float]:
        """How often each guess is to be expected next."""
        found: dict[Choice, float] = {}
        for place, guess in self._next():
            found[guess] = found.get(guess, 0.0) + mixes[self.guesser][place]
        return shared(found)

    def worths(self, mixes: Sequence[Mix]) -> dict[Choice, float]:
        """The guesser's chance to win with each guess, if the one after it is as good as can be."""
        known = list(mixes)
        known[self.active] = list(self.sealed(mixes).values())
        chances = expected(self, known, self.guesser)
        found: dict[Choice, float] = {}
        for place, guess in self._next():
            found[guess] = max(found.get(guess, 0.0), chances[place])
        return found

    def _next(self) -> list[tuple[int, Guess]]:
        """The ways to guess on from here, each with its next guess."""
        number = len(self.missed)
        return [(place, Guess(pair[number])) for place, pair in enumerate(GUESSES) if pair[:number] == self.missed]


def shared(weights: Mapping[T, float]) -> dict[T, float]:
    """The shares of weights in their sum; all alike where there is none."""
    total = sum(weights.values())
    return {key: weight / total if total > 0 else 1 / len(weights) for key, weight in weights.items()}
