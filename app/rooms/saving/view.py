"""What one viewer sees of the room's being taken as a file and opened from one. Nobody can choose not to be told."""

from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.model.values import Frozen
from app.rooms.saving.agreement import is_agreed, is_running
from engine.core.seats import Viewer


class SavePart(Frozen, frozen=True, gc=False):
    """Somebody took the room as a file."""

    name: str
    at: Millis
    game: int
    """The number of the game that was running then; 0: none was."""


class ArrivalPart(Frozen, frozen=True, gc=False):
    """Somebody opened the room from a file."""

    name: str
    """Who did; empty where that cannot be known."""
    at: Millis
    is_own: bool
    """Whether this server wrote the file."""
    saved_at: Millis
    """When the file was made."""
    game: int
    """The number of the last game that had begun by then; 0: none had."""


class ClaimPart(Frozen, frozen=True, gc=False):
    """A device came to a seat since the last arrival, by a link that the seat's player did not make, or after one."""

    name: str
    at: Millis
    devices: int
    """How many devices the seat had from then on."""


class SavingPart(Frozen, frozen=True, gc=False):
    """What a viewer sees of it."""

    is_agreed: bool
    """Whether the table has agreed that a host saves it now; only seats see it."""
    saves: tuple[SavePart, ...]
    """The latest who have done so since the last game began, in order."""
    arrivals: tuple[ArrivalPart, ...]
    """The last time the room was opened from a file, and before it the last time from a file from elsewhere."""
    claims: tuple[ClaimPart, ...]
    """The latest for each player."""


def saving_part(room: Room, viewer: Viewer) -> SavingPart:
    """What the viewer sees of it."""
    saves = tuple([SavePart(each.name, each.at, each.game) for each in room.saves])
    arrivals = tuple([ArrivalPart(each.name, each.at, each.is_own, each.saved_at, each.game) for each in room.arrivals])
    claims = tuple([ClaimPart(each.name, each.at, each.devices) for each in room.claims])
    return SavingPart(viewer is not None and is_running(room) and is_agreed(room), saves, arrivals, claims)
