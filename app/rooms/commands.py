"""Commands of a room, of all subjects together.

Random and secret values in them are made outside, so decisions stay pure. ``seat`` is the sender's seat, found by
the token of the request. Each subject defines its own commands."""

from app.rooms.admission import *
from app.rooms.admission import AdmissionCommand
from app.rooms.chat.commands import *
from app.rooms.chat.commands import TalkCommand
from app.rooms.dates.commands import *
from app.rooms.dates.commands import DateCommand
from app.rooms.deals.commands import *
from app.rooms.deals.commands import DealCommand
from app.rooms.gallery.commands import *
from app.rooms.gallery.commands import GalleryCommand
from app.rooms.hosts import *
from app.rooms.hosts import HostCommand
from app.rooms.identity.commands import *
from app.rooms.identity.commands import IdentityCommand
from app.rooms.play.commands import *
from app.rooms.play.commands import PlayCommand
from app.rooms.player.commands import *
from app.rooms.player.commands import PlayerCommand
from app.rooms.reminders import *
from app.rooms.reminders import ReminderCommand
from app.rooms.saving.commands import *
from app.rooms.saving.commands import SavingCommand
from app.rooms.screens.commands import *
from app.rooms.screens.commands import ScreenCommand
from app.rooms.sealing.commands import *
from app.rooms.sealing.commands import SealingCommand
from app.rooms.seats.commands import *
from app.rooms.seats.commands import SeatingCommand
from app.rooms.setup.commands import *
from app.rooms.setup.commands import SetupCommand
from app.rooms.votes import *
from app.rooms.votes import VoteCommand

Command = (
    HostCommand
    | SealingCommand
    | PlayerCommand
    | SeatingCommand
    | IdentityCommand
    | SetupCommand
    | PlayCommand
    | SavingCommand
    | VoteCommand
    | AdmissionCommand
    | TalkCommand
    | ReminderCommand
    | DateCommand
    | DealCommand
    | GalleryCommand
    | ScreenCommand
)
