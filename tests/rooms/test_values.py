"""Values of rooms and views: immutable, checked on copying, and free of cycles.

Types excluded from garbage collection must not need it."""

import copy
import os
import pickle
import re
import subprocess
import sys
import types
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

import pytest

from app.rooms.finished_games import FinishedGames
from app.rooms.model.devices import Device
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.play import Play
from app.rooms.model.values import Frozen, all_but, names_of, parts_of, replace
from app.rooms.views.view_types import RoomView
from tests.rooms.builders import a_game, apply_events, game_of, seal
from tests.sources import ROOT

NO_FIELD: dict[str, Any] = {"numbr": 2}
DEVICE = Device(1, Digest("d"), "phone", Millis(1), Millis(2))


def kinds(of: type[Frozen] = Frozen) -> Iterator[type[Frozen]]:
    """Yield all types of values of the program."""
    for kind in of.__subclasses__():
        if kind.__module__.startswith("app."):
            yield kind
        yield from kinds(kind)


def test_a_value_is_changed_by_a_copy_alone() -> None:
    assert replace(DEVICE, number=2) == Device(2, Digest("d"), "phone", Millis(1), Millis(2)) != DEVICE
    with pytest.raises(AttributeError):
        setattr(DEVICE, "number", 2)  # noqa: B010 - written out, it would be no program
    with pytest.raises(TypeError):
        object.__setattr__(DEVICE, "number", 2)
    with pytest.raises(TypeError):
        replace(DEVICE, **NO_FIELD)


WRONG = """
from app.rooms.model.values import Frozen, all_but, names_of, parts_of, replace
class Card(Frozen, frozen=True):
    number: int
class Open(Frozen):
    number: int
card = replace(Card(1), number=2)
replace(card, numbr=2)
replace(card, number="two")
card.number = 3
"""


def test_a_copy_is_checked_before_it_is_ever_made() -> None:
    """The library's own ``replace`` accepts any name and value, as far as types tell."""
    look = (sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={os.devnull}", "-c", WRONG)
    found = subprocess.run(look, capture_output=True, text=True, check=False, cwd=ROOT).stdout
    assert re.findall(r"^<string>:(\d+): error", found, re.MULTILINE) == ["5", "8", "9", "10"], found


def test_every_type_of_a_room_or_view_is_frozen() -> None:
    found = {*kinds()}
    assert {Play, RoomView, FinishedGames, Device} <= found
    assert [kind for kind in found if not kind.__struct_config__.frozen] == []


def test_values_are_what_their_fields_are() -> None:
    room = a_game(3)
    for twin in (copy.deepcopy(DEVICE), pickle.loads(pickle.dumps(DEVICE))):  # noqa: S301 - made here
        assert twin == DEVICE and hash(twin) == hash(DEVICE)
    assert room == a_game(3) and replace(room, join_key="another") != room
    assert game_of(apply_events(room, ()) or room) == game_of(room)


def test_what_was_worked_out_of_a_game_makes_no_difference() -> None:
    room, twin = a_game(3), a_game(3)
    play = game_of(room)
    play.memo.once(play.state, "anything", lambda: 1)
    assert room == twin and repr(room) == repr(twin)
    assert replace(play, seed="00") != play
    assert seal(room, play.list_missing()[0]) == seal(twin, play.list_missing()[0])


LEAVES: tuple[object, ...] = (str, int, float, bool, type(None), Ellipsis)
HOLDERS: tuple[object, ...] = (tuple, frozenset, Union, types.UnionType)


def could_lead_back(hint: object) -> bool:
    """Return whether a value of that type could be part of a reference cycle.

    It would have to hold an object made later, by that object itself."""
    if isinstance(hint, NewType):
        return could_lead_back(hint.__supertype__)
    if get_origin(hint) is Literal or hint in LEAVES:
        return False
    if get_origin(hint) in HOLDERS:
        return any(map(could_lead_back, get_args(hint)))
    return not (isinstance(hint, type) and issubclass(hint, Frozen) and not hint.__struct_config__.gc)


def test_types_untracked_by_the_garbage_collector_cannot_form_cycles() -> None:
    passed_over = [kind for kind in kinds() if not kind.__struct_config__.gc]
    assert Device in passed_over
    assert [kind for kind in passed_over if any(map(could_lead_back, get_type_hints(kind).values()))] == []
    assert could_lead_back(Play) and could_lead_back(dict[str, int]) and could_lead_back(object)


class One(Frozen, frozen=True):
    number: int


@dataclass(frozen=True)
class Two:
    number: int
    name: str


def test_record_values_follow_field_order_for_any_number_of_fields() -> None:
    for record, names, values in ((One(1), ("number",), (1,)), (Two(1, "Ada"), ("number", "name"), (1, "Ada"))):
        assert (names_of(record), parts_of(record)) == (names, values)
    assert (all_but(Two, "number"), names_of(3)) == (("name",), ())
