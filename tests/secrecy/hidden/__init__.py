"""Secrets of each game: one module a game, found by the game's key.

A game without a module hides only sealed cards and the seed, as every table does. A shipped game must have one."""

import functools
import importlib
import importlib.util
import random
from typing import Any, Protocol, cast

from app.rooms.model.play import Play, SealedChoice
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from engine.core.seats import Seat, Viewer
from tests.known import SHIPPED

ANOTHER_SEED = "e5" * 32


class Hidden(Protocol):
    """Secrets of one game."""

    def list_secret_words(self, play: Play, viewer: Viewer) -> dict[str, str]:
        """Return words that the viewer may not read now, with their secrets.

        ``play`` is a running game."""
        ...

    def redeal(self, state: Any, viewer: Viewer, rng: random.Random) -> Any:
        """Return a state that differs only in what the viewer may not know.

        Chance decides how far it differs."""
        ...


class Nothing:
    """Secrets of a game without a module."""

    def list_secret_words(self, play: Play, viewer: Viewer) -> dict[str, str]:
        """Return an empty dict."""
        return {}

    def redeal(self, state: Any, viewer: Viewer, rng: random.Random) -> Any:
        """Return the same state."""
        return state


@functools.cache
def get_hidden(game: str) -> Hidden:
    """Return the secrets of the game with a key."""
    if game not in SHIPPED and importlib.util.find_spec(f"{__name__}.{game}") is None:
        return Nothing()
    return cast(Hidden, importlib.import_module(f"{__name__}.{game}"))


def exchange_secrets(room: Room, viewer: Viewer, rng: random.Random) -> Room:
    """Return a room that the viewer must not be able to tell from this one.

    It has another seed, other cards sealed by others, and another deal of everything hidden. A room without a running
    game is returned unchanged."""
    play = room.play
    if play is None or not play.asks:
        return room
    sealed = {
        seat: card if seat == viewer else _vary_choice(play, seat, card, rng) for seat, card in play.sealed.items()
    }
    state = get_hidden(play.game.key).redeal(play.state, viewer, rng)
    asks = {seat: play.asks[seat] if seat == viewer else ask for seat, ask in play.game.asks(state).items()}
    return replace(room, play=replace(play, state=state, asks=asks, sealed=sealed, seed=ANOTHER_SEED))


def _vary_choice(play: Play, seat: Seat, card: SealedChoice, rng: random.Random) -> SealedChoice:
    others = [text for text in map(play.game.text, play.asks[seat].choices) if text != card.choice]
    return replace(card, choice=rng.choice(others)) if others else card
