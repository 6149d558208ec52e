"""Server with one fault: it uses uvicorn's protocols without our guard.

The tests of crowds must detect it."""

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from app import logs
from app.cli import read_settings
from app.journal.sql.store import SqlStore
from app.main import create_app
from app.serving import open_port
from app.web.server.server import server


def main() -> None:
    """Serve as ``python -m app serve`` does, except for the guard."""
    settings = read_settings({})
    with open_port(settings) as listening:
        logs.set_up(settings.log)
        running = server(create_app(settings, SqlStore(settings.database)), settings)
        running.config.http, running.config.ws = HttpToolsProtocol, WebSocketsSansIOProtocol
        running.run(sockets=[listening])


if __name__ == "__main__":
    main()
