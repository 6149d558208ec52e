"""Server with one fault: its pages do not escape what people wrote.

The test of hostile text in a browser must detect it."""

from gettext import NullTranslations
from unittest.mock import patch

from jinja2 import Environment

from app import logs
from app.cli import read_settings
from app.journal.sql.store import SqlStore
from app.main import create_app
from app.serving import open_port
from app.web.html import renderer
from app.web.html.environment import environment
from app.web.server.server import server


def make_unescaping(words: NullTranslations, language: str, base_path: str, **known: bool) -> Environment:
    """Return the environment of a language without escaping."""
    made = environment(words, language, base_path, **known)
    made.autoescape = False
    return made


def main() -> None:
    """Serve as ``python -m app serve`` does, except for the templates."""
    settings = read_settings({})
    with patch.object(renderer, "environment", make_unescaping), open_port(settings) as listening:
        logs.set_up(settings.log)
        server(create_app(settings, SqlStore(settings.database)), settings).run(sockets=[listening])


if __name__ == "__main__":
    main()
