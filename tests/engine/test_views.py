"""Views are frozen values, and all of a view but what is the viewer's own is the same for everybody."""

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
from tests.known import known

OWN: Mapping[str, set[str]] = {ADEL.key: {"mine"}, EDEL.key: {"mine"}}
"""The fields of a game's view that differ from seat to seat."""


@dataclass(frozen=True)
class Some:
    """A view."""

    one: int
    other: tuple[str, ...]


def test_a_view_that_is_made_is_as_its_constructor_makes_it() -> None:
    view = make_view(Some, one=1, other=("a",))
    assert (view, hash(view), repr(view)) == (Some(1, ("a",)), hash(Some(1, ("a",))), repr(Some(1, ("a",))))
    with pytest.raises(FrozenInstanceError):
        setattr(view, names_of(view)[0], 2)
    with pytest.raises(TypeError):
        make_view(Some, 1, ("a",))


def test_a_view_that_is_changed_leaves_the_one_before_as_it_was() -> None:
    before = make_view(Some, one=1, other=("a",))
    after = replace(before, one=2)
    assert (before, after) == (Some(1, ("a",)), dataclasses.replace(before, one=2))
    assert list(vars(after)) == ["one", "other"]


def names_of(view: Any) -> list[str]:
    """The fields of a view."""
    return [field.name for field in dataclasses.fields(view)]


def parts(view: Any) -> Iterator[Any]:
    """The view, and all views in it."""
    if isinstance(view, tuple):
        for each in view:
            yield from parts(each)
    elif dataclasses.is_dataclass(view):
        yield view
        for field in dataclasses.fields(view):
            yield from parts(getattr(view, field.name))


def misshapen(views: Iterable[Any]) -> set[str]:
    """The classes of views and parts of views that can be changed, or whose fields are not all there and in their
    order: the order in which they are written."""
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
def test_every_part_of_a_view_is_frozen_and_whole_and_in_order(deal: Deal) -> None:
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


def told_apart(game: AnyGame, deal: Deal) -> set[str]:
    """The fields in which the views of one state differ."""
    found = set()
    for state in [*deal.states()][::5]:
        public, *seats = [game.view(state, viewer) for viewer in deal.viewers]
        for view in seats:
            found |= {each.name for each in dataclasses.fields(public) if differs(public, view, each.name)}
    return found


def differs(one: Any, other: Any, name: str) -> bool:
    """Whether that field of two views is not the same, or is made twice."""
    mine, theirs = getattr(one, name), getattr(other, name)
    return bool(mine != theirs) or (isinstance(mine, tuple) and mine is not theirs)


@pytest.mark.rule("A10.1", "E9.1")
@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_all_viewers_see_the_same_but_for_what_is_their_own(deal: Deal) -> None:
    assert told_apart(deal.game, deal) == known(OWN, deal.key)


def paid_by_the_viewer(state: State, viewer: Viewer) -> TableView:
    """Tells each seat something else about what everybody may see."""
    return replace(ADEL.view(state, viewer), paid=viewer or 0)


def made_for_each(state: State, viewer: Viewer) -> TableView:
    """Makes what everybody may see for each of them."""
    view = ADEL.view(state, viewer)
    return replace(view, seats=tuple(list(view.seats)))


def test_what_is_told_apart_or_made_twice_is_found() -> None:
    deal = next(deal for deal in DEALS if deal.key == ADEL.key and deal.seats == 3)
    assert told_apart(dataclasses.replace(ADEL, view=paid_by_the_viewer), deal) == {"mine", "paid"}
    assert told_apart(dataclasses.replace(ADEL, view=made_for_each), deal) == {"mine", "seats"}
