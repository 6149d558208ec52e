"""Votes of the table."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.rooms.saving.agreement import MOTION as SAVE
from app.rooms.views.view_types import RoomView
from app.rooms.votes import AGAIN, MOTIONS
from engine.core.plain import Plain


@dataclass(frozen=True, slots=True)
class Motion:
    """Motion that the table can vote on."""

    motion: str
    voters: tuple[int, ...]
    against: tuple[int, ...]
    people: int
    """Number of voters."""
    needed: int
    """Number of votes needed to pass."""
    is_mine: bool
    """True if the viewer is for it."""
    is_refused: bool
    """True if the viewer is against it."""


def motions(seen: RoomView) -> tuple[Motion, ...]:
    """List the motions of this phase; none in the lobby."""
    hands = [part for part in seen.seats if not part.bot]
    here = sum(1 for part in hands if not part.has_left)
    if seen.room.phase == "finished":
        return (_motion(seen, AGAIN, here),)
    if seen.room.phase == "lobby":
        return ()
    # a saved game shows the hands of players who left, too; a person among bots needs no vote
    counted = {each: len(hands) if each == SAVE else here for each in MOTIONS if each != SAVE or len(hands) > 1}
    return tuple(_motion(seen, each, people) for each, people in counted.items())


def _motion(seen: RoomView, motion: str, people: int) -> Motion:
    voters, against = (voices.get(motion, ()) for voices in (seen.room.votes, seen.room.against))
    return Motion(
        motion=motion,
        voters=tuple(map(int, voters)),
        against=tuple(map(int, against)),
        people=people,
        needed=people // 2 + 1,
        is_mine=seen.you in voters,
        is_refused=seen.you in against,
    )


def clock_span(options: Mapping[str, Plain]) -> float:
    """Return the longest time for a choice in seconds; 0 without a clock."""
    clock = options["clock"]
    if not isinstance(clock, dict) or clock["mode"] == "off":
        return 0
    return sum(float(span) for span in (clock["bank"], clock["per_ask"]) if isinstance(span, int | float))
