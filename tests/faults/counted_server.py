"""Server that reports at /counts what it holds.

``--keeps`` gives it a fault: the room never learns that a connection is closed, and keeps its subscription. The tests
must detect that."""

import asyncio
import gc
import os
import sys
import time
from collections import Counter, deque
from typing import Any

from app import logs
from app.cli import read_settings
from app.journal.sql.store import SqlStore
from app.live.host import connections
from app.live.host.host import RoomHost
from app.live.host.subscription import Subscription
from app.main import create_app
from app.serving import open_port
from app.web.server.server import server
from app.web.sockets.connection import Connection

COUNTED: tuple[type, ...] = (Subscription, Connection, RoomHost)
STEP_S = 0.05
MOST_STEPS = 100_000


class KeptSubscription(Subscription):
    """Subscription that closes without telling its room."""

    def close(self) -> None:
        """Close the connection only."""
        self._on_close = lambda _: None
        super().close()


class Lag:
    """Delay with which the event loop resumes a sleeper."""

    def __init__(self) -> None:
        self.seconds: deque[float] = deque(maxlen=MOST_STEPS)
        self._task: asyncio.Task[None] | None = None

    def measure(self) -> None:
        """Start measuring with the first call."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="lag")

    async def _run(self) -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(STEP_S)
            self.seconds.append(time.perf_counter() - before - STEP_S)

    @property
    def p99_ms(self) -> float:
        """99th percentile in milliseconds."""
        ordered = sorted(self.seconds) or [0.0]
        return round(ordered[len(ordered) * 99 // 100] * 1000, 1)


lag = Lag()


async def count_objects() -> dict[str, Any]:
    """Return what this process holds after a garbage collection."""
    lag.measure()
    # Frozen objects would be missing from the count.
    gc.unfreeze()
    gc.collect()
    found = Counter(type(each) for each in gc.get_objects())
    kept = {kind.__name__: sum(found[each] for each in found if issubclass(each, kind)) for kind in COUNTED}
    return kept | {
        "tasks": len(asyncio.all_tasks()),
        "files": len(os.listdir("/proc/self/fd")),
        "lag_p99_ms": lag.p99_ms,
    }


def main() -> None:
    """Serve as ``python -m app serve`` does, and count."""
    if "--keeps" in sys.argv:
        vars(connections)["Subscription"] = KeptSubscription
    settings = read_settings({})
    with open_port(settings) as listening:
        logs.set_up(settings.log)
        app = create_app(settings, SqlStore(settings.database))
        app.add_api_route("/counts", count_objects)
        server(app, settings).run(sockets=[listening])


if __name__ == "__main__":
    main()
