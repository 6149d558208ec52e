"""Events: what people say."""

import unicodedata
from typing import Annotated

from app.rooms.model.ids import AskNumber, Millis
from app.rooms.schema.bounds import is_name, is_word
from app.rooms.schema.event import UNTOLD, event
from app.rooms.talk.words import MAX_SAY_TYPED, MAX_VOICE_CHARACTERS, said
from engine.core.seats import Seat


def is_line(text: str, at: Millis) -> bool:
    """A line of chat. Older releases kept lines as they were typed, without composing them."""
    return said(text) == unicodedata.normalize("NFC", text) if len(text) <= MAX_SAY_TYPED else False


def is_short_link(link: str, at: Millis) -> bool:
    """A link to a voice channel, as far as its length tells."""
    return len(link) <= MAX_VOICE_CHARACTERS


@event(record="seat text")
class Said:
    """A seat said something to the table."""

    seat: Seat
    text: Annotated[str, is_line]


@event(record="seat phrase")
class PhraseSaid:
    """A seat said one of the phrases; each reader reads it in their own language."""

    seat: Seat
    phrase: Annotated[str, is_word]


@event(record="seat sign ask")
class Reacted:
    """A seat made a sign, to a reveal or just so."""

    seat: Seat
    sign: Annotated[str, is_word]
    ask: AskNumber | None = None
    """The reveal it is about."""


@event(record="name text")
class WatcherSaid:
    """Somebody who looks on said something to the other watchers, under a name that nobody vouches for."""

    name: Annotated[str, is_name]
    text: Annotated[str, is_line]


@event(record=UNTOLD)
class VoiceLinkSet:
    """A host named the place where the table talks aloud; empty: none any more. Seats alone are shown it."""

    link: Annotated[str, is_short_link]


@event(record=UNTOLD, for_seat=True)
class Muted:
    """A seat no longer wishes to read what that name says, or wishes to again. Nobody else is told."""

    seat: Seat
    name: Annotated[str, is_name]
    is_muted: bool


@event(record=UNTOLD, for_seat=True)
class WatchersHeard:
    """A seat wishes to read the watchers' talk, or not to. Nobody else is told."""

    seat: Seat
    is_heard: bool


TalkEvent = Said | PhraseSaid | Reacted | WatcherSaid | VoiceLinkSet | Muted | WatchersHeard
