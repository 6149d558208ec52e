"""Messages that remind others."""

from typing import Literal

from app.rooms.reminders.commands import Nudge
from app.web.messages.base import CommandMessage, Given, Maker, SeatNumber
from engine.core.seats import Seat


class NudgeMessage(CommandMessage):
    """Nudge a seat that the table waits for."""

    do: Literal["nudge"]
    seat: SeatNumber

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: Nudge(seat, Seat(self.seat))
