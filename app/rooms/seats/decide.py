"""Decisions about seating: arrivals, bots, stand-ins, leaving, swaps, removals."""

from collections.abc import Collection

from app.rooms.admission import AdmissionEvent, JoinKeyChanged
from app.rooms.hosts import HostEvent, HostGone, HostPassed
from app.rooms.model.ids import Millis
from app.rooms.model.name_likeness import NAME_RESERVED, are_alike, is_reserved
from app.rooms.model.names import read_name
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Occupant, Room
from app.rooms.seats.commands import (
    FillWithBots,
    GoAway,
    Leave,
    Remove,
    Rename,
    SeatBot,
    SeatingCommand,
    SetStandIn,
    SwapSeats,
    TakeSeat,
)
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

STAND_IN_LEVEL = "normal"
"""Level of the bot that takes over for a player who left."""


Events = tuple[SeatingEvent | HostEvent | AdmissionEvent, ...]


def decide(room: Room, command: SeatingCommand, now: Millis) -> Events | Refusal:
    """Decide on a command about seating."""
    match command:
        case TakeSeat():
            return take_seat(room, command)
        case SeatBot():
            return seat_bot(room, command)
        case FillWithBots():
            return fill_with_bots(room, command)
        case SetStandIn():
            return set_stand_in(room, command)
        case Leave():
            return leave(room, command)
        case SwapSeats():
            return swap_seats(room, command)
        case Remove():
            return remove(room, command)
        case GoAway():
            return go_away(room, command)
        case Rename():
            return rename(room, command)


def take_seat(room: Room, command: TakeSeat) -> Events | Refusal:
    """Take the first free seat, by the join link's key or by the code.

    The code alone is enough while the room is a lobby. In a running game anybody may take over a seat that was given
    up. So a player who left locks nobody out."""
    if command.key is not None and command.key != room.join_key:
        return refuse("no_such_room")
    if command.key is None and (room.phase != "lobby" or command.code != room.join_code):
        return refuse("no_such_room")
    if room.seat_of(command.holder) is not None:
        return ()
    if room.is_locked:
        return refuse("locked")
    shown = read_name(command.name)
    if isinstance(shown, Refusal):
        return shown
    if is_reserved(shown):
        return refuse("name_taken", NAME_RESERVED)
    seat = _free_seat(room)
    if seat is None:
        return refuse("room_full")
    if _is_taken(room, shown, seat):
        return refuse("name_taken")
    taken = SeatTaken(seat, shown, command.holder, kind=command.kind)
    has_host = any(host in room.persons() for host in room.hosts)
    return (taken,) if has_host else (taken, HostPassed(seat))


def seat_bot(room: Room, command: SeatBot) -> Events | Refusal:
    """Seat a bot on a free seat, change its level, or free its seat."""
    if command.seat not in room.hosts:
        return refuse("not_host")
    if room.phase not in ("lobby", "finished"):
        return refuse("already_begun")
    if not 0 <= command.target < len(room.seats):
        return refuse("bad_field", "That seat doesn't exist.")
    if command.level is not None and command.level not in room.game.bots:
        return refuse("bad_field", _levels(room))
    occupant = room.occupant(command.target)
    if occupant is not None and not occupant.bot and not occupant.has_left:
        return refuse("bad_field", "That seat is taken.")
    if command.level is None:
        return (SeatLeft(command.target),) if occupant is not None and not occupant.has_left else ()
    if occupant is not None and occupant.bot == command.level and not occupant.has_left:
        return ()
    called = occupant.name if occupant is not None and occupant.bot else _bot_name(room, command.target, set())
    return (SeatTaken(command.target, called, None, command.level),)


def fill_with_bots(room: Room, command: FillWithBots) -> Events | Refusal:
    """Seat bots on the first free seats, up to that many players."""
    if command.seat not in room.hosts:
        return refuse("not_host")
    if room.phase not in ("lobby", "finished"):
        return refuse("already_begun")
    if command.level not in room.game.bots:
        return refuse("bad_field", _levels(room))
    free = [Seat(number) for number, who in enumerate(room.seats) if who is None or who.has_left]
    size = len(room.seats) if command.size is None else command.size
    events: list[SeatingEvent] = []
    called: set[str] = set()
    for target in free[: max(0, size - (len(room.seats) - len(free)))]:
        shown = _bot_name(room, target, called)
        called.add(shown)
        events.append(SeatTaken(target, shown, None, command.level))
    return tuple(events)


def set_stand_in(room: Room, command: SetStandIn) -> Events | Refusal:
    """Let a bot play for a seat, or its player again.

    Players may decide for their own seat. A host may for every seat, and all others once its time ran out."""
    occupant = room.occupant(command.target)
    if occupant is None or occupant.bot:
        return refuse("bad_field", "Nobody is in that seat.")
    if command.level is not None and command.level not in room.game.bots:
        return refuse("bad_field", _levels(room))
    is_late = room.play is not None and command.target in room.play.ran_out
    may_hand_over = command.seat in room.hosts or (is_late and command.level is not None)
    if command.seat != command.target and not may_hand_over:
        return refuse("not_host", "Only that player or the host can do that until their time runs out.")
    if occupant.has_left and command.level is None:
        return refuse("bad_field", "That player has left. The stand-in keeps playing.")
    is_news = occupant.stand_in != command.level
    return (StandInSet(command.target, command.level, command.seat),) if is_news else ()


def leave(room: Room, command: Leave) -> Events:
    """Free the seat; in a running game a stand-in takes over.

    The last host hands over to the person who has been present longest, or else to the next one."""
    occupant = room.occupant(command.seat)
    given: list[SeatingEvent | HostEvent] = [SeatLeft(command.seat)]
    if room.phase in ("playing", "paused") and occupant is not None and occupant.stand_in is None:
        given.append(StandInSet(command.seat, STAND_IN_LEVEL))
    heirs = [seat for seat in dict.fromkeys((*command.heirs, *room.people())) if seat in room.people()]
    heirs = [seat for seat in heirs if seat != command.seat]
    if command.seat in room.hosts and any(host in heirs for host in room.hosts):
        given.append(HostGone(command.seat))
    elif command.seat in room.hosts and heirs:
        given.append(HostPassed(heirs[0]))
    return tuple(given)


def _free_seat(room: Room) -> Seat | None:
    is_running = room.phase in ("playing", "paused")
    for number, occupant in enumerate(room.seats):
        if occupant.has_left if occupant is not None else not is_running:
            return Seat(number)
    return None


def _is_taken(room: Room, shown: str, seat: Seat) -> bool:
    others = (who for number, who in enumerate(room.seats) if who is not None and number != seat and not who.has_left)
    return any(are_alike(who.name, shown) for who in others)


def _bot_name(room: Room, target: Seat, called: Collection[str]) -> str:
    """Return a name that nobody has at the table, and none of those in ``called``."""
    taken = {who.name for who in room.seats if isinstance(who, Occupant)} | set(called)
    wished = [*BOT_NAMES[target:], *BOT_NAMES[:target], *(f"Bot {number}" for number in range(1, 9))]
    return next(each for each in wished if not any(are_alike(each, other) for other in taken))


BOT_NAMES = ("Lady Agatha", "Lord Barnaby", "Miss Cecily", "Sir Dunstan", "Dame Euphemia")
"""Names of bots, by seat."""


def _levels(room: Room) -> str:
    return f"Bot levels: {', '.join(room.game.bots)}."


def remove(room: Room, command: Remove) -> Events | Refusal:
    """Remove the player from the seat. Code and links that they know become void."""
    if command.seat not in room.hosts:
        return refuse("not_host")
    occupant = room.occupant(command.target)
    if occupant is None or not occupant.is_person:
        return refuse("bad_field", "Nobody is in that seat.")
    if command.target in room.hosts:
        return refuse("bad_field", "Hosts can't be removed.")
    events: list[SeatingEvent | AdmissionEvent] = [SeatRemoved(command.target, command.seat)]
    if room.phase in ("playing", "paused") and occupant.stand_in is None:
        events.append(StandInSet(command.target, STAND_IN_LEVEL))
    return (*events, JoinKeyChanged(command.key, command.code, command.watch_key))


def swap_seats(room: Room, command: SwapSeats) -> Events | Refusal:
    """Swap two seats: a host any two, a player their own with a free one."""
    pair = (command.one, command.other)
    if not all(0 <= seat < len(room.seats) for seat in pair):
        return refuse("bad_field", "That seat doesn't exist.")
    if room.phase != "lobby":
        return refuse("already_begun", "Seats can only be changed before a game starts.")
    is_own_move = command.seat in pair and any(room.occupant(seat) is None for seat in pair)
    if command.seat not in room.hosts and not is_own_move:
        return refuse("not_host", "Only the host can move other players.")
    is_idle = command.one == command.other or all(room.occupant(seat) is None for seat in pair)
    return () if is_idle else (SeatsSwapped(command.one, command.other),)


def go_away(room: Room, command: GoAway) -> Events:
    """Record that the player is away or back."""
    occupant = room.occupant(command.seat)
    is_news = occupant is not None and occupant.is_away != command.is_away
    return (WentAway(command.seat, command.is_away),) if is_news else ()


def rename(room: Room, command: Rename) -> Events | Refusal:
    """Rename the player; nobody else at the table may have the name."""
    shown = read_name(command.name)
    if isinstance(shown, Refusal):
        return shown
    if is_reserved(shown):
        return refuse("name_taken", NAME_RESERVED)
    occupant = room.occupant(command.seat)
    if occupant is None or occupant.name == shown:
        return ()
    return refuse("name_taken") if _is_taken(room, shown, command.seat) else (NameChanged(command.seat, shown),)
