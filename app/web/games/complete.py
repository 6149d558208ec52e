"""Whether every registered game has all that it needs, looked at once, before anybody comes: what is missing is named
with its file, and is no error on somebody's page."""

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from app.paths import ROOT, STATIC, TEMPLATES
from app.rooms.seats.decide import STAND_IN_LEVEL
from app.web.games import PLAIN, package
from app.web.games.chronicle import Chronicle
from app.web.games.looks import Looks
from app.web.games.scene_looks import SceneLooks
from app.web.text.rule_books import book
from app.web.text.rule_reader import BadBook
from engine import registry
from engine.core.game import Game

FOLDER = TEMPLATES / "games"


class Incomplete(Exception):
    """What a game lacks, in one sentence with file and member."""


def check_games() -> None:
    """Returns if every game of the registry can be played and shown. Raises Incomplete."""
    for game in registry.GAMES.values():
        found = tuple(lacks(game))
        if found:
            raise Incomplete(f"the game {game.key!r} is not complete: {'; '.join(found)}")
    letters: dict[str, str] = {}
    for key in registry.GAMES:
        for letter in sorted({clause[0] for clause in book(key).clauses}):
            if letters.setdefault(letter, key) != key:
                one, other = (_shown(registry.find(each).book) for each in (letters[letter], key))
                raise Incomplete(f"{one} and {other} both have clauses of the letter {letter}")


def lacks(game: Game[Any, Any, Any]) -> Iterator[str]:
    """What the game lacks, each in a clause of a sentence."""
    if STAND_IN_LEVEL not in game.bots:
        yield f"it has no bot of the level {STAND_IN_LEVEL!r}, which plays for who is away"
    yield from _rules(game)
    if package(game.key) != PLAIN:
        yield from _looks(game)
    elif game.pictured is not None:
        yield _unseen(game.key)


def _rules(game: Game[Any, Any, Any]) -> Iterator[str]:
    path = game.book
    if not path.is_file():
        yield f"{_shown(path)} is missing, the book of its rules"
        return
    try:
        if not book(game.key).clauses:
            yield f"{_shown(path)} has no clause: one begins with - **X1.1**"
    except BadBook as error:
        yield f"{_shown(path)} cannot be read: {error}"


def _looks(game: Game[Any, Any, Any]) -> Iterator[str]:
    key = game.key
    package = f"app.web.games.{key}"
    look: Looks | None = None
    for module, name, protocol, where in (
        (package, "LOOKS", Looks, "app/web/games/looks.py"),
        (f"{package}.chronicle", "CHRONICLE", Chronicle, "app/web/games/chronicle.py"),
    ):
        loaded = _module(module)
        if loaded is None:
            yield f"{module.replace('.', '/')} is missing, with {name}"
        elif not hasattr(loaded, name):
            yield f"{_shown(Path(str(loaded.__file__)))} has no {name}"
        else:
            lacking = tuple(_members(getattr(loaded, name), protocol, where))
            yield from lacking
            look = loaded.LOOKS if name == "LOOKS" and not lacking else look
    names = {path.name for path in (FOLDER / PLAIN).iterdir()} - {"table.html"}
    if look is not None:
        names |= {Path(region.path(key)).name for region in look.regions}
        yield from _missing(STATIC / "css" / "games" / f"{sheet}.css" for sheet in (*look.sheets, *look.end_sheets))
        if look.scene is not None:
            names |= {"scene.html", "face.html"}
            if game.pictured is None:
                yield "its looks have a scene, and it has no picture"
            yield from _members(look.scene, SceneLooks, "app/web/games/scene_looks.py")
        elif game.pictured is not None:
            yield _unseen(key)
    yield from _missing(FOLDER / key / name for name in sorted(names))
    yield from _missing([STATIC / "js" / "games" / f"{key}.js"])


def _unseen(key: str) -> str:
    return f"app/web/games/{key}/__init__.py has no looks with a scene: its table is a picture, engine/core/picture.py"


def _module(name: str) -> ModuleType | None:
    """The module; None when it is not there. What goes wrong inside it is raised."""
    return importlib.import_module(name) if importlib.util.find_spec(name) is not None else None


def _members(has: object, protocol: type, where: str) -> Iterator[str]:
    """Which members of the protocol it does not have of its own."""
    for name, promised in vars(protocol).items():
        if not name.startswith("_") and inspect.getattr_static(has, name, promised) is promised:
            yield f"{_file(has)} has no {name!r}, which {where} asks for"


def _missing(paths: Iterator[Path] | list[Path]) -> Iterator[str]:
    return (f"{_shown(path)} is missing" for path in paths if not path.is_file())


def _file(of: object) -> str:
    """Where its class stands."""
    file: str | None = getattr(sys.modules[type(of).__module__], "__file__", None)
    return _shown(Path(file)) if file is not None else f"a mere {type(of).__name__}"


def _shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)
