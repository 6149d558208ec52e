"""The fold: a room and one more entry of its journal make the next room. Loading, following and replaying are this
one function. Each fact goes to the ``fold`` of the subject that lists it."""

from collections.abc import Iterable

from app.rooms import facts as f
from app.rooms.audience import Audience, audience
from app.rooms.late import is_told_late
from app.rooms.model.changes import BrokenJournal, occupant_of, with_occupant
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.news import with_news
from app.rooms.saving.fold import without_agreement
from app.rooms.setup.fold import opened
from app.rooms.subjects import SUBJECTS

__all__ = ["BrokenJournal", "fold", "step"]

FOLDS = {kind: subject.fold for subject in SUBJECTS for kind in (*subject.for_all, *subject.for_seat)}
"""What folds each kind of fact."""


def fold(room: Room | None, entries: Iterable[f.Entry]) -> Room | None:
    """The room after these entries. Raises BrokenJournal."""
    for entry in entries:
        room = step(room, entry)
    return room


def step(room: Room | None, entry: f.Entry) -> Room:
    """The room after one more entry. Raises BrokenJournal."""
    if isinstance(entry.fact, f.RoomOpened):
        if room is not None or entry.version != 1:
            raise BrokenJournal(f"a room opened twice, at version {entry.version}")
        return opened(entry.fact, entry.at)
    if room is None or entry.version != room.version + 1:
        raise BrokenJournal(f"version {entry.version} follows {room.version if room else 0}")
    told, is_late = audience(room, entry.fact), is_told_late(room, entry.fact)
    # what was agreed was agreed about cards that are open now
    before = without_agreement(room) if isinstance(entry.fact, f.Revealed) else room
    after = replace(
        FOLDS[type(entry.fact)](before, entry.fact, entry.at), version=entry.version, at=max(room.at, entry.at)
    )
    return _counted(with_news(room, after, entry.fact), told, is_late)


def _counted(room: Room, told: Audience, is_late: bool) -> Room:
    # with the end of a game everything is told
    untold = room.untold if room.phase in ("playing", "paused") else 0
    if told == "everybody":
        return replace(room, public_facts=room.public_facts + 1, untold=untold + is_late)
    occupant = occupant_of(room, told)
    return with_occupant(room, told, replace(occupant, private_facts=occupant.private_facts + 1))
