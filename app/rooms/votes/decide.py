"""Decisions about what the table votes on."""

from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, no_game, refuse
from app.rooms.model.room import Room
from app.rooms.play.decide import ALREADY_RUNNING, deal
from app.rooms.play.facts import GameBegun
from app.rooms.saving import agreement as saving
from app.rooms.saving.facts import SaveAgreed
from app.rooms.votes.commands import VoteCommand
from app.rooms.votes.facts import GameAborted, MotionDropped, VoteCast, VoteFact
from engine.core.plain import Plain
from engine.core.seats import Seat

MOTIONS = ("end", "restart", saving.MOTION)
"""What can be voted on in a running game."""

AGAIN = "again"
"""What can be voted on after a game: to play once more with the same players and options."""

Facts = tuple[VoteFact | GameBegun | SaveAgreed, ...]


def decide(room: Room, command: VoteCommand, now: Millis) -> Facts | Refusal:
    """A vote for or against a motion, or withdrawn. More than half of all players carry it."""
    motion, seat = command.motion, command.seat
    if motion not in (*MOTIONS, AGAIN):
        return refuse("bad_field", f"You can vote on {', '.join(MOTIONS)} and {AGAIN}.")
    if command.is_for and command.is_against:
        return refuse("bad_field")
    if motion == AGAIN:
        if room.phase != "finished":
            return refuse("not_begun") if room.phase == "lobby" else ALREADY_RUNNING
    elif room.play is None or room.phase not in ("playing", "paused"):
        return no_game(room.phase)
    votes = room.votes.get(motion, frozenset())
    against = room.against.get(motion, frozenset())
    is_open = bool(votes - {seat})
    now_for = votes | {seat} if command.is_for else votes - {seat}
    now_against = against | {seat} if command.is_against and is_open else against - {seat}
    carried = _carried(room, motion, now_for, command.seed, command.edition) if command.is_for else ()
    if isinstance(carried, Refusal):
        return carried
    if (now_for, now_against) == (votes, against) and not carried:
        return ()
    cast = VoteCast(seat, motion, command.is_for, seat in now_against)
    return (cast, *carried, *(_dropped(room, motion, now_against) if command.is_against else ()))


def recount(room: Room, seed: str, edition: Plain) -> Facts:
    """What the votes of the room decide now that its people are others.

    ``seed`` and ``edition`` are for a game that begins by it; without a seed none does."""
    for motion, votes in room.votes.items():
        if motion not in (*MOTIONS, AGAIN) or not votes:
            continue
        carried = _carried(room, motion, votes, seed, edition)
        decided = () if isinstance(carried, Refusal) else carried
        decided = decided or _dropped(room, motion, room.against.get(motion, frozenset()))
        if decided:
            # after the end of a game no other motion is open; a dropped one is rare enough to be the only one
            return decided
    return ()


def is_carried(room: Room, votes: frozenset[Seat]) -> bool:
    """Whether more than half of the people at the table are for it."""
    people = room.people()
    return 2 * len(votes.intersection(people)) > len(people)


def _carried(room: Room, motion: str, votes: frozenset[Seat], seed: str, edition: Plain) -> Facts | Refusal:
    """What these votes for the motion decide; nothing as long as they are too few."""
    if motion == saving.MOTION:
        return saving.agreement(room, votes)
    if room.play is None or not is_carried(room, votes):
        return ()
    ended: Facts = () if motion == AGAIN else (GameAborted(room.play.number),)
    if motion == "end":
        return ended
    dealt = deal(room, seed, edition) if seed else refuse("too_few")
    return dealt if isinstance(dealt, Refusal) else (*ended, *dealt)


def _dropped(room: Room, motion: str, against: frozenset[Seat]) -> tuple[MotionDropped, ...]:
    """That the motion is dropped, if too many are against it for it to be carried by all others."""
    people = room.people()
    needed_from = len(saving.voices(room)) if motion == saving.MOTION else len(people)
    others = [seat for seat in people if seat not in against]
    is_lost = len(others) < len(people) and 2 * len(others) <= needed_from
    return (MotionDropped(motion),) if is_lost else ()
