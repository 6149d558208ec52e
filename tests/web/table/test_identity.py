"""Colour and crest in the lobby, chosen by forms, and the toast of a wish."""

import re
from collections.abc import Iterator

import pytest

from app.rooms import commands as c
from engine.core.seats import Viewer
from tests.rooms.builders import ADA, BEN, CARLA, a_room, begin, run_commands
from tests.web.table.test_toasts import standing
from tests.web.table.test_together import Person, lobby
from tests.web.tables import a_web


@pytest.fixture
def people() -> Iterator[list[Person]]:
    """Ada, Ben and Carla in a lobby."""
    with a_web() as web:
        yield lobby(web)


def pressed(person: Person) -> list[str]:
    """Return colour and crest that the page shows as the person's own."""
    return re.findall(r'value="(\w+)" aria-pressed="true"', person.page)


def choose(person: Person, **mark: str) -> None:
    """Press the button of a colour or crest."""
    assert person.post(f"/r/{person.code}/do", do="identity", **mark).status_code == 303


def test_page_without_scripts_chooses_and_swaps(people: list[Person]) -> None:
    ada, ben, carla = people
    assert pressed(ada) == ["red", "shield"]
    choose(ada, crest="star")
    assert pressed(ada) == ["red", "star"]
    choose(ada, colour="blue")
    assert "would like your colour: blue." in ben.page
    assert "would like your" not in carla.page
    assert "You asked" in ada.page
    ben.press("Swap Ada")
    assert (pressed(ada), pressed(ben)) == (["blue", "star"], ["red", "circle"])
    assert "would like your" not in ben.page


def test_every_mark_is_named_with_its_owner(people: list[Person]) -> None:
    ada, *_ = people
    labels = ada.buttons()
    assert {"red", "blue Ben", "beige Carla", "green", "lilac", "star"} <= set(labels)


@pytest.mark.parametrize(("viewer", "told"), [(ADA, False), (BEN, True), (CARLA, False), (None, False)])
def test_only_the_owner_gets_the_toast_of_a_wish(viewer: Viewer, told: bool) -> None:
    room = run_commands(a_room(3, watchers="public"), c.ChooseIdentity(ADA, crest="circle"))
    assert standing(room, viewer) == (["Ada would like your crest: circle. [Swap]"] if told else [])
    assert standing(run_commands(room, begin()), viewer) == []
