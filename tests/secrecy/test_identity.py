"""Colours and crests are the players' own, so they tell nothing of a deal."""

import pytest

from app.rooms.views.view import view
from engine import registry
from engine.core.seats import Viewer
from tests.rooms.builders import ADA, BEN, SEED, a_game

OTHER_SEED = "a7" * 32


@pytest.mark.parametrize("viewer", [ADA, BEN, None])
@pytest.mark.parametrize("game", registry.GAMES)
def test_identity_is_the_same_whatever_was_dealt(game: str, viewer: Viewer) -> None:
    one, other = (view(a_game(3, seed=seed, game=game, watchers="public"), viewer) for seed in (SEED, OTHER_SEED))
    assert one.room.seed_commitment != other.room.seed_commitment
    assert one.seats == other.seats
