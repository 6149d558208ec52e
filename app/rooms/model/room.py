"""State of a room, frozen: only the fold makes a new one."""

from collections.abc import Mapping
from typing import Literal, cast

from app.rooms.model.announcement import Announcement
from app.rooms.model.dates import FixedDate, ProposedDate
from app.rooms.model.devices import Asker, Claim, Device, LostDevice, ReturnLink, Screens, WhyGone
from app.rooms.model.identity import Colour, Crest, Mark, is_colour
from app.rooms.model.ids import AskNumber, Digest, Millis, RoomCode, Version
from app.rooms.model.names import NameChange
from app.rooms.model.options import RoomOptions
from app.rooms.model.play import Play, SharedDeal
from app.rooms.model.spending import Spending
from app.rooms.model.values import Frozen, field
from app.rooms.model.watching.gallery import Gallery
from app.rooms.model.watching.messages import WatcherMessage
from engine.core.game import AnyGame
from engine.core.seats import Seat

Phase = Literal["lobby", "playing", "paused", "finished"]


class Occupant(Frozen, frozen=True):
    """Occupant of a seat."""

    name: str
    colour: Colour = "red"
    crest: Crest = "shield"
    wishes: tuple[Mark, ...] = ()
    """Colour and crest that the player would like to have from another person."""
    person: int = 0
    """Number of the player, unique among all who ever sat down in the room."""
    since: AskNumber = AskNumber(0)
    """First ask that is theirs; earlier ones belong to the seat's last player."""
    devices: tuple[Device, ...] = ()
    """Devices that hold the seat; empty for a bot and for a seat given up."""
    bot: str | None = None
    """Level of the bot that sits here; None for a person."""
    stand_in: str | None = None
    """Level of the bot that plays for the person; None for no bot."""
    has_left: bool = False
    is_away: bool = False
    """True if the player said so."""
    muted: frozenset[str] = frozenset()
    """Names whose messages the player does not want to read."""
    hears_watchers: bool | None = None
    """True if the player wants to read the watchers' chat; None if they have not said."""
    private_events: int = 0
    """Number of events that only this seat may know."""
    devices_so_far: int = 0
    """Number of devices that have held the seat for this player."""
    is_claimed: bool = False
    """True if the first of its devices came by a link that the player did not make."""
    instructions: tuple[str, ...] = ()
    """Player's instructions to a stand-in, by keys of the game."""
    choices_by_bot: int = 0
    """Number of revealed choices of the present stand-in, or of the last one."""

    @property
    def holders(self) -> tuple[Digest, ...]:
        """Digests (SHA-256) of the tokens that hold the seat, one a device."""
        return tuple([device.holder for device in self.devices])

    @property
    def is_person(self) -> bool:
        """True if a person has the seat, even if no device holds it yet."""
        return self.bot is None and not self.has_left

    def get_mark(self, like: Mark) -> Mark:
        """Return the occupant's colour or crest, whichever ``like`` is."""
        return self.colour if is_colour(like) else self.crest

    @property
    def played_by(self) -> str | None:
        """Level of the bot that makes this seat's choices; None if its player does."""
        return self.bot or self.stand_in


class ChatMessage(Frozen, frozen=True, gc=False):
    """Chat message."""

    number: int
    """Number of the message, counted over the room's life with the watchers'."""
    seat: Seat | None
    """Seat of the sender; None for nobody, and once somebody else has the seat."""
    name: str
    text: str
    phrase: str | None = None
    """Key of a phrase or of a chat note; ``text`` is its English."""
    sign: str | None = None
    """Key of a reaction; ``text`` is its English name."""
    ask: AskNumber | None = None
    """Reveal that a reaction is about."""
    late_number: int = 0
    """Number for delayed watchers; 0 until one is given once they may see it."""


class Result(Frozen, frozen=True, gc=False):
    """Result of a game of the room."""

    number: int
    game: str
    ranking: tuple[tuple[str, ...], ...]
    """Names by place; equal places share one entry."""


class Save(Frozen, frozen=True, gc=False):
    """Save of the room as a file by a player."""

    name: str
    at: Millis
    game: int
    """Number of the running game, 0 for none."""


class Arrival(Frozen, frozen=True, gc=False):
    """Arrival of the room from a file that somebody opened."""

    name: str
    """Name of the person who opened it; empty if unknown."""
    at: Millis
    is_own: bool
    """True if this server wrote the file."""
    saved_at: Millis
    """Time at which the file was made."""
    game: int
    """Number of the last game that had begun, 0 for none."""


class Room(Frozen, frozen=True):
    """Room as its events so far make it."""

    code: RoomCode
    game: AnyGame
    join_code: RoomCode
    """Code that is typed in to join: the room's own until a host replaces it."""
    join_key: str
    watch_key: str
    options: RoomOptions
    seats: tuple[Occupant | None, ...]
    version: Version
    at: Millis
    """Time of the latest event."""
    asks_so_far: AskNumber
    """Number of sets of asks so far, over all games."""
    hosts: tuple[Seat, ...] = ()
    """Players who may set up the table, the longest-serving first."""
    is_locked: bool = False
    votes: Mapping[str, frozenset[Seat]] = field(default_factory=dict)
    """Seats that are for a motion, by motion."""
    against: Mapping[str, frozenset[Seat]] = field(default_factory=dict)
    """Seats that are against a motion, by motion."""
    is_save_agreed: bool = False
    """True if the table agreed to save the running game; its votes must still hold."""
    saves: tuple[Save, ...] = ()
    """Latest saves since the last game began, in order."""
    arrivals: tuple[Arrival, ...] = ()
    """Arrivals from a file: the last one, and before it the last from another server."""
    renamed: tuple[NameChange, ...] = ()
    """Latest changes of name, in order."""
    gone: tuple[LostDevice, ...] = ()
    """Latest devices that lost their seats. Only they can see it."""
    claims: tuple[Claim, ...] = ()
    """Devices that were announced since the last arrival, the latest of each player."""
    announcements: tuple[Announcement, ...] = ()
    """Latest announcements, in order."""
    evening: tuple[Result, ...] = ()
    """Games that were played to their end, in order."""
    evening_from: int = 1
    """Number of the first game of the present evening."""
    begun_at: Millis | None = None
    """Start of the latest game."""
    phase: Phase = "lobby"
    play: Play | None = None
    shared: SharedDeal | None = None
    """Latest deal that a second table has, too."""
    games_so_far: int = 0
    games_begun: tuple[str, ...] = ()
    """Keys of all games so far, in order."""
    links: tuple[ReturnLink, ...] = ()
    askers: tuple[Asker, ...] = ()
    """People who ask to come back to a seat, one a seat, and those turned away."""
    askers_so_far: int = 0
    chat: tuple[ChatMessage, ...] = ()
    watchers_chat: tuple[WatcherMessage, ...] = ()
    screens: Screens = Screens()
    """Screens that show the table, which are neither players nor watchers."""
    lines_so_far: int = 0
    late_lines_so_far: int = 0
    """Number of lines that have a number for delayed watchers."""
    voice: str = ""
    """Link to the table's voice channel; empty for none."""
    watch_keys_before: tuple[tuple[int, str], ...] = ()
    """Void watchers' keys, each with the number of games that had ended by then."""
    dates: tuple[ProposedDate, ...] = ()
    """Proposed dates of the next evening, in order."""
    dates_so_far: int = 0
    """Number of dates proposed so far."""
    fixed_date: FixedDate | None = None
    """Date of the next evening; None until one is fixed, and from a day after it."""
    gallery: Gallery = Gallery()
    """Guesses of watchers, and their points of the evening."""
    paused_at: Millis | None = None
    credited_at: Millis | None = None
    """Time at which an outage was last credited."""
    public_events: int = 0
    """Number of public events."""
    untold: int = 0
    """Number of those that show nothing new to delayed watchers, while a game runs."""
    is_late: bool = False
    """True if this is the room as delayed watchers see it."""
    spending: Spending = Spending()
    """Bytes by which the journal has grown."""

    @property
    def is_delayed(self) -> bool:
        """True if watchers are one reveal behind and this is not yet their room."""
        return self.options.watchers == "delayed" and self.phase in ("playing", "paused") and not self.is_late

    @property
    def host(self) -> Seat | None:
        """First host; None if there is none."""
        return self.hosts[0] if self.hosts else None

    def occupant(self, seat: Seat) -> Occupant | None:
        """Return the seat's occupant; None for an empty seat or no seat."""
        return self.seats[seat] if 0 <= seat < len(self.seats) else None

    def name_of(self, seat: Seat) -> str:
        """Return the name of the seat's occupant; empty for an empty seat."""
        occupant = self.occupant(seat)
        return occupant.name if occupant is not None else ""

    def person_of(self, seat: Seat) -> int | None:
        """Return the number of the seat's occupant; None for an empty seat."""
        occupant = self.occupant(seat)
        return occupant.person if occupant is not None else None

    def asker_of(self, holder: Digest, now: Millis) -> Asker | None:
        """Return the open or refused request of this token digest to come back."""
        return next((each for each in self.askers if each.holder == holder and each.until > now), None)

    def seat_of(self, holder: Digest) -> Seat | None:
        """Return the seat that this token digest holds."""
        for number, occupant in enumerate(self.seats):
            if occupant is not None:
                for device in occupant.devices:
                    if device.holder == holder:
                        return Seat(number)
        return None

    def name_now(self, name: str, game: int) -> str:
        """Return the present name of the player who had that name in that game."""
        for each in self.renamed:
            if each.before == name and game <= each.games:
                name = each.now
        return name

    def find_gone_reason(self, holder: Digest) -> WhyGone | None:
        """Return why this token digest lost its seat; None if it never held any."""
        return next((each.why for each in reversed(self.gone) if each.holder == holder), None)

    def is_held(self, seat: Seat) -> bool:
        """Return whether a person holds the seat."""
        occupant = self.occupant(seat)
        return occupant is not None and bool(occupant.devices)

    def persons(self) -> tuple[Seat, ...]:
        """Return the seats that persons have, with or without a device."""
        return tuple(seat for seat in self.list_taken() if (who := self.occupant(seat)) is not None and who.is_person)

    def list_taken(self) -> tuple[Seat, ...]:
        """Return the seats with an occupant, in seat order."""
        return cast(tuple[Seat, ...], tuple([number for number, who in enumerate(self.seats) if who is not None]))

    def people(self) -> tuple[Seat, ...]:
        """Return the seats of persons who have not given them up."""
        return tuple(seat for seat in self.list_taken() if self.is_held(seat))

    def get_visible_version(self, viewer: Seat | None) -> int:
        """Return the version as the viewer counts it: the events that they may know.

        The journal's version would leak secret events to a watcher. Delayed watchers do not count later events
        either, which would show when somebody sealed."""
        if viewer is None and self.is_delayed:
            return self.public_events - self.untold
        occupant = self.occupant(viewer) if viewer is not None else None
        return self.public_events + (occupant.private_events if occupant else 0)
