"""Refusals over HTTP and on sockets: the table of codes, and the exception."""

import math
from enum import IntEnum

from app.rooms.model.refusals import Refusal, What, wait_for

STATUS: dict[str, int] = {
    "not_json": 400,
    "unknown_command": 400,
    "no_cookies": 403,
    "no_word": 403,
    "wrong_origin": 403,
    "no_seat": 403,
    "not_host": 403,
    "no_such_room": 404,
    "room_full": 409,
    "locked": 409,
    "name_taken": 409,
    "too_few": 409,
    "not_begun": 409,
    "already_begun": 409,
    "ask_is_over": 409,
    "not_asked": 409,
    "nothing_to_lift": 409,
    "paused": 409,
    "superseded": 409,
    "id_used": 409,
    "game_over": 409,
    "no_talk": 409,
    "deal_closed": 409,
    "not_agreed": 409,
    "game_is_here": 409,
    "no_space": 409,
    "link_used": 410,
    "too_large": 413,
    "bad_field": 422,
    "choice_not_legal": 422,
    "too_fast": 429,
    "used_up": 429,
    "room_damaged": 500,
    "try_again": 503,
}
"""The HTTP status of every refusal code."""

RETRY_S = 2
"""Delay before a retry after a failed save, in seconds."""


class Close(IntEnum):
    """Close codes of sockets."""

    BINARY = 1003
    """Message that is no text."""
    REFUSED = 1008
    """Refused for good: no seat, no room, too many frames, nothing said in time."""
    TOO_BIG = 1009
    """Message over the size limit."""
    BROKEN = 1011
    """The server failed; connect again."""
    RESTART = 1012
    """The server restarts; connect again."""
    TOO_MANY = 1013
    """Too many connections just now; connect again later."""
    SEAT_GIVEN_UP = 4001
    """This connection's seat was given up; do not come back with this token."""
    DAMAGED = 4002
    """Damaged and locked room; reconnect only after the operator has repaired it."""
    MOVED = 4003
    """The server has another address now; the page asks ``/move`` where."""


class RefusedError(Exception):
    """Request answered with a refusal; ``wait``: seconds until a retry."""

    def __init__(self, refusal: Refusal, status: int | None = None, wait: float = 0.0) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.status = status if status is not None else STATUS[refusal.code]
        self.wait = wait or (RETRY_S if refusal.code == "try_again" else 0.0)

    @property
    def headers(self) -> dict[str, str]:
        """Extra headers of the answer: when to retry, how to authenticate."""
        said = {"retry-after": str(math.ceil(self.wait))} if self.wait else {}
        return said | ({"www-authenticate": "Bearer"} if self.status == 401 else {})


def too_fast(wait: float, what: What = "tries") -> RefusedError:
    """Return the refusal of an exceeded limit, with the wait in seconds."""
    return RefusedError(wait_for(wait, what), wait=wait)
