"""What a table's page is made of, in one style sheet and one script for each game.

Forty small files cost a first visit forty heads and four rounds of asking one after the other. So the server puts them
together when it first needs them: no step of building, and on the disk they stay apart. Every module is closed in a
function of its own and gives what it exports, in the order in which they need each other."""

import functools
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from app.paths import STATIC
from app.web.games import PLAIN, find_presenter, package
from engine import registry

SHEETS: Final = (
    *("tokens", "base", "crests", "cards", "table", "seats", "scene", "dock", "choices"),
    *("sheets", "log", "menu", "votes", "side", "why"),
    *("sealing", "film", "settings", "talk", "toasts"),
)
"""The style sheets of every table, ``css/<name>.css``, in their order; those of its game follow."""

END: Final = ("end",)
"""The style sheets of what stands below a game that is over; those of its game follow."""

SCRIPTS: Final = ("room", "page/log", "page/why", "page/sheets", "page/strip")
"""The modules that every table begins with, ``js/<name>.js``; that of its game follows."""

LATER: Final = "later"
"""The module of what a table needs only once it is there. It is a bundle of its own, the same for all tables, and takes
what the table's own script has already from it."""

_LENT = "globalThis.signet"
"""Where one script finds the modules of the other."""

_IMPORT = re.compile(r'^import (?:\{ (?P<names>[\w, ]+) \} from )?"(?P<path>[^"]+)";$')
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (?P<name>\w+))")
_UNKNOWN = re.compile(r"^(?:import|export|await)\b|\bimport\(")
_SPACE = re.compile(
    r"""(?P<text>"[^"]*"|'[^']*')|\s*(?:;\s*(?=})|(?P<sign>[{};,>~])\s*)|(?P<colon>:)\s+|(?P<space>\s+)"""
)
"""Space in a style sheet, and the last semicolon of a rule; texts in quotes are skipped."""
_SPACED = re.compile(r"""(?P<text>"[^"]*")| ?(?P<sign>[][{}(),;:=<>?&|*%]+) ?""")
"""Signs of a script with the space beside them; texts in quotes are skipped."""
_UNCLEAR = re.compile(r"[`'/\\]")
"""What may begin something else than code: a template, a pattern, a comment."""
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


@functools.cache
def bundle(path: str) -> bytes | None:
    """The bundle at ``tables/<game>.css``, ``tables/<game>_end.css`` (for what comes after a game),
    ``tables/<game>.js`` or ``tables/later.js``, UTF-8; None if that is no bundle's path. Raises ValueError for a module
    that imports itself, or that is written in a way that cannot be put together."""
    folder, _, name = path.rpartition("/")
    if path == f"tables/{LATER}.js":
        return _later().encode()
    named, _, kind = name.partition(".")
    game = named.removesuffix("_end")
    if folder != "tables" or game not in registry.GAMES or kind not in (("css",) if game != named else ("css", "js")):
        return None
    if kind == "js":
        return _script(game).encode()
    names = (SHEETS, find_presenter(game).sheets) if game == named else (END, find_presenter(game).end_sheets)
    return _sheet(*names).encode()


def read_all() -> None:
    """Puts all of them together, so that nobody's first page waits for it."""
    bundle(f"tables/{LATER}.js")
    for game in registry.GAMES:
        for name in (f"{game}.css", f"{game}_end.css", f"{game}.js"):
            bundle(f"tables/{name}")


def _sheet(common: Sequence[str], own: Sequence[str]) -> str:
    """These style sheets, the game's own last, without their comments, and without the space that only readers need.
    Their addresses of pictures begin with a slash already."""
    names = (*common, *(f"games/{name}" for name in own))
    text = "".join(_read(f"css/{name}.css") for name in names)
    return _SPACE.sub(
        lambda hit: hit["text"] or hit["sign"] or hit["colon"] or (" " if hit["space"] else ""), _COMMENT.sub("", text)
    )


def _script(game: str) -> str:
    """The modules of a table. Raises ValueError for a module that imports itself, or that is written in a way that
    cannot be put together."""
    done: dict[str, str] = {}
    own = (f"games/{game}",) if package(game) != PLAIN else ()
    for name in (*SCRIPTS, *own):
        _close(f"js/{name}.js", done, ())
    lent = ",".join(f'"{path}":{_called(path, done)}' for path in _lent())
    return "\n".join([*done.values(), f"{_LENT}={{{lent}}};"])


def _later() -> str:
    """The modules that come later, but for those that every table has."""
    done = dict.fromkeys(_lent(), "")
    _close(f"js/{LATER}.js", done, ())
    called = _called(f"js/{LATER}.js", done)
    return "\n".join([*filter(None, done.values()), f"Object.assign({_LENT},{called});"])


@functools.cache
def _lent() -> tuple[str, ...]:
    """The modules of every table that those which come later import themselves."""
    table, later = dict[str, str](), dict[str, str]()
    for name in SCRIPTS:
        _close(f"js/{name}.js", table, ())
    _close(f"js/{LATER}.js", later, ())
    wanted = {other for path in later.keys() - table.keys() for other in _imports(path)}
    return tuple(path for path in table if path in wanted)


def _imports(path: str) -> Iterator[str]:
    """The modules that this one imports, by their paths."""
    for line in _lines(path):
        if found := _IMPORT.match(line):
            yield _beside(path, found["path"])


def _close(path: str, done: dict[str, str], above: tuple[str, ...]) -> None:
    """Puts the module behind all that it imports."""
    if path in done:
        return
    if path in above:
        raise ValueError(f"{path} imports itself")
    given, text = [], []
    for line in _lines(path):
        if found := _IMPORT.match(line):
            other = _beside(path, found["path"])
            _close(other, done, (*above, path))
            if found["names"]:
                text.append(f"const {{{found['names']}}}={_called(other, done)};")
        elif found := _EXPORT.match(line):
            given.append(found["name"])
            text.append(line.removeprefix("export "))
        elif _UNKNOWN.search(line):
            raise ValueError(f"{path} is written in a way that is not known here: {line}")
        else:
            text.append(line.strip())
    body = "\n".join(_tight(line) for line in text if line)
    done[path] = f"const _{len(done)}=(()=>{{\n{body}\nreturn{{{','.join(given)}}};\n}})();"


def _beside(path: str, other: str) -> str:
    """The path of what a module imports by that address."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), other))


def _tight(line: str) -> str:
    """A line of code without the space that only readers need; one that is not plainly code stays as it is."""
    return line if _UNCLEAR.search(line) else _SPACED.sub(lambda hit: hit["text"] or hit["sign"], line)


def _lines(path: str) -> Iterator[str]:
    """The lines that are code. Raises ValueError where a text runs over several, as there indentation is part of
    it."""
    for line in _read(path).splitlines():
        if line.count("`") % 2:
            raise ValueError(f"{path} has a text of several lines: {line}")
        if not line.lstrip().startswith("//"):
            yield line


def _called(path: str, done: Mapping[str, str]) -> str:
    """What a module is called in its bundle: by its place, as its path would weigh more. One that another bundle lends
    has no text of its own."""
    return f"_{list(done).index(path)}" if done[path] else f'{_LENT}["{path}"]'


def _read(path: str) -> str:
    return (STATIC / path).read_text(encoding="utf-8")
