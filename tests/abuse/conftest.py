"""Fixtures of the tests of abuse: those of the web's tests."""

from tests.web.conftest import log, web

__all__ = ["log", "web"]
