"""Messages of a player about their own seat: orders for a stand-in, devices, the link that brings one more."""

from typing import Annotated, Literal

from pydantic import Field

from app.rooms.own.commands import AnswerAsker, GiveOrders, RevokeDevices
from app.web.messages.base import CommandMessage, Given, Key, Maker, Number, SeatNumber
from engine.core.seats import Seat


class OrdersMessage(CommandMessage):
    """Tell who plays in one's place what to do and to leave: all of it, by keys of the game."""

    do: Literal["orders"]
    orders: Annotated[list[Key], Field(max_length=16)]

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: GiveOrders(seat, tuple(self.orders))


class RevokeMessage(CommandMessage):
    """Let a device hold the seat no longer, by its number; null: all but this one."""

    do: Literal["revoke"]
    device: Number | None

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: RevokeDevices(seat, self.device, given.asker)


class AnswerAskerMessage(CommandMessage):
    """Let whoever asks hold the seat on another device, or turn them away; ``number`` says who is meant."""

    do: Literal["let_back"]
    seat: SeatNumber
    number: Number
    on: bool

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: AnswerAsker(seat, Seat(self.seat), self.number, self.on)


class ReturnLinkMessage(CommandMessage):
    """Make a link that brings one more device to the seat. The link follows from what the asker showed, which no
    message knows: whoever takes the message makes it."""

    do: Literal["return_link"]
