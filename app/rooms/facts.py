"""The facts of a room, in the past tense. A room is the fold over its facts; nothing else about it is kept. Each
subject has its own; here are all of them together.

Fields hold plain values only (text, numbers, truth, None, tuples and dicts of these). A fact's name and fields are
for ever: journals of every release must load. New fields get a default; a changed meaning gets a new fact."""

from app.rooms.admission.facts import *
from app.rooms.admission.facts import AdmissionFact, AdmissionForAll
from app.rooms.hosts.facts import *
from app.rooms.hosts.facts import HostFact, HostForAll
from app.rooms.model.ids import CommandKey, Digest, Millis, Version
from app.rooms.model.values import Frozen
from app.rooms.own.facts import *
from app.rooms.own.facts import OwnFact, OwnForAll, OwnForSeat
from app.rooms.play.facts import *
from app.rooms.play.facts import PlayFact, PlayForAll
from app.rooms.reminders.facts import *
from app.rooms.reminders.facts import ReminderFact, ReminderForSeat
from app.rooms.saving.facts import *
from app.rooms.saving.facts import SavingFact, SavingForAll
from app.rooms.sealing.facts import *
from app.rooms.sealing.facts import SealingFact, SealingForAll, SealingForSeat
from app.rooms.seats.facts import *
from app.rooms.seats.facts import SeatingFact, SeatingForAll
from app.rooms.setup.facts import *
from app.rooms.setup.facts import SetupFact, SetupForAll
from app.rooms.talk.facts import *
from app.rooms.talk.facts import TalkFact, TalkForAll, TalkForSeat
from app.rooms.votes.facts import *
from app.rooms.votes.facts import VoteFact, VoteForAll

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

ForAll = (
    HostForAll
    | SealingForAll
    | OwnForAll
    | SeatingForAll
    | SetupForAll
    | PlayForAll
    | SavingForAll
    | VoteForAll
    | AdmissionForAll
    | TalkForAll
)
"""Those that everybody may know."""

ForSeat = SealingForSeat | OwnForSeat | TalkForSeat | ReminderForSeat
"""Those that only their ``seat`` may know."""


class Entry(Frozen, frozen=True):
    """One row of a room's journal: a fact, its number, when it came and which command brought it."""

    version: Version
    at: Millis
    fact: Fact
    command: CommandKey | None = None
    """The key of the command, on its last fact only: it marks the command as applied."""
    body: Digest | None = None
    """The digest of the command's body: the same id with another body is refused."""
