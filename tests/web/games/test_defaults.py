"""Names for the choices that the clock would seal, for every prompt."""

from gettext import NullTranslations

import pytest

from app.rooms.model.values import replace
from app.rooms.views.view import view
from app.web.games import find_presenter
from app.web.text.sentences import Speech
from engine.core.seats import Seat
from tests.web.sockets.test_browser_feed import game_by_bots

SPEECH = Speech(NullTranslations())


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_choice_that_the_clock_would_seal_can_be_named(game: str, seats: int) -> None:
    kinds = set()
    for room in game_by_bots(game, seats):
        for seat in range(seats):
            seen = view(room, Seat(seat))
            if seen.ask is not None:
                kinds.add(seen.ask.kind)
                sealed = replace(seen, ask=replace(seen.ask, sealed=seen.ask.default))
                assert find_presenter(game).prompt(sealed, SPEECH).sealed_name, (seen.ask.kind, seen.ask.default)
    assert kinds
