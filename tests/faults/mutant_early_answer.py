"""A server with one fault: it answers before the commit, which comes a moment later. The kill test must catch it."""

import asyncio
from collections.abc import Sequence

from app import logs
from app.cli import open_port, read_settings
from app.journal.sql_store import SqlStore
from app.journal.store import StoreDown
from app.main import create_app
from app.rooms.facts import Entry
from app.rooms.ids import Millis, RoomCode, Version
from app.web.serving import server

LATE_S = 0.3
START = Version(0)


class EarlyStore(SqlStore):
    """Says yes at once and writes in the background, in order."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._late: dict[RoomCode, asyncio.Task[None]] = {}

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        before = self._late.get(room)

        async def write() -> None:
            await asyncio.sleep(LATE_S)
            if before is not None:
                await asyncio.wait([before])
            try:
                await super(EarlyStore, self).append(room, expected, entries, phase, wake_at)
            except StoreDown:
                return

        self._late[room] = asyncio.create_task(write())

    async def load(self, room: RoomCode, after: Version = START) -> tuple[Entry, ...]:
        late = self._late.get(room)
        if late is not None:
            await asyncio.wait([late])
        return await super().load(room, after)


def main() -> None:
    """Serves as ``python -m app serve`` does, but for the store."""
    settings = read_settings({})
    logs.set_up(settings.log)
    with open_port(settings) as listening:
        server(create_app(settings, EarlyStore(settings.database)), settings).run(sockets=[listening])


if __name__ == "__main__":
    main()
