"""Decisions about how a room is set up: opened, its options chosen, made ready for another game."""

from app.rooms.hosts import HostPassed
from app.rooms.model.ids import Millis
from app.rooms.model.name_likeness import NAME_RESERVED, is_reserved
from app.rooms.model.names import read_name
from app.rooms.model.options import RoomOptions, read_options
from app.rooms.model.refusals import Refusal, bad_field, bad_options, refuse
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.seats.decide import STAND_IN_LEVEL
from app.rooms.seats.events import SeatTaken, StandInSet
from app.rooms.setup.commands import ChooseOptions, OpenRoom, SetUpAnew, SetupCommand
from app.rooms.setup.events import BackToLobby, OptionsChanged, RoomOpened, SetupEvent
from engine import registry
from engine.core.errors import BadOptionsError, EngineError
from engine.core.seats import Seat

LEAST_TIME = Millis(10_000)
"""What a clock that is set anew in a running game leaves everybody at least."""


Events = tuple[SetupEvent | SeatTaken | HostPassed | StandInSet, ...]


def decide(room: Room, command: SetupCommand, now: Millis) -> Events | Refusal:
    """What the room answers to a command about its being set up."""
    match command:
        case OpenRoom():
            return refuse("no_such_room")
        case ChooseOptions():
            return choose_options(room, command)
        case SetUpAnew():
            return set_up_anew(room, command)


def open_room(command: OpenRoom) -> Events | Refusal:
    """A new room with its first player as host."""
    shown = read_name(command.name)
    if isinstance(shown, Refusal):
        return shown
    if is_reserved(shown):
        return refuse("name_taken", NAME_RESERVED)
    try:
        options = read_options(registry.find(command.game).options, command.options)
    except EngineError as error:
        return bad_options(error)
    return (
        RoomOpened(command.code, command.game, command.join_key, command.watch_key),
        OptionsChanged(options.plain()),
        SeatTaken(Seat(0), shown, command.holder, kind=command.kind),
        HostPassed(Seat(0)),
    )


def choose_options(room: Room, command: ChooseOptions) -> Events | Refusal:
    """Other options: in the lobby all, in a running game what is fair to change."""
    if command.seat not in room.hosts:
        return refuse("not_host")
    try:
        options = read_options(room.game.options, command.options, room.options)
    except BadOptionsError as error:
        return bad_options(error)
    if room.phase in ("playing", "paused"):
        if _strikes_at_once(room.options, options):
            return refuse("bad_field", "During a game, a clock needs at least 10 seconds for each choice.")
        if not _is_fair_now(room.options, options):
            return refuse("already_begun")
    return (OptionsChanged(options.plain()),) if options != room.options else ()


def set_up_anew(room: Room, command: SetUpAnew) -> Events | Refusal:
    """The lobby again, for this game or another that has seats for all."""
    if command.seat not in room.hosts:
        return refuse("not_host")
    if room.phase in ("playing", "paused"):
        return refuse("already_begun")
    try:
        game = registry.find(command.game) if command.game is not None else room.game
    except EngineError as error:
        return bad_field(error)
    if room.phase == "lobby" and game.key == room.game.key:
        return ()
    size = max(game.table_sizes)
    if any(who is not None and not who.has_left for who in room.seats[size:]):
        return refuse("bad_field", "There are too many players here for that game.")
    # who is away stays away: a stand-in goes on for them in the next game too, until they are back
    levels = {seat: who.stand_in for seat in room.people() if (who := room.occupant(seat)) is not None}
    kept = {seat: level if level in game.bots else STAND_IN_LEVEL for seat, level in levels.items() if level}
    return (BackToLobby(game.key), *(StandInSet(seat, level) for seat, level in kept.items()))


def _is_fair_now(old: RoomOptions, new: RoomOptions) -> bool:
    """Whether nothing differs but what may change during a game: the clock, how long the table waits, and whether
    watchers talk."""
    fair = replace(old, clock=new.clock, grace=new.grace, bot_pace=new.bot_pace, watchers_talk=new.watchers_talk)
    return new == fair


def _strikes_at_once(old: RoomOptions, new: RoomOptions) -> bool:
    """Whether a clock is set anew that leaves nobody the time to look up: whoever sets it could have it strike now."""
    clock = new.clock
    return clock != old.clock and clock.mode != "off" and clock.per_ask + clock.bank < LEAST_TIME
