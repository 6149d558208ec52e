"""Commands: who sits where: sitting down, bots, stand-ins, leaving."""

from dataclasses import dataclass

from app.rooms.model.devices import DeviceKind
from app.rooms.model.ids import Digest, RoomCode
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Seat a bot of a level, change its level, or send it away (None)."""

    seat: Seat
    target: Seat
    level: str | None


@dataclass(frozen=True, slots=True)
class SetStandIn:
    """Hand the target seat to a bot of a level, or give it back to its player (None)."""

    seat: Seat
    target: Seat
    level: str | None


@dataclass(frozen=True, slots=True)
class Leave:
    """Give the seat up. ``heirs`` are the people who are here, for longest first, as far as that is known."""

    seat: Seat
    heirs: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down at the first free seat. ``key`` is that of the join link; None: ``code`` was typed in, which is enough
    while the game has not begun."""

    name: str
    holder: Digest
    key: str | None
    kind: DeviceKind = "other"
    code: RoomCode | None = None


SeatingOfSeat = SeatBot | SetStandIn | Leave
"""Those that only the player of their ``seat`` can give."""

SeatingCommand = SeatingOfSeat | TakeSeat
