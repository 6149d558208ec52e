"""View of the gallery: the question for watchers, the scores for all."""

from app.rooms.gallery.questions import find_question, format_guess
from app.rooms.model.ids import Digest
from app.rooms.model.room import Room
from app.rooms.model.values import Frozen
from engine.core.seats import Seat, Viewer


class GuessablePart(Frozen, frozen=True, gc=False):
    """Seat whose choice may be guessed."""

    seat: Seat
    answers: tuple[str, ...]
    """Possible answers, the same whatever the seat holds."""


class GalleryScorePart(Frozen, frozen=True, gc=False):
    """Score of a watcher this evening."""

    name: str
    points: int
    right: int | None
    """Right answers about the last reveal; None for no guess of it."""
    is_own: bool
    """True for the viewer's own score."""


class GalleryResultPart(Frozen, frozen=True, gc=False):
    """Result of the guesses that the last reveal decided."""

    right: int
    answers: int
    watchers: int


class GalleryPart(Frozen, frozen=True):
    """Gallery as one viewer sees it."""

    ask: int | None
    """Ask that a watcher may guess; None for seats, and if there is nothing to guess."""
    seats: tuple[GuessablePart, ...]
    """Seats of that ask, each with its possible answers."""
    own: tuple[str, ...]
    """Watcher's own sealed guess: seats and answers."""
    name: str
    """Watcher's own name; empty before the first guess."""
    last: GalleryResultPart | None
    scores: tuple[GalleryScorePart, ...]
    """Scores of the evening, the best first."""


NO_GALLERY = GalleryPart(None, (), (), "", None, ())


def gallery_part(room: Room, viewer: Viewer, holder: Digest | None) -> GalleryPart:
    """Return the gallery for the viewer.

    Before a reveal only the guess of this very holder is shown, to nobody else."""
    if room.options.watchers == "none":
        return NO_GALLERY
    gallery = room.gallery
    question = find_question(room) if viewer is None else None
    own = gallery.number_of(holder) if viewer is None and holder is not None else None
    if question is None and not gallery.scores:
        return NO_GALLERY
    sealed = gallery.guess_of(own, question.ask) if question is not None and own is not None else None
    best_first = sorted(gallery.scores, key=lambda each: (-each.points, each.watcher))
    last = gallery.last
    return GalleryPart(
        ask=question.ask if question is not None else None,
        seats=tuple(GuessablePart(seat, answers) for seat, answers in question.seats.items()) if question else (),
        own=format_guess(sealed.guess) if sealed is not None else (),
        name=gallery.watchers[own].name if own is not None else "",
        last=GalleryResultPart(last.right, last.answers, last.watchers) if last is not None else None,
        scores=tuple(GalleryScorePart(e.name, e.points, e.right, e.watcher == own) for e in best_first),
    )
