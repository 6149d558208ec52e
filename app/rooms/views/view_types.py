"""What one viewer may see of a room, field by field; ``view`` fills it.

No type in here may hold a room, a play, a state or a seed; a test walks the fields and makes sure."""

from typing import Any, Literal

from app.rooms.model.ids import Millis
from app.rooms.model.room import Phase
from app.rooms.model.values import Frozen
from app.rooms.own.view import AskerPart, DevicePart
from app.rooms.saving.view import SavingPart
from app.rooms.schema.command import Options
from app.rooms.talk.view import SaidPart, WatcherSaidPart
from engine.core.seats import Seat

SealState = Literal["choosing", "sealed", "idle"]


class ResultPart(Frozen, frozen=True, gc=False):
    """How a game of the room ended: names by place."""

    number: int
    game: str
    ranking: tuple[tuple[str, ...], ...]


class RoomPart(Frozen, frozen=True):
    """The room itself."""

    code: str
    game: str
    phase: Phase
    round: int
    number: int
    """Which game of the room it is, 0 before the first."""
    host: Seat | None
    """The first of the hosts."""
    hosts: tuple[Seat, ...]
    is_locked: bool
    votes: dict[str, tuple[Seat, ...]]
    """The players who are for a motion, by motion."""
    against: dict[str, tuple[Seat, ...]]
    """The players who are against a motion, by motion."""
    evening: tuple[ResultPart, ...]
    """The games of this evening that were played to their end, in order."""
    options: Options
    version: int
    """Counts the events this viewer may know."""
    seed_commitment: str | None
    reveal_at: Millis | None
    """When all cards are revealed, while everybody has sealed and the grace pause runs; None while the game is
    paused."""
    is_held: bool
    """Whether the table waits for a card that is being changed."""
    sealed: int | None
    """How many have sealed, where the room tells that."""
    join_code: str | None
    """What friends type in to join; only seats see it."""
    join_link: str | None
    """Where friends join; only seats see it."""
    watch_link: str | None
    voice: str | None
    """The link to where the table talks aloud; only seats see it."""
    saving: SavingPart
    askers: tuple[AskerPart, ...]
    """Who asks to come back to a seat on another device; only seats see it."""


class SeatPart(Frozen, frozen=True, gc=False):
    """One taken seat."""

    seat: Seat
    name: str
    colour: str | None
    here: bool
    """Whether a device of the seat is connected; bots are always here."""
    bot: str | None
    stand_in: str | None
    has_left: bool
    is_away: bool
    """Whether the player said so."""
    ran_out: bool
    state: SealState


class AskPart(Frozen, frozen=True, gc=False):
    """What the viewer owes the table."""

    ask: int
    kind: str
    choices: tuple[str, ...]
    complete: bool
    default: str
    deadline: Millis | None
    reserve: Millis | None
    """How much of the time until then is taken from the viewer's bank; None without a deadline."""
    sealed: str | None
    """The viewer's own sealed choice."""
    alone: bool
    """Whether nobody else is asked: the choice counts at once."""


class OutcomePart(Frozen, frozen=True, gc=False):
    """How the game ended; nobody is ranked when the table ended it."""

    ranking: tuple[tuple[Seat, ...], ...]
    reason: str
    seed: str


class RoomView(Frozen, frozen=True):
    """All that one viewer sees."""

    you: Seat | None
    room: RoomPart
    seats: tuple[SeatPart, ...]
    ask: AskPart | None
    plan: tuple[str, ...]
    """What the viewer said to seal when asked next."""
    plan_when: tuple[tuple[str, ...], ...]
    """What instead of that on a condition: the condition, then its choices, each."""
    nudged: tuple[Seat, Millis] | None
    """Who last nudged the viewer for what is asked now, and when."""
    instructions: tuple[str, ...]
    """What the viewer tells a stand-in."""
    devices: tuple[DevicePart, ...]
    """The devices of the viewer's own seat."""
    table: Any
    """The game's own view, None before the first game."""
    outcome: OutcomePart | None
    said: tuple[SaidPart, ...]
    watchers_said: tuple[WatcherSaidPart, ...]
    """The watchers' talk, as far as the viewer reads it."""
    hears_watchers: bool | None
    """Whether the viewer reads it; None for the public."""
    muted: tuple[str, ...]
    """The names whose lines the viewer does not read."""
