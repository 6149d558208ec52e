"""The room as watchers see it who see the table one reveal late: made once, whole, before anything is shown of it.

Who is asked now follows from the last reveal, and so does all that has happened since: who has sealed, whose time ran
out, when the cards are revealed. None of it is in here, so nothing that is made of this room can tell of it."""

from app.rooms import events as e
from app.rooms.model.ids import AskNumber
from app.rooms.model.play import Play
from app.rooms.model.room import Line, Room
from app.rooms.model.values import replace
from app.rooms.schema.event import disclosure
from engine.core.memo import Memoized
from engine.core.seats import Viewer


def as_seen(room: Room, viewer: Viewer) -> Room:
    """The room of which the viewer may be shown anything: as it is for seats, late for the public where the room wants
    it so. The same for what it gave before."""
    return room if viewer is not None or not room.is_delayed else _seen_late(room)


def _as_it_was(room: Room) -> Room:
    play = room.play
    if play is None:
        return room
    late = _late(play)
    chat = tuple(line for line in room.chat if not _is_about_later(line, late))
    news = tuple(each for each in room.news if each.kind != "time_given")
    return replace(room, play=late, chat=chat, news=news, public_events=room.seen(None), untold=0, is_late=True)


_seen_late = Memoized(_as_it_was)


def is_told_late(room: Room, event: e.Event) -> bool:
    """Whether those who see the room late see nothing new when this event comes to it, though everybody may know it.

    Times count among it: they say when a choice is due that they know nothing of."""
    play = room.play
    if play is None or room.phase not in ("playing", "paused"):
        return False
    if isinstance(event, e.Revealed):
        # what the first reveal changed is shown with the second
        return not play.history
    if isinstance(event, e.Reacted):
        return event.ask is not None and event.ask >= _late(play).ask
    return disclosure(type(event)).is_of_now


def _late(play: Play) -> Play:
    """The game before its last reveal, with nobody asked anything."""
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
    )


def _is_about_later(line: Line, late: Play) -> bool:
    return line.ask is not None and line.ask >= late.ask
