"""Messages about the games of a room."""

from typing import Literal

from app.rooms.model.ids import Millis
from app.rooms.play.commands import Again, Begin, GiveTime, Pause, Resume
from app.web.keys import new_seed
from app.web.messages.base import CommandMessage, Given, Maker, Number, Options, SeatNumber, plain_options
from engine.core.seats import Seat


class BeginMessage(CommandMessage):
    """The host: start the game, with these options on top of the present ones."""

    do: Literal["begin"]
    options: Options | None = None

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        seed, edition = new_seed(), given.edition()
        options = plain_options(self.options) if self.options else None
        return lambda seat: Begin(seat, seed, edition, options)


class AgainMessage(CommandMessage):
    """The host, after a game: play once more, with ``rotate`` everybody one seat further."""

    do: Literal["again"]
    rotate: bool = False

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        seed, edition = new_seed(), given.edition()
        return lambda seat: Again(seat, seed, edition, self.rotate)


class RestMessage(CommandMessage):
    """Let the table rest, or go on."""

    do: Literal["pause", "resume"]

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return Pause if self.do == "pause" else Resume


class GiveTimeMessage(CommandMessage):
    """Give another seat more time, in seconds."""

    do: Literal["give_time"]
    seat: SeatNumber
    seconds: Number

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: GiveTime(seat, Seat(self.seat), Millis(self.seconds * 1000))
