"""Commands: who may come in: the lock, the link and the code."""

from app.rooms.schema.command import FreshCode, FreshKey, FromSeat, On


class Lock(FromSeat, frozen=True, tag="lock"):
    """Let nobody new sit down, or again."""

    is_locked: On


class ChangeJoinKey(FromSeat, frozen=True, tag="new_link"):
    """Make the join link a new one with ``key``, and ``code`` what is typed in to join."""

    key: FreshKey
    code: FreshCode


AdmissionCommand = Lock | ChangeJoinKey
