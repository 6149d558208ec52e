"""The drawings of Adel verpflichtet: every collectible of the club edition has its own, and the board finds them."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from app.paths import STATIC
from app.rooms.model.room import Room
from app.rooms.page_view import page_view
from app.web.games.adel_verpflichtet.drawings import DRAWN, SHEET, drawing_of
from app.web.html.environment import environment
from app.web.html.regions import Regions
from engine.adel_verpflichtet.edition import shipped
from tests.rooms.builders import ADA, a_game, finished
from tests.web.untranslated import WORDS

SVG = "{http://www.w3.org/2000/svg}"


def symbols() -> Iterator[ElementTree.Element]:
    """The symbols of the sheet."""
    # the file is ours
    yield from ElementTree.parse(STATIC / SHEET).iter(f"{SVG}symbol")  # noqa: S314 - our own file


def page(room: Room) -> str:
    """All regions of a seat's page."""
    return "".join(
        Regions(environment(WORDS), WORDS).whole(page_view(room, ADA, frozenset({ADA})), "http://localhost").values()
    )


def test_every_object_of_the_club_edition_has_a_drawing_of_its_own() -> None:
    things = shipped().objects
    assert len(things) == 45
    assert {drawing_of(thing.id) for thing in things} == {thing.id for thing in things}
    forms = {ElementTree.tostring(symbol).partition(b">")[2] for symbol in symbols()}
    assert len(forms) == len(list(symbols()))


def test_an_object_of_an_owners_edition_is_drawn_as_its_series() -> None:
    assert {drawing_of(f"{letter}1001") for letter in "ABCDEF"} == set("ABCDEF") <= DRAWN


def test_the_sheet_holds_shapes_alone() -> None:
    """The policy of the pages allows no styles and no scripts within, and no names may be there twice."""
    allowed = {f"{SVG}{name}" for name in ("svg", "symbol", "path", "circle", "ellipse", "rect")}
    assert {element.tag for element in ElementTree.parse(STATIC / SHEET).iter()} <= allowed  # noqa: S314 - our own file
    ids = [symbol.get("id") for symbol in symbols()]
    assert len(ids) == len(set(ids))
    assert not any("style" in symbol.attrib for symbol in symbols())


def test_the_board_refers_to_drawings_that_are_there_in_this_version() -> None:
    ids = {symbol.get("id") for symbol in symbols()}
    for room in (a_game(3), finished(a_game(2, variant="confrontation"))):
        found = re.findall(rf'href="/static/{re.escape(SHEET)}\?v=\w+#([\w-]+)"', page(room))
        assert {"hall", "keep-0", "keep-1", "keep-2", "keep-3", "keep-4"} < set(found) <= ids
