"""What the players at a table have done so far, as bots may know it that learn how each of them plays."""

from app.rooms.model.play import Play
from app.rooms.model.room import Room
from app.rooms.views.log_view import told
from engine.core.bots.deeds import deeds_of
from engine.core.game import Deed
from engine.core.seats import Seat


def known_deeds(room: Room, seat: Seat) -> tuple[Deed, ...]:
    """The deeds of the room's game that a player on that seat may look back at, oldest first, without those of who sat
    there before: whoever takes a seat over plays in a way of their own."""
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
