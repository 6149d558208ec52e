"""Decisions about how people get on with each other at a table: hosts, places, locks, votes, time given."""

from app.rooms import commands as c
from app.rooms import facts as f
from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, bad_field, refuse
from app.rooms.model.room import Room
from app.rooms.play.decide import deal
from app.rooms.saving import decide as saving
from app.rooms.seats.decide import STAND_IN_LEVEL
from engine import registry
from engine.core.errors import EngineError
from engine.core.seats import Seat

MOTIONS = ("end", "restart", saving.MOTION)
"""What can be voted on in a running game."""

MOST_TIME = Millis(30 * 24 * 3600 * 1000)
"""How much time can be given at once."""

Facts = tuple[f.Fact, ...]


def decide_table(room: Room, command: c.TableCommand) -> Facts | Refusal:
    """What the room answers to a command about the table."""
    match command:
        case c.HandOver():
            return hand_over(room, command)
        case c.SwapSeats():
            return swap_seats(room, command)
        case c.GoAway():
            return go_away(room, command)
        case c.Vote():
            return vote(room, command)
        case c.GiveTime():
            return give_time(room, command)
        case c.SaveTable():
            return saving.decide_save(room, command)
    return _decide_as_host(room, command)


def _decide_as_host(
    room: Room, command: c.ShareHost | c.Remove | c.Lock | c.ChangeJoinKey | c.SetUpAnew
) -> Facts | Refusal:
    if command.seat not in room.hosts:
        return refuse("not_host")
    match command:
        case c.ShareHost():
            return share_host(room, command)
        case c.Remove():
            return remove(room, command)
        case c.Lock():
            return (f.RoomLocked(command.is_locked),) if command.is_locked != room.is_locked else ()
        case c.ChangeJoinKey():
            return (f.JoinKeyChanged(command.key, command.code),)
        case c.SetUpAnew():
            return set_up_anew(room, command)


def share_host(room: Room, command: c.ShareHost) -> Facts | Refusal:
    """One host more or less; the last one stays."""
    if not room.is_held(command.target):
        return refuse("bad_field", "No player sits there.")
    is_host = command.target in room.hosts
    if command.is_host == is_host:
        return ()
    if command.is_host:
        return (f.HostAdded(command.target),)
    if len(room.hosts) == 1:
        return refuse("bad_field", "A table has at least one host.")
    return (f.HostGone(command.target),)


def hand_over(room: Room, command: c.HandOver) -> Facts:
    """A new host in place of all who have not been here for long."""
    if not room.is_held(command.target) or command.target in room.hosts:
        return ()
    return (f.HostPassed(command.target),)


def remove(room: Room, command: c.Remove) -> Facts | Refusal:
    """The seat without its player; code and links they know are void."""
    occupant = room.occupant(command.target)
    if occupant is None or not room.is_held(command.target):
        return refuse("bad_field", "No player sits there.")
    if command.target in room.hosts:
        return refuse("bad_field", "A host cannot be removed.")
    facts: list[f.Fact] = [f.SeatRemoved(command.target, command.seat)]
    if room.phase in ("playing", "paused") and occupant.stand_in is None:
        facts.append(f.StandInSet(command.target, STAND_IN_LEVEL))
    return (*facts, f.JoinKeyChanged(command.key, command.code, command.watch_key))


def set_up_anew(room: Room, command: c.SetUpAnew) -> Facts | Refusal:
    """The lobby again, for this game or another that has seats for all."""
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
        return refuse("bad_field", f"{game.title} has {size} seats.")
    # who is away stays away: a stand-in goes on for them in the next game too, until they are back
    levels = {seat: who.stand_in for seat in room.people() if (who := room.occupant(seat)) is not None}
    kept = {seat: level if level in game.bots else STAND_IN_LEVEL for seat, level in levels.items() if level}
    return (f.BackToLobby(game.key), *(f.StandInSet(seat, level) for seat, level in kept.items()))


def swap_seats(room: Room, command: c.SwapSeats) -> Facts | Refusal:
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
    return () if is_idle else (f.SeatsSwapped(command.one, command.other),)


def go_away(room: Room, command: c.GoAway) -> Facts:
    """The player's own word for being away or back."""
    occupant = room.occupant(command.seat)
    is_news = occupant is not None and occupant.is_away != command.is_away
    return (f.WentAway(command.seat, command.is_away),) if is_news else ()


def vote(room: Room, command: c.Vote) -> Facts | Refusal:
    """A voice for a motion, or none any more. More than half of all players carry it."""
    if command.motion not in MOTIONS:
        return refuse("bad_field", f"The table votes on these: {', '.join(MOTIONS)}.")
    play = room.play
    if play is None or room.phase not in ("playing", "paused"):
        return refuse("game_over" if room.phase == "finished" else "not_begun")
    if command.motion == saving.MOTION:
        return saving.vote_to_save(room, command)
    known = room.votes.get(command.motion, frozenset())
    if (command.seat in known) == command.is_for and not (command.is_for and is_carried(room, known)):
        return ()
    cast = f.VoteCast(command.seat, command.motion, command.is_for)
    if not command.is_for or not is_carried(room, known | {command.seat}):
        return (cast,)
    aborted = f.GameAborted(play.number)
    if command.motion == "end":
        return (cast, aborted)
    dealt = deal(room, command.seed, command.edition)
    return dealt if isinstance(dealt, Refusal) else (cast, aborted, *dealt)


def is_carried(room: Room, votes: frozenset[Seat]) -> bool:
    """Whether more than half of the people at the table are for it."""
    people = room.people()
    return 2 * len(votes.intersection(people)) > len(people)


def give_time(room: Room, command: c.GiveTime) -> Facts | Refusal:
    """More time for somebody else: nobody gives it to oneself."""
    play = room.play
    if play is None or room.phase not in ("playing", "paused"):
        return refuse("game_over" if room.phase == "finished" else "not_begun")
    if room.options.clock.mode == "off":
        return refuse("bad_field", "This table plays without a clock.")
    if not 0 <= command.target < play.seats:
        return refuse("bad_field", "There is no such seat.")
    if command.target == command.seat:
        return refuse("bad_field", "Time is given by the others.")
    if not 0 < command.span <= MOST_TIME:
        return refuse("bad_field", "That is no time to give.")
    return (f.TimeGiven(command.target, command.span, command.seat),)
