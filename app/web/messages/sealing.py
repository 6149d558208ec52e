"""Messages about cards."""

from typing import Annotated, Literal

from pydantic import Field

from app.rooms.model.ids import AskNumber
from app.rooms.sealing.commands import Lift, Seal, SealAhead
from app.web.messages.base import CommandMessage, Given, Maker, Number


class SealMessage(CommandMessage):
    """Seal or re-seal the choice for that ask."""

    do: Literal["seal"]
    ask: Number
    choice: Annotated[str, Field(max_length=1_000)]

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: Seal(seat, AskNumber(self.ask), self.choice)


class LiftMessage(CommandMessage):
    """Take the seal back before the cards are opened."""

    do: Literal["lift"]
    ask: Number

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: Lift(seat, AskNumber(self.ask))


class AheadMessage(CommandMessage):
    """Say what to seal when asked next: the first of the choices that is legal then."""

    do: Literal["ahead"]
    ask: Number
    choices: Annotated[list[Annotated[str, Field(max_length=1_000)]], Field(max_length=16)]

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: SealAhead(seat, AskNumber(self.ask), tuple(self.choices))
