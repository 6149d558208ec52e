"""How far rooms have come by what this process wrote last, so that an append need not ask before it writes. A belief:
the database holds it against the truth while it writes."""

from collections.abc import Mapping, Sequence

from app.journal.chain import Head
from app.journal.rows import Append
from app.rooms.model.ids import RoomCode

MOST = 20_000
"""Rooms that are remembered, of some 300 bytes each; with one more all are forgotten, and asked for again."""


class Heads:
    """The heads of rooms, as far as they are remembered."""

    def __init__(self) -> None:
        self._heads: dict[RoomCode, Head] = {}

    def before(self, appends: Sequence[Append]) -> dict[RoomCode, Head] | None:
        """The heads of all the rooms before these appends; None when one is not remembered, or an append does not
        follow: another process may have been there."""
        found: dict[RoomCode, Head] = {}
        reached: dict[RoomCode, int] = {}
        for append in appends:
            room = append.room
            if room not in found:
                head = self._heads.get(room)
                if head is None:
                    return None
                found[room] = head
                reached[room] = head.version
            if append.expected != reached[room]:
                return None
            reached[room] = append.version
        return found

    def forget(self, appends: Sequence[Append]) -> None:
        """Believes nothing of the rooms of these appends: nobody knows yet what becomes of them."""
        for append in appends:
            self._heads.pop(append.room, None)

    def remember(self, heads: Mapping[RoomCode, Head]) -> None:
        """Believes what was committed."""
        if len(self._heads) + len(heads) > MOST:
            self._heads.clear()
        self._heads.update(heads)
