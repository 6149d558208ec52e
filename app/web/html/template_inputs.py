"""What a region's template reads of its context, found in its source: so a region is drawn anew only when something of
that has changed, and once for all who would be shown the same.

A path is a name of the context, or a name and one attribute of it. What a template includes or imports counts as its
own. A name that is used as a whole, such as an argument, is read as a whole; so at worst a region is drawn once too
often. A template is drawn with its inputs and nothing else: what this analysis does not find, it cannot show."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
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


class _Inputs:
    """What one template reads, by name: all of a thing, or some of its attributes."""

    def __init__(self, reads: Mapping[str, Collection[str]]) -> None:
        self._names = tuple(sorted(reads))
        # a single attribute is asked for twice, as only several come as a tuple
        self._parts = tuple(None if ALL in reads[name] else _attributes(reads[name]) for name in self._names)
        self._gets = tuple(None if parts is None else _all(parts) for parts in self._parts)

    def of(self, context: Mapping[str, Any]) -> list[object]:
        """Their values in this context, in the order of the names."""
        try:
            things = [context[name] for name in self._names]
            return [
                thing if get is None or thing is None else get(thing)
                for thing, get in zip(things, self._gets, strict=True)
            ]
        except (KeyError, AttributeError):
            things = [context.get(name, _GONE) for name in self._names]
            return [
                thing if parts is None or thing is None or thing is _GONE else tuple(_part(thing, it) for it in parts)
                for thing, parts in zip(things, self._parts, strict=True)
            ]

    def given(self, values: Sequence[Any]) -> dict[str, object]:
        """A context that holds these values and nothing else."""
        return {
            name: value if parts is None or value is None else _Some(parts, value)
            for name, parts, value in zip(self._names, self._parts, values, strict=True)
            if value is not _GONE
        }


class _Some:
    """A thing with no attributes but these."""

    def __init__(self, names: Sequence[str], values: Sequence[object]) -> None:
        is_whole = _GONE not in values
        attributes = zip(names, values, strict=True)
        vars(self).update(attributes if is_whole else ((name, it) for name, it in attributes if it is not _GONE))


class TemplateInputs:
    """The templates of one environment. ``names`` are those of contexts whose values may change; all others are left
    out."""

    def __init__(self, environment: Environment, names: Collection[str]) -> None:
        self._environment = environment
        self._names = frozenset(names)
        self._inputs = cache(self._find)
        self._source = cache(lambda template: _Source(environment, template))

    def learn(self) -> None:
        """Reads every template there is, so that no drawing has to."""
        for name in self._environment.list_templates(extensions=["html"]):
            _told(self._source(name))

    def inputs(self, template: str, game: str, context: Mapping[str, Any]) -> tuple[object, ...]:
        """All that the template reads of this context; equal inputs make equal html. Includes that depend on the
        room's game are those of ``game``. Raises ValueError for other includes that depend on something."""
        return (game, *self._inputs(template, game).of(context))

    def given(self, template: str, inputs: tuple[object, ...]) -> dict[str, object]:
        """A context that holds these inputs of the template and nothing else."""
        return self._inputs(template, str(inputs[0])).given(inputs[1:])

    def _find(self, template: str, game: str) -> _Inputs:
        found: dict[str, set[str]] = {}
        seen: set[str] = set()
        waiting = [template]
        while waiting:
            if (name := waiting.pop()) not in seen:
                seen.add(name)
                told = _told(self._source(name))
                for whole, part in told.paths:
                    if whole in self._names:
                        found.setdefault(whole, set()).add(part)
                waiting += _parts(told.takes, game)
        return _Inputs(found)


class _Source:
    """The text of a template; the same text is the same source, in whichever language's environment it is read."""

    def __init__(self, environment: Environment, template: str) -> None:
        if environment.loader is None:
            raise ValueError("there are no templates")
        self.environment = environment
        self.text = environment.loader.get_source(environment, template)[0]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Source) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


@dataclass(frozen=True, slots=True)
class _Told:
    """What a source tells of itself."""

    paths: frozenset[Path]
    takes: tuple[_Take, ...]


@cache
def _told(source: _Source) -> _Told:
    parsed = source.environment.parse(source.text)
    return _Told(frozenset(_paths(parsed)), tuple(_takes(parsed)))


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


def _parts(takes: Iterable[_Take], game: str) -> Iterator[str]:
    """The templates that are included or imported there."""
    for part in takes:
        pieces = part.template.nodes if isinstance(part.template, nodes.Concat) else [part.template]
        yield "".join(_word(piece, game) for piece in pieces)


def _word(piece: nodes.Expr, game: str) -> str:
    if isinstance(piece, nodes.Const) and isinstance(piece.value, str):
        return piece.value
    if isinstance(piece, nodes.Getattr) and (getattr(piece.node, "name", ""), piece.attr) == ("room", "game"):
        return game
    raise ValueError(f"nobody can tell which template that is: {piece}")


def _attributes(parts: Collection[str]) -> tuple[str, ...]:
    found = tuple(sorted(part for part in parts if part != IS_NONE))
    return found * 2 if len(found) == 1 else found


def _all(parts: tuple[str, ...]) -> Callable[[object], object]:
    return attrgetter(*parts) if parts else lambda _: ()


def _part(whole: Any, part: str) -> object:
    found = getattr(whole, part, _GONE)
    return whole.get(part, _GONE) if found is _GONE and isinstance(whole, Mapping) else found
