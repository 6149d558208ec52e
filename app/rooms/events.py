"""The events of a room, in the past tense. A room is the fold over its events; nothing else about it is kept. Each
subject has its own; here are all of them together."""

from app.rooms.admission import *
from app.rooms.admission import AdmissionEvent
from app.rooms.hosts import *
from app.rooms.hosts import HostEvent
from app.rooms.model.ids import CommandKey, Digest, Millis, Version
from app.rooms.model.values import Frozen
from app.rooms.own.events import *
from app.rooms.own.events import OwnEvent
from app.rooms.play.events import *
from app.rooms.play.events import PlayEvent
from app.rooms.reminders import *
from app.rooms.reminders import ReminderEvent
from app.rooms.saving.events import *
from app.rooms.saving.events import SavingEvent
from app.rooms.sealing.events import *
from app.rooms.sealing.events import SealingEvent
from app.rooms.seats.events import *
from app.rooms.seats.events import SeatingEvent
from app.rooms.setup.events import *
from app.rooms.setup.events import SetupEvent
from app.rooms.talk.events import *
from app.rooms.talk.events import TalkEvent
from app.rooms.votes import *
from app.rooms.votes import VoteEvent

Event = (
    HostEvent
    | SealingEvent
    | OwnEvent
    | SeatingEvent
    | SetupEvent
    | PlayEvent
    | SavingEvent
    | VoteEvent
    | AdmissionEvent
    | TalkEvent
    | ReminderEvent
)


class Entry(Frozen, frozen=True):
    """One row of a room's journal: an event, its number, when it came and which command brought it."""

    version: Version
    at: Millis
    event: Event
    command: CommandKey | None = None
    """The key of the command, on its last event only: it marks the command as applied."""
    body: Digest | None = None
    """The digest of the command's body: the same id with another body is refused."""
