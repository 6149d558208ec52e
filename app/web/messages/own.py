"""The messages of a player about their own seat: orders for a stand-in, devices."""

from typing import Annotated, Literal

from pydantic import Field

from app.web.messages.base import CommandMessage, Key, Number


class OrdersMessage(CommandMessage):
    """Tell who plays in one's place what to do and to leave: all of it, by keys of the game."""

    do: Literal["orders"]
    orders: Annotated[list[Key], Field(max_length=16)]


class RevokeMessage(CommandMessage):
    """Let a device hold the seat no longer, by its number; null: all but this one."""

    do: Literal["revoke"]
    device: Number | None
