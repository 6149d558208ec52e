"""How games look and what they say: one package a game, found by the game's key."""

import functools
import importlib
from typing import cast

from app.web.games.face import Face


@functools.cache
def face(key: str) -> Face:
    """The looks of the game with that key."""
    return cast(Face, importlib.import_module(f"{__name__}.{key}").FACE)
