"""A server whose rooms' people do not meet in one process, as it is while a room's home is away: everybody stays where
the system put them."""

import socket
from collections.abc import Callable

from app import cli
from app.cli import open_port, read_settings
from app.post.station import Station
from app.settings import Settings
from app.supervisor import Workers


def work(
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[], None],
    station: Station | None,
    beat: Callable[[], None],
) -> None:
    """Serves as one process of several, and hands nobody on."""
    cli.work(settings, listening, ready, None, beat)


def main() -> None:
    """Serves as ``python -m app serve`` does with several processes, but for the way between them."""
    settings = read_settings({})
    with open_port(settings) as listening:
        Workers(settings.workers, work, settings, listening).run()


if __name__ == "__main__":
    main()
