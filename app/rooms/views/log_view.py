"""Log of reveals for one viewer."""

from collections.abc import Sequence
from itertools import takewhile

from app.rooms.delayed import apply_delay
from app.rooms.model.play import Play
from app.rooms.model.reveal import Reveal
from app.rooms.model.room import Room
from engine.core.game import Memory
from engine.core.memo import Memoized
from engine.core.seats import Viewer


def list_visible_reveals(room: Room, viewer: Viewer, after_ask: int = 0) -> tuple[Reveal, ...]:
    """Return the reveals after that ask that the viewer may see.

    They see all of them after the game or with an open memory. Otherwise they see the last complete round and the
    present one."""
    room = apply_delay(room, viewer)
    play = room.play
    if play is None:
        return ()
    since = _sat_since(room, viewer)
    if after_ask:
        # new reveals come last, and most often there is none
        new = list(takewhile(lambda reveal: reveal.ask > after_ask, reversed(play.history)))[::-1]
        return _filter_effects(_select_remembered(room, play, new), viewer, since) if new else ()
    # the same tuple until the next reveal, because it is the key of caches
    is_over = room.phase == "finished"
    reveals = play.memo.once(
        play.history, ("remembered", is_over), lambda: _select_remembered(room, play, play.history)
    )
    return play.memo.once(reveals, ("heard", is_over, viewer, since), lambda: _filter_effects(reveals, viewer, since))


def _select_remembered(room: Room, play: Play, reveals: Sequence[Reveal]) -> tuple[Reveal, ...]:
    if room.phase == "finished" or play.game.memory(play.state) is Memory.ALL:
        return tuple(reveals)
    first = play.game.round(play.state) - 1
    return tuple(reveal for reveal in reveals if reveal.round >= first)


def _sat_since(room: Room, viewer: Viewer) -> int:
    occupant = room.occupant(viewer) if viewer is not None else None
    return occupant.since if occupant is not None else 0


def _filter_effects(reveals: tuple[Reveal, ...], viewer: Viewer, since: int) -> tuple[Reveal, ...]:
    """Return the reveals without effects that are not for the viewer.

    Before they sat down they saw what everybody sees."""
    told = tuple(map(_told_to, reveals))
    if told.count(None) == len(told):
        return reveals
    viewers = [viewer if reveal.ask >= since else None for reveal in reveals]
    return tuple(map(_to, viewers, reveals, told))


_Told = dict[Viewer, Reveal] | None
"""Copies of one reveal by viewer; None if everybody may see all of it."""


def _to(viewer: Viewer, reveal: Reveal, told: _Told) -> Reveal:
    if told is None:
        return reveal
    heard = told.get(viewer)
    if heard is None:
        effects = tuple(one for one in reveal.effects if one.is_for(viewer))
        heard = told[viewer] = Reveal(reveal.ask, reveal.round, effects, reveal.names)
    return heard


def _make_copy_cache(reveal: Reveal) -> _Told:
    return None if all(each.audience is None for each in reveal.effects) else {}


_told_to = Memoized(_make_copy_cache, most=1024)
"""Copies of recent reveals.

Each is sent again with later ones, until the next round ends."""
