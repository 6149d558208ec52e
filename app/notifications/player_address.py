"""Owner of an address. One browser may have been two players of a room in turn."""

from collections.abc import Mapping

from app.journal.contacts import NOBODY, Address
from app.rooms.model.ids import Digest
from app.rooms.model.room import Room

PERSON = "person"
"""The detail of an address that says whose it is."""


def person_detail(room: Room, holder: Digest) -> Mapping[str, str]:
    """Return the detail that ties an address to the token's present player, if any."""
    seat = room.seat_of(holder)
    occupant = room.occupant(seat) if seat is not None else None
    return {PERSON: str(occupant.person)} if occupant is not None else {}


def is_of_player(room: Room, address: Address) -> bool:
    """Return whether an address is the table's or a seated player's.

    An address of somebody who used the same device before is not."""
    if address.holder == NOBODY:
        return True
    known = person_detail(room, address.holder)
    return bool(known) and address.details.get(PERSON, known[PERSON]) == known[PERSON]
