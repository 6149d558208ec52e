"""Server with one fault: it answers a seal before the commit, a moment later.

The kill tests must detect it."""

import asyncio
import socket
from collections.abc import Callable, Sequence

from app import logs
from app.cli import read_settings
from app.journal.errors import StoreError
from app.journal.sql.store import SqlStore
from app.main import create_app
from app.rooms.events import ChoiceSealed, Entry
from app.rooms.model.ids import Millis, RoomCode, Version
from app.serving import open_port
from app.settings.settings import Settings
from app.supervisor import Workers
from app.web.server.server import server

LATE_S = 0.3
START = Version(0)


class EarlyStore(SqlStore):
    """Store that succeeds at once and writes in the background, in order."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._late: dict[RoomCode, asyncio.Task[None]] = {}

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        before = self._late.get(room)
        if not any(isinstance(entry.event, ChoiceSealed) for entry in entries):
            if before is not None:
                await asyncio.wait([before])
            return await super().append(room, expected, entries, phase, wake_at)

        async def write() -> None:
            await asyncio.sleep(LATE_S)
            if before is not None:
                await asyncio.wait([before])
            try:
                await super(EarlyStore, self).append(room, expected, entries, phase, wake_at)
            except StoreError:
                return

        self._late[room] = asyncio.create_task(write())

    async def load(self, room: RoomCode, after: Version = START) -> tuple[Entry, ...]:
        late = self._late.get(room)
        if late is not None:
            await asyncio.wait([late])
        return await super().load(room, after)


def work(
    settings: Settings,
    sockets: Sequence[socket.socket],
    ready: Callable[[], None],
    replaces: str = "",
    beat: Callable[[], None] = lambda: None,
) -> None:
    """Serve as one process of one or several."""
    logs.set_up(settings.log)
    server(create_app(settings, EarlyStore(settings.database)), settings, ready, beat=beat).run(sockets=[*sockets])


def main() -> None:
    """Serve as ``python -m app serve`` does, except for the store."""
    settings = read_settings({})
    with open_port(settings) as listening:
        if settings.workers > 1:
            own = [open_port(settings, number + 1) for number in range(settings.workers)]
            Workers(work, settings, [(listening, each) for each in own]).run()
        else:
            work(settings, [listening], lambda: None)


if __name__ == "__main__":
    main()
