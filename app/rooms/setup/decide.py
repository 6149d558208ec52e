"""Decisions about the setup of a room: opening, options, the next game."""

from app.rooms.deals.events import DealTaken
from app.rooms.deals.sealing import is_deal_waiting
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

DEAL_IS_SHARED = refuse(
    "already_begun",
    "Another table has the same cards, so the game and its rules are fixed. Give the shared cards up first.",
)

LEAST_TIME = Millis(10_000)
"""Least time that a new clock leaves everybody in a running game."""


Events = tuple[SetupEvent | SeatTaken | HostPassed | StandInSet | DealTaken, ...]


def decide(room: Room, command: SetupCommand, now: Millis) -> Events | Refusal:
    """Decide on a command about the room's setup."""
    match command:
        case OpenRoom():
            return refuse("no_such_room")
        case ChooseOptions():
            return choose_options(room, command)
        case SetUpAnew():
            return set_up_anew(room, command)


def open_room(command: OpenRoom) -> Events | Refusal:
    """Open a new room with its first player as host."""
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
        OptionsChanged(options.to_json()),
        SeatTaken(Seat(0), shown, command.holder, kind=command.kind),
        HostPassed(Seat(0)),
        *([command.offered] if command.offered is not None else []),
    )


def choose_options(room: Room, command: ChooseOptions) -> Events | Refusal:
    """Change options: in the lobby all, in a running game the fair ones."""
    if command.seat not in room.hosts:
        return refuse("not_host")
    try:
        options = read_options(room.game.options, command.options, room.options)
    except BadOptionsError as error:
        return bad_options(error)
    if is_deal_waiting(room) and options.game != room.options.game:
        return DEAL_IS_SHARED
    if room.phase in ("playing", "paused"):
        if _strikes_at_once(room.options, options):
            return refuse("bad_field", "During a game, a clock needs at least 10 seconds for each choice.")
        if not _is_fair_now(room.options, options):
            return refuse("already_begun")
    return (OptionsChanged(options.to_json()),) if options != room.options else ()


def set_up_anew(room: Room, command: SetUpAnew) -> Events | Refusal:
    """Return to the lobby, for this game or another with seats for all."""
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
    if is_deal_waiting(room):
        return DEAL_IS_SHARED
    size = max(game.table_sizes)
    if any(who is not None and not who.has_left for who in room.seats[size:]):
        return refuse("bad_field", "There are too many players here for that game.")
    # absent players stay absent: their stand-ins play the next game too, until they are back
    levels = {seat: who.stand_in for seat in room.people() if (who := room.occupant(seat)) is not None}
    kept = {seat: level if level in game.bots else STAND_IN_LEVEL for seat, level in levels.items() if level}
    return (BackToLobby(game.key), *(StandInSet(seat, level) for seat, level in kept.items()))


def _is_fair_now(old: RoomOptions, new: RoomOptions) -> bool:
    """Return whether only options changed that may change during a game.

    These are the clock, the pauses, and whether watchers may chat."""
    fair = replace(old, clock=new.clock, grace=new.grace, bot_pace=new.bot_pace, watchers_talk=new.watchers_talk)
    return new == fair


def _strikes_at_once(old: RoomOptions, new: RoomOptions) -> bool:
    """Return whether a new clock leaves players too little time to react.

    Otherwise a host could make it run out at once."""
    clock = new.clock
    return clock != old.clock and clock.mode != "off" and clock.per_ask + clock.bank < LEAST_TIME
