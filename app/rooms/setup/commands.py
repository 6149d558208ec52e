"""Commands: how a room is set up: opened, its options chosen, made ready for another game."""

from app.rooms.model.devices import DeviceKind
from app.rooms.model.ids import Digest, RoomCode
from app.rooms.model.values import Frozen, field
from engine.core.plain import Plain
from engine.core.seats import Seat


class ChooseOptions(Frozen, frozen=True):
    """Change the options named, leave the others."""

    seat: Seat
    options: dict[str, Plain]


class SetUpAnew(Frozen, frozen=True):
    """Go back to the lobby after a game, for the same game or another."""

    seat: Seat
    game: str | None


class OpenRoom(Frozen, frozen=True):
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
