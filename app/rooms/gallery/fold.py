"""Fold of the gallery: guesses sealed, and their points at the reveal."""

from collections.abc import Sequence

from app.rooms.gallery.events import MOST_WATCHERS, GalleryEvent, GuessSealed, WatcherNamed
from app.rooms.gallery.questions import find_question, split_guess
from app.rooms.model.changes import BrokenJournalError
from app.rooms.model.ids import AskNumber, Digest, Millis
from app.rooms.model.play import Play
from app.rooms.model.reveal import Reveal
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.model.watching.gallery import (
    Gallery,
    GalleryResult,
    GalleryScore,
    GalleryWatcher,
    PendingGuesses,
    SealedGuess,
)
from engine.core.conditions.guesses import find_truth
from engine.core.effects import Effect
from engine.core.seats import Seat


def fold(room: Room, event: GalleryEvent, at: Millis) -> Room:
    """Return the room after the event. Raises BrokenJournalError."""
    match event:
        case WatcherNamed(holder, name):
            return replace(room, gallery=_name_watcher(room.gallery, holder, name))
        case GuessSealed():
            return replace(room, gallery=_seal_guess(room, event))


def _name_watcher(gallery: Gallery, holder: Digest, name: str) -> Gallery:
    number, named = gallery.number_of(holder), GalleryWatcher(holder, name)
    if number is None:
        if len(gallery.watchers) >= MOST_WATCHERS:
            raise BrokenJournalError("the gallery is full")
        return replace(gallery, watchers=(*gallery.watchers, named))
    others = gallery.watchers
    return replace(gallery, watchers=(*others[:number], named, *others[number + 1 :]))


def _seal_guess(room: Room, event: GuessSealed) -> Gallery:
    gallery, question = room.gallery, find_question(room)
    if question is None or question.ask != event.ask:
        raise BrokenJournalError(f"nobody can guess ask {event.ask}")
    if event.watcher >= len(gallery.watchers):
        raise BrokenJournalError(f"the gallery has no watcher {event.watcher}")
    before = gallery.guess_of(event.watcher, event.ask)
    sealed = SealedGuess(event.watcher, split_guess(event.answers), before.changes + 1 if before is not None else 0)
    here = next((each for each in gallery.pending if each.ask == event.ask), None)
    if here is None:
        here = PendingGuesses(event.ask, question.seats, ())
    others = tuple(each for each in here.guesses if each.watcher != event.watcher)
    rest = tuple(each for each in gallery.pending if each.ask != event.ask)
    return replace(gallery, pending=(*rest, replace(here, guesses=(*others, sealed))))


def begin_game(room: Room) -> Room:
    """Return the room at the start of a game.

    The first game of an evening empties the gallery."""
    if room.gallery == Gallery():
        return room
    is_first = room.games_so_far == room.evening_from
    return replace(room, gallery=Gallery() if is_first else replace(room.gallery, pending=(), last=None))


def decide_guesses(room: Room) -> Room:
    """Return the room with points for the guesses that are decided now.

    A reveal or the end of a game decides them. It decides nothing yet that delayed watchers
    have not seen."""
    play, gallery = room.play, room.gallery
    if play is None or (not gallery.pending and gallery.last is None):
        return room
    seen = play.history[:-1] if room.is_delayed else play.history
    is_over = room.phase not in ("playing", "paused")
    if not seen:
        return replace(room, gallery=replace(gallery, pending=())) if is_over else room
    due = [each for each in gallery.pending if each.ask <= seen[-1].ask and (is_over or _is_told(play, each, seen))]
    left = () if is_over else tuple(each for each in gallery.pending if each not in due)
    if is_over and not due:
        # the reveal before decided the rest: its result stays
        return replace(room, gallery=replace(gallery, pending=()))
    scored = _score(play, gallery, due, seen)
    return replace(room, gallery=replace(scored, pending=left))


def _effects_since(seen: Sequence[Reveal], ask: AskNumber) -> list[Effect]:
    return [effect for reveal in seen if reveal.ask >= ask for effect in reveal.effects]


def _is_told(play: Play, pending: PendingGuesses, seen: Sequence[Reveal]) -> bool:
    """Return whether the reveals tell the truth about every seat."""
    truth = find_truth(play.game, pending.questions, _effects_since(seen, pending.ask))
    return len(truth) == len(pending.questions)


def _score(play: Play, gallery: Gallery, due: Sequence[PendingGuesses], seen: Sequence[Reveal]) -> Gallery:
    """Return the gallery with one point for each right answer that is due."""
    right: dict[int, int] = {}
    answers = 0
    for pending in due:
        truth = find_truth(play.game, pending.questions, _effects_since(seen, pending.ask))
        for sealed in pending.guesses if truth else ():
            told = [(seat, answer) for seat, answer in sealed.guess if Seat(seat) in truth]
            answers += len(told)
            hits = sum(truth[Seat(seat)] == answer for seat, answer in told)
            right[sealed.watcher] = right.get(sealed.watcher, 0) + hits
    if not right:
        return replace(gallery, last=None, scores=tuple(replace(each, right=None) for each in gallery.scores))
    points = {each.watcher: each.points for each in gallery.scores}
    for watcher, hits in right.items():
        points[watcher] = points.get(watcher, 0) + hits
    names = [each.name for each in gallery.watchers]
    scores = tuple(GalleryScore(each, names[each], points[each], right.get(each)) for each in sorted(points))
    return replace(gallery, scores=scores, last=GalleryResult(sum(right.values()), answers, len(right)))
