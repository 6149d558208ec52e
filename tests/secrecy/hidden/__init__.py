"""What each game keeps from whom: one module a game, found by the game's key. Without one, a game hides nothing but
what every table does: sealed cards and the seed. A shipped game owes its own."""

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
    """One game's secrets."""

    def words(self, play: Play, viewer: Viewer) -> dict[str, str]:
        """Words that stand in nothing the viewer may read at this moment, and what each of them would give away.
        ``play`` is a running game."""
        ...

    def redeal(self, state: Any, viewer: Viewer, rng: random.Random) -> Any:
        """A state that differs in what the viewer may not know, as far as chance will have it, and in nothing else."""
        ...


class Nothing:
    """The secrets of a game that has none, or of which nobody has told yet."""

    def words(self, play: Play, viewer: Viewer) -> dict[str, str]:
        """None."""
        return {}

    def redeal(self, state: Any, viewer: Viewer, rng: random.Random) -> Any:
        """The same state."""
        return state


@functools.cache
def hidden(game: str) -> Hidden:
    """The secrets of the game with that key."""
    if game not in SHIPPED and importlib.util.find_spec(f"{__name__}.{game}") is None:
        return Nothing()
    return cast(Hidden, importlib.import_module(f"{__name__}.{game}"))


def exchanged(room: Room, viewer: Viewer, rng: random.Random) -> Room:
    """A room that the viewer must not be able to tell from this one: another seed, other cards sealed by others, and
    all that the game hides dealt otherwise. A room whose game does not run is given back as it is."""
    play = room.play
    if play is None or not play.asks:
        return room
    sealed = {seat: card if seat == viewer else _another(play, seat, card, rng) for seat, card in play.sealed.items()}
    state = hidden(play.game.key).redeal(play.state, viewer, rng)
    asks = {seat: play.asks[seat] if seat == viewer else ask for seat, ask in play.game.asks(state).items()}
    return replace(room, play=replace(play, state=state, asks=asks, sealed=sealed, seed=ANOTHER_SEED))


def _another(play: Play, seat: Seat, card: SealedChoice, rng: random.Random) -> SealedChoice:
    others = [text for text in map(play.game.text, play.asks[seat].choices) if text != card.choice]
    return replace(card, choice=rng.choice(others)) if others else card
