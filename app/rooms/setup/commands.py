"""Commands to set up a room: open it, choose its options, prepare the next game."""

from app.rooms.deals.events import DealTaken
from app.rooms.model.devices import DeviceKind
from app.rooms.model.ids import Digest, RoomCode
from app.rooms.model.values import Frozen, field
from app.rooms.schema.command import FromSeat, GameKey, Options
from engine.core.plain import Plain


class ChooseOptions(FromSeat, frozen=True, tag="options"):
    """Change the named options, and no others."""

    options: Options


class SetUpAnew(FromSeat, frozen=True, tag="lobby"):
    """Go back to the lobby after a game, for the same game or another."""

    game: GameKey | None = None


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
    offered: DealTaken | None = None
    """Cards of another table's offer, for the first game."""


SetupCommand = ChooseOptions | SetUpAnew | OpenRoom
