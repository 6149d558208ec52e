"""Commands about chat."""

from typing import Annotated

from app.rooms.model.values import Frozen, Meta
from app.rooms.schema.command import FILLED, Ask, FromSeat, Name, On, Text

Word = Annotated[str, Meta(min_length=1, max_length=32)]
"""Key of a phrase or a sign."""


class Say(FromSeat, frozen=True, tag="say"):
    """Say something to the table."""

    text: Text


class SayPhrase(FromSeat, frozen=True, tag="phrase"):
    """Say one of the phrases."""

    phrase: Word


class React(FromSeat, frozen=True, tag="react"):
    """React with a sign, to the reveal of that ask or in general."""

    sign: Word
    ask: Ask | None = None


class Mute(FromSeat, frozen=True, tag="mute"):
    """Mute that name, or end that."""

    name: Name
    is_muted: On


class HearWatchers(FromSeat, frozen=True, tag="hear_watchers"):
    """Read the watchers' chat, or stop."""

    is_heard: On


class SetVoiceLink(FromSeat, frozen=True, tag="voice"):
    """Set the link to the table's voice channel; empty: none."""

    link: Text


class StartCall(FromSeat, frozen=True, tag="start_call"):
    """Start a voice call on the server's call server, unless the table has one."""

    call: Annotated[str, FILLED]
    """Link to a new room there."""


class WatcherSay(Frozen, frozen=True, tag="watcher_say"):
    """Say something to the other watchers. The sender has shown the watchers' link."""

    name: Name
    text: Text


TalkCommand = Say | SayPhrase | React | Mute | HearWatchers | SetVoiceLink | StartCall | WatcherSay
