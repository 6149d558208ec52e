"""Events about a deal that two tables share.

No record tells of them: the game's own event says that its cards were shared."""

from typing import Annotated

from app.rooms.model.ids import RoomCode
from app.rooms.schema.bounds import is_digest, is_key, is_plain
from app.rooms.schema.event import UNTOLD, event
from engine.core.plain import Plain


@event(record=UNTOLD)
class DealOffered:
    """A host offered the next game's cards to a second table."""

    key: Annotated[str, is_key]
    """Secret of the link that opens the second table."""
    seed: Annotated[str, is_digest]
    edition: Annotated[Plain, is_plain]


@event(record=UNTOLD)
class DealPaired:
    """Somebody opened the second table by the link."""

    table: RoomCode


@event(record=UNTOLD)
class DealTaken:
    """The room is the second table: its next game has the other one's cards."""

    table: RoomCode
    seed: Annotated[str, is_digest]
    edition: Annotated[Plain, is_plain]


@event(record=UNTOLD)
class DealOpened:
    """The shared cards are public, and no later game is dealt from them."""


DealEvent = DealOffered | DealPaired | DealTaken | DealOpened
