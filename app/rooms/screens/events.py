"""Events about screens: shown, asked for, removed."""

from app.rooms.model.ids import Digest
from app.rooms.schema.event import UNTOLD, event
from engine.core.seats import Seat

__all__ = ["ScreenAsked", "ScreenCodeHidden", "ScreenEvent", "ScreenRefused", "ScreenRemoved", "ScreenShown"]
"""Events about screens."""


@event(record=UNTOLD)
class ScreenShown:
    """A screen shows the table, admitted by the player of the seat."""

    seat: Seat
    holder: Digest


@event(record=UNTOLD)
class ScreenAsked:
    """A screen asks the players to show the table."""

    holder: Digest


@event(record=UNTOLD)
class ScreenRefused:
    """The screen that asked was turned away."""

    by: Seat


@event(record=UNTOLD)
class ScreenRemoved:
    """A screen shows the table no longer."""

    seat: Seat
    holder: Digest


@event(record=UNTOLD)
class ScreenCodeHidden:
    """The screens hide the code of the table, or show it again."""

    seat: Seat
    is_hidden: bool


ScreenEvent = ScreenShown | ScreenAsked | ScreenRefused | ScreenRemoved | ScreenCodeHidden
