"""The moments that one seat's mirror is made of, and what the game's estimate says of each."""

import json
from collections.abc import Mapping

from app.rooms.model.ids import AskNumber
from app.rooms.model.play import Sealer
from app.rooms.model.values import Frozen
from app.rooms.views.replay import Moment, Replay
from engine.core.seats import Seat


class Found(Frozen, frozen=True):
    """What the estimate says of one moment."""

    standing: tuple[float, ...]
    """Every seat's chance to win, in seat order."""
    chances: Mapping[str, float]
    """The own chance by each choice, by its text; empty where the seat had nothing to choose."""
    expected: Mapping[Seat, float]
    """How likely what each seat chose was."""


def moments_of(replay: Replay, seat: Seat) -> tuple[Moment, ...]:
    """The moments that the mirror of a seat is made of: those at which its player had a choice, and those at which a
    round begins, or a turn where all choose again as at its beginning."""
    found = []
    for moment in replay.moments:
        if has_choice(replay, seat, moment) or moment.ask in turns_of(replay):
            found.append(moment)
    return tuple(found)


def has_choice(replay: Replay, seat: Seat, moment: Moment) -> bool:
    """Whether the seat's own player chose there among several choices."""
    return seat in moment.people and len(replay.game.asks(moment.before)[seat].choices) > 1


def chosen_by(replay: Replay, seat: Seat, moment: Moment) -> Sealer | None:
    """Who chose among several choices there for the seat's player, the clock or a bot; None where neither did."""
    by = moment.by_others.get(seat)
    return by if by is not None and len(replay.game.asks(moment.before)[seat].choices) > 1 else None


def turns_of(replay: Replay) -> frozenset[AskNumber]:
    """The moments at which a round or a turn begins."""
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


def read_found(text: str) -> Found:
    """What an answer says. Raises ValueError for one that the estimate cannot have given."""
    try:
        told = json.loads(text)
        return Found(
            tuple(map(float, told["standing"])),
            {str(choice): float(chance) for choice, chance in told["chances"].items()},
            {Seat(int(seat)): float(share) for seat, share in told["expected"].items()},
        )
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError("this is no judgement") from error
