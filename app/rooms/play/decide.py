"""Decisions about the games of a room: beginning, pauses, extra time."""

from app.rooms.deals.sealing import is_deal_waiting
from app.rooms.model.ids import Millis
from app.rooms.model.options import read_options
from app.rooms.model.refusals import Refusal, bad_options, no_game, refuse
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.play.commands import Again, Begin, CreditOutage, GiveTime, Pause, PlayCommand, Resume
from app.rooms.play.dealing import DealSource, deal, deal_same
from app.rooms.play.events import MOST_TIME, OutageCredited, Paused, PlayEvent, Resumed, TimeGiven
from app.rooms.setup.decide import DEAL_IS_SHARED
from app.rooms.setup.events import OptionsChanged
from engine.core.errors import BadOptionsError

ALREADY_RUNNING = refuse("already_begun", "The game has already started.")


Events = tuple[PlayEvent | OptionsChanged, ...]


def decide(room: Room, command: PlayCommand, now: Millis) -> Events | Refusal:
    """Decide on a command about the room's game."""
    match command:
        case Begin():
            return begin(room, command)
        case Again():
            return begin_rematch(room, command)
        case Pause():
            return pause(room, command)
        case Resume():
            return resume(room, command)
        case GiveTime():
            return give_time(room, command)
        case CreditOutage():
            return credit_outage(room, command, now)


def begin(room: Room, command: Begin) -> Events | Refusal:
    """Begin the room's first game, or the next one with other players or options."""
    if command.seat not in room.hosts:
        return refuse("not_host")
    if room.phase in ("playing", "paused"):
        return ALREADY_RUNNING
    changed: Events = ()
    if command.options:
        try:
            options = read_options(room.game.options, command.options, room.options)
        except BadOptionsError as error:
            return bad_options(error)
        if is_deal_waiting(room) and options.game != room.options.game:
            return DEAL_IS_SHARED
        if options != room.options:
            changed = (OptionsChanged(options.to_json()),)
            room = replace(room, options=options)
    events = deal(room, DealSource(command.seed, command.edition, command.club))
    return events if isinstance(events, Refusal) else (*changed, *events)


def begin_rematch(room: Room, command: Again) -> Events | Refusal:
    """Begin a rematch in place."""
    if command.seat not in room.hosts:
        return refuse("not_host")
    if room.phase == "lobby":
        return refuse("not_begun")
    if room.phase != "finished":
        return ALREADY_RUNNING
    source = DealSource(command.seed, command.edition, command.club)
    return (deal_same if command.same else deal)(room, source, 1 if command.rotate else 0)


def pause(room: Room, command: Pause) -> Events | Refusal:
    """Pause the game."""
    if room.phase == "paused":
        return ()
    return (Paused(command.seat),) if room.phase == "playing" else no_game(room.phase)


def resume(room: Room, command: Resume) -> Events | Refusal:
    """Resume the game."""
    if room.phase == "playing":
        return ()
    return (Resumed(command.seat),) if room.phase == "paused" else no_game(room.phase)


def give_time(room: Room, command: GiveTime) -> Events | Refusal:
    """Give another player more time; nobody may give it to themselves."""
    play = room.play
    if play is None or room.phase not in ("playing", "paused"):
        return no_game(room.phase)
    if room.options.clock.mode == "off":
        return refuse("bad_field", "This table has no clock.")
    if not 0 <= command.target < play.seats:
        return refuse("bad_field", "That seat doesn't exist.")
    if command.target == command.seat:
        return refuse("bad_field", "You can't add time for yourself. Ask another player.")
    span = Millis(command.seconds * 1000)
    if not 0 < span <= MOST_TIME:
        return refuse("bad_field", "That isn't an amount of time.")
    return (TimeGiven(command.target, span, command.seat),)


def credit_outage(room: Room, command: CreditOutage, now: Millis) -> Events | Refusal:
    """Give the time of a server outage back to a running game.

    A game that was paused during the outage gets the time before the pause alone. Resuming gives the rest."""
    span = command.span
    if room.paused_at is not None and room.phase == "paused":
        span = Millis(span - max(0, now - room.paused_at)) if room.paused_at > command.since else Millis(0)
    elif room.phase != "playing":
        return ()
    return (OutageCredited(span),) if span > 0 else ()
