"""Oracle of all fault tests.

It checks that acknowledged ⊆ journal ⊆ attempted, nothing is applied twice, no version is missing, and the journal
folds."""

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from typing import Protocol

from app.rooms.events import Entry
from app.rooms.fold import BrokenJournalError, fold, step
from app.rooms.model.ids import Digest
from app.rooms.model.room import Room
from tests.faults.players import History

Lain = dict[tuple[Digest, object, object], int]
"""(token digest, ask, choice) -> last version at which that choice lay sealed."""


class Witness(Protocol):
    """Holder of what a player attempted and was answered."""

    @property
    def token(self) -> str:
        """Token of the seat."""
        ...

    @property
    def history(self) -> History:
        """Commands attempted and answered.

        All acknowledgements precede the reading of the journal."""
        ...


def find_faults(entries: tuple[Entry, ...], players: Iterable[Witness]) -> list[str]:
    """Return the faults of a room's journal, given its players' commands.

    An empty list means that all is well."""
    if [entry.version for entry in entries] != list(range(1, len(entries) + 1)):
        return ["the versions have a gap"]
    versions = {entry.command: entry.version for entry in entries if entry.command is not None}
    keys = Counter(entry.command for entry in entries if entry.command is not None)
    found = [f"{key} was applied {count} times" for key, count in keys.items() if count > 1]
    try:
        lain = _list_sealed(entries)
    except BrokenJournalError as error:
        return [*found, f"the journal does not fold: {error}"]
    for player in players:
        digest = Digest(sha256(player.token.encode()).hexdigest())
        prefix, history = digest[:16], player.history
        mine = {key.split(":", 1)[1]: version for key, version in versions.items() if key.startswith(prefix)}
        found += [f"{id} of {prefix} was never sent" for id in mine.keys() - history.attempted.keys() - {"begin"}]
        found += [f"{id} of {prefix} was refused and is there" for id in mine.keys() & history.refused.keys()]
        since = 0
        for id, sent in history.attempted.items():
            since = mine.get(id, since)
            # Sealing the same card again changes nothing and is not journaled.
            lay_until = lain.get((digest, sent["ask"], sent["choice"]), -1)
            if id in history.acknowledged and id not in mine and lay_until < since:
                found.append(f"{id} of {prefix} was acknowledged and is gone")
    return found


def fold_entries(entries: tuple[Entry, ...]) -> Room:
    """Return the room of these entries; the fold checks every reveal's digest.

    Raises BrokenJournalError."""
    room = fold(None, entries)
    assert room is not None
    return room


def _list_sealed(entries: tuple[Entry, ...]) -> Lain:
    """Return what lay sealed when, whichever seat its holder had by then.

    Raises BrokenJournalError."""
    room, lain = None, Lain()
    for entry in entries:
        room = step(room, entry)
        if room.play is None:
            continue
        for seat, sealed in room.play.sealed.items():
            occupant = room.occupant(seat)
            for holder in occupant.holders if occupant is not None else ():
                lain[holder, room.play.ask, sealed.choice] = entry.version
    return lain
