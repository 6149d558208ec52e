"""Fold: a room and one more entry of its journal give the next room.

Loading, following and replaying use this one function. Each event goes to the ``fold`` of the subject that lists it."""

from collections.abc import Iterable

from app.rooms import events as e
from app.rooms.announcements import with_announcement
from app.rooms.audience import audience
from app.rooms.budget.spending import add_entry, with_note
from app.rooms.delayed import is_hidden_from_delayed
from app.rooms.gallery.fold import begin_game, decide_guesses
from app.rooms.model.changes import BrokenJournalError, occupant_of, with_occupant
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.saving.fold import without_agreement
from app.rooms.setup.fold import apply_room_opened
from app.rooms.subjects import SUBJECTS

__all__ = ["BrokenJournalError", "fold", "step"]

FOLDS = {kind: subject.fold for subject in SUBJECTS for kind in subject.events}
"""Fold function of each kind of event."""


def fold(room: Room | None, entries: Iterable[e.Entry]) -> Room | None:
    """Return the room after these entries. Raises BrokenJournalError."""
    for entry in entries:
        room = step(room, entry)
    return room


def step(room: Room | None, entry: e.Entry) -> Room:
    """Return the room after one more entry. Raises BrokenJournalError."""
    if type(entry.event) is e.RoomOpened:
        if room is not None or entry.version != 1:
            raise BrokenJournalError(f"a room opened twice, at version {entry.version}")
        return apply_room_opened(entry.event, entry.at)
    if room is None or entry.version != room.version + 1:
        raise BrokenJournalError(f"version {entry.version} follows {room.version if room else 0}")
    event, at = entry.event, max(room.at, entry.at)
    told, is_late = audience(room, event), is_hidden_from_delayed(room, event)
    # the agreement was about cards that are revealed now
    before = without_agreement(room) if type(event) is e.Revealed else room
    after = with_announcement(room, _with_gallery(FOLDS[type(event)](before, event, entry.at), event), event)
    spending = add_entry(room, after, entry, told)
    if spending.is_noted and not room.spending.is_noted:
        after = with_note(after)
    # the end of a game makes everything public
    untold = after.untold if after.phase in ("playing", "paused") else 0
    if told == "everybody":
        count, late = after.public_events + 1, untold + is_late
        return replace(after, version=entry.version, at=at, public_events=count, untold=late, spending=spending)
    if told == "nobody":
        return replace(after, version=entry.version, at=at, spending=spending)
    occupant = occupant_of(after, told)
    counted = with_occupant(after, told, replace(occupant, private_events=occupant.private_events + 1))
    return replace(counted, version=entry.version, at=at, spending=spending)


def _with_gallery(room: Room, event: e.Event) -> Room:
    """Return the room with what the event means for its watchers' guesses."""
    if type(event) is e.GameBegun:
        return begin_game(room)
    return decide_guesses(room) if type(event) in _DECIDE_GUESSES else room


_DECIDE_GUESSES = frozenset({e.Revealed, e.GameFinished, e.GameAborted})
