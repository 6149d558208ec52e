"""Types of views: an allow-list for their fields, without any secret type."""

import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from typing import Any, ForwardRef, Literal, NewType, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from app.rooms.model.devices import ReturnLink
from app.rooms.model.ids import Digest
from app.rooms.model.play import Play, SealedChoice
from app.rooms.model.reveal import Reveal
from app.rooms.model.room import Occupant, Room
from app.rooms.model.values import Frozen
from app.rooms.views.film import RevealFilm
from app.rooms.views.page_view import PageView
from app.rooms.views.view_types import RoomView, SeatPart
from engine import registry
from engine.core.chance import SeededChance
from engine.core.plain import Plain

SAFE: tuple[object, ...] = (str, int, float, bool, None, type(None), Ellipsis)
CONTAINERS: tuple[object, ...] = (tuple, list, dict, Mapping, frozenset, Union, types.UnionType)


def unsafe(hint: object, path: str, seen: frozenset[object] = frozenset()) -> Iterator[str]:
    """Yield the paths of types that are not on the allow-list."""
    origin = get_origin(hint)
    if hint in SAFE or hint == Plain or (isinstance(hint, ForwardRef) and hint.__forward_arg__ == "Plain"):
        return
    if isinstance(hint, NewType):
        if hint is Digest:
            yield f"{path} is the digest of a secret"
        yield from unsafe(hint.__supertype__, path, seen)
    elif origin is Literal:
        return
    elif origin in CONTAINERS:
        for argument in get_args(hint):
            yield from unsafe(argument, path, seen)
    elif isinstance(hint, type) and is_record(hint):
        if hint in seen:
            return
        if not is_view(hint):
            yield f"{path} is a {hint.__name__}"
        for name, inner in get_type_hints(hint).items():
            if "seed" in name and f"{hint.__name__}.{name}" not in SEEDS:
                yield f"{path}.{name} looks like a seed"
            yield from unsafe(inner, f"{path}.{name}", seen | {hint})
    elif is_typeddict(hint):
        for name, inner in get_type_hints(hint).items():
            yield from unsafe(inner, f"{path}.{name}", seen)
    else:
        yield f"{path} is {hint!r}"


def is_record(kind: type) -> bool:
    """Return whether the type has fields of its own."""
    return is_dataclass(kind) or hasattr(kind, "_fields") or issubclass(kind, Frozen)


SEEDS = {"OutcomePart.seed", "RoomPart.seed_commitment"}
"""The only fields about seeds: one is filled at the end, the other is public."""


OPEN = ("Reveal", "Reaction", "Effect", "Gems", "Picture", "Piece", "Heap", "RevealFilm", "FilmStep", "Announcement")
"""Types that are never secret.

Reveals are public, and gems lie open from the start (E2.1). Announcements follow from public events
(tests/rooms/test_announcements.py). Pictures and films are made of public parts (tests/secrecy/test_pictures.py)."""


def is_view(kind: type) -> bool:
    """Return whether the type was made for viewers.

    It is in a module of views, is called a view if a game is one file, or is never secret."""
    module = kind.__module__.rpartition(".")[2]
    is_of_one_file = module in registry.GAMES and kind.__name__.endswith("View")
    return module in ("view", "view_types", "page_view") or is_of_one_file or kind.__name__ in OPEN


def find_unsafe_fields(kind: type = RoomView) -> list[str]:
    """List the faults in the fields of a room's view, without its game's table."""
    hints = {name: hint for name, hint in get_type_hints(kind).items() if name != "table"}
    return [wrong for name, hint in hints.items() for wrong in unsafe(hint, f"{kind.__name__}.{name}")]


def test_room_view_types_reach_no_secret() -> None:
    assert find_unsafe_fields() == []


@pytest.mark.parametrize("kind", [PageView, RevealFilm])
def test_page_part_types_reach_no_secret(kind: type) -> None:
    """The room's view and the game's view inside it are checked separately."""
    hints = {name: hint for name, hint in get_type_hints(kind).items() if name not in ("view", "table", "own")}
    assert [wrong for name, hint in hints.items() for wrong in unsafe(hint, f"{kind.__name__}.{name}")] == []


@pytest.mark.parametrize("key", registry.GAMES)
def test_game_view_types_reach_no_secret(key: str) -> None:
    game = registry.find(key)
    state = game.new(max(game.table_sizes), {}, SeededChance(b"any"))
    kind = type(game.view(state, None))
    assert list(unsafe(kind, kind.__name__)) == []


def find_named_tuples(hint: object) -> Iterator[str]:
    """Yield the named tuples within a type; a table's belong to its game."""
    if isinstance(hint, type) and hasattr(hint, "_fields"):
        yield hint.__name__
    inner = list(get_args(hint))
    if isinstance(hint, type) and is_record(hint):
        inner += [each for name, each in get_type_hints(hint).items() if name != "table"]
    for each in inner:
        yield from find_named_tuples(each)


def test_what_is_written_of_a_room_holds_no_named_tuple() -> None:
    """The encoder would write a list."""
    assert list(find_named_tuples(RoomView)) == []
    assert "Effect" in find_named_tuples(Reveal)


def test_no_secret_can_be_reached_from_what_was_revealed() -> None:
    assert list(unsafe(Reveal, "Reveal")) == []


@dataclass(frozen=True)
class _Leaky:
    room: Room
    play: Play | None
    card: tuple[SealedChoice, ...]
    seat: dict[int, Occupant]
    link: ReturnLink
    token: Digest
    seed: str
    anything: Any
    thing: object


class _LeakyPart(Frozen, frozen=True):
    room: Room
    play: Play | None
    card: tuple[SealedChoice, ...]
    seat: dict[int, Occupant]
    link: ReturnLink
    token: Digest
    seed: str
    anything: Any
    thing: object


@pytest.mark.parametrize("leaky", [_Leaky, _LeakyPart])
def test_the_walk_finds_every_type_that_keeps_a_secret(leaky: type) -> None:
    wrong = find_unsafe_fields(leaky)
    assert {each.split()[0].removeprefix(f"{leaky.__name__}.").split(".")[0] for each in wrong} == {
        *("room", "play", "card", "seat", "link", "token", "anything", "thing")
    }
    assert next(unsafe(leaky, "x")).startswith(f"x is a {leaky.__name__}")
    assert "x.seed looks like a seed" in list(unsafe(leaky, "x"))


def test_type_walk_follows_nested_view_parts_to_their_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    """A room hung on a part two steps down is found by its path."""
    monkeypatch.setitem(SeatPart.__annotations__, "friend", Occupant)
    assert [wrong for wrong in find_unsafe_fields() if wrong.startswith("RoomView.seats.friend is a Occupant")]


def test_the_walk_finds_the_state_of_every_game() -> None:
    for game in registry.GAMES.values():
        state = game.new(min(game.table_sizes), {}, SeededChance(b"any"))
        assert list(unsafe(type(state), "x"))
