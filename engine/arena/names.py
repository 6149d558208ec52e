"""Names of players on the command line: a level, a class by path, or a process."""

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
"""Prefix of the command of a process."""

FORMS = "a level, package.module:Class, path/to/file.py:Class or process:COMMAND"


def player_named(game: AnyGame, name: str, seconds: float) -> Player:
    """Return the player of that name; a process has ``seconds`` for an answer.

    Raises BadOptionsError if there is none, PlayerFaultError if its module or its class fails."""
    if name.startswith(PROCESS):
        return Program(name, _split_command(name.removeprefix(PROCESS)), seconds)
    if ":" in name:
        return CodePlayer(name, _find_class(name))
    try:
        bot = bot_of(game, name)
    except BadOptionsError as error:
        raise BadOptionsError(f"{error}; a player is {FORMS}") from None
    return CodePlayer(name, lambda: bot)


def _split_command(command: str) -> list[str]:
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


def _find_class(name: str) -> Callable[[], Bot[Any, Any]]:
    """Return the class that makes bots, after making one as a trial."""
    where, _, called = name.rpartition(":")
    try:
        module = _import_file(Path(where)) if where.endswith(".py") else _import_path(where)
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


def _import_path(path: str) -> ModuleType:
    try:
        return import_module(path)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{path}.".startswith(f"{error.name}."):
            raise
        raise BadOptionsError(f"there is no module {path!r}") from None


def _import_file(file: Path) -> ModuleType:
    """Import the module from a file; it may import modules of its folder."""
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
