"""Every drawing that a table refers to is on its page: a missing one is a hole that nobody notices."""

import random
import re
from gettext import NullTranslations

import pytest

from app.rooms.room import Room
from app.web.environment import environment
from app.web.regions import Regions
from engine.core.seats import Seat
from tests.rooms.builders import ADA, a_game, a_room, all_sealed, game_of

WORDS = NullTranslations()
ENVIRONMENT = environment(WORDS)
REGIONS = Regions(ENVIRONMENT, WORDS)

REFERRED = re.compile(r'href="#([\w-]+)"')
DRAWN = re.compile(r'<(?:symbol|g)[^>]* id="([\w-]+)"')


def drawn(**context: str) -> set[str]:
    """The ids of all symbols of a page."""
    return set(DRAWN.findall(ENVIRONMENT.get_template("art/sprite.html").render(context)))


def referred(room: Room) -> set[str]:
    """The ids that anything on the page refers to, the last film included."""
    here = frozenset(room.taken())
    html = list(REGIONS.whole(room, ADA, here, "http://localhost").values())
    html += [text for frame in REGIONS.film(room, ADA, here) for text in frame.regions.values()]
    return {name for text in html for name in REFERRED.findall(text)}


@pytest.mark.parametrize("seats", [2, 5])
def test_a_table_has_every_drawing_it_refers_to(game: str, seats: int) -> None:
    rng = random.Random(seats)
    there = drawn(table_of=game)
    room = a_game(seats, game=game)
    assert set() < referred(a_room(seats, game=game)) <= there
    rounds = 0
    while room.phase == "playing":
        play = game_of(room)
        choices = {Seat(seat): play.game.text(rng.choice(ask.choices)) for seat, ask in play.asks.items()}
        room = all_sealed(room, choices)
        rounds += 1
        if rounds % 4 == 0 or room.phase != "playing":
            assert referred(room) - there == set()


def test_what_a_drawing_is_made_of_is_drawn_too(game: str) -> None:
    html = ENVIRONMENT.get_template("art/sprite.html").render(table_of=game)
    assert set(REFERRED.findall(html)) <= set(DRAWN.findall(html))


def test_other_pages_have_the_drawings_of_every_game(game: str) -> None:
    assert drawn(table_of=game) < drawn()
