"""How games look and what they say: one package a game, found by the game's key."""

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
    """The package and the folder of templates with the game's presenter: its own, or else the plain one."""
    return key if importlib.util.find_spec(f"{__name__}.{key}") is not None else PLAIN


@functools.cache
def find_presenter(key: str) -> Presenter:
    """Return the presenter of the game with that key. Raises BadOptionsError when there is no such game."""
    game = registry.find(key)
    if package(key) == PLAIN:
        return plain_presenter(game)
    return cast(Presenter, importlib.import_module(f"{__name__}.{key}").PRESENTER)


def chronicle(key: str) -> Chronicle:
    """What the game with that key tells of itself."""
    return find_presenter(key).chronicle
