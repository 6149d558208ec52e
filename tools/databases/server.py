"""Server over the databases of ``TRIAL_DATABASES``, by rooms' codes."""

import os

from app import logs
from app.cli import read_settings
from app.main import create_app
from app.serving import open_port
from app.web.server.server import server
from tools.databases.store import ManyStores

DATABASES = "TRIAL_DATABASES"
"""Environment variable with the addresses, separated by spaces."""


def main() -> None:
    """Serve as ``python -m app serve`` does, except for the store."""
    settings = read_settings({})
    with open_port(settings) as listening:
        logs.set_up(settings.log)
        server(create_app(settings, ManyStores(os.environ[DATABASES].split())), settings).run(sockets=[listening])


if __name__ == "__main__":
    main()
