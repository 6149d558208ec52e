"""Delayed room: as watchers see it who are one reveal behind.

It is made once, as a whole, before anything is rendered. The present asks follow from the last reveal. So does
everything since then: who has sealed, whose time ran out, when the cards are revealed. The delayed room holds none
of it, so nothing made from it can leak it."""

from app.rooms import events as e
from app.rooms.model.changes import with_late_numbers
from app.rooms.model.ids import AskNumber
from app.rooms.model.play import Play
from app.rooms.model.room import ChatMessage, Room
from app.rooms.model.values import replace
from app.rooms.schema.event import disclosure
from engine.core.memo import Memoized
from engine.core.seats import Viewer


def apply_delay(room: Room, viewer: Viewer) -> Room:
    """Return the room that the viewer may see.

    It is the delayed room for the public if the room says so. Seats see the room as it is. Equal arguments return
    the same object."""
    return room if viewer is not None or not room.is_delayed else _make_delayed_room(room)


def _delay_room(room: Room) -> Room:
    play = room.play
    if play is None:
        return room
    late = _delay_play(play)
    room = with_late_numbers(room)
    told = (replace(line, number=line.late_number) for line in room.chat if not _is_about_later(line, late))
    chat = tuple(sorted(told, key=lambda line: line.number))
    announcements = tuple(each for each in room.announcements if each.kind != "time_given")
    return replace(
        room,
        play=late,
        chat=chat,
        watchers_chat=tuple(replace(line, number=line.late_number) for line in room.watchers_chat),
        announcements=announcements,
        public_events=room.get_visible_version(None),
        untold=0,
        is_late=True,
    )


_make_delayed_room = Memoized(_delay_room)


def _lift_delay(room: Room) -> Room:
    return replace(room, is_late=True) if room.is_delayed else room


lift_delay = Memoized(_lift_delay)
"""Return the room whose public view is not delayed, as its players know it."""


def is_hidden_from_delayed(room: Room, event: e.Event) -> bool:
    """Return whether the public event shows nothing new to delayed watchers.

    Changes of times count among these events: they would show when a choice is due."""
    play = room.play
    if play is None or room.phase not in ("playing", "paused"):
        return False
    if isinstance(event, e.Revealed):
        # delayed watchers see the first reveal with the second
        return not play.history
    if isinstance(event, e.Reacted):
        return event.ask is not None and event.ask >= _delay_play(play).ask
    return disclosure(type(event)).is_of_now


def _delay_play(play: Play) -> Play:
    """Return the game before its last reveal, with nobody asked."""
    is_revealed = bool(play.history)
    return replace(
        play,
        state=play.before,
        ask=AskNumber(play.ask - 1) if is_revealed else play.ask,
        asks={},
        sealed={},
        once_sealed=frozenset(),
        reveal_at=None,
        is_held=False,
        ran_out=frozenset(),
        plans={},
        nudges={},
        history=play.history[:-1],
        latest=play.latest[:-1],
        reactions=tuple(each for each in play.reactions if each.ask < play.ask - 1),
    )


def _is_about_later(line: ChatMessage, late: Play) -> bool:
    return line.ask is not None and line.ask >= late.ask
