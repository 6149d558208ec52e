"""Messages about hosts."""

from typing import Literal

from app.rooms.hosts.commands import ShareHost
from app.web.messages.base import CommandMessage, Given, Maker, SeatNumber
from engine.core.seats import Seat


class HostMessage(CommandMessage):
    """A host: make a seat a host too, or no longer."""

    do: Literal["host"]
    seat: SeatNumber
    on: bool

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: ShareHost(seat, Seat(self.seat), self.on)
