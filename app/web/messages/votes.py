"""Messages about what the table votes on."""

from typing import Annotated, Literal

from pydantic import Field

from app.rooms.votes.commands import Vote
from app.web.keys import new_seed
from app.web.messages.base import CommandMessage, Given, Maker


class VoteMessage(CommandMessage):
    """Vote for a motion, against it, or withdraw the vote."""

    do: Literal["vote"]
    motion: Annotated[str, Field(max_length=32)]
    on: bool
    against: bool = False

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        seed, edition = new_seed(), given.edition()
        return lambda seat: Vote(seat, self.motion, self.on, seed, edition, self.against)
