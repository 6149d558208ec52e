"""Facts: what people say.

What is said of names and fields in ``app.rooms.facts`` holds here."""

from dataclasses import dataclass

from app.rooms.model.ids import AskNumber
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Said:
    """A seat said something to the table."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class PhraseSaid:
    """A seat said one of the phrases; each reader reads it in their own language."""

    seat: Seat
    phrase: str


@dataclass(frozen=True, slots=True)
class Reacted:
    """A seat made a sign, to an opening or just so."""

    seat: Seat
    sign: str
    ask: AskNumber | None = None
    """The opening it is about."""


@dataclass(frozen=True, slots=True)
class WatcherSaid:
    """Somebody who looks on said something to the other watchers, under a name that nobody vouches for."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class VoiceLinkSet:
    """A host named the place where the table talks aloud; empty: none any more. Seats alone are shown it."""

    link: str


@dataclass(frozen=True, slots=True)
class Muted:
    """A seat no longer wishes to read what that name says, or wishes to again. Nobody else is told."""

    seat: Seat
    name: str
    is_muted: bool


@dataclass(frozen=True, slots=True)
class WatchersHeard:
    """A seat wishes to read the watchers' talk, or not to. Nobody else is told."""

    seat: Seat
    is_heard: bool


TalkForAll = Said | PhraseSaid | Reacted | WatcherSaid | VoiceLinkSet
"""Those that everybody may know."""

TalkForSeat = Muted | WatchersHeard
"""Those that only their ``seat`` may know."""

TalkFact = TalkForAll | TalkForSeat
