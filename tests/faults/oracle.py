"""The oracle of all fault tests: acknowledged ⊆ journal ⊆ attempted, nothing twice, no gap, and the journal folds."""

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from typing import Protocol

from app.rooms.facts import Entry
from app.rooms.fold import BrokenJournal, fold
from app.rooms.room import Room
from tests.faults.players import History


class Witness(Protocol):
    """Whoever knows what a player attempted and was answered."""

    @property
    def token(self) -> str:
        """The seat's token."""
        ...

    @property
    def history(self) -> History:
        """What was attempted and answered; all that was acknowledged was so before the journal was read."""
        ...


def faults(entries: tuple[Entry, ...], players: Iterable[Witness]) -> list[str]:
    """What is wrong with a room's journal, given what its players did. Empty: all is well."""
    found = []
    if [entry.version for entry in entries] != list(range(1, len(entries) + 1)):
        found.append("the versions have a gap")
    keys = Counter(entry.command for entry in entries if entry.command is not None)
    found += [f"{key} was applied {count} times" for key, count in keys.items() if count > 1]
    for player in players:
        prefix = sha256(player.token.encode()).hexdigest()[:16]
        history = player.history
        mine = {key.split(":", 1)[1] for key in keys if key.startswith(prefix)}
        for id in history.acknowledged.keys() - mine:
            # sealing the very card that lies sealed changes nothing and is not journaled
            if not _is_repeat(history.attempted, id):
                found.append(f"{id} of {prefix} was acknowledged and is gone")
        found += [f"{id} of {prefix} was never sent" for id in mine - history.attempted.keys() - {"begin"}]
        found += [f"{id} of {prefix} was refused and is there" for id in mine & history.refused.keys()]
    try:
        folded(entries)
    except BrokenJournal as error:
        found.append(f"the journal does not fold: {error}")
    return found


def folded(entries: tuple[Entry, ...]) -> Room:
    """The room these entries make; the fold itself checks every opening's digest. Raises BrokenJournal."""
    room = fold(None, entries)
    assert room is not None
    return room


def _is_repeat(attempted: dict[str, dict[str, object]], id: str) -> bool:
    number = int(id[1:])
    before = attempted.get(f"c{number - 1}")
    now = attempted[id]
    return before is not None and before["ask"] == now["ask"] and before["choice"] == now["choice"]
