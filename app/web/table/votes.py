"""What the table votes on."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.rooms.saving.agreement import MOTION as SAVE
from app.rooms.views.view_types import RoomView
from app.rooms.votes import AGAIN, MOTIONS
from engine.core.plain import Plain


@dataclass(frozen=True, slots=True)
class Motion:
    """Something the table can vote on."""

    motion: str
    voters: tuple[int, ...]
    against: tuple[int, ...]
    people: int
    """How many have a voice."""
    needed: int
    """How many of them carry it."""
    is_mine: bool
    """Whether the viewer is for it."""
    is_refused: bool
    """Whether the viewer is against it."""


def motions(seen: RoomView) -> tuple[Motion, ...]:
    """What can be voted on in this phase; nothing in the lobby."""
    hands = [part for part in seen.seats if not part.bot]
    here = sum(1 for part in hands if not part.has_left)
    if seen.room.phase == "finished":
        return (_motion(seen, AGAIN, here),)
    if seen.room.phase == "lobby":
        return ()
    # whoever left still has a hand in what would be saved; whoever plays with bots alone asks nobody
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
    """How long a choice may take at most, in seconds; 0 without a clock."""
    clock = options["clock"]
    if not isinstance(clock, dict) or clock["mode"] == "off":
        return 0
    return sum(float(span) for span in (clock["bank"], clock["per_ask"]) if isinstance(span, int | float))
