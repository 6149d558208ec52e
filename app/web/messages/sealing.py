"""Messages about cards."""

import hashlib
from typing import Annotated, Literal

import orjson
from pydantic import Field

from app.rooms.model.ids import AskNumber, Digest
from app.rooms.sealing.commands import Lift, Seal, SealAhead
from app.web.messages.base import CommandMessage, Given, Maker, Number

Line = Annotated[str, Field(max_length=1_000)]
"""A choice, or a condition."""


class SealMessage(CommandMessage):
    """Seal or re-seal the choice for that ask."""

    do: Literal["seal"]
    ask: Number
    choice: Line

    @property
    def body(self) -> Digest | None:
        """As in CommandMessage, the very same digest: nothing is sent as often."""
        if self.id is None:
            return None
        plain = {"ask": self.ask, "choice": self.choice, "do": self.do}
        return Digest(hashlib.sha256(orjson.dumps(plain)).hexdigest())

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        ask, choice = AskNumber(self.ask), self.choice
        return lambda seat: Seal(seat, ask, choice)


class LiftMessage(CommandMessage):
    """Take the seal back before the cards are opened."""

    do: Literal["lift"]
    ask: Number

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: Lift(seat, AskNumber(self.ask))


class AheadMessage(CommandMessage):
    """Say what to seal when asked next: the first of the choices that is legal then. In ``when`` a condition stands
    before its choices."""

    do: Literal["ahead"]
    ask: Number
    choices: Annotated[list[Line], Field(max_length=16)]
    when: list[Annotated[list[Line], Field(min_length=2, max_length=17)]] = Field(default_factory=list, max_length=3)

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        when = tuple(map(tuple, self.when))
        return lambda seat: SealAhead(seat, AskNumber(self.ask), tuple(self.choices), when)
