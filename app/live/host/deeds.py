"""Past choices at a table, for bots that learn how each player plays."""

from app.rooms.model.play import Play
from app.rooms.model.room import Room
from app.rooms.views.log_view import told
from engine.core.bots.deeds import deeds_of
from engine.core.game import Deed
from engine.core.seats import Seat


def known_deeds(room: Room, seat: Seat) -> tuple[Deed, ...]:
    """Return the game's past choices that the seat's player may know, oldest first.

    Those of the seat's earlier players are left out: each plays in a way of their own."""
    play = room.play
    if play is None:
        return ()
    here = tuple([occupant.name if occupant is not None else "" for occupant in room.seats[: play.seats]])
    # everybody was told of all of them: they are the same for every bot that is asked at once
    return play.memo.once(play.history, ("deeds", here), lambda: _known(room, play, seat, here))


def _known(room: Room, play: Play, seat: Seat, here: tuple[str, ...]) -> tuple[Deed, ...]:
    known: list[Deed] = []
    for reveal in told(room, seat):
        names = reveal.names or here
        known += [deed for deed in deeds_of(play.game, reveal.effects) if names[deed.seat] == here[deed.seat]]
    return tuple(known)
