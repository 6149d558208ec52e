"""Messages about how people get on with each other at a table."""

from typing import Literal

from app.rooms.table.commands import ChangeJoinKey, GoAway, Lock, Remove, SwapSeats
from app.web.keys import new_key, new_room_code
from app.web.messages.base import CommandMessage, Given, Maker, SeatNumber
from engine.core.seats import Seat


class SwapMessage(CommandMessage):
    """In a lobby: let two seats change places; one may be free."""

    do: Literal["swap"]
    seat: SeatNumber
    other: SeatNumber

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: SwapSeats(seat, Seat(self.seat), Seat(self.other))


class RemoveMessage(CommandMessage):
    """A host: take a seat away from its player; code and links become new ones."""

    do: Literal["remove"]
    seat: SeatNumber

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        key, code, watch_key = new_key(), new_room_code(), new_key()
        return lambda seat: Remove(seat, Seat(self.seat), key, code, watch_key)


class LockMessage(CommandMessage):
    """A host: let nobody new sit down, or again."""

    do: Literal["lock"]
    on: bool

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: Lock(seat, self.on)


class NewLinkMessage(CommandMessage):
    """A host: make the code and the join link new ones."""

    do: Literal["new_link"]

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        key, code = new_key(), new_room_code()
        return lambda seat: ChangeJoinKey(seat, key, code)


class AwayMessage(CommandMessage):
    """Say that one is away, or back."""

    do: Literal["away"]
    on: bool

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: GoAway(seat, self.on)
