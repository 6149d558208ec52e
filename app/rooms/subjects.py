"""Subjects of a room: all its commands and events."""

from app.rooms.admission import ADMISSION
from app.rooms.chat import CHAT
from app.rooms.hosts import HOSTS
from app.rooms.play import PLAY
from app.rooms.player import PLAYER
from app.rooms.reminders import REMINDERS
from app.rooms.saving import SAVING
from app.rooms.sealing import SEALING
from app.rooms.seats import SEATS
from app.rooms.setup import SETUP
from app.rooms.votes import VOTES

SUBJECTS = (HOSTS, SEALING, PLAYER, SEATS, SETUP, PLAY, SAVING, VOTES, ADMISSION, CHAT, REMINDERS)
"""Subjects of a room, each free to use those before it.

Its decisions may also return their events."""
