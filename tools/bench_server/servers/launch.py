"""Launcher of a checkout's own server with the bare game on its list.

Run ``python .../launch.py serve`` by path in the checkout's folder: it starts that ``python -m app serve``.
Processes that the server starts run the same path again, so they know the game too."""

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

# the checkout that this was started in, before what lies beside this file
sys.path.insert(0, os.getcwd())

from engine import registry

HERE = Path(__file__).resolve().parent


def load_module(name: str) -> ModuleType:
    """Return the module in the file of that name beside this one."""
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
        assert spec is not None and spec.loader is not None
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[name]


def register() -> None:
    """Add the bare game to the list of games."""
    game = load_module("bare_game").GAME
    registry.GAMES = {**registry.GAMES, game.key: game}


register()
load_module("sampler").start()
load_module("loop_watch").start()

if __name__ == "__main__":
    from app.cli import main

    sys.exit(main())
