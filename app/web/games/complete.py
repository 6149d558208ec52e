"""Check at startup that every registered game has all that it needs.

An error names what is missing with its file, instead of an error on a player's page."""

import importlib
from collections.abc import Iterator
from pathlib import Path

from app.paths import ROOT, STATIC, TEMPLATES
from app.rooms.seats.decide import STAND_IN_LEVEL
from app.web.games import PLAIN, package
from app.web.games.presenter import Presenter
from app.web.text.rule_books import book
from app.web.text.rule_reader import BadBookError
from engine import registry
from engine.core.game import AnyGame

FOLDER = TEMPLATES / "games"


class IncompleteGameError(Exception):
    """Error that names a game's missing member and its file."""


def check_games() -> None:
    """Check that every game of the registry can be played and shown.

    Raises IncompleteGameError."""
    for game in registry.GAMES.values():
        found = tuple(list_missing_parts(game))
        if found:
            raise IncompleteGameError(f"the game {game.key!r} is not complete: {'; '.join(found)}")
    letters: dict[str, str] = {}
    for key in registry.GAMES:
        for letter in sorted({clause[0] for clause in book(key).clauses}):
            if letters.setdefault(letter, key) != key:
                one, other = (_format_path(registry.find(each).book) for each in (letters[letter], key))
                raise IncompleteGameError(f"{one} and {other} both have clauses of the letter {letter}")


def list_missing_parts(game: AnyGame) -> Iterator[str]:
    """Yield what the game lacks, each as a clause of a sentence."""
    if STAND_IN_LEVEL not in game.bots:
        yield f"it has no bot of the level {STAND_IN_LEVEL!r}, which plays for who is away"
    yield from _rules(game)
    if package(game.key) != PLAIN:
        yield from _looks(game)
    elif game.pictures is not None:
        yield _unseen(game.key)


def _rules(game: AnyGame) -> Iterator[str]:
    path = game.book
    if not path.is_file():
        yield f"{_format_path(path)} is missing, the book of its rules"
        return
    try:
        if not book(game.key).clauses:
            yield f"{_format_path(path)} has no clause: one begins with - **X1.1**"
    except BadBookError as error:
        yield f"{_format_path(path)} cannot be read: {error}"


def _looks(game: AnyGame) -> Iterator[str]:
    key = game.key
    names = {path.name for path in (FOLDER / PLAIN).iterdir()} - {"table.html"}
    presenter = getattr(importlib.import_module(f"app.web.games.{key}"), "PRESENTER", None)
    if not isinstance(presenter, Presenter):
        yield f"app/web/games/{key}/__init__.py has no PRESENTER, which app/web/games/presenter.py describes"
    else:
        names |= {Path(region.path(key)).name for region in presenter.regions}
        yield from _missing(
            STATIC / "css" / "games" / f"{sheet}.css" for sheet in (*presenter.sheets, *presenter.end_sheets)
        )
        if presenter.scene is not None:
            names |= {"scene.html", "face.html"}
            if game.pictures is None:
                yield "its presenter has a scene, and it has no picture"
        elif game.pictures is not None:
            yield _unseen(key)
    yield from _missing(FOLDER / key / name for name in sorted(names))
    yield from _missing([STATIC / "js" / "games" / f"{key}.js"])


def _unseen(key: str) -> str:
    return (
        f"app/web/games/{key}/__init__.py has no presenter with a scene: its table is a picture, engine/core/picture.py"
    )


def _missing(paths: Iterator[Path] | list[Path]) -> Iterator[str]:
    return (f"{_format_path(path)} is missing" for path in paths if not path.is_file())


def _format_path(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)
