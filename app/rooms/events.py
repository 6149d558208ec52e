"""Events of a room, of all subjects together.

A room is the fold over its events and has no other state. Each subject defines its own events."""

from app.rooms.admission import *
from app.rooms.admission import AdmissionEvent
from app.rooms.chat.events import *
from app.rooms.chat.events import TalkEvent
from app.rooms.dates.events import *
from app.rooms.dates.events import DateEvent
from app.rooms.deals.events import *
from app.rooms.deals.events import DealEvent
from app.rooms.gallery.events import *
from app.rooms.gallery.events import GalleryEvent
from app.rooms.hosts import *
from app.rooms.hosts import HostEvent
from app.rooms.identity.events import *
from app.rooms.identity.events import IdentityEvent
from app.rooms.model.ids import CommandKey, Digest, Millis, Version
from app.rooms.model.values import Frozen
from app.rooms.play.events import *
from app.rooms.play.events import PlayEvent
from app.rooms.player.events import *
from app.rooms.player.events import PlayerEvent
from app.rooms.reminders import *
from app.rooms.reminders import ReminderEvent
from app.rooms.saving.events import *
from app.rooms.saving.events import SavingEvent
from app.rooms.screens.events import *
from app.rooms.screens.events import ScreenEvent
from app.rooms.sealing.events import *
from app.rooms.sealing.events import SealingEvent
from app.rooms.seats.events import *
from app.rooms.seats.events import SeatingEvent
from app.rooms.setup.events import *
from app.rooms.setup.events import SetupEvent
from app.rooms.votes import *
from app.rooms.votes import VoteEvent

Event = (
    HostEvent
    | SealingEvent
    | PlayerEvent
    | SeatingEvent
    | IdentityEvent
    | SetupEvent
    | PlayEvent
    | SavingEvent
    | VoteEvent
    | AdmissionEvent
    | TalkEvent
    | ReminderEvent
    | DateEvent
    | DealEvent
    | GalleryEvent
    | ScreenEvent
)


class Entry(Frozen, frozen=True):
    """Row of a room's journal: event, number, time, and the command that caused it."""

    version: Version
    at: Millis
    event: Event
    command: CommandKey | None = None
    """Key of the command, on its last event only. It marks the command as applied."""
    body: Digest | None = None
    """Digest of the command's body. The same id with another body is refused."""
