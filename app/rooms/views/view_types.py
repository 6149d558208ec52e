"""Types of a room's view for one viewer, field by field; ``view`` fills them.

No type in here may hold a room, a play, a state or a seed; a test checks all fields."""

from typing import Any, Literal

from app.rooms.chat.view import SaidPart, WatcherSaidPart
from app.rooms.dates.view import DatesPart
from app.rooms.deals.view import DealPart
from app.rooms.gallery.view import GalleryPart
from app.rooms.model.identity import Colour, Crest, Mark
from app.rooms.model.ids import Millis
from app.rooms.model.play import DealtFrom
from app.rooms.model.room import Phase
from app.rooms.model.values import Frozen
from app.rooms.player.view import AskerPart, DevicePart
from app.rooms.saving.view import SavingPart
from app.rooms.schema.command import Options
from app.rooms.screens.view import ScreensPart
from engine.core.seats import Seat

SealState = Literal["choosing", "sealed", "idle"]


class ResultPart(Frozen, frozen=True, gc=False):
    """Result of a game of the room: names by place."""

    number: int
    game: str
    ranking: tuple[tuple[str, ...], ...]


class RoomPart(Frozen, frozen=True):
    """Room itself."""

    code: str
    game: str
    phase: Phase
    round: int
    number: int
    """Number of the game in the room, 0 before the first."""
    host: Seat | None
    """First of the hosts."""
    hosts: tuple[Seat, ...]
    is_locked: bool
    votes: dict[str, tuple[Seat, ...]]
    """Players who are for a motion, by motion."""
    against: dict[str, tuple[Seat, ...]]
    """Players who are against a motion, by motion."""
    evening: tuple[ResultPart, ...]
    """Games of this evening that were played to their end, in order."""
    options: Options
    version: int
    """Number of events that this viewer may know."""
    seed_commitment: str | None
    same_as: int
    """Number of the game whose cards this one has once more; 0 for none."""
    dealt_from: DealtFrom
    """Source of a seed that other tables have too."""
    reveal_at: Millis | None
    """Time of the reveal, while everybody has sealed; None while the game is paused."""
    is_held: bool
    """True if the table waits for a card that is being changed."""
    sealed: int | None
    """Number of seats that have sealed; None if the room hides it."""
    join_code: str | None
    """Code that friends type in to join; only seats see it."""
    join_link: str | None
    """Link to join; only seats see it."""
    watch_link: str | None
    voice: str | None
    """Link to the table's voice channel; only seats see it."""
    saving: SavingPart
    askers: tuple[AskerPart, ...]
    """People who ask to come back to a seat on another device; only seats see it."""
    dates: DatesPart
    deal: DealPart
    """Deal that a second table has, too."""
    screens: ScreensPart


class SeatPart(Frozen, frozen=True, gc=False):
    """Taken seat."""

    seat: Seat
    name: str
    colour: Colour
    crest: Crest
    wishes: tuple[Mark, ...]
    """Colour and crest that the player would like to have from another person."""
    here: bool
    """True if a device of the seat is connected; bots are always here."""
    bot: str | None
    stand_in: str | None
    has_left: bool
    is_away: bool
    """True if the player said so."""
    ran_out: bool
    state: SealState


class AskPart(Frozen, frozen=True, gc=False):
    """Ask that the viewer has to answer."""

    ask: int
    kind: str
    choices: tuple[str, ...]
    complete: bool
    default: str
    deadline: Millis | None
    reserve: Millis | None
    """Part of that time that comes from the viewer's bank; None without a deadline."""
    sealed: str | None
    """Viewer's own sealed choice."""
    alone: bool
    """True if nobody else is asked: the choice counts at once."""


class OutcomePart(Frozen, frozen=True, gc=False):
    """Result of the game. Nobody is ranked if the table ended it early."""

    ranking: tuple[tuple[Seat, ...], ...]
    reason: str
    seed: str


class HandPart(Frozen, frozen=True, gc=False):
    """One of the people who share a device, as all of them may know."""

    person: int
    """Number that names the hand in addresses. It stays when seats are swapped."""
    seat: Seat
    owes: bool
    """True if the table waits for this person's choice."""


class RoomView(Frozen, frozen=True):
    """View of a room for one viewer."""

    you: Seat | None
    room: RoomPart
    seats: tuple[SeatPart, ...]
    ask: AskPart | None
    plan: tuple[str, ...]
    """Viewer's planned choices for the next ask."""
    plan_when: tuple[tuple[str, ...], ...]
    """Conditional choices of the plan: each a condition, then its choices."""
    nudged: tuple[Seat, Millis] | None
    """Last nudge of the viewer for the present ask: who, and when."""
    instructions: tuple[str, ...]
    """Viewer's instructions to a stand-in."""
    devices: tuple[DevicePart, ...]
    """Devices of the viewer's own seat."""
    table: Any
    """View by the game itself; None before the first game."""
    outcome: OutcomePart | None
    said: tuple[SaidPart, ...]
    watchers_said: tuple[WatcherSaidPart, ...]
    """Messages in the watchers' chat, as far as the viewer reads it."""
    hears_watchers: bool | None
    """True if the viewer reads it; None for the public."""
    muted: tuple[str, ...]
    """Names that the viewer has muted."""
    gallery: GalleryPart
    """Watchers' guesses: the viewer's own, and the scores of all."""
