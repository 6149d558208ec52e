"""Damaged dumps of played games, and a check that loaded ones can be played on."""

import ast
import copy
import inspect
import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from types import ModuleType
from typing import Any

from engine.core.errors import BadDumpError
from engine.core.game import AnyGame
from engine.core.plain import Plain, digest, to_plain
from tests.engine.deals import Deal

Place = tuple[dict[str, Any] | list[Any], Any]
"""List or mapping, and a key or index in it."""

NUMBERS = (-1, 0, 1, 2, 3, 4, 5, 7, 23, 51, 52, 70, 200, 201, 10**400)

MOST_REVEALS = 2500
"""Limit of reveals: no game has 200 rounds with so many.

A round has three reveals and a theft by each thief."""


@cache
def moments(deal: Deal) -> dict[str, list[dict[str, Any]]]:
    """Return dumps of a game at which its table waited, by stage.

    All are under one key if the game has no stages."""
    found: dict[str, list[dict[str, Any]]] = {}
    for state in (*(turn.before for turn in deal.story()), deal.end()):
        dump = deal.game.dump(state)
        assert isinstance(dump, dict)
        found.setdefault(str(dump.get("stage")), []).append(dump)
    return found


def damage_dump(deal: Deal, rng: random.Random) -> Plain:
    """Return a dump of some moment of the game, damaged once or several times."""
    by_stage = moments(deal)
    data = copy.deepcopy(rng.choice(by_stage[rng.choice(sorted(by_stage))]))
    edition = {"edition": data.pop("edition")} if "edition" in data else {}
    for _ in range(rng.choice((1, 1, 2, 3))):
        rng.choice((_change, _change, _drop, _repeat, _swap, _move, _move, _mix))(deal, data, rng)
    return {**edition, **data}


def play_on(game: AnyGame, data: Plain, rng: random.Random) -> bool:
    """Return whether the data loads; if so, play it to the end.

    It is played by defaults and by chance, and everything must work."""
    try:
        state = game.load(data)
    except BadDumpError:
        return False
    assert game.load(game.dump(state)) == state
    for picky in (False, True):
        _play_out(game, state, rng if picky else None)
    return True


def _play_out(game: AnyGame, state: Any, rng: random.Random | None) -> None:
    seats = len(game.colours(state))
    reveals = 0
    while asks := game.asks(state):
        if reveals % 25 == 0:
            _look(game, state, seats)
        choices = {seat: rng.choice(ask.choices) if rng else ask.default for seat, ask in asks.items()}
        assert all(choice in asks[seat] for seat, choice in choices.items())
        steps = game.resolve(state, choices, _Sorted())
        state = steps[-1].state
        reveals += 1
        assert reveals < MOST_REVEALS
    _look(game, state, seats)
    assert game.outcome(state) is not None


def _look(game: AnyGame, state: Any, seats: int) -> None:
    assert game.digest(game.load(game.dump(state))) == game.digest(state)
    for viewer in (None, *range(seats)):
        digest(to_plain(game.view(state, viewer)))


class _Sorted:
    """Chance that shuffles nothing."""

    def shuffle(self, label: str, items: Any) -> Any:
        """Return the items in their order."""
        assert label
        return tuple(items)


def _places(data: Any) -> Iterator[Place]:
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield data, key
        yield from _places(data[key])


def _parts(data: dict[str, Any], rng: random.Random) -> list[Place]:
    """Return the places of one part of the dump, or sometimes all.

    So a number by itself is chosen as often as a pile."""
    key = rng.choice(sorted(data))
    return [(data, key), *_places(data[key])] if rng.random() < 0.8 else list(_places(data))


def _lists(places: Iterable[Place], least: int = 0) -> list[list[Any]]:
    return [place[key] for place, key in places if isinstance(place[key], list) and len(place[key]) >= least]


def _change(deal: Deal, data: dict[str, Any], rng: random.Random) -> None:
    """Change a value, mostly to another of the same kind."""
    parts = _parts(data, rng)
    place, key = rng.choice(parts)
    old = place[key]
    alike = [there[at] for there, at in parts if type(there[at]) is type(old)]
    match old:
        case bool():
            place[key] = not old
        case int():
            place[key] = rng.choice((old - 1, old + 1, rng.choice(NUMBERS), rng.choice(alike)))
        case _:
            other = rng.choice([there[at] for there, at in _places(data)])
            place[key] = copy.deepcopy(rng.choice((None, 0, [], other, rng.choice(alike), rng.choice(alike))))


def _drop(deal: Deal, data: dict[str, Any], rng: random.Random) -> None:
    if lists := _lists(_parts(data, rng), 1):
        items = rng.choice(lists)
        del items[rng.randrange(len(items))]


def _repeat(deal: Deal, data: dict[str, Any], rng: random.Random) -> None:
    if lists := _lists(_parts(data, rng), 1):
        items = rng.choice(lists)
        items.insert(rng.randrange(len(items)), copy.deepcopy(rng.choice(items)))


def _swap(deal: Deal, data: dict[str, Any], rng: random.Random) -> None:
    """Swap two values of the same kind."""
    parts = _parts(data, rng)
    one, key = rng.choice(parts)
    other, where = rng.choice([(place, at) for place, at in parts if type(place[at]) is type(one[key])])
    one[key], other[where] = copy.deepcopy((other[where], one[key]))


def _move(deal: Deal, data: dict[str, Any], rng: random.Random) -> None:
    """Move an item from one list to another list of such items, and sort that."""
    if lists := _lists(_parts(data, rng), 1):
        source = rng.choice(lists)
        item = source.pop(rng.randrange(len(source)))
        target = rng.choice([other for other in _lists(_places(data)) if all(map(_like(item), other))])
        target.append(item)
        if isinstance(item, int | str):
            target.sort(reverse=isinstance(item, int) and rng.random() < 0.7)


def _like(item: Any) -> Callable[[Any], bool]:
    """Return a check for the item's kind; words agree in their first letter's case."""
    return lambda other: type(other) is type(item) and str(other)[:1].isupper() == str(item)[:1].isupper()


def _mix(deal: Deal, data: dict[str, Any], rng: random.Random) -> None:
    """Replace a part by the same part of another moment of the game."""
    by_stage = moments(deal)
    other = rng.choice(by_stage[rng.choice(sorted(by_stage))])
    key = rng.choice(sorted(data))
    data[key] = copy.deepcopy(other[key])


def sentences(module: ModuleType) -> set[str]:
    """Return every text that a module of checks yields."""
    code = ast.parse(inspect.getsource(module))
    yielded = (node.value for node in ast.walk(code) if isinstance(node, ast.Yield))
    return {node.value for node in yielded if isinstance(node, ast.Constant) and isinstance(node.value, str)}
