"""Fold of events about seating."""

from app.rooms.model.changes import (
    BrokenJournalError,
    occupant_of,
    with_device,
    with_gone,
    with_occupant,
    without_votes,
)
from app.rooms.model.devices import WhyGone
from app.rooms.model.identity import COLOURS, CRESTS, Colour, Crest, find_free
from app.rooms.model.ids import AskNumber, Millis
from app.rooms.model.names import NameChange
from app.rooms.model.room import Occupant, Room
from app.rooms.model.values import replace
from app.rooms.seats.events import (
    NameChanged,
    SeatingEvent,
    SeatLeft,
    SeatRemoved,
    SeatsSwapped,
    SeatTaken,
    StandInSet,
    WentAway,
)
from engine.core.seats import Seat

RENAMED_KEPT = 16
"""Number of changes of name that a room remembers, to find earlier results."""


def fold(room: Room, event: SeatingEvent, at: Millis) -> Room:
    """Return the room after the event. Raises BrokenJournalError."""
    match event:
        case SeatTaken(seat, name, holder, bot, kind):
            asks = AskNumber(room.asks_so_far + (room.phase not in ("playing", "paused")))
            colour, crest = _find_identity(room, seat)
            occupant = Occupant(name, colour, crest, person=room.public_events + 1, since=asks, bot=bot)
            occupant = with_device(occupant, holder, kind, at) if holder else occupant
            return with_occupant(_without_private_data(room, seat), seat, occupant)
        case SeatLeft(seat):
            return vacate_seat(room, seat, "left")
        case StandInSet(seat, level):
            occupant = occupant_of(room, seat)
            made = occupant.choices_by_bot if occupant.stand_in is not None else 0
            return with_occupant(room, seat, replace(occupant, stand_in=level, choices_by_bot=made))
        case WentAway(seat, is_away):
            return with_occupant(room, seat, replace(occupant_of(room, seat), is_away=is_away))
        case SeatRemoved(seat):
            return vacate_seat(room, seat, "removed")
        case SeatsSwapped(one, other):
            return _apply_seats_swapped(room, one, other)
        case NameChanged(seat, name):
            return _apply_name_changed(room, seat, name)


def vacate_seat(room: Room, seat: Seat, why: WhyGone) -> Room:
    """Return the room without the seat's occupant. Raises BrokenJournalError.

    Once a game has begun, the name stays with what the seat did in it."""
    room = with_gone(room, occupant_of(room, seat).holders, why)
    if room.phase == "lobby":
        return with_occupant(room, seat, None)
    if room.play is not None:
        # the seat's next player neither reads the plan nor has it sealed
        said = {other: plan for other, plan in room.play.plans.items() if other != seat}
        room = replace(room, play=replace(room.play, plans=said))
    gone = replace(occupant_of(room, seat), devices=(), has_left=True)
    return with_occupant(without_votes(room, seat), seat, gone)


def _find_identity(room: Room, seat: Seat) -> tuple[Colour, Crest]:
    """Return colour and crest of a newcomer.

    They are those of the seat's last occupant, whose pieces are on the table, else the first free ones."""
    before = room.occupant(seat)
    if before is not None:
        return before.colour, before.crest
    others = [who for who in room.seats if who is not None]
    return find_free(COLOURS, {who.colour for who in others}), find_free(CRESTS, {who.crest for who in others})


def _without_private_data(room: Room, seat: Seat) -> Room:
    """Return the room without the last player's private data.

    Data that belong to a player by the seat's number go too."""
    room = without_votes(room, seat)
    if any(line.seat == seat for line in room.chat):
        chat = tuple(replace(line, seat=None) if line.seat == seat else line for line in room.chat)
        room = replace(room, chat=chat)
    play = room.play
    if play is None:
        return room
    sealed = {other: replace(card, is_inherited=True) if other == seat else card for other, card in play.sealed.items()}
    return replace(
        room,
        play=replace(
            play,
            sealed=sealed,
            plans={other: said for other, said in play.plans.items() if other != seat},
            changes={other: count for other, count in play.changes.items() if other != seat},
            nudges={pair: nudge for pair, nudge in play.nudges.items() if seat not in pair},
        ),
    )


def _apply_seats_swapped(room: Room, one: Seat, other: Seat) -> Room:
    """Return the room with two occupants swapped, and all data tied to their seats."""
    if room.phase != "lobby" or not all(0 <= seat < len(room.seats) for seat in (one, other)):
        raise BrokenJournalError(f"seats {one} and {other} cannot change places")
    to = {one: other, other: one}
    seats = tuple(room.seats[to.get(Seat(seat), Seat(seat))] for seat in range(len(room.seats)))
    return replace(
        room,
        seats=seats,
        hosts=tuple(to.get(host, host) for host in room.hosts),
        links=tuple(replace(link, seat=to.get(link.seat, link.seat)) for link in room.links),
        askers=tuple(replace(each, seat=to.get(each.seat, each.seat)) for each in room.askers),
        chat=tuple(replace(line, seat=to[line.seat]) if line.seat in to else line for line in room.chat),
    )


def _apply_name_changed(room: Room, seat: Seat, name: str) -> Room:
    """Return the room with the player's new name.

    It also changes in the chat, in the log and in other players' mute lists."""
    before = occupant_of(room, seat)
    room = with_occupant(room, seat, replace(before, name=name))
    chat = tuple(replace(line, name=name) if line.seat == seat else line for line in room.chat)
    muted = tuple(
        replace(who, muted=who.muted - {before.name} | {name}) if who is not None and before.name in who.muted else who
        for who in room.seats
    )
    renamed = (*room.renamed, NameChange(before.name, name, room.games_so_far))[-RENAMED_KEPT:]
    room = replace(room, chat=chat, seats=muted, renamed=renamed)
    play = room.play
    if play is None or seat >= play.seats:
        return room
    history = tuple(
        replace(each, names=(*each.names[:seat], name, *each.names[seat + 1 :]))
        if each.ask >= before.since and each.names[seat : seat + 1] == (before.name,)
        else each
        for each in play.history
    )
    reactions = tuple(
        replace(each, name=name) if (each.seat, each.name) == (seat, before.name) else each for each in play.reactions
    )
    return replace(room, play=replace(play, history=history, reactions=reactions))
