"""Presenters of the games: one package per game, found by the game's key."""

import functools
import importlib.util
from typing import cast

from app.web.games.chronicle import Chronicle
from app.web.games.plain.presenter import plain_presenter
from app.web.games.presenter import Presenter
from engine import registry

PLAIN = "plain"


@functools.cache
def package(key: str) -> str:
    """Return the name of the game's package and template folder, else ``plain``."""
    return key if importlib.util.find_spec(f"{__name__}.{key}") is not None else PLAIN


@functools.cache
def find_presenter(key: str) -> Presenter:
    """Return the presenter of the game with that key.

    Raises BadOptionsError if there is no such game."""
    game = registry.find(key)
    if package(key) == PLAIN:
        return plain_presenter(game)
    return cast(Presenter, importlib.import_module(f"{__name__}.{key}").PRESENTER)


def chronicle(key: str) -> Chronicle:
    """Return the chronicle of the game with that key."""
    return find_presenter(key).chronicle
