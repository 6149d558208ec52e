"""What a program is sent by version 2 of the protocol: the view whole at first, and then what became another."""

from collections.abc import Iterable
from itertools import takewhile

import orjson

from app.live.host.requests import Done
from app.rooms.late import as_seen
from app.rooms.log_view import told
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.opening import Opening
from app.rooms.model.play import Play, SealedChoice
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.view import with_own_seal
from app.web.messages.answers import answered, dumped, happened, seen, timed
from app.web.messages.own_view import ToldView, fields_told, seals_told, told_view
from app.web.messages.shared_view import SHARED, Shared, Sharing
from engine.core.seats import Seat, Viewer

VERSION = 2
"""The version of the protocol."""


class DeltaFeed:
    """Messages for programs that keep the view themselves. ``device`` is the token's digest that speaks on the
    connection; what is ``shared`` it shares with all others that have the same."""

    __slots__ = ("_card", "_device", "_shared", "_sharing", "_told", "_told_up_to", "_version")

    def __init__(self, device: Digest | None = None, shared: Shared = SHARED) -> None:
        self._device = device
        self._shared = shared
        self._sharing: Sharing | None = None
        self._told: ToldView | None = None
        """The view as the program has it by now."""
        self._version = 0
        self._card: SealedChoice | None = None
        """The viewer's own."""
        self._told_up_to = 0

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat], now: Millis | None = None) -> bytes | None:
        """The whole view at first, then what became another since the last message."""
        old, sharing = self._told, self._sharing
        if old is None or sharing is None:
            return self._first(room, viewer, here, now)
        version, card = room.seen(viewer), _card(room, viewer)
        shared = sharing.view(room, viewer, here)
        delta = sharing.delta(old.shared, shared)
        others, openings = b"", b""
        if delta.is_of_seals and viewer == old.own.you:
            own = old.own if card is self._card else with_own_seal(old.own, room)
            new = ToldView(shared, own, old.table)
        else:
            new = told_view(shared, room, viewer, self._device)
            openings = self._openings(room, viewer)
        if new.own is old.own and viewer not in delta.states:
            seals = delta.seals
        else:
            seals = b",".join(seals_told(old, new, delta))
            others = b",".join(fields_told(old, new, delta))
        if version == self._version and not (seals or others or openings):
            return None
        self._told, self._version, self._card = new, version, card
        fields = b"%b,%b" % (seals, others) if seals and others else seals or others
        clock = b',"now":%d' % now if now is not None and (others or openings) else b""
        return b'{"version":%d,"set":{%b}%b%b}' % (version, fields, openings, clock)

    def answer(self, id: str | None, answer: Done | Refusal, room: Room | None, viewer: Viewer) -> bytes:
        """The answer as the protocol writes it."""
        return dumped(answered(id, answer, room, viewer))

    def _first(self, room: Room, viewer: Viewer, here: frozenset[Seat], now: Millis | None) -> bytes:
        self._sharing = self._shared.of(room.code, viewer)
        shared = self._sharing.view(room, viewer, here)
        self._told = told_view(shared, room, viewer, self._device)
        self._version, self._card = room.seen(viewer), _card(room, viewer)
        self._openings(room, viewer)
        view = orjson.Fragment(seen(room, viewer, here, self._device))
        message = {"version": self._version, "protocol": VERSION, "view": view, "happenings": []} | timed(now)
        return orjson.dumps(message)

    def _openings(self, room: Room, viewer: Viewer) -> bytes:
        """What was opened since the last message, as it stands in an update."""
        play, after = as_seen(room, viewer).play, self._told_up_to
        if play is None or not play.history or play.history[-1].ask <= after:
            return b""
        self._told_up_to = play.history[-1].ask
        # once for all who are told the same since the same opening
        what = ("told to all", after, room.phase == "finished")
        for_all = play.memo.once(play.history, what, lambda: _told_to_all(play, told(room, viewer, after), after))
        happenings = for_all if for_all is not None else _written(play, told(room, viewer, after))
        return b',"happenings":[%b]' % happenings if happenings else b""


def _told_to_all(play: Play, openings: Iterable[Opening], after: int) -> bytes | None:
    """These openings, as they stand in an update; None if what came after that ask is not the same to everybody."""
    new = takewhile(lambda opening: opening.ask > after, reversed(play.history))
    is_for_all = all(one.audience is None for opening in new for one in opening.happenings)
    return _written(play, openings) if is_for_all else None


def _written(play: Play, openings: Iterable[Opening]) -> bytes:
    happenings = [happened(play.memo, each.ask, one) for each in openings for one in each.happenings]
    return orjson.dumps(happenings)[1:-1]


def _card(room: Room, viewer: Viewer) -> SealedChoice | None:
    return room.play.sealed.get(viewer) if room.play is not None and viewer is not None else None
