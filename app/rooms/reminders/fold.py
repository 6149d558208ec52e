"""The fold of nudges."""

from app.rooms.model.changes import BrokenJournal, running
from app.rooms.model.ids import Millis
from app.rooms.model.play import Nudge
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.reminders.facts import ReminderFact


def fold(room: Room, fact: ReminderFact, at: Millis) -> Room:
    """The room after a nudge. Raises BrokenJournal."""
    play = running(room)
    if fact.ask != play.ask:
        raise BrokenJournal(f"ask {fact.ask} came while {play.ask} was open")
    return replace(room, play=replace(play, nudges={**play.nudges, (fact.by, fact.seat): Nudge(fact.ask, at)}))
