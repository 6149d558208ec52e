"""Screens: they tell what all players may know, and no card of anybody."""

import random

import pytest

from app.rooms.model.room import Room
from app.rooms.views.page_view import PageView, page_view
from app.rooms.views.screen import make_screen
from app.web.sockets.browser_feed import ScreenFeed
from engine import registry
from engine.core.seats import Seat, Viewer
from tests.rooms.builders import ADA
from tests.secrecy.test_canaries import contains, list_secrets
from tests.secrecy.test_shared_device import find_leak, make_feed, play_rooms

GAMES = sorted(registry.GAMES)
HERE = frozenset({ADA, Seat(1), Seat(2)})


class ScreenWithAHand(ScreenFeed):
    """Mutant that shows a player's hand on the screen."""

    def view_page(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> PageView:
        """Return the screen with the first hand's pieces."""
        return page_view(room, ADA, here)


@pytest.mark.parametrize("game", GAMES)
def test_screen_tells_nothing_of_any_hand(game: str) -> None:
    assert find_leak(game, ScreenFeed, lambda _: [ADA, Seat(1), None]) == 0


@pytest.mark.parametrize("game", GAMES)
def test_mutant_that_shows_a_hand_is_found_out(game: str) -> None:
    assert find_leak(game, ScreenWithAHand, lambda _: [None]) > 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("watchers", ["none", "delayed", "public"])
def test_screen_shows_the_live_public_view_and_the_code(game: str, watchers: str) -> None:
    for room in play_rooms(game, random.Random(3), "who", watchers):
        shown = make_screen(room)
        assert shown.table_id == page_view(room, ADA).table_id
        assert (shown.view.you, shown.view.ask, shown.view.plan, shown.view.devices) == (None, None, (), ())
        assert (shown.view.watchers_said, shown.view.room.askers, shown.view.room.voice) == ((), (), None)
        assert shown.view.room.watch_link is None
        assert shown.scene is None or not (shown.scene.hand or shown.scene.peeks)


@pytest.mark.parametrize("game", GAMES)
def test_screen_counts_only_public_events(game: str) -> None:
    for room in play_rooms(game, random.Random(5), "who", "delayed"):
        assert make_screen(room).view.room.version == room.public_events
        message = (make_feed(ScreenFeed).update(room, None, HERE) or b"").decode()
        assert not [secret for secret in list_secrets(room, None) if contains(message, secret)]
