"""The commands of a room, in the imperative. Everything random or secret in them was made outside: decisions stay pure.

``seat`` is the seat of whoever asks, found by the token that was shown. Each subject has its own; here are all of them
together."""

from app.rooms.admission.commands import *
from app.rooms.admission.commands import AdmissionCommand, AdmissionOfSeat
from app.rooms.hosts.commands import *
from app.rooms.hosts.commands import HostCommand, HostOfSeat
from app.rooms.own.commands import *
from app.rooms.own.commands import OwnCommand, OwnOfSeat
from app.rooms.play.commands import *
from app.rooms.play.commands import PlayCommand, PlayOfSeat
from app.rooms.reminders.commands import *
from app.rooms.reminders.commands import ReminderCommand, ReminderOfSeat
from app.rooms.saving.commands import *
from app.rooms.saving.commands import SavingCommand, SavingOfSeat
from app.rooms.sealing.commands import *
from app.rooms.sealing.commands import SealingCommand, SealingOfSeat
from app.rooms.seats.commands import *
from app.rooms.seats.commands import SeatingCommand, SeatingOfSeat
from app.rooms.setup.commands import *
from app.rooms.setup.commands import SetupCommand, SetupOfSeat
from app.rooms.talk.commands import *
from app.rooms.talk.commands import TalkCommand, TalkOfSeat
from app.rooms.votes.commands import *
from app.rooms.votes.commands import VoteCommand, VoteOfSeat

FromSeat = (
    HostOfSeat
    | SealingOfSeat
    | OwnOfSeat
    | SeatingOfSeat
    | SetupOfSeat
    | PlayOfSeat
    | SavingOfSeat
    | VoteOfSeat
    | AdmissionOfSeat
    | TalkOfSeat
    | ReminderOfSeat
)
"""Commands that only the player of their ``seat`` can give."""

Command = (
    HostCommand
    | SealingCommand
    | OwnCommand
    | SeatingCommand
    | SetupCommand
    | PlayCommand
    | SavingCommand
    | VoteCommand
    | AdmissionCommand
    | TalkCommand
    | ReminderCommand
)
