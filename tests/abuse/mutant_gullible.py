"""A server with one fault: its pages take what people wrote as it comes. The test of hostile words in a browser must
catch it."""

from gettext import NullTranslations
from unittest.mock import patch

from jinja2 import Environment

from app import logs
from app.cli import open_port, read_settings
from app.journal.sql.store import SqlStore
from app.main import create_app
from app.web.html import renderer
from app.web.html.environment import environment
from app.web.server.server import server


def gullible(words: NullTranslations, language: str) -> Environment:
    """The environment of a language, which escapes nothing."""
    made = environment(words, language)
    made.autoescape = False
    return made


def main() -> None:
    """Serves as ``python -m app serve`` does, but for the templates."""
    settings = read_settings({})
    with patch.object(renderer, "environment", gullible), open_port(settings) as listening:
        logs.set_up(settings.log)
        server(create_app(settings, SqlStore(settings.database)), settings).run(sockets=[listening])


if __name__ == "__main__":
    main()
