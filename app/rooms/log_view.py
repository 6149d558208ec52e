"""What one viewer may be told of what was opened."""

from dataclasses import replace
from itertools import takewhile

from app.rooms.late import as_seen
from app.rooms.model.opening import Opening
from app.rooms.model.room import Room
from engine.core.game import Memory
from engine.core.seats import Viewer


def told(room: Room, viewer: Viewer, after_ask: int = 0) -> tuple[Opening, ...]:
    """What was opened after that ask, as far as the viewer may be told: all of it after the game or with an open
    memory, else the last complete round and the present one."""
    room = as_seen(room, viewer)
    play = room.play
    if play is None:
        return ()
    # the latest come last, and most often there is none that is new
    openings = list(takewhile(lambda opening: opening.ask > after_ask, reversed(play.history)))[::-1]
    if room.phase != "finished" and play.game.memory(play.state) is not Memory.ALL:
        first = play.game.round(play.state) - 1
        openings = [opening for opening in openings if opening.round >= first]
    return tuple(_heard(opening, viewer) for opening in openings)


def _heard(opening: Opening, viewer: Viewer) -> Opening:
    if all(each.audience is None for each in opening.happenings):
        return opening
    return replace(opening, happenings=tuple(each for each in opening.happenings if each.is_for(viewer)))
