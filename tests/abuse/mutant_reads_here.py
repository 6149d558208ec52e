"""Server with one fault: it reads room files itself, in a thread.

The tests of its memory must detect it."""

import asyncio
from unittest.mock import patch

from app import logs
from app.cli import read_settings
from app.journal.sql.store import SqlStore
from app.main import create_app
from app.records import room_file
from app.records.room_file import RestoredRoom
from app.rooms.model.ids import Millis
from app.serving import open_port
from app.web.server.server import server
from app.web.service.file_reader import FileReader


async def read_here(_: FileReader, data: bytes, passphrase: str, now: Millis) -> RestoredRoom:
    """Read a room from a file in this process."""
    return await asyncio.to_thread(room_file.read_room_file, data, passphrase, now)


def main() -> None:
    """Serve as ``python -m app serve`` does, except for files."""
    settings = read_settings({})
    with (
        patch.object(FileReader, "read", read_here),
        patch.object(room_file, "check_items", lambda data: None),
        open_port(settings) as listening,
    ):
        logs.set_up(settings.log)
        server(create_app(settings, SqlStore(settings.database)), settings).run(sockets=[listening])


if __name__ == "__main__":
    main()
