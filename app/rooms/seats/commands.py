"""Commands: who sits where: sitting down, bots, stand-ins, leaving, places changed, removals, who is away."""

from app.rooms.model.devices import DeviceKind
from app.rooms.model.ids import Digest, RoomCode
from app.rooms.model.values import Frozen
from engine.core.plain import Plain
from engine.core.seats import Seat


class SeatBot(Frozen, frozen=True):
    """Seat a bot of a level, change its level, or send it away (None)."""

    seat: Seat
    target: Seat
    level: str | None


class FillWithBots(Frozen, frozen=True):
    """Seat bots of a level on free seats, until ``size`` players sit there; None: on all of them."""

    seat: Seat
    level: str
    size: int | None = None


class SetStandIn(Frozen, frozen=True):
    """Hand the target seat to a bot of a level, or give it back to its player (None)."""

    seat: Seat
    target: Seat
    level: str | None


class Leave(Frozen, frozen=True):
    """Give the seat up. ``heirs`` are the people who are here, for longest first, as far as that is known.

    ``seed`` and ``edition`` are for a game that begins because the others' votes are enough then."""

    seat: Seat
    heirs: tuple[Seat, ...] = ()
    seed: str = ""
    edition: Plain = None


class TakeSeat(Frozen, frozen=True):
    """Sit down at the first free seat. ``key`` is that of the join link; None: ``code`` was typed in, which is enough
    while the game has not begun."""

    name: str
    holder: Digest
    key: str | None
    kind: DeviceKind = "other"
    code: RoomCode | None = None


class SwapSeats(Frozen, frozen=True):
    """Let two seats change places, or move to a free one."""

    seat: Seat
    one: Seat
    other: Seat


class Remove(Frozen, frozen=True):
    """Take the seat away from its player, and make void what they know of the room: a join link with ``key``, ``code``
    to be typed in, a watchers' link with ``watch_key`` take the place of the old ones. ``seed`` and ``edition`` are as
    in :class:`Leave`."""

    seat: Seat
    target: Seat
    key: str
    code: RoomCode
    watch_key: str
    seed: str = ""
    edition: Plain = None


class GoAway(Frozen, frozen=True):
    """Say that I am away, or back."""

    seat: Seat
    is_away: bool


class Rename(Frozen, frozen=True):
    """Go by another name from now on."""

    seat: Seat
    name: str


SeatingOfSeat = SeatBot | FillWithBots | SetStandIn | Leave | SwapSeats | Remove | GoAway | Rename
"""Those that only the player of their ``seat`` can give."""

SeatingCommand = SeatingOfSeat | TakeSeat
