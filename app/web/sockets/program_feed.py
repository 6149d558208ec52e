"""What a program is sent: the view whole, and what has happened since."""

import hashlib

import orjson

from app.live.host.requests import Done
from app.rooms.log_view import told
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.web.messages.answers import answered, dumped, happened, seen, timed
from engine.core.seats import Seat, Viewer


class ProgramFeed:
    """Messages for programs. ``device`` is the token's digest that speaks on the connection."""

    def __init__(self, device: Digest | None = None) -> None:
        self._device = device
        self._last = b""
        """SHA-256 of the view that was sent last."""
        self._told_up_to = 0

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat], now: Millis | None = None) -> bytes | None:
        """The whole view, with what was opened since the last message."""
        shown = seen(room, viewer, here, self._device)
        digest = hashlib.sha256(shown).digest()
        if digest == self._last:
            return None
        openings = told(room, viewer, self._told_up_to)
        is_first, self._last = not self._last, digest
        self._told_up_to = max([self._told_up_to, *(opening.ask for opening in openings)])
        happenings: list[orjson.Fragment] = []
        if not is_first and room.play is not None:
            memo = room.play.memo
            happenings = [happened(memo, each.ask, one) for each in openings for one in each.happenings]
        message = {"version": room.seen(viewer), "view": orjson.Fragment(shown), "happenings": happenings} | timed(now)
        return orjson.dumps(message)

    def answer(self, id: str | None, answer: Done | Refusal, room: Room | None, viewer: Viewer) -> bytes:
        """The answer as the protocol writes it."""
        return dumped(answered(id, answer, room, viewer))
