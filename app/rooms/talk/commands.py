"""Commands: what people say."""

from dataclasses import dataclass

from app.rooms.model.ids import AskNumber
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Say:
    """Say something to the table."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class SayPhrase:
    """Say one of the phrases."""

    seat: Seat
    phrase: str


@dataclass(frozen=True, slots=True)
class React:
    """Make a sign, to the opening of that ask or just so."""

    seat: Seat
    sign: str
    ask: AskNumber | None = None


@dataclass(frozen=True, slots=True)
class Mute:
    """No longer read what that name says, or read it again."""

    seat: Seat
    name: str
    is_muted: bool


@dataclass(frozen=True, slots=True)
class HearWatchers:
    """Read the watchers' talk, or do not."""

    seat: Seat
    is_heard: bool


@dataclass(frozen=True, slots=True)
class SetVoiceLink:
    """Name the place where the table talks aloud; empty: none."""

    seat: Seat
    link: str


@dataclass(frozen=True, slots=True)
class WatcherSay:
    """Say something to the other watchers; the watchers' link was shown."""

    name: str
    text: str


TalkOfSeat = Say | SayPhrase | React | Mute | HearWatchers | SetVoiceLink
"""Those that only the player of their ``seat`` can give."""

TalkCommand = TalkOfSeat | WatcherSay
