"""Commands: nudges: one player reminds another, whom the table waits for."""

from app.rooms.schema.command import FromSeat, Target


class Nudge(FromSeat, frozen=True, tag="nudge"):
    """Nudge the target, whom the table waits for."""

    target: Target


ReminderCommand = Nudge
