"""View of the chat: messages without muted names, and the watchers' chat.

A muted message is not sent at all. It comes back when unmuted, because the room deletes nothing. Seats read the
watchers' chat if they want to."""

from app.rooms.model.room import ChatMessage, Room
from app.rooms.model.values import Frozen
from app.rooms.player.notes import NOTES as OF_DEVICES
from app.rooms.saving.notes import NOTES as OF_FILES
from engine.core.memo import Memoized
from engine.core.seats import Seat, Viewer

NOTES = {**OF_FILES, **OF_DEVICES}
"""Chat notes by key. No player can say or mute them."""

CHAT_SHOWN = 30
"""Chat messages in a view, and as many of the watchers."""


class SaidPart(Frozen, frozen=True, gc=False):
    """Chat message."""

    number: int
    seat: Seat | None
    """Seat of the sender; None for nobody, and once somebody else has the seat."""
    name: str
    text: str
    """Text of the message; of a phrase or a sign its English name."""
    phrase: str | None
    """Key of the phrase or chat note, if it is one."""
    sign: str | None
    """Key of the sign, if it is a reaction."""
    ask: int | None
    """Reveal that the reaction is about, if any."""


class WatcherSaidPart(Frozen, frozen=True, gc=False):
    """Message in the watchers' chat."""

    number: int
    name: str
    text: str


def list_messages(room: Room, viewer: Viewer) -> tuple[SaidPart, ...]:
    """Return the last messages of the table."""
    muted, lines = list_muted_names(room, viewer), _lines(room.chat)
    if muted:
        lines = tuple(part for part in lines if part.name not in muted or part.phrase in NOTES)
    return lines[-CHAT_SHOWN:]


def _parts(chat: tuple[ChatMessage, ...]) -> tuple[SaidPart, ...]:
    return tuple(
        SaidPart(line.number, line.seat, line.name, line.text, line.phrase, line.sign, line.ask) for line in chat
    )


_lines = Memoized(_parts, most=128)


def list_watcher_messages(room: Room, viewer: Viewer) -> tuple[WatcherSaidPart, ...]:
    """Return the last messages of the watchers, for them and for seats that want them."""
    if not has_watchers_chat(room) or hears_watchers(room, viewer) is False:
        return ()
    return tuple(WatcherSaidPart(line.number, line.name, line.text) for line in room.watchers_chat[-CHAT_SHOWN:])


def has_watchers_chat(room: Room) -> bool:
    """Return whether watchers may chat with each other."""
    return room.options.watchers != "none" and room.options.watchers_talk


def hears_watchers(room: Room, viewer: Viewer) -> bool | None:
    """Return whether the seat reads the watchers' chat; None for the public.

    The default is to read it while no game runs."""
    occupant = room.occupant(viewer) if viewer is not None else None
    if occupant is None:
        return None
    wished = occupant.hears_watchers
    return room.phase not in ("playing", "paused") if wished is None else wished


def list_muted_names(room: Room, viewer: Viewer) -> tuple[str, ...]:
    """Return the names that the viewer has muted, in order."""
    occupant = room.occupant(viewer) if viewer is not None else None
    return tuple(sorted(occupant.muted)) if occupant is not None and occupant.muted else ()
