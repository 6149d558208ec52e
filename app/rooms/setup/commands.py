"""Commands: how a room is set up: opened, its options chosen, made ready for another game."""

from dataclasses import dataclass, field

from app.rooms.model.devices import DeviceKind
from app.rooms.model.ids import Digest, RoomCode
from engine.core.plain import Plain
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class ChooseOptions:
    """Change the options named, leave the others."""

    seat: Seat
    options: dict[str, Plain]


@dataclass(frozen=True, slots=True)
class SetUpAnew:
    """Go back to the lobby after a game, for the same game or another."""

    seat: Seat
    game: str | None


@dataclass(frozen=True, slots=True)
class OpenRoom:
    """Open a room and sit down in it as its host."""

    code: RoomCode
    game: str
    name: str
    holder: Digest
    join_key: str
    watch_key: str
    options: dict[str, Plain] = field(default_factory=dict)
    kind: DeviceKind = "other"


SetupOfSeat = ChooseOptions | SetUpAnew
"""Those that only the player of their ``seat`` can give."""

SetupCommand = SetupOfSeat | OpenRoom
