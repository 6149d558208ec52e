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
from app.web.games import PLAIN, looks, package
from engine import registry

SHEETS: Final = (
    *("tokens", "base", "crests", "cards", "table", "seats", "scene", "dock", "choices"),
    *("sheets", "log", "menu", "votes", "side", "lobby", "why"),
    *("sealing", "film", "settings", "talk"),
)
"""The style sheets of every table, ``css/<name>.css``, in their order; those of its game follow."""

END: Final = ("end",)
"""The style sheets of what stands below a game that is over; those of its game follow."""

SCRIPTS: Final = ("room", "page/log", "page/why", "page/sheets", "page/strip")
"""The modules that every table begins with, ``js/<name>.js``; that of its game follows."""

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
    """The bundle at ``tables/<game>.css``, ``tables/<game>_end.css`` (for what comes after a game) or
    ``tables/<game>.js``, UTF-8; None if that is no bundle's path. Raises ValueError for a module that imports itself,
    or that is written in a way that cannot be put together."""
    folder, _, name = path.rpartition("/")
    named, _, kind = name.partition(".")
    game = named.removesuffix("_end")
    if folder != "tables" or game not in registry.GAMES or kind not in (("css",) if game != named else ("css", "js")):
        return None
    if kind == "js":
        return _script(game).encode()
    names = (SHEETS, looks(game).sheets) if game == named else (END, looks(game).end_sheets)
    return _sheet(*names).encode()


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
    return "\n".join(done.values())


def _close(path: str, done: dict[str, str], above: tuple[str, ...]) -> None:
    """Puts the module behind all that it imports."""
    if path in done:
        return
    if path in above:
        raise ValueError(f"{path} imports itself")
    given, text = [], []
    for line in _lines(path):
        if found := _IMPORT.match(line):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(path), found["path"]))
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
    """What a module is called in its bundle: by its place, as its path would weigh more."""
    return f"_{list(done).index(path)}"


def _read(path: str) -> str:
    return (STATIC / path).read_text(encoding="utf-8")
