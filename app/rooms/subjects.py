"""Subjects of a room: all its commands and events."""

from app.rooms.admission import ADMISSION
from app.rooms.hosts import HOSTS
from app.rooms.own import OWN
from app.rooms.play import PLAY
from app.rooms.reminders import REMINDERS
from app.rooms.saving import SAVING
from app.rooms.sealing import SEALING
from app.rooms.seats import SEATS
from app.rooms.setup import SETUP
from app.rooms.talk import TALK
from app.rooms.votes import VOTES

SUBJECTS = (HOSTS, SEALING, OWN, SEATS, SETUP, PLAY, SAVING, VOTES, ADMISSION, TALK, REMINDERS)
"""Subjects of a room, each free to use those before it.

Its decisions may also return their events."""
