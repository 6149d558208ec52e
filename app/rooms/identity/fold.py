"""Fold of events about players' identity."""

from app.rooms.identity.decide import find_owner
from app.rooms.identity.events import IdentityChosen, IdentityEvent, IdentityWished
from app.rooms.model.changes import occupant_of, with_occupant
from app.rooms.model.identity import Mark, is_colour, is_crest
from app.rooms.model.ids import Millis
from app.rooms.model.room import Occupant, Room
from app.rooms.model.values import replace


def fold(room: Room, event: IdentityEvent, at: Millis) -> Room:
    """Return the room after the event. Raises BrokenJournalError."""
    seat, mark = event.seat, event.mark
    occupant = occupant_of(room, seat)
    match event:
        case IdentityWished():
            return with_occupant(room, seat, replace(occupant, wishes=(*_list_other_wishes(occupant, mark), mark)))
        case IdentityChosen():
            owner = find_owner(room, mark)
            if owner is not None:
                room = with_occupant(room, owner, _with_mark(occupant_of(room, owner), occupant.get_mark(mark)))
            return with_occupant(room, seat, _with_mark(occupant, mark))


def _with_mark(occupant: Occupant, mark: Mark) -> Occupant:
    colour = mark if is_colour(mark) else occupant.colour
    crest = mark if is_crest(mark) else occupant.crest
    return replace(occupant, colour=colour, crest=crest, wishes=_list_other_wishes(occupant, mark))


def _list_other_wishes(occupant: Occupant, mark: Mark) -> tuple[Mark, ...]:
    """Return the occupant's wishes of the other kind."""
    return tuple(wish for wish in occupant.wishes if is_colour(wish) != is_colour(mark))
