"""Events about the games of a room: beginning, pauses, extra time, end."""

from typing import Annotated

from app.rooms.model.ids import Digest, Millis
from app.rooms.model.play import DealtFrom
from app.rooms.schema.bounds import MOST_ENTRIES, is_count, is_digest, is_plain, is_word
from app.rooms.schema.event import event
from engine import registry
from engine.core.options import Value
from engine.core.plain import Plain
from engine.core.seats import Seat

MOST_TIME = Millis(30 * 24 * 3600 * 1000)
"""Most time that can be given at once."""

LONGEST_BREATH = Millis(60_000)
"""Tolerance of the length of an outage, beyond the time since the epoch."""

NEWEST_REVISION = max(game.revision for game in registry.GAMES.values())


def is_time(span: Millis, at: Millis) -> bool:
    """Return whether a player can give so much time."""
    return 0 < span <= MOST_TIME


def is_outage(span: Millis, at: Millis) -> bool:
    """Return whether it can be the length of an outage."""
    return 0 < span <= at + LONGEST_BREATH


def is_revision(number: int, at: Millis) -> bool:
    """Return whether a game's rules have a revision of that number."""
    return 0 <= number <= NEWEST_REVISION


def is_game_or_none(number: int, at: Millis) -> bool:
    """Return whether a number can be that of a game; 0 stands for none."""
    return 0 <= number <= MOST_ENTRIES


def is_digest_or_empty(text: str, at: Millis) -> bool:
    """Return whether a text is 256 bit in lower-case hexadecimal, or empty."""
    return not text or is_digest(text, at)


@event(
    record="number game players options edition commitment revision same_as dealt_from",
    finished="number game players options edition commitment revision seed same_as dealt_from",
)
class GameBegun:
    """A game began.

    Its seed is secret until the game has finished; the commitment is public."""

    number: Annotated[int, is_count]
    """Number of the game in the room, from 1."""
    game: Annotated[str, is_word]
    players: tuple[Seat, ...]
    """Room's seats that play, in seat order. The game's seat n is the n-th of them."""
    options: Annotated[dict[str, Value], is_plain]
    edition: Annotated[Plain, is_plain]
    seed: Annotated[str, is_digest]
    """Seed of 256 bit, hexadecimal; all chance of the game is derived from it."""
    commitment: Digest
    """Commitment: SHA-256 of the seed's bytes."""
    revision: Annotated[int, is_revision] = 0
    """Revision of the game's rules. A game keeps the revision that it began with."""
    same_as: Annotated[int, is_game_or_none] = 0
    """Number of the game whose cards are dealt once more; 0 for none."""
    dealt_from: DealtFrom = ""
    """Source of a seed that others have too: a club's words, or a second table."""
    dice: Annotated[str, is_digest_or_empty] = ""
    """Secret of the bots' choices where others know the seed; else empty.

    It is told nowhere."""


@event(record="seat")
class Paused:
    """The game was paused: no choice is accepted, no clock runs."""

    seat: Seat


@event(record="seat")
class Resumed:
    """The game was resumed; the time of the pause is given back."""

    seat: Seat


@event(record="seat span by", is_of_now=True)
class TimeGiven:
    """The seat was given time for its bank in this game."""

    seat: Seat
    span: Annotated[Millis, is_time]
    by: Seat


@event(record="span", is_of_now=True)
class OutageCredited:
    """The server was away: every running time moves by ``span``."""

    span: Annotated[Millis, is_outage]


PlayEvent = GameBegun | Paused | Resumed | TimeGiven | OutageCredited
