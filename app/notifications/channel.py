"""Interface of the channels by which notifications go out."""

from dataclasses import dataclass
from typing import Literal, Protocol

from app.journal.contacts import Address
from app.notifications.http_post import Reply
from app.rooms.due_notifications import DueNotification
from app.rooms.model.room import Room

LinkAction = Literal["confirm", "stop"]
"""Meaning of a link in a mail."""

TOO_MANY, MOST_WAIT_S = 429, 600


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of sending a notification."""

    what: Literal["sent", "gone", "again", "failed"]
    """``gone``: the address is no longer valid; ``again``: try again later."""
    why: str = ""
    """A status or the kind of failure, for the log and the host."""
    wait_s: int | None = None


SENT = Outcome("sent")


class Sender(Protocol):
    """Channel for notifications."""

    async def send(self, room: Room, due: DueNotification, address: Address) -> Outcome:
        """Send the notification once. Raises nothing of its own."""
        ...


def outcome_of(reply: Reply) -> Outcome:
    """Return the meaning of an answer. 404 and 410 mean that the address is gone."""
    if 200 <= reply.status < 300:
        return SENT
    if reply.status in (404, 410):
        return Outcome("gone", str(reply.status))
    if reply.status == TOO_MANY or reply.status >= 500:
        wait = min(reply.retry_after_s, MOST_WAIT_S) if reply.retry_after_s is not None else None
        return Outcome("again", str(reply.status), wait)
    return Outcome("failed", str(reply.status))
