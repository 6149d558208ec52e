"""Gallery of a room: its watchers' guesses, and their points of the evening."""

from app.rooms.model.ids import AskNumber, Digest
from app.rooms.model.values import Frozen
from engine.core.conditions.guesses import Questions

Guess = tuple[tuple[int, str], ...]
"""Guessed answers, each with its seat."""


class SealedGuess(Frozen, frozen=True, gc=False):
    """Last guess of one watcher for an ask."""

    watcher: int
    guess: Guess
    changes: int = 0
    """Number of guesses that it replaced."""


class PendingGuesses(Frozen, frozen=True):
    """Guesses of one ask, which nobody else knows yet."""

    ask: AskNumber
    questions: Questions
    """Possible answers by seat."""
    guesses: tuple[SealedGuess, ...]


class GalleryWatcher(Frozen, frozen=True, gc=False):
    """Watcher who has guessed this evening; nobody else knows before the reveal."""

    holder: Digest
    """Digest of the secret that the watcher's browser keeps for this room."""
    name: str
    """Name as the watcher says it; nobody checks who it is."""


class GalleryScore(Frozen, frozen=True, gc=False):
    """Public score of a watcher, as of the last reveal."""

    watcher: int
    name: str
    points: int
    right: int | None = None
    """Right answers about the last reveal; None for no guess of it."""


class GalleryResult(Frozen, frozen=True, gc=False):
    """Result of the guesses that the last reveal decided."""

    right: int
    """Number of right answers of all guesses."""
    answers: int
    """Number of all their answers."""
    watchers: int
    """Number of watchers who guessed."""


class Gallery(Frozen, frozen=True):
    """Gallery of the evening.

    Only the fold of reveals changes its public parts, the scores and the last result."""

    watchers: tuple[GalleryWatcher, ...] = ()
    """Watchers in the order of their first guesses.

    A watcher's number is the place here."""
    pending: tuple[PendingGuesses, ...] = ()
    """Guesses that are not decided yet, in the order of their asks."""
    scores: tuple[GalleryScore, ...] = ()
    last: GalleryResult | None = None
    """Result of the last reveal; None if it decided no guess."""

    def number_of(self, holder: Digest | None) -> int | None:
        """Return the number of that watcher; None for one who has not guessed."""
        return next((place for place, each in enumerate(self.watchers) if each.holder == holder), None)

    def guess_of(self, watcher: int | None, ask: AskNumber) -> SealedGuess | None:
        """Return the watcher's guess of that ask; None without one."""
        found = (one for each in self.pending if each.ask == ask for one in each.guesses if one.watcher == watcher)
        return next(found, None)
