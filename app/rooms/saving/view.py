"""View of the room's saves and arrivals. Nobody can choose not to see it."""

from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.model.values import Frozen
from app.rooms.saving.agreement import is_agreed, is_running
from engine.core.seats import Viewer


class SavePart(Frozen, frozen=True, gc=False):
    """Save of the room as a file by a player."""

    name: str
    at: Millis
    game: int
    """Number of the running game, 0 for none."""


class ArrivalPart(Frozen, frozen=True, gc=False):
    """Arrival of the room from a file that somebody opened."""

    name: str
    """Name of the person who opened it; empty if unknown."""
    at: Millis
    is_own: bool
    """True if this server wrote the file."""
    saved_at: Millis
    """Time at which the file was made."""
    game: int
    """Number of the last game that had begun, 0 for none."""


class ClaimPart(Frozen, frozen=True, gc=False):
    """Device that came to a seat since the last arrival.

    It came by a link that the seat's player did not make, or after one."""

    name: str
    at: Millis
    devices: int
    """Number of devices that the seat had from then on."""


class SavingPart(Frozen, frozen=True, gc=False):
    """Saves and arrivals for one viewer."""

    is_agreed: bool
    """True if the table has agreed that a host saves it now; only seats see it."""
    saves: tuple[SavePart, ...]
    """Latest saves since the last game began, in order."""
    arrivals: tuple[ArrivalPart, ...]
    """Arrivals from a file: the last one, and before it the last from another server."""
    claims: tuple[ClaimPart, ...]
    """Latest announced device of each player."""


def saving_part(room: Room, viewer: Viewer) -> SavingPart:
    """Return the saves and arrivals for the viewer."""
    saves = tuple([SavePart(each.name, each.at, each.game) for each in room.saves])
    arrivals = tuple([ArrivalPart(each.name, each.at, each.is_own, each.saved_at, each.game) for each in room.arrivals])
    claims = tuple([ClaimPart(each.name, each.at, each.devices) for each in room.claims])
    return SavingPart(viewer is not None and is_running(room) and is_agreed(room), saves, arrivals, claims)
