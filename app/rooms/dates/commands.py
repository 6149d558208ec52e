"""Commands about dates of the next evening."""

from typing import Annotated

from app.rooms.model.ids import Millis
from app.rooms.model.values import Frozen, Meta
from app.rooms.schema.command import MOST_INT, FromSeat, Number, On


class ProposeDate(FromSeat, frozen=True, tag="propose_date"):
    """Propose a date for the next evening. The proposer can come."""

    at: Annotated[Millis, Meta(ge=0, le=MOST_INT)]
    zone: Annotated[str, Meta(min_length=1, max_length=64)]


class AnswerDate(FromSeat, frozen=True, tag="answer_date"):
    """Say whether one can come on the date of that number."""

    number: Number
    can_come: On


class FixDate(FromSeat, frozen=True, tag="fix_date"):
    """Fix the date of that number for the next evening."""

    number: Number


class DropDate(FromSeat, frozen=True, tag="drop_date"):
    """Take back a proposed date, or call the next evening off."""

    number: Number


class RemindOfDate(Frozen, frozen=True):
    """Record the reminder that is due, or forget a date that is long past."""


DateCommand = ProposeDate | AnswerDate | FixDate | DropDate | RemindOfDate
