"""Commands about seating: arrivals, bots, stand-ins, leaving, swaps, removals."""

from typing import Annotated

from app.rooms.model.devices import DeviceKind
from app.rooms.model.ids import Digest, RoomCode
from app.rooms.model.values import Frozen, Meta
from app.rooms.schema.command import (
    FILLED,
    ClubSeed,
    Edition,
    FreshCode,
    FreshKey,
    FromSeat,
    Level,
    Name,
    On,
    SeatNumber,
    Seed,
    Target,
)
from engine.core.seats import Seat


class SeatBot(FromSeat, frozen=True, tag="bot"):
    """Seat a bot of a level, change its level, or send it away (None)."""

    target: Target
    level: Level | None


class FillWithBots(FromSeat, frozen=True, tag="fill"):
    """Seat bots of a level on free seats, up to ``size`` players; None: on all."""

    level: Level = "normal"
    size: Annotated[int, Meta(ge=1, le=5)] | None = None


class SetStandIn(FromSeat, frozen=True, tag="stand_in"):
    """Hand the target seat to a bot of a level, or give it back to its player (None)."""

    target: Target
    level: Level | None


class Leave(FromSeat, frozen=True, tag="leave"):
    """Give the seat up.

    ``heirs`` are the present people, the longest present first, as far as that is known. ``seed``, ``edition``
    and ``club`` are for a game that begins because the others' votes are enough then."""

    heirs: Annotated[tuple[Seat, ...], FILLED] = ()
    seed: Seed = ""
    edition: Edition = None
    club: ClubSeed = ""


class TakeSeat(Frozen, frozen=True):
    """Sit down at the first free seat.

    ``key`` is that of the join link. None means that ``code`` was typed in, which is enough before the game begins."""

    name: str
    holder: Digest
    key: str | None
    kind: DeviceKind = "other"
    code: RoomCode | None = None


class SwapSeats(FromSeat, frozen=True, tag="swap"):
    """Let two seats change places, or move to a free one."""

    one: Target
    other: SeatNumber


class Remove(FromSeat, frozen=True, tag="remove"):
    """Take the seat away from its player.

    The codes and links that they know are replaced: ``key`` is for the new join link, ``code`` is typed in,
    ``watch_key`` is for the new watchers' link. ``seed``, ``edition`` and ``club`` are as in :class:`Leave`."""

    target: Target
    key: FreshKey
    code: FreshCode
    watch_key: FreshKey
    seed: Seed = ""
    edition: Edition = None
    club: ClubSeed = ""


class GoAway(FromSeat, frozen=True, tag="away"):
    """Say that I am away, or back."""

    is_away: On


class Rename(FromSeat, frozen=True, tag="rename"):
    """Go by another name from now on."""

    name: Name


SeatingCommand = SeatBot | FillWithBots | SetStandIn | Leave | SwapSeats | Remove | GoAway | Rename | TakeSeat
