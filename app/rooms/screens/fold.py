"""Fold of events about screens."""

from app.rooms.model.changes import occupant_of
from app.rooms.model.devices import Screen, ScreenAsk
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.screens.decide import list_screens
from app.rooms.screens.events import (
    ScreenAsked,
    ScreenCodeHidden,
    ScreenEvent,
    ScreenRefused,
    ScreenRemoved,
    ScreenShown,
)


def fold(room: Room, event: ScreenEvent, at: Millis) -> Room:
    """Return the room after the event. Raises BrokenJournalError."""
    screens = room.screens
    match event:
        case ScreenShown(seat, holder):
            number = screens.so_far + 1
            screen = Screen(number, holder, occupant_of(room, seat).person)
            others = tuple(each for each in list_screens(room) if each.holder != holder)
            screens = replace(screens, shown=(*others, screen), so_far=number)
            if screens.ask is not None and screens.ask.holder == holder:
                screens = replace(screens, ask=None)
        case ScreenAsked(holder):
            number = screens.so_far + 1
            screens = replace(screens, ask=ScreenAsk(number, holder, at), so_far=number)
        case ScreenRefused():
            if screens.ask is not None:
                screens = replace(screens, ask=replace(screens.ask, is_answered=True))
        case ScreenRemoved(_, holder):
            screens = replace(screens, shown=tuple(each for each in screens.shown if each.holder != holder))
        case ScreenCodeHidden(_, is_hidden):
            screens = replace(screens, hides_code=is_hidden)
    return replace(room, screens=screens)
