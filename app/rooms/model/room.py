"""What a room is: who sits where, what was agreed, the game that runs. Frozen; only the fold makes a new one."""

from collections.abc import Mapping
from typing import Literal, cast

from app.rooms.model.devices import Asker, Device
from app.rooms.model.ids import AskNumber, Digest, Millis, RoomCode, Version
from app.rooms.model.news import News
from app.rooms.model.options import RoomOptions
from app.rooms.model.play import Play
from app.rooms.model.spending import Spending
from app.rooms.model.values import Frozen, field
from engine.core.game import AnyGame
from engine.core.seats import Seat

Phase = Literal["lobby", "playing", "paused", "finished"]

WhyGone = Literal["left", "removed", "revoked"]
"""Why a device lost its seat: its player left, a host removed the player, or the player removed the device."""


class Occupant(Frozen, frozen=True):
    """Who sits on a seat."""

    name: str
    person: int = 0
    """Another number for everybody who ever sat down in the room, whichever seat they have."""
    since: AskNumber = AskNumber(0)
    """The ask that was open when they sat down: what came before it was somebody else's at this seat."""
    devices: tuple[Device, ...] = ()
    """What holds the seat; empty for a bot and for a seat given up."""
    bot: str | None = None
    """The level, when a bot sits here."""
    stand_in: str | None = None
    """The level, when a bot plays for a person."""
    has_left: bool = False
    is_away: bool = False
    """Whether the player said so."""
    muted: frozenset[str] = frozenset()
    """The names whose lines the player does not wish to read."""
    hears_watchers: bool | None = None
    """Whether the player wishes to read the watchers' talk; None: they have not said."""
    private_events: int = 0
    """How many events only this seat may know."""
    devices_so_far: int = 0
    """How many devices have held the seat for this player."""
    is_claimed: bool = False
    """Whether the first of its devices came by a link that the player did not make."""
    instructions: tuple[str, ...] = ()
    """What the player tells a stand-in, by keys of the game."""
    choices_by_bot: int = 0
    """How many choices of the stand-in that plays now, or played last, were revealed."""

    @property
    def holders(self) -> tuple[Digest, ...]:
        """SHA-256 of the tokens that hold the seat, one a device."""
        return tuple([device.holder for device in self.devices])

    @property
    def is_person(self) -> bool:
        """Whether a person has the seat, be it without a device until a link is used."""
        return self.bot is None and not self.has_left

    @property
    def played_by(self) -> str | None:
        """The level of the bot that makes this seat's choices; None when its player does."""
        return self.bot or self.stand_in


class ReturnLink(Frozen, frozen=True, gc=False):
    """A link that brings one more device to a seat."""

    seat: Seat
    link: Digest
    until: Millis
    is_told: bool = False
    """Whether everybody is told when it is used: the seat's player did not make it."""


class Renamed(Frozen, frozen=True, gc=False):
    """A player took another name."""

    before: str
    now: str
    games: int
    """How many games had begun by then: in their results the player has the old name."""


class Gone(Frozen, frozen=True, gc=False):
    """A device that held a seat, and why it holds none any more."""

    holder: Digest
    why: WhyGone


class Line(Frozen, frozen=True, gc=False):
    """A line of chat."""

    number: int
    """Counts up over the room's life, with the lines of watchers."""
    seat: Seat | None
    """Where its speaker sits; None once somebody else has their seat, or nobody."""
    name: str
    text: str
    phrase: str | None = None
    """The key of a phrase, or of what the chat notes by itself; ``text`` is its English."""
    sign: str | None = None
    """The key of a reaction; ``text`` is what it is called in English."""
    ask: AskNumber | None = None
    """The reveal a reaction is about."""


class WatcherLine(Frozen, frozen=True, gc=False):
    """A line of the watchers' talk."""

    number: int
    name: str
    text: str


class Result(Frozen, frozen=True, gc=False):
    """How a game of the room ended."""

    number: int
    game: str
    ranking: tuple[tuple[str, ...], ...]
    """Names by place, those that share one together."""


class Save(Frozen, frozen=True, gc=False):
    """Somebody took the room as a file."""

    name: str
    at: Millis
    game: int
    """The number of the game that was running then; 0: none was."""


class Arrival(Frozen, frozen=True, gc=False):
    """Somebody opened the room from a file."""

    name: str
    """Who did; empty where that cannot be known."""
    at: Millis
    is_own: bool
    """Whether this server wrote the file."""
    saved_at: Millis
    """When the file was made."""
    game: int
    """The number of the last game that had begun by then; 0: none had."""


class Claim(Frozen, frozen=True, gc=False):
    """A device came to a seat, and everybody was told."""

    name: str
    """Whose seat it is."""
    at: Millis
    devices: int
    """How many devices the seat had from then on."""


class Room(Frozen, frozen=True):
    """A room as its events so far make it."""

    code: RoomCode
    game: AnyGame
    join_code: RoomCode
    """What is typed in to join: the room's own code until a host makes it void."""
    join_key: str
    watch_key: str
    options: RoomOptions
    seats: tuple[Occupant | None, ...]
    version: Version
    at: Millis
    """The latest moment at which anything happened here."""
    asks_so_far: AskNumber
    """How many sets of asks came up, over all games."""
    hosts: tuple[Seat, ...] = ()
    """Who may set up the table, the longest-serving first."""
    is_locked: bool = False
    votes: Mapping[str, frozenset[Seat]] = field(default_factory=dict)
    """The seats that are for a motion, by motion."""
    against: Mapping[str, frozenset[Seat]] = field(default_factory=dict)
    """The seats that are against a motion, by motion."""
    is_save_agreed: bool = False
    """Whether the table agreed that the running game is saved; the votes must still be there when it is."""
    saves: tuple[Save, ...] = ()
    """The latest of those who took the room as a file since the last game began, in order."""
    arrivals: tuple[Arrival, ...] = ()
    """The times that the room was opened from a file: the last one, and before it the last of a file from elsewhere."""
    renamed: tuple[Renamed, ...] = ()
    """The latest changes of name, in order."""
    gone: tuple[Gone, ...] = ()
    """The latest devices that lost their seats. Only they are told of it."""
    claims: tuple[Claim, ...] = ()
    """The devices that everybody was told of since the last of them, the latest of each player."""
    news: tuple[News, ...] = ()
    """The latest of what people are told the moment it happens, in order."""
    evening: tuple[Result, ...] = ()
    """The games that were played to their end, in order."""
    evening_from: int = 1
    """The number of the game that the present evening began with."""
    begun_at: Millis | None = None
    """When the latest game began."""
    phase: Phase = "lobby"
    play: Play | None = None
    games_so_far: int = 0
    links: tuple[ReturnLink, ...] = ()
    askers: tuple[Asker, ...] = ()
    """Who asks to come back to a seat, one a seat, and who was turned away."""
    askers_so_far: int = 0
    chat: tuple[Line, ...] = ()
    watchers_chat: tuple[WatcherLine, ...] = ()
    lines_so_far: int = 0
    voice: str = ""
    """The link to where the table talks aloud; empty: there is none."""
    watch_keys_before: tuple[tuple[int, str], ...] = ()
    """The watchers' keys that are void, each with how many games had come to their end by then."""
    paused_at: Millis | None = None
    credited_at: Millis | None = None
    """When the time of an outage was given back last."""
    public_events: int = 0
    """How many events everybody may know."""
    untold: int = 0
    """How many of these, while a game runs, show nothing new to watchers who see the table one reveal late."""
    is_late: bool = False
    """Whether this is the room as those watchers see it."""
    spending: Spending = Spending()
    """What the journal has grown by."""

    @property
    def is_delayed(self) -> bool:
        """Whether watchers see the table one reveal late, and this is not yet what they see."""
        return self.options.watchers == "delayed" and self.phase in ("playing", "paused") and not self.is_late

    @property
    def host(self) -> Seat | None:
        """The first host; None when there is none."""
        return self.hosts[0] if self.hosts else None

    def occupant(self, seat: Seat) -> Occupant | None:
        """Who sits there; None for an empty seat and for a number that is no seat."""
        return self.seats[seat] if 0 <= seat < len(self.seats) else None

    def name_of(self, seat: Seat) -> str:
        """The name of who sits there; empty for an empty seat."""
        occupant = self.occupant(seat)
        return occupant.name if occupant is not None else ""

    def asker_of(self, holder: Digest, now: Millis) -> Asker | None:
        """What this token digest asks for, or was refused."""
        return next((each for each in self.askers if each.holder == holder and each.until > now), None)

    def seat_of(self, holder: Digest) -> Seat | None:
        """The seat this token digest holds."""
        for number, occupant in enumerate(self.seats):
            if occupant is not None:
                for device in occupant.devices:
                    if device.holder == holder:
                        return Seat(number)
        return None

    def name_now(self, name: str, game: int) -> str:
        """What somebody is called now who had that name in that game of the room."""
        for each in self.renamed:
            if each.before == name and game <= each.games:
                name = each.now
        return name

    def why_gone(self, holder: Digest) -> WhyGone | None:
        """Why this token digest, which holds no seat, lost the one it held; None if it never held any."""
        return next((each.why for each in reversed(self.gone) if each.holder == holder), None)

    def is_held(self, seat: Seat) -> bool:
        """Whether a person holds the seat."""
        occupant = self.occupant(seat)
        return occupant is not None and bool(occupant.devices)

    def persons(self) -> tuple[Seat, ...]:
        """The seats that persons have, with or without a device."""
        return tuple(seat for seat in self.taken() if (who := self.occupant(seat)) is not None and who.is_person)

    def taken(self) -> tuple[Seat, ...]:
        """The seats somebody sits on, in seat order."""
        return cast(tuple[Seat, ...], tuple([number for number, who in enumerate(self.seats) if who is not None]))

    def people(self) -> tuple[Seat, ...]:
        """The seats of persons who have not given them up."""
        return tuple(seat for seat in self.taken() if self.is_held(seat))

    def seen(self, viewer: Seat | None) -> int:
        """The version as the viewer counts it: the events that viewer may know.

        The journal's own version would tell a watcher of secret events, a seal lifted and changed. Whoever sees
        the table late is not to count what came since either: it would tell when somebody sealed."""
        if viewer is None and self.is_delayed:
            return self.public_events - self.untold
        occupant = self.occupant(viewer) if viewer is not None else None
        return self.public_events + (occupant.private_events if occupant else 0)
