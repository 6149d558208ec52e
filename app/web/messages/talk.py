"""Messages about what people say: to the table, beside it, and what each of them wishes to read."""

from typing import Annotated, Literal

from pydantic import Field

from app.web.messages.base import CommandMessage, Name, Number, Text

Word = Annotated[str, Field(min_length=1, max_length=32)]
"""The key of a phrase or a sign."""


class SayMessage(CommandMessage):
    """Say something to the table."""

    do: Literal["say"]
    text: Text


class PhraseMessage(CommandMessage):
    """Say one of the phrases."""

    do: Literal["phrase"]
    phrase: Word


class ReactMessage(CommandMessage):
    """Make a sign, to the opening of that ask if one is named."""

    do: Literal["react"]
    sign: Word
    ask: Number | None = None


class MuteMessage(CommandMessage):
    """No longer read what that name says, or read it again."""

    do: Literal["mute"]
    name: Name
    on: bool


class HearWatchersMessage(CommandMessage):
    """Read the watchers' talk, or do not."""

    do: Literal["hear_watchers"]
    on: bool


class VoiceMessage(CommandMessage):
    """A host: name the place where the table talks aloud; empty: none."""

    do: Literal["voice"]
    link: Text


class WatcherSayMessage(CommandMessage):
    """Who came by the watchers' link: say something to the other watchers."""

    do: Literal["watcher_say"]
    name: Name
    text: Text


TalkMessage = (
    SayMessage | PhraseMessage | ReactMessage | MuteMessage | HearWatchersMessage | VoiceMessage | WatcherSayMessage
)

LINES = (SayMessage, PhraseMessage, ReactMessage)
"""What is counted as a line of chat."""
