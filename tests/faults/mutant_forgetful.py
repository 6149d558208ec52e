"""Server with one fault: it keeps rooms in memory, so a restart loses them.

The test of returning clients must detect it."""

from app import logs
from app.cli import read_settings
from app.main import create_app
from app.serving import open_port
from app.web.server.server import server
from tests.journal.memory_store import MemoryStore


def main() -> None:
    """Serve as ``python -m app serve`` does, except for the store."""
    settings = read_settings({})
    with open_port(settings) as listening:
        logs.set_up(settings.log)
        server(create_app(settings, MemoryStore()), settings).run(sockets=[listening])


if __name__ == "__main__":
    main()
