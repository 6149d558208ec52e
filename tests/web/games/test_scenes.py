"""Scenes of all tables that are a picture.

A scene has each place once, and every face that pieces show."""

import re
from typing import Any

import pytest

from app.web.games import find_presenter
from app.web.games.scene_presenter import ScenePresenter
from engine.core.film.film import film, pictures_of
from engine.core.seats import Seat, Viewer
from tests.engine.deals import DEALS, Deal
from tests.web.routes.test_replay import device
from tests.web.tables import Web

PICTURED = tuple(deal for deal in DEALS if deal.game.pictures is not None)
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay")
NOBODY: dict[str, str] = {}
"""Headers of a visitor without a seat."""


def scene_of(deal: Deal) -> ScenePresenter:
    """Return the presenter of the game's scene."""
    scene = find_presenter(deal.key).scene
    assert scene is not None
    return scene


@pytest.mark.parametrize("deal", PICTURED, ids=str)
def test_scene_draws_every_place_once_for_players_and_watchers(web: Web, deal: Deal) -> None:
    table = web.playing(*NAMES[: deal.seats], game=deal.key, options={**dict(deal.options), "watchers": "public"})
    game: Any = deal.game
    wanted = sorted(place.id for place in pictures_of(game).places(game.view(deal.start(), None)))
    effects = [step.effect for turn in deal.story() for step in turn.steps]
    looked_at = {scene_of(deal).looks_at(effect) for effect in effects} - {""}
    own = f"/r/{table.code}"
    eyes = [(own, device(table, 0)), (own, device(table, deal.seats - 1)), (table.links["watch"], NOBODY)]
    for path, headers in eyes:
        page = web.client.get(path, headers=headers).text
        drawn = re.findall(r'<ul class="place[^>]* data-place="([^"]*)"', page)
        assert [place for place in wanted if drawn.count(place) != 1] == []
        boxes = re.findall(r'data-camera="([^"]*)"', page)
        assert looked_at <= {*drawn, *boxes}
        assert 'id="reveal"' in page
        assert " style=" not in page


@pytest.mark.parametrize("deal", PICTURED, ids=str)
def test_the_book_has_every_face(deal: Deal) -> None:
    game: Any = deal.game
    book = set(scene_of(deal).faces(game.view(deal.start(), None)))
    assert book >= set(list_visible_faces(deal))


def list_visible_faces(deal: Deal) -> list[str]:
    """Return the faces that any viewer sees in a whole game."""
    game: Any = deal.game
    found: list[str] = []
    for turn in deal.story():
        told = film(game, turn.before, turn.steps)
        found += [piece.face for table in (told.start, told.end) for piece in table.pieces.values()]
        found += [move["face"] for step in told.steps for move in step.moves if "face" in move]
        for seat, choice in turn.choices.items():
            found += pictures_of(game).peek(choice, seat).values()
        eyes: list[Viewer] = [Seat(seat) for seat in range(deal.seats)]
        found += [
            piece.face for seat in eyes for piece in pictures_of(game).hand(game.view(turn.before, seat)).values()
        ]
    return found
