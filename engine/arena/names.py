"""Who is meant by a player's name on the command line: a level, a class by its path, or a process."""

import shlex
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from engine.arena.errors import PlayerFaultError
from engine.arena.player import CodePlayer, Player
from engine.arena.program import Program
from engine.bots.seating import bot_of
from engine.core.errors import BadOptionsError
from engine.core.game import AnyGame, Bot

PROCESS = "process:"
"""What stands before the command of a process."""

FORMS = "a level, package.module:Class, path/to/file.py:Class or process:COMMAND"


def player_named(game: AnyGame, name: str, seconds: float) -> Player:
    """The player of that name; a process has so many seconds for an answer.

    Raises BadOptionsError when there is none, PlayerFaultError when its module or its class fails."""
    if name.startswith(PROCESS):
        return Program(name, _words(name.removeprefix(PROCESS)), seconds)
    if ":" in name:
        return CodePlayer(name, _maker(name))
    try:
        bot = bot_of(game, name)
    except BadOptionsError as error:
        raise BadOptionsError(f"{error}; a player is {FORMS}") from None
    return CodePlayer(name, lambda: bot)


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command, posix=sys.platform != "win32")
        if sys.platform == "win32":
            # where backslashes quote nothing, quotation marks are left standing
            words = [word.strip('"') for word in words]
    except ValueError as error:
        raise BadOptionsError(f"{command!r} is no command: {error}") from None
    if not words:
        raise BadOptionsError(f"{PROCESS!r} lacks its command")
    return words


def _maker(name: str) -> Callable[[], Bot[Any, Any]]:
    """What makes bots of the class. One is made at once, to see that it can be."""
    where, _, called = name.rpartition(":")
    try:
        module = _of_file(Path(where)) if where.endswith(".py") else _of_path(where)
        if not hasattr(module, called):
            raise BadOptionsError(f"{where} has no class {called!r}")
        make: Callable[[], Any] = getattr(module, called)
        bot = make()
    except BadOptionsError:
        raise
    except Exception as error:
        raise PlayerFaultError(f"{name} cannot be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(bot, "choose", None)):
        raise BadOptionsError(f"{name} has no method choose(view, ask, rng)")
    return make


def _of_path(path: str) -> ModuleType:
    try:
        return import_module(path)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{path}.".startswith(f"{error.name}."):
            raise
        raise BadOptionsError(f"there is no module {path!r}") from None


def _of_file(file: Path) -> ModuleType:
    """The module in that file, which may import what lies beside it."""
    if not file.is_file():
        raise BadOptionsError(f"there is no file {file}")
    # two files of one name are two modules
    name = file.resolve().as_posix().replace(".", "_")
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise BadOptionsError(f"{file} is no module")
    if (beside := str(file.resolve().parent)) not in sys.path:
        sys.path.append(beside)
    sys.modules[name] = module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
