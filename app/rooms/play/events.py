"""Events: the games of a room: begun, rested, given time, ended."""

from typing import Annotated

from app.rooms.model.ids import Digest, Millis
from app.rooms.schema.bounds import is_count, is_digest, is_plain, is_word
from app.rooms.schema.event import event
from engine import registry
from engine.core.options import Value
from engine.core.plain import Plain
from engine.core.seats import Seat

MOST_TIME = Millis(30 * 24 * 3600 * 1000)
"""How much time can be given at once."""

LONGEST_BREATH = Millis(60_000)
"""What is given back with an outage is the time since a moment that has been, and a breath."""

NEWEST_REVISION = max(game.revision for game in registry.GAMES.values())


def is_time(span: Millis, at: Millis) -> bool:
    """Time that a player can give."""
    return 0 < span <= MOST_TIME


def is_outage(span: Millis, at: Millis) -> bool:
    """The time of an outage."""
    return 0 < span <= at + LONGEST_BREATH


def is_revision(number: int, at: Millis) -> bool:
    """A revision of a game's rules that there is."""
    return 0 <= number <= NEWEST_REVISION


@event(
    record="number game players options edition commitment revision",
    finished="number game players options edition commitment revision seed",
)
class GameBegun:
    """A game began. The seed is a secret until the game has finished; its commitment is public."""

    number: Annotated[int, is_count]
    """1 for the first game of the room."""
    game: Annotated[str, is_word]
    players: tuple[Seat, ...]
    """The room's seats that play, in seat order: the game's seat n is the n-th of them."""
    options: Annotated[dict[str, Value], is_plain]
    edition: Annotated[Plain, is_plain]
    seed: Annotated[str, is_digest]
    """256 bit, hexadecimal: all chance of the game is derived from it."""
    commitment: Digest
    """SHA-256 of the seed's bytes."""
    revision: Annotated[int, is_revision] = 0
    """The revision of the game's rules: a game goes on by the rules it began with."""


@event(record="seat")
class Paused:
    """The table rests: no choice is taken, no clock runs."""

    seat: Seat


@event(record="seat")
class Resumed:
    """The table goes on; the time of the pause is given back."""

    seat: Seat


@event(record="seat span by", is_of_now=True)
class TimeGiven:
    """The seat has so much more time, in this game's bank."""

    seat: Seat
    span: Annotated[Millis, is_time]
    by: Seat


@event(record="span", is_of_now=True)
class OutageCredited:
    """The server was away: every running time moves by ``span``."""

    span: Annotated[Millis, is_outage]


PlayEvent = GameBegun | Paused | Resumed | TimeGiven | OutageCredited
