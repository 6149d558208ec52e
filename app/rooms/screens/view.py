"""View of the screens that show the table."""

from app.rooms.model.devices import Screen
from app.rooms.model.room import Room
from app.rooms.model.values import Frozen
from app.rooms.screens.decide import list_screens
from engine.core.seats import Viewer


class ScreenPart(Frozen, frozen=True, gc=False):
    """Screen that shows the table."""

    screen: int
    """Number of the screen, counted over the room's life."""
    who: str
    """Name of the player who admitted it."""


class ScreensPart(Frozen, frozen=True, gc=False):
    """Screens of the table; only seats see them."""

    shown: tuple[ScreenPart, ...]
    asks: int | None
    """Number of the screen that asks; None if none does."""
    hides_code: bool
    """True if the screens do not show the code of the table."""


def screens_part(room: Room, viewer: Viewer) -> ScreensPart:
    """Return the view of the screens."""
    if viewer is None:
        return ScreensPart((), None, room.screens.hides_code)
    shown = tuple(ScreenPart(screen.number, _find_name(room, screen)) for screen in list_screens(room))
    ask = room.screens.ask
    return ScreensPart(shown, ask.number if ask is not None and not ask.is_answered else None, room.screens.hides_code)


def _find_name(room: Room, screen: Screen) -> str:
    names = (who.name for seat in room.people() if (who := room.occupant(seat)) and who.person == screen.person)
    return next(names, "")
