"""All subjects of a room: what can be asked of it and what can happen in it."""

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
"""Each may know those before it; what a subject decides may bring about their events too."""
