"""List of games; adding a game adds one line here."""

from collections.abc import Mapping

from engine.adel_verpflichtet import GAME as ADEL_VERPFLICHTET
from engine.core.errors import BadOptionsError
from engine.core.game import AnyGame
from engine.edel_stein_reich import GAME as EDEL_STEIN_REICH

GAMES: Mapping[str, AnyGame] = {game.key: game for game in (ADEL_VERPFLICHTET, EDEL_STEIN_REICH)}
"""Every game by its key."""


def find(key: str) -> AnyGame:
    """Return the game of that key. Raises BadOptionsError if there is none."""
    if key not in GAMES:
        raise BadOptionsError(f"there is no game {key!r}")
    return GAMES[key]
