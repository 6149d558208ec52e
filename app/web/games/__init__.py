"""How games look and what they say: one package a game, found by the game's key."""

import functools
import importlib.util
from typing import cast

from app.web.games.chronicle import Chronicle
from app.web.games.looks import Looks
from app.web.games.plain.looks import plain_looks
from engine import registry

PLAIN = "plain"


@functools.cache
def package(key: str) -> str:
    """The package and the folder of templates with the game's looks: its own, or else the plain ones."""
    return key if importlib.util.find_spec(f"{__name__}.{key}") is not None else PLAIN


@functools.cache
def looks(key: str) -> Looks:
    """The looks of the game with that key. Raises BadOptionsError when there is no such game."""
    game = registry.find(key)
    if package(key) == PLAIN:
        return plain_looks(game)
    return cast(Looks, importlib.import_module(f"{__name__}.{key}").LOOKS)


def chronicle(key: str) -> Chronicle:
    """What the game with that key tells of itself."""
    return looks(key).chronicle
