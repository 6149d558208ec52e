"""Messages about who sits where."""

from typing import Annotated, Literal

from pydantic import Field

from app.rooms.seats.commands import FillWithBots, GoAway, Leave, Remove, Rename, SeatBot, SetStandIn, SwapSeats
from app.web.keys import new_key, new_room_code
from app.web.messages.base import CommandMessage, Given, Level, Maker, Message, Name, NewToken, SeatNumber
from engine.core.seats import Seat


class SitMessage(Message):
    """Sit down in a room; the key of its join link may be left out while the game has not begun."""

    name: Name
    key: Annotated[str, Field(max_length=64)] | None = None
    id: NewToken | None = None
    """The client's own secret: whoever asks again with it gets the same seat and token."""


class BotMessage(CommandMessage):
    """The host, while no game runs: seat a bot, change its level; null sends it away."""

    do: Literal["bot"]
    seat: SeatNumber
    level: Level | None

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: SeatBot(seat, Seat(self.seat), self.level)


class FillMessage(CommandMessage):
    """The host, while no game runs: seat bots until so many players sit there; on all free seats if that is not
    said."""

    do: Literal["fill"]
    level: Level = "normal"
    size: Annotated[int, Field(ge=1, le=5)] | None = None

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: FillWithBots(seat, self.level, self.size)


class StandInMessage(CommandMessage):
    """Hand a seat to a stand-in; null gives it back to its player."""

    do: Literal["stand_in"]
    seat: SeatNumber
    level: Level | None

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: SetStandIn(seat, Seat(self.seat), self.level)


class LeaveMessage(CommandMessage):
    """Give the seat up."""

    do: Literal["leave"]

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        seed, edition = given.next_deal()
        return lambda seat: Leave(seat, seed=seed, edition=edition)


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
        seed, edition = given.next_deal()
        return lambda seat: Remove(seat, Seat(self.seat), key, code, watch_key, seed, edition)


class RenameMessage(CommandMessage):
    """Go by another name from now on."""

    do: Literal["rename"]
    name: Name

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: Rename(seat, self.name)


class AwayMessage(CommandMessage):
    """Say that one is away, or back."""

    do: Literal["away"]
    on: bool

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: GoAway(seat, self.on)
