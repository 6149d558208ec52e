"""Command about a player's identity: choose colour and crest."""

from app.rooms.model.identity import Colour, Crest
from app.rooms.schema.command import FromSeat

__all__ = ["ChooseIdentity", "IdentityCommand"]
"""Commands about identity."""


class ChooseIdentity(FromSeat, frozen=True, tag="identity"):
    """Choose a colour, a crest, or both.

    What a bot has comes in exchange. What a person has is asked for, and that person's choice of what the asker has
    is the exchange. One's own choice takes back what one has asked for."""

    colour: Colour | None = None
    crest: Crest | None = None


IdentityCommand = ChooseIdentity
