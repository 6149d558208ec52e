"""The facts of a room, in the past tense. A room is the fold over its facts; nothing else about it is kept. Each
subject has its own; here are all of them together."""

from app.rooms.admission import *
from app.rooms.admission import AdmissionFact
from app.rooms.hosts import *
from app.rooms.hosts import HostFact
from app.rooms.model.ids import CommandKey, Digest, Millis, Version
from app.rooms.model.values import Frozen
from app.rooms.own.facts import *
from app.rooms.own.facts import OwnFact
from app.rooms.play.facts import *
from app.rooms.play.facts import PlayFact
from app.rooms.reminders import *
from app.rooms.reminders import ReminderFact
from app.rooms.saving.facts import *
from app.rooms.saving.facts import SavingFact
from app.rooms.sealing.facts import *
from app.rooms.sealing.facts import SealingFact
from app.rooms.seats.facts import *
from app.rooms.seats.facts import SeatingFact
from app.rooms.setup.facts import *
from app.rooms.setup.facts import SetupFact
from app.rooms.talk.facts import *
from app.rooms.talk.facts import TalkFact
from app.rooms.votes import *
from app.rooms.votes import VoteFact

Fact = (
    HostFact
    | SealingFact
    | OwnFact
    | SeatingFact
    | SetupFact
    | PlayFact
    | SavingFact
    | VoteFact
    | AdmissionFact
    | TalkFact
    | ReminderFact
)


class Entry(Frozen, frozen=True):
    """One row of a room's journal: a fact, its number, when it came and which command brought it."""

    version: Version
    at: Millis
    fact: Fact
    command: CommandKey | None = None
    """The key of the command, on its last fact only: it marks the command as applied."""
    body: Digest | None = None
    """The digest of the command's body: the same id with another body is refused."""
