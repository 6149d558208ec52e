"""Subjects of a room: all its commands and events."""

from app.rooms.admission import ADMISSION
from app.rooms.chat import CHAT
from app.rooms.dates import DATES
from app.rooms.deals import DEALS
from app.rooms.gallery import GALLERY
from app.rooms.hosts import HOSTS
from app.rooms.identity import IDENTITY
from app.rooms.play import PLAY
from app.rooms.player import PLAYER
from app.rooms.reminders import REMINDERS
from app.rooms.saving import SAVING
from app.rooms.screens import SCREENS
from app.rooms.sealing import SEALING
from app.rooms.seats import SEATS
from app.rooms.setup import SETUP
from app.rooms.votes import VOTES

SUBJECTS = (
    HOSTS,
    SEALING,
    PLAYER,
    SEATS,
    IDENTITY,
    SETUP,
    PLAY,
    SAVING,
    VOTES,
    ADMISSION,
    CHAT,
    REMINDERS,
    DATES,
    DEALS,
    GALLERY,
    SCREENS,
)
"""Subjects of a room, each free to use those before it.

Its decisions may also return their events."""
