"""Drawings: every one that a table refers to is on its page.

A missing one is a hole that nobody notices."""

import random
import re

import pytest

from app.paths import STATIC
from app.rooms.model.room import Room
from app.rooms.views.page_view import page_view
from app.web.html.environment import SHEETS, environment
from app.web.html.regions import Regions
from app.web.static.versions import build_static_url
from engine import registry
from engine.core.seats import Seat
from tests.known import lacks
from tests.rooms.builders import ADA, a_game, a_room, all_sealed, game_of
from tests.web.untranslated import WORDS

ENVIRONMENT = environment(WORDS)
COLOURS = ("red", "yellow", "green", "blue")

Drawing = tuple[str, str]
"""Address of a sheet, and an id in it."""
REGIONS = Regions(ENVIRONMENT, WORDS)

REFERRED = re.compile(r'<use href="(?P<sheet>[^"#]*)#(?P<id>[\w-]+)"')
DRAWN = re.compile(r'<symbol id="([\w-]+)"')
PAGE = ""
"""Address of the small drawings, which are within the page itself."""


def sprite(**context: str) -> set[Drawing]:
    """Return all symbols of a page."""
    return {(PAGE, id) for id in DRAWN.findall(ENVIRONMENT.get_template("art/sprite.html").render(context))}


def sheet(game: str) -> set[Drawing]:
    """Return all symbols of a game's sheet, by its versioned address.

    A game without a sheet has none."""
    path = f"{SHEETS}/{game}.svg"
    if not (STATIC / path).is_file():
        return set()
    address = build_static_url(path)
    return {(address, id) for id in DRAWN.findall((STATIC / path).read_text(encoding="utf-8"))}


def find_drawings(room: Room) -> set[Drawing]:
    """Return all drawings that the page refers to."""
    here = frozenset(room.list_taken())
    html = list(REGIONS.render_all(page_view(room, ADA, here), "http://localhost").values())
    return {(each["sheet"], each["id"]) for text in html for each in REFERRED.finditer(text)}


@pytest.mark.parametrize("seats", [2, 5])
def test_a_table_has_every_drawing_it_refers_to(game: str, seats: int) -> None:
    rng = random.Random(seats)
    there = sprite(table_of=game) | sheet(game)
    room = a_game(seats, game=game)
    assert set() < find_drawings(a_room(seats, game=game)) <= there
    rounds = 0
    while room.phase == "playing":
        play = game_of(room)
        choices = {Seat(seat): play.game.text(rng.choice(ask.choices)) for seat, ask in play.asks.items()}
        room = all_sealed(room, choices)
        rounds += 1
        if rounds % 4 == 0 or room.phase != "playing":
            assert find_drawings(room) - there == set()


def test_what_a_drawing_is_made_of_is_drawn_too(game: str) -> None:
    """A sheet can only refer to itself."""
    path = STATIC / f"{SHEETS}/{game}.svg"
    if not path.is_file():
        lacks(game, "it has no drawings in a sheet")
    text = path.read_text(encoding="utf-8")
    within = re.findall(r'href="([^"]*)"', text) + re.findall(r"url\(([^)]*)\)", text)
    assert {name.removeprefix("#") for name in within} <= set(DRAWN.findall(text))


def test_other_pages_have_the_drawings_of_every_game(game: str) -> None:
    assert sprite(table_of=game) < sprite()


def test_a_drawing_has_one_place() -> None:
    """A name leads to one sheet, or to the page."""
    ids = [id for _, id in sprite()] + [id for game in registry.GAMES for _, id in sheet(game)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("colour", COLOURS)
def test_a_gem_alone_looks_like_one_on_a_card(colour: str) -> None:
    """Alone it is a picture, on a card it is a symbol; both have the same facets."""
    alone = (STATIC / f"img/gem-{colour}.svg").read_text(encoding="utf-8")
    together = (STATIC / f"{SHEETS}/edel_stein_reich.svg").read_text(encoding="utf-8")
    symbol = re.search(rf'<symbol id="gem-{colour}"[^>]*>(.*?)</symbol>', together, re.DOTALL)
    assert symbol is not None
    # line breaks make no difference
    assert "".join(symbol[1].split()) in "".join(alone.split())
