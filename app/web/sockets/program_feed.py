"""Messages to a program: the whole view, and the effects since the last one."""

from app.live.host.requests import Done
from app.rooms.delayed import apply_delay
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.views.log_view import list_visible_reveals
from app.web.messages.answers import encode_effect, encode_json, make_answer, view_as_json
from engine.core.seats import Seat, Viewer


class ProgramFeed:
    """Messages for one connection of a program."""

    __slots__ = ("_device", "_told_up_to", "_version", "_view")

    def __init__(self, device: Digest | None = None) -> None:
        """``device``: the digest of the token that speaks on it."""
        self._device = device
        self._version = 0
        self._view: int | None = None
        """Hash of the view that the program has: views are long, and connections many."""
        self._told_up_to = 0

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat], now: Millis | None = None) -> bytes | None:
        """Return the whole view, with what was revealed since the last message."""
        version, view = room.get_visible_version(viewer), view_as_json(room, viewer, here, self._device)
        is_first, now_seen = self._view is None, hash(view)
        if version == self._version and now_seen == self._view:
            return None
        self._version, self._view = version, now_seen
        reveals = self._reveals(room, viewer)
        clock = b',"now":%d' % now if now is not None else b""
        effects = b"" if is_first else reveals
        return b'{"version":%d,"view":%b,"effects":[%b]%b}' % (version, view, effects, clock)

    def answer(self, id: str | None, answer: Done | Refusal, room: Room | None, viewer: Viewer) -> bytes:
        """Return the answer in the protocol's form."""
        return encode_json(make_answer(id, answer, room, viewer))

    def _reveals(self, room: Room, viewer: Viewer) -> bytes:
        """Return what was revealed since the last call, as the items of a JSON list."""
        play, after = apply_delay(room, viewer).play, self._told_up_to
        if play is None or not play.history or play.history[-1].ask <= after:
            return b""
        self._told_up_to = play.history[-1].ask
        new = list_visible_reveals(room, viewer, after)
        return b",".join([encode_effect(play.memo, each.ask, one) for each in new for one in each.effects])
