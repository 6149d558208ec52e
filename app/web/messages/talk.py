"""Messages about what people say: to the table, beside it, and what each of them wishes to read."""

from typing import Annotated, Literal

from pydantic import Field

from app.rooms.model.ids import AskNumber
from app.rooms.talk.commands import HearWatchers, Mute, React, Say, SayPhrase, SetVoiceLink, WatcherSay
from app.web.messages.base import CommandMessage, Given, Maker, Name, Number, Text

Word = Annotated[str, Field(min_length=1, max_length=32)]
"""The key of a phrase or a sign."""


class SayMessage(CommandMessage):
    """Say something to the table."""

    do: Literal["say"]
    text: Text

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: Say(seat, self.text)


class PhraseMessage(CommandMessage):
    """Say one of the phrases."""

    do: Literal["phrase"]
    phrase: Word

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: SayPhrase(seat, self.phrase)


class ReactMessage(CommandMessage):
    """Make a sign, to the opening of that ask if one is named."""

    do: Literal["react"]
    sign: Word
    ask: Number | None = None

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        ask = AskNumber(self.ask) if self.ask is not None else None
        return lambda seat: React(seat, self.sign, ask)


class MuteMessage(CommandMessage):
    """No longer read what that name says, or read it again."""

    do: Literal["mute"]
    name: Name
    on: bool

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: Mute(seat, self.name, self.on)


class HearWatchersMessage(CommandMessage):
    """Read the watchers' talk, or do not."""

    do: Literal["hear_watchers"]
    on: bool

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: HearWatchers(seat, self.on)


class VoiceMessage(CommandMessage):
    """A host: name the place where the table talks aloud; empty: none."""

    do: Literal["voice"]
    link: Text

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: SetVoiceLink(seat, self.link)


class WatcherSayMessage(CommandMessage):
    """Who came by the watchers' link: say something to the other watchers."""

    do: Literal["watcher_say"]
    name: Name
    text: Text

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda _: WatcherSay(self.name, self.text)


LINES = (SayMessage, PhraseMessage, ReactMessage)
"""What is counted as a line of chat."""
