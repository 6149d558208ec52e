"""Decisions about what the table votes on while a game runs."""

from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, no_game, refuse
from app.rooms.model.room import Room
from app.rooms.play.decide import deal
from app.rooms.play.facts import GameBegun
from app.rooms.saving import agreement as saving
from app.rooms.saving.facts import SaveAgreed
from app.rooms.votes.commands import Vote, VoteCommand
from app.rooms.votes.facts import GameAborted, VoteCast, VoteFact
from engine.core.seats import Seat

MOTIONS = ("end", "restart", saving.MOTION)
"""What can be voted on in a running game."""


Facts = tuple[VoteFact | GameBegun | SaveAgreed, ...]


def decide(room: Room, command: VoteCommand, now: Millis) -> Facts | Refusal:
    """A voice for a motion, or none any more. More than half of all players carry it."""
    if command.motion not in MOTIONS:
        return refuse("bad_field", f"You can vote on {' and '.join(MOTIONS)}.")
    play = room.play
    if play is None or room.phase not in ("playing", "paused"):
        return no_game(room.phase)
    if command.motion == saving.MOTION:
        return _to_save(room, command)
    known = room.votes.get(command.motion, frozenset())
    if (command.seat in known) == command.is_for and not (command.is_for and is_carried(room, known)):
        return ()
    cast = VoteCast(command.seat, command.motion, command.is_for)
    if not command.is_for or not is_carried(room, known | {command.seat}):
        return (cast,)
    aborted = GameAborted(play.number)
    if command.motion == "end":
        return (cast, aborted)
    dealt = deal(room, command.seed, command.edition)
    return dealt if isinstance(dealt, Refusal) else (cast, aborted, *dealt)


def _to_save(room: Room, command: Vote) -> Facts:
    """A voice for saving the running game, or none any more. The one that carries it makes it agreed."""
    known = room.votes.get(saving.MOTION, frozenset())
    after = known | {command.seat} if command.is_for else known - {command.seat}
    agreed = saving.agreement(room, after) if command.is_for else ()
    if after == known and not agreed:
        return ()
    return (VoteCast(command.seat, saving.MOTION, command.is_for), *agreed)


def is_carried(room: Room, votes: frozenset[Seat]) -> bool:
    """Whether more than half of the people at the table are for it."""
    people = room.people()
    return 2 * len(votes.intersection(people)) > len(people)
