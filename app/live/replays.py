"""Replays of past games from rooms' journals, with a cache of the latest."""

from collections import OrderedDict

from app.live.errors import RoomDamagedError
from app.live.manager import RoomManager
from app.live.work_queue import Asker, WorkQueue
from app.rooms.events import Entry
from app.rooms.finished_games import FinishedGames, read_finished_games
from app.rooms.fold import BrokenJournalError
from app.rooms.model.ids import RoomCode
from app.rooms.model.room import Room
from app.rooms.views.replay import Replay, replay

KEPT = 16
"""Replays that are kept, and rooms of which all finished games are."""


class Journal:
    """Journal of a room up to a given state, read when its turn has come.

    Reading takes time from the thread that writes the appends of all rooms, so few may read at once."""

    def __init__(self, manager: RoomManager, room: Room) -> None:
        self._manager = manager
        self._room = room
        self.entries: tuple[Entry, ...] = ()

    async def read(self) -> None:
        """Read the entries. Raises StoreDownError."""
        self.entries = (await self._manager.journal(self._room.code))[: self._room.version]


class Replays:
    """Makes replays and keeps some."""

    def __init__(self, manager: RoomManager, queue: WorkQueue, keep: int = KEPT) -> None:
        self._manager = manager
        self._queue = queue
        self._keep = keep
        self._kept: OrderedDict[tuple[object, ...], Replay] = OrderedDict()
        self._pasts: OrderedDict[RoomCode, FinishedGames] = OrderedDict()

    async def replay(self, room: Room, number: int, asker: Asker) -> Replay | None:
        """Return that game of the room up to its last reveal, or None.

        Raises RoomDamagedError, StoreDownError, OverBudgetError, QueueFullError."""
        is_last = room.play is not None and number == room.play.number
        ask = room.play.ask if room.play is not None and is_last else None
        key = (room.code, number, ask)
        found = self._kept.pop(key, None)
        if found is None:
            try:
                # a long evening's journal takes seconds of the processor
                journal = Journal(self._manager, room)
                found = await self._queue.run(
                    asker, lambda: replay(journal.entries, number), key=("replay", *key), before=journal.read
                )
            except BrokenJournalError as error:
                raise RoomDamagedError("this room's record does not check out") from error
        if found is not None:
            self._kept[key] = found
            while len(self._kept) > self._keep:
                self._kept.popitem(last=False)
        return found

    async def load_finished_games(self, room: Room, asker: Asker) -> FinishedGames:
        """Return all finished games of the room. Cached ones are not read again.

        Raises RoomDamagedError, StoreDownError, OverBudgetError, QueueFullError."""
        known = self._pasts.get(room.code, FinishedGames())
        if not known.is_of(room):
            known = FinishedGames()
        if len(known.games) < len(room.evening):
            try:
                journal, before = Journal(self._manager, room), known
                known = await self._queue.run(
                    asker,
                    lambda: read_finished_games(journal.entries, before),
                    key=("past", room.code, room.evening),
                    before=journal.read,
                )
            except BrokenJournalError as error:
                raise RoomDamagedError("this room's record does not check out") from error
        self._pasts[room.code] = known
        self._pasts.move_to_end(room.code)
        while len(self._pasts) > self._keep:
            self._pasts.popitem(last=False)
        return known

    def forget(self, code: RoomCode) -> None:
        """Drop a room from the cache."""
        self._pasts.pop(code, None)
        for key in [key for key in self._kept if key[0] == code]:
            del self._kept[key]
