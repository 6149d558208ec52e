"""What every way of calling has in common: a call goes out, and something becomes of it."""

from dataclasses import dataclass
from typing import Literal, Protocol

from app.journal.callbook import Address
from app.notifications.http_post import Reply
from app.rooms.calls_due import Call
from app.rooms.model.room import Room

TOO_MANY, MOST_WAIT_S = 429, 600


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a call."""

    what: Literal["sent", "gone", "again", "failed"]
    """``gone``: the address is no longer good; ``again``: nothing was taken, and it may be tried again."""
    why: str = ""
    """A status or the kind of failure, for the log and the host."""
    wait_s: int | None = None


SENT = Outcome("sent")


class Sender(Protocol):
    """A way to call somebody."""

    async def send(self, room: Room, call: Call, address: Address) -> Outcome:
        """Sends the call once. Raises nothing of its own."""
        ...


def outcome_of(reply: Reply) -> Outcome:
    """What an answer means. 404 and 410 say that there is nobody any more."""
    if 200 <= reply.status < 300:
        return SENT
    if reply.status in (404, 410):
        return Outcome("gone", str(reply.status))
    if reply.status == TOO_MANY or reply.status >= 500:
        wait = min(reply.retry_after_s, MOST_WAIT_S) if reply.retry_after_s is not None else None
        return Outcome("again", str(reply.status), wait)
    return Outcome("failed", str(reply.status))
