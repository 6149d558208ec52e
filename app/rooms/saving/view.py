"""What one viewer sees of the room's being taken as a file. Nobody can choose not to be told."""

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


class SavingPart(Frozen, frozen=True, gc=False):
    """What a viewer sees of it."""

    is_agreed: bool
    """Whether the table has agreed that a host saves it now; only seats see it."""
    saves: tuple[SavePart, ...]
    """The latest who have done so since the last game began, in order."""


def saving_part(room: Room, viewer: Viewer) -> SavingPart:
    """What the viewer sees of it."""
    saves = tuple([SavePart(each.name, each.at, each.game) for each in room.saves])
    return SavingPart(viewer is not None and is_running(room) and is_agreed(room), saves)
