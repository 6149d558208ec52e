"""Bundles of style sheets and scripts for a table's page.

Forty small files cost a first visit forty headers and four round trips. So the server joins them on first use. There
is no build step, and they stay separate on disk. Each module is wrapped in a function of its own that returns its
exports, in order of dependency."""

import functools
import itertools
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from app.paths import STATIC
from app.web.games import PLAIN, find_presenter, package
from engine import registry

SHEETS: Final = (
    *("tokens", "base", "crests", "cards", "table", "seats", "dock"),
    *("sheets", "log", "menu", "votes", "side", "why"),
    *("sealing", "settings", "chat", "toasts"),
)
"""Style sheets of every table, ``css/<name>.css``, in order.

A lobby has no others of a table."""

PLAY: Final = ("scene", "choices", "film")
"""Style sheets of a game that has begun; those of the game follow."""

END: Final = ("end",)
"""Style sheets for the part below a finished game; those of its game follow."""

SCRIPTS: Final = ("room", "page/log", "page/sheets")
"""First modules of every table, ``js/<name>.js``."""

BEGUN: Final = "play"
"""First module of a game that has begun; the game's own follows.

Its bundle takes shared modules from the script of every table."""

LATER: Final = "later"
"""Module that a table loads only after its start.

It is a bundle of its own, the same for all tables. It takes shared modules from the script of every table."""

ROOM: Final = "room"
"""Name of the style sheet and of the script that every table has."""

COMMON: Final = (f"{ROOM}.css", f"{ROOM}.js", f"{LATER}.js")
"""Names of the bundles that all games share."""

ENDINGS: Final = ("_play.css", "_play.js", "_end.css")
"""Endings of the paths of a game's own bundles."""

_OF_GAME = re.compile(rf"tables/(?P<game>\w+?)(?P<ending>{'|'.join(map(re.escape, ENDINGS))})")
_LENT = "globalThis.signet"
"""Global object through which one script finds the modules of the other."""

_IMPORT = re.compile(r'^import (?:\{ (?P<names>[\w, ]+) \} from )?"(?P<path>[^"]+)";$')
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (?P<name>\w+))")
_UNKNOWN = re.compile(r"^(?:import|export|await)\b|\bimport\(")
_SPACE = re.compile(
    r"""(?P<text>"[^"]*"|'[^']*')|\s*(?:;\s*(?=})|(?P<sign>[{};,>~])\s*)|(?P<colon>:)\s+|(?P<space>\s+)"""
)
"""Space in a style sheet, and the last semicolon of a rule.

Texts in quotes are skipped."""
_SPACED = re.compile(r"""(?P<text>"[^"]*")| ?(?P<sign>[][{}(),;:=<>?&|*%]+) ?""")
"""Signs of a script with the space around them; texts in quotes are skipped."""
_UNCLEAR = re.compile(r"[`'/\\]")
"""Start of a possible template, regular expression or comment."""
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


@functools.cache
def bundle(path: str) -> bytes | None:
    """Return the bundle at a path, in UTF-8; None if that is no bundle's path.

    Paths are ``tables/room.css`` and ``tables/room.js``, ``tables/<game>_play.css`` and ``tables/<game>_play.js`` (once
    a game has begun), ``tables/<game>_end.css`` (for its end), and ``tables/later.js``. Raises ValueError for a module
    that imports itself, or that cannot be bundled as written."""
    if path == f"tables/{LATER}.js":
        return _borrowing(LATER).encode()
    if path == f"tables/{ROOM}.js":
        return _room_script().encode()
    if path == f"tables/{ROOM}.css":
        return _sheet(SHEETS, ()).encode()
    found = _OF_GAME.fullmatch(path)
    if found is None or found["game"] not in registry.GAMES:
        return None
    game = found["game"]
    if found["ending"] == "_play.js":
        return _borrowing(BEGUN, *_list_own_modules(game)).encode()
    presenter = find_presenter(game)
    is_end = found["ending"] == "_end.css"
    return _sheet(*((END, presenter.end_sheets) if is_end else (PLAY, presenter.sheets))).encode()


def read_all() -> None:
    """Build all bundles, so that the first page need not wait for them."""
    for name in COMMON:
        bundle(f"tables/{name}")
    for game in registry.GAMES:
        for ending in ENDINGS:
            bundle(f"tables/{game}{ending}")


def _sheet(common: Sequence[str], own: Sequence[str]) -> str:
    """Join style sheets, the game's own last, without comments and extra space.

    Their addresses of pictures begin with a slash already."""
    names = (*common, *(f"games/{name}" for name in own))
    text = "".join(_read(f"css/{name}.css") for name in names)
    return _SPACE.sub(
        lambda hit: hit["text"] or hit["sign"] or hit["colon"] or (" " if hit["space"] else ""), _COMMENT.sub("", text)
    )


def _room_script() -> str:
    """Join the modules of every table.

    Raises ValueError for a module that imports itself, or that cannot be bundled as written."""
    done = _join(SCRIPTS)
    lent = ",".join(f'"{path}":{_name_module(path, done)}' for path in _list_lent_modules())
    return "\n".join([*done.values(), f"{_LENT}={{{lent}}};"])


def _borrowing(first: str, *others: str) -> str:
    """Join modules without those that every table has.

    The bundle lends what the first of them exports."""
    done = _join((first, *others), dict.fromkeys(_list_lent_modules(), ""))
    called = _name_module(f"js/{first}.js", done)
    return "\n".join([*filter(None, done.values()), f"Object.assign({_LENT},{called});"])


@functools.cache
def _list_lent_modules() -> tuple[str, ...]:
    """List the modules of every table that the other bundles import."""
    room = _join(SCRIPTS)
    others = _join((LATER, BEGUN, *itertools.chain(*map(_list_own_modules, registry.GAMES))))
    wanted = {other for path in others.keys() - room.keys() for other in _imports(path)}
    return tuple(path for path in room if path in wanted)


def _list_own_modules(game: str) -> tuple[str, ...]:
    """List the first modules of a game itself."""
    return (f"games/{game}",) if package(game) != PLAIN else ()


def _join(names: Iterable[str], done: dict[str, str] | None = None) -> dict[str, str]:
    """Return the texts of modules and their imports by path, dependencies first."""
    done = {} if done is None else done
    for name in names:
        _close(f"js/{name}.js", done, ())
    return done


def _imports(path: str) -> Iterator[str]:
    """Yield the paths of the modules that this one imports."""
    for line in _lines(path):
        if found := _IMPORT.match(line):
            yield _resolve_import(path, found["path"])


def _close(path: str, done: dict[str, str], above: tuple[str, ...]) -> None:
    """Append the module after all its imports."""
    if path in done:
        return
    if path in above:
        raise ValueError(f"{path} imports itself")
    given, text = [], []
    for line in _lines(path):
        if found := _IMPORT.match(line):
            other = _resolve_import(path, found["path"])
            _close(other, done, (*above, path))
            if found["names"]:
                text.append(f"const {{{found['names']}}}={_name_module(other, done)};")
        elif found := _EXPORT.match(line):
            given.append(found["name"])
            text.append(line.removeprefix("export "))
        elif _UNKNOWN.search(line):
            raise ValueError(f"{path} is written in a way that is not known here: {line}")
        else:
            text.append(line.strip())
    body = "\n".join(_tight(line) for line in text if line)
    done[path] = f"const _{len(done)}=(()=>{{\n{body}\nreturn{{{','.join(given)}}};\n}})();"


def _resolve_import(path: str, other: str) -> str:
    """Resolve an import's address relative to its module."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), other))


def _tight(line: str) -> str:
    """Remove optional space from a line of code; keep it if it may hold more."""
    return line if _UNCLEAR.search(line) else _SPACED.sub(lambda hit: hit["text"] or hit["sign"], line)


def _lines(path: str) -> Iterator[str]:
    """Yield the lines that are code.

    Raises ValueError for a text over several lines, because indentation is part of it."""
    for line in _read(path).splitlines():
        if line.count("`") % 2:
            raise ValueError(f"{path} has a text of several lines: {line}")
        if not line.lstrip().startswith("//"):
            yield line


def _name_module(path: str, done: Mapping[str, str]) -> str:
    """Return a module's name in its bundle: its index, shorter than its path.

    A module lent by another bundle has no text of its own."""
    return f"_{list(done).index(path)}" if done[path] else f'{_LENT}["{path}"]'


def _read(path: str) -> str:
    return (STATIC / path).read_text(encoding="utf-8")
