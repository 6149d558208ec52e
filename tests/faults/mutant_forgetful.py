"""A server with one fault: it keeps its rooms in memory, and a new start finds none of them. The test of those who come
back must catch it."""

from app import logs
from app.cli import open_port, read_settings
from app.main import create_app
from app.web.server.server import server
from tests.journal.memory_store import MemoryStore


def main() -> None:
    """Serves as ``python -m app serve`` does, but for the store."""
    settings = read_settings({})
    with open_port(settings) as listening:
        logs.set_up(settings.log)
        server(create_app(settings, MemoryStore()), settings).run(sockets=[listening])


if __name__ == "__main__":
    main()
