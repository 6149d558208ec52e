"""What one viewer may be told of what was opened."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from app.rooms.late import as_seen
from app.rooms.model.opening import Opening
from app.rooms.model.play import Play
from app.rooms.model.room import Room
from engine.core.game import Memory
from engine.core.memo import Memoized
from engine.core.seats import Viewer


def told(room: Room, viewer: Viewer, after_ask: int = 0) -> tuple[Opening, ...]:
    """What was opened after that ask, as far as the viewer may be told: all of it after the game or with an open
    memory, else the last complete round and the present one."""
    room = as_seen(room, viewer)
    play = room.play
    if play is None:
        return ()
    if after_ask:
        # the latest come last, and most often there is none that is new
        new = list(takewhile(lambda opening: opening.ask > after_ask, reversed(play.history)))[::-1]
        return _heard(_remembered(room, play, new), viewer)
    # the same tuple until something is opened: what is made of it is kept by it
    is_over = room.phase == "finished"
    openings = play.memo.once(play.history, ("remembered", is_over), lambda: _remembered(room, play, play.history))
    return play.memo.once(openings, ("heard", is_over, viewer), lambda: _heard(openings, viewer))


def _remembered(room: Room, play: Play, openings: Sequence[Opening]) -> tuple[Opening, ...]:
    if room.phase == "finished" or play.game.memory(play.state) is Memory.ALL:
        return tuple(openings)
    first = play.game.round(play.state) - 1
    return tuple(opening for opening in openings if opening.round >= first)


def _heard(openings: tuple[Opening, ...], viewer: Viewer) -> tuple[Opening, ...]:
    """Without what is not for the viewer."""
    if all(map(_is_for_all, openings)):
        return openings
    return tuple(
        replace(each, happenings=tuple(one for one in each.happenings if one.is_for(viewer))) for each in openings
    )


def _is_said_to_all(opening: Opening) -> bool:
    return all(each.audience is None for each in opening.happenings)


_is_for_all = Memoized(_is_said_to_all, most=1024)
