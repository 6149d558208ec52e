"""What the players at a table have done so far, as bots may know it that learn how each of them plays."""

from app.rooms.log_view import told
from app.rooms.model.room import Room
from engine.core.bots.deeds import Deed, deeds_of
from engine.core.seats import Viewer


def known_deeds(room: Room, viewer: Viewer) -> tuple[Deed, ...]:
    """The deeds of the room's game that the viewer may look back at, oldest first, without those of who sat there
    before: whoever takes a seat over plays in a way of their own."""
    play = room.play
    if play is None:
        return ()
    here = [occupant.name if occupant is not None else "" for occupant in room.seats[: play.seats]]
    known = []
    for opening in told(room, viewer):
        names = opening.names or here
        known += [deed for deed in deeds_of(play.game, opening.happenings) if names[deed.seat] == here[deed.seat]]
    return tuple(known)
