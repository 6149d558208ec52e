"""Votes of the table while a game runs and after it."""

from typing import Annotated, get_args

from app.rooms.model.changes import end_shared_deal
from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, no_game, refuse
from app.rooms.model.room import Room
from app.rooms.model.values import Meta, replace
from app.rooms.play.dealing import DealSource, deal
from app.rooms.play.decide import ALREADY_RUNNING
from app.rooms.play.events import GameBegun
from app.rooms.saving import agreement as saving
from app.rooms.saving.events import SaveAgreed
from app.rooms.schema.bounds import is_count, is_word
from app.rooms.schema.command import ClubSeed, Edition, FromSeat, On, Seed, SentAs
from app.rooms.schema.event import event
from app.rooms.schema.subject import Subject
from engine.core.seats import Seat

__all__ = ["GameAborted", "MotionDropped", "Vote", "VoteCast", "VoteCommand", "VoteEvent"]
"""Commands and events about votes."""


class Vote(FromSeat, frozen=True, tag="vote"):
    """Vote for a motion (see ``MOTIONS``), against it, or withdraw the vote.

    ``seed``, ``edition`` and ``club`` are for the game that the vote may begin."""

    motion: Annotated[str, Meta(max_length=32)]
    is_for: On
    seed: Seed
    edition: Edition
    is_against: Annotated[bool, SentAs("against")] = False
    club: ClubSeed = ""


VoteCommand = Vote


@event(record="seat motion is_for is_against")
class VoteCast:
    """The player is for the motion, against it, or neither any longer.

    The motions are ``end``, ``restart``, ``save`` and ``again``."""

    seat: Seat
    motion: Annotated[str, is_word]
    is_for: bool
    is_against: bool = False
    """True if the player voted against it; never with ``is_for``."""


@event(record="motion")
class MotionDropped:
    """Too many players were against the motion for it to be carried.

    All its votes are void."""

    motion: Annotated[str, is_word]


@event(record="number")
class GameAborted:
    """The table ended the game before its end. Its seed is public."""

    number: Annotated[int, is_count]


VoteEvent = VoteCast | MotionDropped | GameAborted

MOTIONS = ("end", "restart", saving.MOTION)
"""Motions in a running game."""

AGAIN = "again"
"""Motion after a game: to play once more with the same players and options."""

Events = tuple[VoteEvent | GameBegun | SaveAgreed, ...]


def decide(room: Room, command: VoteCommand, now: Millis) -> Events | Refusal:
    """Decide on a vote for or against a motion, or its withdrawal.

    More than half of all players carry it."""
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
    source = DealSource(command.seed, command.edition, command.club)
    carried = _carry_motion(room, motion, now_for, source) if command.is_for else ()
    if isinstance(carried, Refusal):
        return carried
    if (now_for, now_against) == (votes, against) and not carried:
        return ()
    cast = VoteCast(seat, motion, command.is_for, seat in now_against)
    return (cast, *carried, *(_drop_motion(room, motion, now_against) if command.is_against else ()))


def recount(room: Room, source: DealSource) -> Events:
    """Return what the open votes decide after a change of players.

    ``source`` is for a game that begins by it; without a seed none does."""
    for motion, votes in room.votes.items():
        if motion not in (*MOTIONS, AGAIN) or not votes:
            continue
        carried = _carry_motion(room, motion, votes, source)
        decided = () if isinstance(carried, Refusal) else carried
        decided = decided or _drop_motion(room, motion, room.against.get(motion, frozenset()))
        if decided:
            # an ended game has no other open motion, and a second dropped motion is rare
            return decided
    return ()


def is_carried(room: Room, votes: frozenset[Seat]) -> bool:
    """Return whether more than half of the people at the table are for it."""
    people = room.people()
    return 2 * len(votes.intersection(people)) > len(people)


def _carry_motion(room: Room, motion: str, votes: frozenset[Seat], source: DealSource) -> Events | Refusal:
    """Return what these votes for the motion decide; empty if they are too few."""
    if motion == saving.MOTION:
        return saving.agreement(room, votes)
    if room.play is None or not is_carried(room, votes):
        return ()
    ended: Events = () if motion == AGAIN else (GameAborted(room.play.number),)
    if motion == "end":
        return ended
    dealt = deal(room, source) if source.seed else refuse("too_few")
    return dealt if isinstance(dealt, Refusal) else (*ended, *dealt)


def _drop_motion(room: Room, motion: str, against: frozenset[Seat]) -> tuple[MotionDropped, ...]:
    """Return the drop of the motion if its opponents are too many, else nothing.

    All others together could not carry it then."""
    people = room.people()
    needed_from = len(saving.list_voters(room)) if motion == saving.MOTION else len(people)
    others = [seat for seat in people if seat not in against]
    is_lost = len(others) < len(people) and 2 * len(others) <= needed_from
    return (MotionDropped(motion),) if is_lost else ()


def fold(room: Room, event: VoteEvent, at: Millis) -> Room:
    """Return the room after the event."""
    match event:
        case VoteCast(seat, motion, is_for, is_against):
            votes = room.votes.get(motion, frozenset()) - {seat}
            against = room.against.get(motion, frozenset()) - {seat}
            return replace(
                room,
                votes={**room.votes, motion: votes | {seat} if is_for else votes},
                against={**room.against, motion: against | {seat} if is_against else against},
            )
        case MotionDropped(motion):
            return replace(
                room,
                votes={**room.votes, motion: frozenset()},
                against={**room.against, motion: frozenset()},
                is_save_agreed=room.is_save_agreed and motion != saving.MOTION,
            )
        case GameAborted():
            shared = end_shared_deal(room, at)
            ended = replace(room, phase="finished", votes={}, against={}, is_save_agreed=False, paused_at=None)
            return replace(ended, shared=shared)


VOTES = Subject(commands=(VoteCommand,), events=get_args(VoteEvent), decide=decide, fold=fold)
