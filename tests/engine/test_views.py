"""Views: frozen values that differ between viewers only in their private part."""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import FrozenInstanceError, dataclass
from typing import Any

import pytest

from engine.adel_verpflichtet import GAME as ADEL
from engine.adel_verpflichtet.state import State
from engine.adel_verpflichtet.view_types import TableView
from engine.core.game import AnyGame
from engine.core.seats import Viewer
from engine.core.views import make_view, replace
from engine.edel_stein_reich import GAME as EDEL
from tests.engine.deals import DEALS, Deal
from tests.known import get_for_game

OWN: Mapping[str, set[str]] = {ADEL.key: {"mine"}, EDEL.key: {"mine"}}
"""Fields of a game's view that differ from seat to seat."""


@dataclass(frozen=True)
class Some:
    """View of two fields."""

    one: int
    other: tuple[str, ...]


def test_make_view_equals_the_constructor() -> None:
    view = make_view(Some, one=1, other=("a",))
    assert (view, hash(view), repr(view)) == (Some(1, ("a",)), hash(Some(1, ("a",))), repr(Some(1, ("a",))))
    with pytest.raises(FrozenInstanceError):
        setattr(view, names_of(view)[0], 2)
    with pytest.raises(TypeError):
        make_view(Some, 1, ("a",))


def test_replace_leaves_the_old_view_unchanged() -> None:
    before = make_view(Some, one=1, other=("a",))
    after = replace(before, one=2)
    assert (before, after) == (Some(1, ("a",)), dataclasses.replace(before, one=2))
    assert list(vars(after)) == ["one", "other"]


def names_of(view: Any) -> list[str]:
    """Return the fields of a view."""
    return [field.name for field in dataclasses.fields(view)]


def parts(view: Any) -> Iterator[Any]:
    """Yield the view, and all views in it."""
    if isinstance(view, tuple):
        for each in view:
            yield from parts(each)
    elif dataclasses.is_dataclass(view):
        yield view
        for field in dataclasses.fields(view):
            yield from parts(getattr(view, field.name))


def misshapen(views: Iterable[Any]) -> set[str]:
    """Return the classes of views that are mutable, incomplete or out of order.

    Fields must be in the order in which they are declared. Parts of views are checked too."""
    found = set()
    for part in {id(part): part for view in views for part in parts(view)}.values():
        names = names_of(part)
        held = list(vars(part)) if hasattr(part, "__dict__") else names
        try:
            setattr(part, names[0], getattr(part, names[0]))
        except FrozenInstanceError:
            if held == names:
                continue
        found.add(type(part).__name__)
    return found


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_every_view_is_frozen_complete_and_ordered(deal: Deal) -> None:
    views = [deal.game.view(state, viewer) for state in [*deal.states()][::9] for viewer in deal.viewers]
    assert misshapen(views) == set()


def test_a_misshapen_view_is_found() -> None:
    @dataclass
    class Open:
        one: int

    unchecked: Any = make_view
    backwards, lacking = make_view(Some, other=(), one=1), unchecked(Some, one=1)
    assert misshapen([Some(1, ()), make_view(Some, one=1, other=())]) == set()
    assert misshapen([((backwards,),)]) == {"Some"}
    assert misshapen([Open(1)]) == {"Open"}
    with pytest.raises(AttributeError):
        misshapen([lacking])


def differing_fields(game: AnyGame, deal: Deal) -> set[str]:
    """Return the fields in which the views of one state differ."""
    found = set()
    for state in [*deal.states()][::5]:
        public, *seats = [game.view(state, viewer) for viewer in deal.viewers]
        for view in seats:
            found |= {each.name for each in dataclasses.fields(public) if differs(public, view, each.name)}
    return found


def differs(one: Any, other: Any, name: str) -> bool:
    """Return whether that field of two views differs, or is made twice."""
    mine, theirs = getattr(one, name), getattr(other, name)
    return bool(mine != theirs) or (isinstance(mine, tuple) and mine is not theirs)


@pytest.mark.rule("A10.1", "E9.1")
@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_views_differ_only_in_their_private_part(deal: Deal) -> None:
    assert differing_fields(deal.game, deal) == get_for_game(OWN, deal.key)


def paid_by_the_viewer(state: State, viewer: Viewer) -> TableView:
    """Make each seat's public part differ."""
    return replace(ADEL.view(state, viewer), paid=viewer or 0)


def make_for_each(state: State, viewer: Viewer) -> TableView:
    """Make the public part anew for each seat."""
    view = ADEL.view(state, viewer)
    return replace(view, seats=tuple(list(view.seats)))


def test_differing_or_uncached_fields_are_detected() -> None:
    deal = next(deal for deal in DEALS if deal.key == ADEL.key and deal.seats == 3)
    assert differing_fields(dataclasses.replace(ADEL, view=paid_by_the_viewer), deal) == {"mine", "paid"}
    assert differing_fields(dataclasses.replace(ADEL, view=make_for_each), deal) == {"mine", "seats"}
