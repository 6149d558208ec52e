"""Server with one fault: it keeps every closed connection.

The test of wrong frames must detect it."""

import os
from typing import Any

from app import logs
from app.cli import read_settings
from app.journal.sql.store import SqlStore
from app.main import create_app
from app.serving import open_port
from app.web.server.server import server
from app.web.server.socket_guard import GuardedSocket
from app.web.server.uvicorn_guard import GuardedHttp

KEPT: list[object] = []
BUFFER = 8 * 1024
"""Bytes of read buffer that are kept with each connection."""


def hoard(kind: type[Any]) -> None:
    """Keep all objects of a kind from now on."""
    made = kind.__init__

    def keep_all(self: object, *args: Any, **kwargs: Any) -> None:
        made(self, *args, **kwargs)
        KEPT.append((self, os.urandom(BUFFER)))

    kind.__init__ = keep_all


def main() -> None:
    """Serve as ``python -m app serve`` does, and keep every connection."""
    hoard(GuardedHttp)
    hoard(GuardedSocket)
    settings = read_settings({})
    with open_port(settings) as listening:
        logs.set_up(settings.log)
        server(create_app(settings, SqlStore(settings.database)), settings).run(sockets=[listening])


if __name__ == "__main__":
    main()
