"""Moments of one seat's mirror, and the game's estimate of each."""

import json
from collections.abc import Mapping

from app.rooms.model.ids import AskNumber
from app.rooms.model.play import Sealer
from app.rooms.model.values import Frozen
from app.rooms.views.replay import Moment, Replay
from engine.core.seats import Seat


class Estimate(Frozen, frozen=True):
    """Estimate of one moment."""

    standing: tuple[float, ...]
    """Chance to win of every seat, in seat order."""
    chances: Mapping[str, float]
    """Player's chance to win by choice (its text).

    It is empty if the seat had no choice."""
    expected: Mapping[Seat, float]
    """Probability of each seat's choice."""


def moments_of(replay: Replay, seat: Seat) -> tuple[Moment, ...]:
    """Return the moments of a seat's mirror.

    These are the moments at which the player had a choice, and those at which a round begins. A turn counts too, if
    all choose again as at the round's beginning."""
    found = []
    for moment in replay.moments:
        if has_choice(replay, seat, moment) or moment.ask in turns_of(replay):
            found.append(moment)
    return tuple(found)


def has_choice(replay: Replay, seat: Seat, moment: Moment) -> bool:
    """Return whether the seat's own player chose there among several choices."""
    return seat in moment.people and len(replay.game.asks(moment.before)[seat].choices) > 1


def chosen_by(replay: Replay, seat: Seat, moment: Moment) -> Sealer | None:
    """Return who chose in the player's place: the clock or a bot; None for neither.

    Moments with a single choice count as None."""
    by = moment.by_others.get(seat)
    return by if by is not None and len(replay.game.asks(moment.before)[seat].choices) > 1 else None


def turns_of(replay: Replay) -> frozenset[AskNumber]:
    """Return the moments at which a round or a turn begins."""
    found, round, kind = set(), 0, ""
    for moment in replay.moments:
        asks = replay.game.asks(moment.before)
        now = next(iter(asks.values())).kind
        if moment.round != round:
            round, kind = moment.round, now
            found.add(moment.ask)
        elif now == kind:
            found.add(moment.ask)
    return frozenset(found)


def read_found(text: str) -> Estimate:
    """Parse an estimate. Raises ValueError for a text that no estimate can give."""
    try:
        told = json.loads(text)
        return Estimate(
            tuple(map(float, told["standing"])),
            {str(choice): float(chance) for choice, chance in told["chances"].items()},
            {Seat(int(seat)): float(share) for seat, share in told["expected"].items()},
        )
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError("this is no judgement") from error
