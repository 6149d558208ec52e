"""Strip of the last round: it says whether the round still goes on.

A card that lies on the table has left its place in the hand."""

import random
import re
from collections.abc import Iterator

import pytest

from app.rooms.model.room import Room
from app.rooms.views.page_view import page_view
from app.rooms.views.view import view
from app.web.games import find_presenter
from app.web.html.environment import environment
from app.web.html.regions import Regions
from engine import registry
from tests.known import has_presenter
from tests.rooms.builders import ADA, BEN, CARLA, a_game, all_sealed, game_of
from tests.web.untranslated import WORDS

REGIONS = Regions(environment(WORDS), WORDS)
HERE = frozenset({ADA, BEN, CARLA})


def rooms(key: str, seats: int = 3) -> Iterator[Room]:
    """Yield the room after every reveal of a whole game of bots."""
    game, rng = registry.find(key), random.Random(key)
    room = a_game(seats, game=key)
    while room.phase == "playing":
        play = game_of(room)
        chosen = {
            seat: game.bots["normal"].choose(game.view(play.state, seat), ask, rng) for seat, ask in play.asks.items()
        }
        room = all_sealed(room, {seat: game.text(choice) for seat, choice in chosen.items()})
        yield room


def words_of(html: str) -> str:
    """Return the text of a region."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


@pytest.mark.parametrize("key", registry.GAMES)
def test_strip_has_title_now_while_results_are_still_pending(key: str) -> None:
    has_presenter(key)
    presenter, speech = find_presenter(key), REGIONS.speech
    titles = set()
    for room in rooms(key):
        seen = view(room, ADA, HERE)
        html = REGIONS.part(page_view(room, ADA, HERE), "", "last_round") or ""
        title = words_of(html.partition("</h2>")[0])
        titles.add(title)
        is_named_so = title == presenter.strip_title_now(speech)
        assert is_named_so == ("played-list" in html and presenter.is_going_on(seen.table))
    assert titles == {presenter.strip_title(speech), presenter.strip_title_now(speech)}


def test_card_on_table_is_no_longer_shown_in_hand() -> None:
    played = 0
    for room in rooms("adel_verpflichtet"):
        for seat in HERE:
            scene = page_view(room, seat, HERE).scene
            assert scene is not None
            mine = [id for id, piece in scene.picture.pieces.items() if piece.seat == seat and piece.kind == "card"]
            assert not scene.hand.keys() & {*mine, *scene.sealed}
            played += len(mine)
    assert played
