"""Decisions about players' identity: marks chosen, exchanged and asked for."""

from collections.abc import Iterator

from app.rooms.identity.commands import IdentityCommand
from app.rooms.identity.events import IdentityChosen, IdentityEvent, IdentityWished
from app.rooms.model.identity import Mark, is_colour
from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from engine.core.seats import Seat

Events = tuple[IdentityEvent, ...]


def decide(room: Room, command: IdentityCommand, now: Millis) -> Events | Refusal:
    """Choose marks that are free or a bot's, and ask a person for theirs."""
    if room.phase != "lobby":
        return refuse("already_begun", "Colour and crest can only be changed before a game starts.")
    marks = [mark for mark in (command.colour, command.crest) if mark is not None]
    if not marks:
        return refuse("bad_field", "Choose a colour or a crest.")
    return tuple(event for mark in marks for event in _choose(room, command.seat, mark))


def _choose(room: Room, seat: Seat, mark: Mark) -> Events:
    me = room.occupant(seat)
    if me is None:
        return ()
    own = me.get_mark(mark)
    if own == mark:
        return (IdentityChosen(seat, mark),) if any(is_colour(wish) == is_colour(mark) for wish in me.wishes) else ()
    owner = find_owner(room, mark)
    if owner is None:
        return (IdentityChosen(seat, mark), *_pass_on(room, own, {seat}))
    other = room.occupant(owner)
    if other is not None and other.is_person and own not in other.wishes:
        return () if mark in me.wishes else (IdentityWished(seat, mark),)
    return (IdentityChosen(seat, mark),)


def find_owner(room: Room, mark: Mark) -> Seat | None:
    """Return the seat whose occupant has the colour or crest; None if it is free."""
    owners = (seat for seat in room.list_taken() if (who := room.occupant(seat)) and who.get_mark(mark) == mark)
    return next(owners, None)


def _pass_on(room: Room, mark: Mark, served: set[Seat]) -> Iterator[IdentityChosen]:
    """Give a mark that became free to the first player who asked for it.

    What that player had becomes free in turn."""
    for seat in room.list_taken():
        who = room.occupant(seat)
        if who is not None and seat not in served and mark in who.wishes:
            yield IdentityChosen(seat, mark)
            yield from _pass_on(room, who.get_mark(mark), served | {seat})
            return
