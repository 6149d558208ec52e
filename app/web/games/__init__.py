"""How games look and what they say: one package a game, found by the game's key."""

import functools
import importlib.util
from typing import cast

from app.web.games.chronicle import Chronicle
from app.web.games.face import Face
from app.web.games.plain.face import PlainFace
from engine import registry

PLAIN = "plain"


@functools.cache
def looks(key: str) -> str:
    """The package and the folder of templates with the game's looks: its own, or else the plain ones."""
    return key if importlib.util.find_spec(f"{__name__}.{key}") is not None else PLAIN


@functools.cache
def face(key: str) -> Face:
    """The looks of the game with that key. Raises BadOptions when there is no such game."""
    game = registry.find(key)
    if looks(key) == PLAIN:
        return PlainFace(game)
    return cast(Face, importlib.import_module(f"{__name__}.{key}").FACE)


@functools.cache
def chronicle(key: str) -> Chronicle:
    """What the game with that key tells of itself."""
    return cast(Chronicle, importlib.import_module(f"{__name__}.{looks(key)}.chronicle").CHRONICLE)
