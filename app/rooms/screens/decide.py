"""Decisions about screens. Any player may admit and remove one."""

from app.rooms.model.devices import Screen
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.screens.commands import (
    AnswerScreen,
    AskForScreen,
    HideScreenCode,
    RemoveScreen,
    ScreenCommand,
    ShowOnScreen,
)
from app.rooms.screens.events import (
    ScreenAsked,
    ScreenCodeHidden,
    ScreenEvent,
    ScreenRefused,
    ScreenRemoved,
    ScreenShown,
)
from engine.core.seats import Seat

MOST_SCREENS = 4

ASK_MS = 5 * 60 * 1000
"""Time after which another screen may ask, whether the table has answered or not."""

Events = tuple[ScreenEvent, ...]


def list_screens(room: Room) -> tuple[Screen, ...]:
    """Return the screens whose players still sit at the table."""
    if not room.screens.shown:
        return ()
    persons = {who.person for seat in room.people() if (who := room.occupant(seat)) is not None}
    return tuple(screen for screen in room.screens.shown if screen.person in persons)


def has_screen(room: Room, holder: Digest) -> bool:
    """Return whether the screen with that token digest shows the table."""
    return any(screen.holder == holder for screen in list_screens(room))


def decide(room: Room, command: ScreenCommand, now: Millis) -> Events | Refusal:
    """Decide on a command about screens. Any player may admit and remove one."""
    match command:
        case ShowOnScreen(seat, holder):
            return _show(room, seat, holder)
        case AskForScreen(holder):
            return _ask(room, holder, now)
        case AnswerScreen():
            return _answer(room, command)
        case RemoveScreen(seat, number):
            known = next((screen for screen in list_screens(room) if screen.number == number), None)
            return (ScreenRemoved(seat, known.holder),) if known is not None else ()
        case HideScreenCode(seat, is_hidden):
            return (ScreenCodeHidden(seat, is_hidden),) if is_hidden != room.screens.hides_code else ()


def _show(room: Room, seat: Seat, holder: Digest) -> Events | Refusal:
    if has_screen(room, holder):
        return ()
    if len(list_screens(room)) >= MOST_SCREENS:
        return refuse("bad_field", "Four screens show this table already. Remove one in the menu first.")
    return (ScreenShown(seat, holder),)


def _ask(room: Room, holder: Digest, now: Millis) -> Events | Refusal:
    ask = room.screens.ask
    if has_screen(room, holder):
        return ()
    if ask is not None and now - ask.at < ASK_MS:
        if ask.holder == holder and not ask.is_answered:
            return ()
        return refuse("too_fast", "The table was asked a moment ago. A player can scan the code here instead.")
    return (ScreenAsked(holder),)


def _answer(room: Room, command: AnswerScreen) -> Events | Refusal:
    ask = room.screens.ask
    if ask is None or ask.is_answered or ask.number != command.number:
        return refuse("bad_field", "No screen is asking any more.")
    return _show(room, command.seat, ask.holder) if command.is_welcome else (ScreenRefused(command.seat),)
