"""Decisions about the gallery's guesses."""

from app.rooms.gallery.commands import GalleryCommand
from app.rooms.gallery.events import MOST_WATCHERS, GalleryEvent, GuessSealed, WatcherNamed
from app.rooms.gallery.questions import find_question, format_guess, read_guess
from app.rooms.model.ids import AskNumber, Digest, Millis
from app.rooms.model.name_likeness import NAME_RESERVED, are_alike, is_reserved
from app.rooms.model.names import read_name
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room

MOST_CHANGES = 10
"""Most guesses that a watcher replaces during one ask."""

Events = tuple[GalleryEvent, ...]


def decide(room: Room, command: GalleryCommand, now: Millis) -> Events | Refusal:
    """Seal a watcher's guess, under a name that nobody has at the table."""
    if room.options.watchers == "none":
        return refuse("no_talk", "Nobody can watch this table.")
    question = find_question(room)
    if question is None or question.ask != command.ask:
        return refuse("ask_is_over")
    guess = read_guess(question.seats, command.answers)
    if guess is None:
        return refuse("bad_field")
    name = _read_watcher_name(room, command.name)
    return name if isinstance(name, Refusal) else _seal(room, command.holder, name, question.ask, format_guess(guess))


def _read_watcher_name(room: Room, typed: str) -> str | Refusal:
    shown = read_name(typed)
    if isinstance(shown, Refusal):
        return shown
    if is_reserved(shown):
        return refuse("name_taken", NAME_RESERVED)
    is_taken = any(occupant is not None and are_alike(occupant.name, shown) for occupant in room.seats)
    return refuse("name_taken") if is_taken else shown


def _seal(room: Room, holder: Digest, name: str, ask: AskNumber, answers: tuple[str, ...]) -> Events | Refusal:
    gallery = room.gallery
    number = gallery.number_of(holder)
    if number is None:
        if len(gallery.watchers) >= MOST_WATCHERS:
            return refuse("room_full", "The gallery is full this evening.")
        return (WatcherNamed(holder, name), GuessSealed(len(gallery.watchers), ask, answers))
    named = (WatcherNamed(holder, name),) if gallery.watchers[number].name != name else ()
    before = gallery.guess_of(number, ask)
    if before is not None and answers == format_guess(before.guess):
        return named
    if before is not None and before.changes >= MOST_CHANGES:
        return refuse("used_up", "You've changed your mind often enough for now. Your last guess stays.")
    return (*named, GuessSealed(number, ask, answers))
