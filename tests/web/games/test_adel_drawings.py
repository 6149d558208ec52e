"""Drawings of Adel verpflichtet: one for each collectible of the club edition.

The board refers to each of them."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from app.paths import STATIC
from app.rooms.views.page_view import page_view
from app.web.games.adel_verpflichtet.drawings import DRAWN, SHEET, drawing_of
from app.web.games.adel_verpflichtet.scene import SCENE
from app.web.games.adel_verpflichtet.words import Words
from app.web.html.environment import environment
from app.web.scene.faces import Faces
from app.web.text.sentences import Speech
from engine.adel_verpflichtet.edition import read_shipped
from tests.rooms.builders import a_game
from tests.web.untranslated import WORDS

SVG = "{http://www.w3.org/2000/svg}"


def symbols() -> Iterator[ElementTree.Element]:
    """Yield the symbols of the sheet."""
    # the file is ours
    yield from ElementTree.parse(STATIC / SHEET).iter(f"{SVG}symbol")  # noqa: S314 - our own file


def test_every_object_of_club_edition_has_its_own_drawing() -> None:
    things = read_shipped().objects
    assert len(things) == 45
    assert {drawing_of(thing.id) for thing in things} == {thing.id for thing in things}
    forms = {ElementTree.tostring(symbol).partition(b">")[2] for symbol in symbols()}
    assert len(forms) == len(list(symbols()))


def test_object_of_custom_edition_uses_drawing_of_its_series() -> None:
    assert {drawing_of(f"{letter}1001") for letter in "ABCDEF"} == set("ABCDEF") <= DRAWN


def test_the_sheet_holds_shapes_alone() -> None:
    """The sheet holds no styles, no scripts and no name twice.

    The content security policy of the pages allows no styles and no scripts in it."""
    allowed = {f"{SVG}{name}" for name in ("svg", "symbol", "path", "circle", "ellipse", "rect")}
    assert {element.tag for element in ElementTree.parse(STATIC / SHEET).iter()} <= allowed  # noqa: S314 - our own file
    ids = [symbol.get("id") for symbol in symbols()]
    assert len(ids) == len(set(ids))
    assert not any("style" in symbol.attrib for symbol in symbols())


def test_faces_refer_to_drawings_that_are_there_in_this_version() -> None:
    ids = {symbol.get("id") for symbol in symbols()}
    table = page_view(a_game(5), None).table
    faces = SCENE.faces(table)
    drawn = Faces(environment(WORDS), "adel_verpflichtet", Words(Speech(WORDS))).book(faces)
    found = re.findall(rf'href="/static/{re.escape(SHEET)}\?v=\w+#([\w-]+)"', "".join(drawn.values()))
    assert {f"object-{thing.id}" for thing in read_shipped().objects} == set(found) <= ids
    assert {f"keep-{size}" for size in range(1, 5)} <= ids


def test_the_ground_is_small_and_holds_shapes_alone() -> None:
    """Two pictures exist, and a browser fetches one; each has an evening and a night."""
    shapes = ("svg", "g", "defs", "path", "circle", "ellipse", "rect", "use", "pattern", "stop", "style")
    allowed = {f"{SVG}{name}" for name in (*shapes, "linearGradient", "radialGradient")}
    for name in ("landscape", "portrait"):
        file = STATIC / f"img/games/adel_verpflichtet_{name}.svg"
        assert file.stat().st_size < 40_000
        tree = ElementTree.parse(file)  # noqa: S314 - our own file
        assert {element.tag for element in tree.iter()} <= allowed
        (style,) = tree.iter(f"{SVG}style")
        assert "@media(prefers-color-scheme:dark)" in (style.text or "")
