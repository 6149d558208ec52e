"""Decisions about seats: who may sit down, bring a device, let a bot play, or leave."""

from app.rooms import commands as c
from app.rooms import facts as f
from app.rooms.model.ids import Millis
from app.rooms.model.name_likeness import alike
from app.rooms.model.names import name
from app.rooms.model.options import read_options
from app.rooms.model.refusals import Refusal, bad_field, refuse
from app.rooms.model.room import Occupant, Room
from engine import registry
from engine.core.errors import EngineError
from engine.core.seats import Seat

MAX_DEVICES = 4
"""Tokens that may hold one seat."""

STAND_IN_LEVEL = "normal"
"""The bot that goes on for who left."""

BAD_NAME = "A name has 1 to 24 characters and no control characters."

Facts = tuple[f.Fact, ...]


def decide_seats(room: Room, command: c.SeatCommand, now: Millis) -> Facts | Refusal:
    """What the room answers to a command about seats."""
    match command:
        case c.TakeSeat():
            return take_seat(room, command)
        case c.SeatBot():
            return seat_bot(room, command)
        case c.SetStandIn():
            return set_stand_in(room, command)
        case c.Leave():
            return leave(room, command)
        case c.MakeReturnLink():
            return make_return_link(command)
        case c.AddDevice():
            return add_device(room, command, now)


def open_room(command: c.OpenRoom) -> Facts | Refusal:
    """A new room with its first player as host."""
    shown = name(command.name)
    if shown is None:
        return refuse("bad_field", BAD_NAME)
    try:
        options = read_options(registry.find(command.game).options, command.options)
    except EngineError as error:
        return bad_field(error)
    return (
        f.RoomOpened(command.code, command.game, command.join_key, command.watch_key),
        f.OptionsChanged(options.plain()),
        f.SeatTaken(Seat(0), shown, command.holder, kind=command.kind),
        f.HostPassed(Seat(0)),
    )


def take_seat(room: Room, command: c.TakeSeat) -> Facts | Refusal:
    """The first free seat, by the join link's key, or by the code to join alone while the room is a lobby.

    In a running game a seat that was given up may be taken over; so nobody can be locked out by a player who left."""
    if command.key is not None and command.key != room.join_key:
        return refuse("no_such_room")
    if command.key is None and (room.phase != "lobby" or command.code != room.join_code):
        return refuse("no_such_room")
    if room.seat_of(command.holder) is not None:
        return ()
    if room.is_locked:
        return refuse("locked")
    shown = name(command.name)
    if shown is None:
        return refuse("bad_field", BAD_NAME)
    seat = _free_seat(room)
    if seat is None:
        return refuse("room_full")
    if _is_taken(room, shown, seat):
        return refuse("name_taken")
    taken = f.SeatTaken(seat, shown, command.holder, kind=command.kind)
    has_host = any(room.is_held(host) for host in room.hosts)
    return (taken,) if has_host else (taken, f.HostPassed(seat))


def seat_bot(room: Room, command: c.SeatBot) -> Facts | Refusal:
    """A bot on a free seat, another level for it, or its seat free again."""
    if command.seat not in room.hosts:
        return refuse("not_host")
    if room.phase not in ("lobby", "finished"):
        return refuse("already_begun")
    if not 0 <= command.target < len(room.seats):
        return refuse("bad_field", "There is no such seat.")
    if command.level is not None and command.level not in room.game.bots:
        return refuse("bad_field", _levels(room))
    occupant = room.occupant(command.target)
    if occupant is not None and not occupant.bot and not occupant.has_left:
        return refuse("bad_field", "Somebody sits there.")
    if command.level is None:
        return (f.SeatLeft(command.target),) if occupant is not None and not occupant.has_left else ()
    if occupant is not None and occupant.bot == command.level and not occupant.has_left:
        return ()
    called = occupant.name if occupant is not None and occupant.bot else _bot_name(room, command.target)
    return (f.SeatTaken(command.target, called, None, command.level),)


def set_stand_in(room: Room, command: c.SetStandIn) -> Facts | Refusal:
    """A bot for a seat, or its player again: for one's own seat always, for another by the host or once its time ran
    out."""
    occupant = room.occupant(command.target)
    if occupant is None or occupant.bot:
        return refuse("bad_field", "No player sits there.")
    if command.level is not None and command.level not in room.game.bots:
        return refuse("bad_field", _levels(room))
    is_late = room.play is not None and command.target in room.play.ran_out
    may_hand_over = command.seat in room.hosts or (is_late and command.level is not None)
    if command.seat != command.target and not may_hand_over:
        return refuse("not_host", "Only that player and the host can do that while there is time.")
    if occupant.has_left and command.level is None:
        return refuse("bad_field", "That player has left; the stand-in goes on.")
    return (f.StandInSet(command.target, command.level),) if occupant.stand_in != command.level else ()


def leave(room: Room, command: c.Leave) -> Facts:
    """The seat free; in a running game a stand-in goes on for it. The last host hands over to who has
    been here for longest, or else to the next person."""
    occupant = room.occupant(command.seat)
    given: list[f.Fact] = [f.SeatLeft(command.seat)]
    if room.phase in ("playing", "paused") and occupant is not None and occupant.stand_in is None:
        given.append(f.StandInSet(command.seat, STAND_IN_LEVEL))
    heirs = [seat for seat in dict.fromkeys((*command.heirs, *room.people())) if seat in room.people()]
    heirs = [seat for seat in heirs if seat != command.seat]
    if command.seat in room.hosts and any(host in heirs for host in room.hosts):
        given.append(f.HostGone(command.seat))
    elif command.seat in room.hosts and heirs:
        given.append(f.HostPassed(heirs[0]))
    return tuple(given)


def make_return_link(command: c.MakeReturnLink) -> Facts:
    """A new return link; the seat's older one is void."""
    return (f.ReturnLinkMade(command.seat, command.link, command.until),)


def add_device(room: Room, command: c.AddDevice, now: Millis) -> Facts | Refusal:
    """One more device for the seat the link belongs to; the link is used up."""
    link = next((link for link in room.links if link.link == command.link), None)
    if link is None or link.until <= now:
        return refuse("link_used")
    holds = room.seat_of(command.holder)
    if holds is not None:
        return () if holds == link.seat else refuse("link_used", "This device holds another seat of this table.")
    occupant = room.occupant(link.seat)
    if occupant is None or len(occupant.devices) >= MAX_DEVICES:
        return refuse("link_used", f"A seat can be held by {MAX_DEVICES} devices at most.")
    return (f.DeviceAdded(link.seat, command.holder, command.link, command.kind),)


def _free_seat(room: Room) -> Seat | None:
    is_running = room.phase in ("playing", "paused")
    for number, occupant in enumerate(room.seats):
        if occupant.has_left if occupant is not None else not is_running:
            return Seat(number)
    return None


def _is_taken(room: Room, shown: str, seat: Seat) -> bool:
    others = (who for number, who in enumerate(room.seats) if who is not None and number != seat and not who.has_left)
    return any(alike(who.name, shown) for who in others)


def _bot_name(room: Room, target: Seat) -> str:
    taken = {who.name for who in room.seats if isinstance(who, Occupant)}
    wished = [*BOT_NAMES[target:], *BOT_NAMES[:target], *(f"Bot {number}" for number in range(1, 9))]
    return next(each for each in wished if not any(alike(each, other) for other in taken))


BOT_NAMES = ("Lady Agatha", "Lord Barnaby", "Miss Cecily", "Sir Dunstan", "Dame Euphemia")
"""What bots are called, by seat."""


def _levels(room: Room) -> str:
    return f"Bots play at these levels: {', '.join(room.game.bots)}."
