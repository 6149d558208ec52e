"""Commands about screens: admit one, ask to be one, remove one."""

from app.rooms.model.ids import Digest
from app.rooms.model.values import Frozen
from app.rooms.schema.command import FromSeat, Number, On

__all__ = ["AnswerScreen", "AskForScreen", "HideScreenCode", "RemoveScreen", "ScreenCommand", "ShowOnScreen"]
"""Commands about screens."""


class ShowOnScreen(FromSeat, frozen=True):
    """Show the table on the screen with this token."""

    holder: Digest


class AskForScreen(Frozen, frozen=True):
    """Ask the players to show the table on the screen with this token."""

    holder: Digest


class AnswerScreen(FromSeat, frozen=True, tag="let_screen"):
    """Show the table on the screen that asks, or turn it away."""

    number: Number
    is_welcome: On


class RemoveScreen(FromSeat, frozen=True, tag="remove_screen"):
    """Show the table no longer on the screen of that number."""

    number: Number


class HideScreenCode(FromSeat, frozen=True, tag="hide_screen_code"):
    """Hide the code of the table on all screens, or show it again."""

    is_hidden: On


ScreenCommand = ShowOnScreen | AskForScreen | AnswerScreen | RemoveScreen | HideScreenCode
