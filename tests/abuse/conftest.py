"""The fixtures of the tests of hostile words: the web's."""

from tests.web.conftest import log, web

__all__ = ["log", "web"]
