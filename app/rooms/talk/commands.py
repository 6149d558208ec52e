"""Commands: what people say."""

from app.rooms.model.ids import AskNumber
from app.rooms.model.values import Frozen
from engine.core.seats import Seat


class Say(Frozen, frozen=True):
    """Say something to the table."""

    seat: Seat
    text: str


class SayPhrase(Frozen, frozen=True):
    """Say one of the phrases."""

    seat: Seat
    phrase: str


class React(Frozen, frozen=True):
    """Make a sign, to the opening of that ask or just so."""

    seat: Seat
    sign: str
    ask: AskNumber | None = None


class Mute(Frozen, frozen=True):
    """No longer read what that name says, or read it again."""

    seat: Seat
    name: str
    is_muted: bool


class HearWatchers(Frozen, frozen=True):
    """Read the watchers' talk, or do not."""

    seat: Seat
    is_heard: bool


class SetVoiceLink(Frozen, frozen=True):
    """Name the place where the table talks aloud; empty: none."""

    seat: Seat
    link: str


class WatcherSay(Frozen, frozen=True):
    """Say something to the other watchers; the watchers' link was shown."""

    name: str
    text: str


TalkOfSeat = Say | SayPhrase | React | Mute | HearWatchers | SetVoiceLink
"""Those that only the player of their ``seat`` can give."""

TalkCommand = TalkOfSeat | WatcherSay
