"""How the people at a table get on: what they vote on, how the evening stands, what can be sealed ahead."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.rooms.saving.agreement import MOTION as SAVE
from app.rooms.view import RoomPart, RoomView
from app.rooms.votes.decide import MOTIONS
from app.web.games import Face
from app.web.text.sentences import Part, Speech, parts_of
from engine import registry
from engine.core.plain import Plain

HOUR_S = 3600
MOST_AHEAD = 3
"""How many choices the page lets one line up."""


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


@dataclass(frozen=True, slots=True)
class Score:
    """What one name has come to over an evening."""

    name: str
    places: tuple[int | None, ...]
    """By game; None where that name did not play."""
    wins: int


@dataclass(frozen=True, slots=True)
class Evening:
    """The games of a room that were played to their end."""

    games: tuple[tuple[int, str], ...]
    """Number and title of each, in order."""
    scores: tuple[Score, ...]
    """Most wins first."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """What the viewer can say now to seal when asked next."""

    set: tuple[tuple[str, tuple[Part, ...]], ...]
    """What was said, in order: the choice, and its name."""
    offers: tuple[tuple[str, tuple[Part, ...]], ...]
    """What can be added."""
    ask: int
    is_urged: bool
    """Whether it is worth a place of its own: the clock counts hours, and the viewer owes nothing now."""


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


def evening(room: RoomPart) -> Evening:
    """The score of the evening."""
    names = dict.fromkeys(name for each in room.evening for level in each.ranking for name in level)
    scores = []
    for name in names:
        places = tuple(_place(each.ranking, name) for each in room.evening)
        scores.append(Score(name, places, places.count(1)))
    scores.sort(key=lambda score: -score.wins)
    return Evening(tuple((each.number, registry.find(each.game).title) for each in room.evening), tuple(scores))


def ahead(seen: RoomView, ask: int, look: Face, speech: Speech) -> Ahead | None:
    """What can be sealed ahead during the ask of that number; None for who has no hand in a running game."""
    if seen.room.phase not in ("playing", "paused") or seen.table is None or seen.table.mine is None:
        return None
    said = tuple((choice, parts_of(look.choice_name(choice, speech))) for choice in seen.ahead)
    offers = tuple((choice, parts_of(name)) for choice, name in look.ahead(seen, speech) if choice not in seen.ahead)
    owes = seen.ask is not None and seen.ask.sealed is None
    is_urged = bool(said) or (clock_span(seen.room.options) >= HOUR_S and not owes)
    return Ahead(said, offers if len(said) < MOST_AHEAD else (), ask, is_urged)


def clock_span(options: Mapping[str, Plain]) -> float:
    """How long a choice may take at most, in seconds; 0 without a clock."""
    clock = options["clock"]
    if not isinstance(clock, dict) or clock["mode"] == "off":
        return 0
    return sum(float(span) for span in (clock["bank"], clock["per_ask"]) if isinstance(span, int | float))


def _place(ranking: tuple[tuple[str, ...], ...], name: str) -> int | None:
    better = 0
    for level in ranking:
        if name in level:
            return better + 1
        better += len(level)
    return None
