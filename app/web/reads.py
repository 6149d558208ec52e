"""What a region's template reads of its context, found in its source: so a region is drawn anew only when something of
that has changed.

A path is a name of the context, or a name and one attribute of it. What a template includes or imports counts as its
own. A name that is used as a whole, such as an argument, is read as a whole; so at worst a region is drawn once too
often."""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, nodes

Path = tuple[str, str]
"""A name and an attribute; the attribute may be one of the two below instead."""

ALL, IS_NONE = "", "is none"
"""The whole of it; whether it is None."""

_Look = nodes.Getattr | nodes.Getitem | nodes.Test
_Take = nodes.Include | nodes.Import | nodes.FromImport

_GONE = object()
"""The value of an attribute that is not there."""


class Reads:
    """The templates of one environment. Names in ``constant`` never change and are left out."""

    def __init__(self, environment: Environment, constant: Collection[str]) -> None:
        self._environment = environment
        self._constant = frozenset(constant) | environment.globals.keys()
        self._paths = cache(self._find)

    def inputs(self, template: str, game: str, context: Mapping[str, Any]) -> tuple[object, ...]:
        """All that the template reads of this context; equal inputs make equal html. Includes that depend on the
        room's game are those of ``game``. Raises ValueError for other includes that depend on something."""
        return (game, *(_value(context[name], part) for name, part in self._paths(template, game) if name in context))

    def _find(self, template: str, game: str) -> tuple[Path, ...]:
        found: set[Path] = set()
        seen: set[str] = set()
        waiting = [template]
        while waiting:
            if (name := waiting.pop()) not in seen:
                seen.add(name)
                source = self._environment.parse(_source(self._environment, name))
                found |= set(_paths(source))
                waiting += _parts(source, game)
        whole = {name for name, part in found if part == ALL}
        return tuple(
            sorted(path for path in found if path[0] not in self._constant and (path[1] == ALL or path[0] not in whole))
        )


def _source(environment: Environment, template: str) -> str:
    if environment.loader is None:
        raise ValueError("there are no templates")
    return environment.loader.get_source(environment, template)[0]


def _paths(source: nodes.Template) -> Iterator[Path]:
    told = set()
    for part in _looks(source):
        whole, attribute = part.node, _attribute(part)
        if isinstance(whole, nodes.Name) and isinstance(attribute, str):
            told.add(id(whole))
            yield whole.name, attribute
    for name in source.find_all(nodes.Name):
        if id(name) not in told and name.ctx == "load":
            yield name.name, ALL


def _looks(source: nodes.Template) -> Iterator[_Look]:
    yield from source.find_all(nodes.Getattr)
    yield from source.find_all(nodes.Getitem)
    yield from source.find_all(nodes.Test)


def _takes(source: nodes.Template) -> Iterator[_Take]:
    yield from source.find_all(nodes.Include)
    yield from source.find_all(nodes.Import)
    yield from source.find_all(nodes.FromImport)


def _attribute(part: _Look) -> object:
    if isinstance(part, nodes.Test):
        return IS_NONE if part.name == "none" else None
    if isinstance(part, nodes.Getattr):
        return part.attr
    return part.arg.value if isinstance(part.arg, nodes.Const) else None


def _parts(source: nodes.Template, game: str) -> Iterator[str]:
    """The templates that this one includes or imports."""
    for part in _takes(source):
        pieces = part.template.nodes if isinstance(part.template, nodes.Concat) else [part.template]
        yield "".join(_word(piece, game) for piece in pieces)


def _word(piece: nodes.Expr, game: str) -> str:
    if isinstance(piece, nodes.Const) and isinstance(piece.value, str):
        return piece.value
    if isinstance(piece, nodes.Getattr) and (getattr(piece.node, "name", ""), piece.attr) == ("room", "game"):
        return game
    raise ValueError(f"nobody can tell which template that is: {piece}")


def _value(whole: Any, part: str) -> object:
    if part == ALL:
        return whole
    if part == IS_NONE:
        return whole is None
    found = getattr(whole, part, _GONE)
    return whole.get(part, _GONE) if found is _GONE and isinstance(whole, Mapping) else found
