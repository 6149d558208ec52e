"""What the table votes on."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.rooms.saving.agreement import MOTION as SAVE
from app.rooms.view_types import RoomView
from app.rooms.votes.decide import MOTIONS
from engine.core.plain import Plain


@dataclass(frozen=True, slots=True)
class Motion:
    """Something the table can vote on while a game runs."""

    motion: str
    voters: tuple[int, ...]
    people: int
    """How many have a voice."""
    needed: int
    """How many of them carry it."""
    is_mine: bool
    """Whether the viewer is for it."""


def motions(seen: RoomView) -> tuple[Motion, ...]:
    """What can be voted on; nothing where no game runs."""
    if seen.room.phase not in ("playing", "paused"):
        return ()
    hands = [part for part in seen.seats if not part.bot]
    here = sum(1 for part in hands if not part.has_left)
    # whoever left still has a hand in what would be saved; whoever plays with bots alone asks nobody
    counted = {each: len(hands) if each == SAVE else here for each in MOTIONS if each != SAVE or len(hands) > 1}
    return tuple(
        Motion(each, tuple(map(int, voters)), people, people // 2 + 1, seen.you in voters)
        for each, people in counted.items()
        for voters in [seen.room.votes.get(each, ())]
    )


def clock_span(options: Mapping[str, Plain]) -> float:
    """How long a choice may take at most, in seconds; 0 without a clock."""
    clock = options["clock"]
    if not isinstance(clock, dict) or clock["mode"] == "off":
        return 0
    return sum(float(span) for span in (clock["bank"], clock["per_ask"]) if isinstance(span, int | float))
