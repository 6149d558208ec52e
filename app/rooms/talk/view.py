"""What one viewer reads of what is said: without those it has muted, and of the watchers' talk what it wishes.

What is muted is not sent at all; unmuted it is there again, for nothing is ever taken out of the room."""

from app.rooms.model.room import Line, Room
from app.rooms.model.values import Frozen
from app.rooms.own.notes import NOTES as OF_DEVICES
from app.rooms.saving.notes import NOTES as OF_FILES
from engine.core.memo import Memoized
from engine.core.seats import Seat, Viewer

NOTES = {**OF_FILES, **OF_DEVICES}
"""What the chat notes by itself, by key: nobody says it, and nobody can mute it."""

CHAT_SHOWN = 30
"""Lines of chat in a view, and as many of the watchers'."""


class SaidPart(Frozen, frozen=True, gc=False):
    """A line of chat."""

    number: int
    seat: Seat | None
    """Where its speaker sits; None once somebody else has their seat, or nobody."""
    name: str
    text: str
    """The words; of a phrase or a sign what it is called in English."""
    phrase: str | None
    """The key of the phrase, or of what the chat notes by itself, if it is one."""
    sign: str | None
    """The key of the sign, if it is a reaction."""
    ask: int | None
    """The reveal the reaction is about, if it is about one."""


class WatcherSaidPart(Frozen, frozen=True, gc=False):
    """A line of the watchers' talk."""

    number: int
    name: str
    text: str


def said(room: Room, viewer: Viewer) -> tuple[SaidPart, ...]:
    """The last lines of the table."""
    muted, lines = muted_by(room, viewer), _lines(room.chat)
    if muted:
        lines = tuple(part for part in lines if part.name not in muted or part.phrase in NOTES)
    return lines[-CHAT_SHOWN:]


def _parts(chat: tuple[Line, ...]) -> tuple[SaidPart, ...]:
    return tuple(
        SaidPart(line.number, line.seat, line.name, line.text, line.phrase, line.sign, line.ask) for line in chat
    )


_lines = Memoized(_parts, most=128)


def watchers_said(room: Room, viewer: Viewer) -> tuple[WatcherSaidPart, ...]:
    """The last lines of the watchers, for them and for seats that wish it."""
    if not has_watchers_talk(room) or hears_watchers(room, viewer) is False:
        return ()
    return tuple(WatcherSaidPart(line.number, line.name, line.text) for line in room.watchers_chat[-CHAT_SHOWN:])


def has_watchers_talk(room: Room) -> bool:
    """Whether watchers may talk to each other."""
    return room.options.watchers != "none" and room.options.watchers_talk


def hears_watchers(room: Room, viewer: Viewer) -> bool | None:
    """Whether the seat reads the watchers' talk: as it wished, else while no game runs. None for the public."""
    occupant = room.occupant(viewer) if viewer is not None else None
    if occupant is None:
        return None
    wished = occupant.hears_watchers
    return room.phase not in ("playing", "paused") if wished is None else wished


def muted_by(room: Room, viewer: Viewer) -> tuple[str, ...]:
    """The names whose lines the viewer does not read, in order."""
    occupant = room.occupant(viewer) if viewer is not None else None
    return tuple(sorted(occupant.muted)) if occupant is not None and occupant.muted else ()
