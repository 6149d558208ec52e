"""Decisions about how people get on with each other at a table: places, locks, removals, who is away."""

from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.seats.decide import STAND_IN_LEVEL
from app.rooms.seats.facts import StandInSet
from app.rooms.table.commands import ChangeJoinKey, GoAway, Lock, Remove, SwapSeats, TableCommand
from app.rooms.table.facts import JoinKeyChanged, RoomLocked, SeatRemoved, SeatsSwapped, TableFact, WentAway

Facts = tuple[TableFact | StandInSet, ...]


def decide(room: Room, command: TableCommand, now: Millis) -> Facts | Refusal:
    """What the room answers to a command about the table."""
    match command:
        case SwapSeats():
            return swap_seats(room, command)
        case GoAway():
            return go_away(room, command)
    return _decide_as_host(room, command)


def _decide_as_host(room: Room, command: Remove | Lock | ChangeJoinKey) -> Facts | Refusal:
    if command.seat not in room.hosts:
        return refuse("not_host")
    match command:
        case Remove():
            return remove(room, command)
        case Lock():
            return (RoomLocked(command.is_locked),) if command.is_locked != room.is_locked else ()
        case ChangeJoinKey():
            return (JoinKeyChanged(command.key, command.code),)


def remove(room: Room, command: Remove) -> Facts | Refusal:
    """The seat without its player; code and links they know are void."""
    occupant = room.occupant(command.target)
    if occupant is None or not room.is_held(command.target):
        return refuse("bad_field", "No player sits there.")
    if command.target in room.hosts:
        return refuse("bad_field", "A host cannot be removed.")
    facts: list[TableFact | StandInSet] = [SeatRemoved(command.target, command.seat)]
    if room.phase in ("playing", "paused") and occupant.stand_in is None:
        facts.append(StandInSet(command.target, STAND_IN_LEVEL))
    return (*facts, JoinKeyChanged(command.key, command.code, command.watch_key))


def swap_seats(room: Room, command: SwapSeats) -> Facts | Refusal:
    """Two seats changed: by a host any two, by a player their own with a free one."""
    pair = (command.one, command.other)
    if not all(0 <= seat < len(room.seats) for seat in pair):
        return refuse("bad_field", "There is no such seat.")
    if room.phase != "lobby":
        return refuse("already_begun")
    is_own_move = command.seat in pair and any(room.occupant(seat) is None for seat in pair)
    if command.seat not in room.hosts and not is_own_move:
        return refuse("not_host", "Only a host can let others change places.")
    is_idle = command.one == command.other or all(room.occupant(seat) is None for seat in pair)
    return () if is_idle else (SeatsSwapped(command.one, command.other),)


def go_away(room: Room, command: GoAway) -> Facts:
    """The player's own word for being away or back."""
    occupant = room.occupant(command.seat)
    is_news = occupant is not None and occupant.is_away != command.is_away
    return (WentAway(command.seat, command.is_away),) if is_news else ()
