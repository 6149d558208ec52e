"""Facts: the games of a room: begun, rested, given time, ended.

What is said of names and fields in ``app.rooms.facts`` holds here."""

from dataclasses import dataclass

from app.rooms.model.ids import Digest, Millis
from engine.core.options import Value
from engine.core.plain import Plain
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class GameBegun:
    """A game began. The seed is a secret until the game has finished; its commitment is public."""

    number: int
    """1 for the first game of the room."""
    game: str
    players: tuple[Seat, ...]
    """The room's seats that play, in seat order: the game's seat n is the n-th of them."""
    options: dict[str, Value]
    edition: Plain
    seed: str
    """256 bit, hexadecimal: all chance of the game is derived from it."""
    commitment: Digest
    """SHA-256 of the seed's bytes."""
    revision: int = 0
    """The revision of the game's rules: a game goes on by the rules it began with."""


@dataclass(frozen=True, slots=True)
class Paused:
    """The table rests: no choice is taken, no clock runs."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Resumed:
    """The table goes on; the time of the pause is given back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TimeGiven:
    """The seat has so much more time, in this game's bank."""

    seat: Seat
    span: Millis
    by: Seat


@dataclass(frozen=True, slots=True)
class OutageCredited:
    """The server was away: every running time moves by ``span``."""

    span: Millis


PlayForAll = GameBegun | Paused | Resumed | TimeGiven | OutageCredited
"""Those that everybody may know."""

PlayFact = PlayForAll
