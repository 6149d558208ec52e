"""Events about chat."""

import unicodedata
from typing import Annotated

from app.rooms.chat.words import MAX_SAY_TYPED, MAX_VOICE_CHARACTERS, normalize_message
from app.rooms.model.ids import AskNumber, Millis
from app.rooms.schema.bounds import is_name, is_word
from app.rooms.schema.event import UNTOLD, event
from engine.core.seats import Seat


def is_message(text: str, at: Millis) -> bool:
    """Return whether a text can be a chat message.

    Older releases stored messages as typed, without composing them."""
    return normalize_message(text) == unicodedata.normalize("NFC", text) if len(text) <= MAX_SAY_TYPED else False


def is_short_link(link: str, at: Millis) -> bool:
    """Return whether a text is short enough for a link to a voice channel."""
    return len(link) <= MAX_VOICE_CHARACTERS


@event(record="seat text")
class Said:
    """A seat said something to the table."""

    seat: Seat
    text: Annotated[str, is_message]


@event(record="seat phrase")
class PhraseSaid:
    """A seat said one of the phrases. Readers see it in their own language."""

    seat: Seat
    phrase: Annotated[str, is_word]


@event(record="seat sign ask")
class Reacted:
    """A seat reacted with a sign, to a reveal or in general."""

    seat: Seat
    sign: Annotated[str, is_word]
    ask: AskNumber | None = None
    """Reveal that it is about."""


@event(record="name text")
class WatcherSaid:
    """A watcher said something to the other watchers, under an unverified name."""

    name: Annotated[str, is_name]
    text: Annotated[str, is_message]


@event(record=UNTOLD)
class VoiceLinkSet:
    """A host named the table's voice channel; empty: none any more. Only seats see it."""

    link: Annotated[str, is_short_link]


@event(record=UNTOLD, for_seat=True)
class Muted:
    """A seat mutes that name, or ends that. Nobody else is told."""

    seat: Seat
    name: Annotated[str, is_name]
    is_muted: bool


@event(record=UNTOLD, for_seat=True)
class WatchersHeard:
    """A seat wants to read the watchers' chat, or no longer. Nobody else is told."""

    seat: Seat
    is_heard: bool


TalkEvent = Said | PhraseSaid | Reacted | WatcherSaid | VoiceLinkSet | Muted | WatchersHeard
