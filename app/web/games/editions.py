"""Query parameters for the edition of a game's rules.

They lead to the page of rules and the lesson that suit a table."""

from collections.abc import Mapping
from urllib.parse import urlencode

from app.web.games import find_presenter
from engine import registry
from engine.core.plain import Plain


def edition_query(key: str, options: Mapping[str, Plain]) -> str:
    """Return the query that names these options' edition; empty for the usual one."""
    name = find_presenter(key).edition_option
    usual = {option.key: option.default for option in registry.find(key).options}
    value = options.get(name)
    return f"?{urlencode({name: value})}" if isinstance(value, str) and value != usual.get(name) else ""


def edition_options(key: str, query: Mapping[str, str]) -> dict[str, Plain]:
    """Return the option that the query names; empty for an unknown game.

    The game may lack that value."""
    name = find_presenter(key).edition_option if key in registry.GAMES else ""
    return {name: query[name]} if name in query else {}
