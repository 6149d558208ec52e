"""What a connection is told: the feed of one connection turns the room into the messages that bring it up to date.

Pure and without I/O. Programs get :class:`ProgramFeed`: the whole view, and what was opened since the last message."""

from dataclasses import dataclass, fields
from typing import Any, Protocol

import orjson
from msgspec import Raw
from msgspec.json import Encoder

from app.live.host.requests import Done
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.model.values import Frozen
from app.rooms.view import table_of, view
from engine.core.happenings import Happening, happening_plain
from engine.core.memo import Memo, Memoized
from engine.core.plain import Plain, plain
from engine.core.seats import Seat, Viewer


class Feed(Protocol):
    """One connection's messages."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat], now: Millis | None = None) -> bytes | None:
        """The message that brings this connection up to date, as UTF-8; None if it would say nothing new. ``now`` is
        what time it is in the room: its deadlines are moments of that clock, and of no other."""
        ...

    def answer(self, id: str | None, answer: Done | Refusal, room: Room | None, viewer: Viewer) -> bytes:
        """The answer to this connection's command of that id, as UTF-8."""
        ...


@dataclass(frozen=True, slots=True)
class LinkMade(Done):
    """The answer to ``return_link``: only here does the link appear."""

    link: str
    """The path of the link."""


def seen(room: Room, viewer: Viewer, here: frozenset[Seat], device: Digest | None = None) -> bytes:
    """The view of the protocol as JSON: :class:`~app.rooms.view_types.RoomView`, field by field.

    The same as ``dumped(plain(view(...)))`` and many times as fast, which is what most of a push costs."""
    return as_json(view(room, viewer, here, device, _table))


as_json = Encoder().encode
"""A view of a room or parts of one as JSON, field by field. For these alone: named tuples, of which tables are made,
would come out as lists."""


def _table(room: Room, viewer: Viewer) -> Raw | None:
    written: Raw | None = table_of(room, viewer, _written_table)
    return written


def _written_table(table: Any) -> Raw:
    """A game's view as JSON. Most of it is the very same for all who look at the table, and written once."""
    parts = {field.name: getattr(table, field.name) for field in fields(table)}
    return Raw(_bytes({name: value if type(value) in _WORDS else _part(value) for name, value in parts.items()}))


_WORDS = frozenset({str, int, bool, float, type(None)})
"""What takes no longer to write than to look up."""


def _bytes(data: object) -> bytes:
    """The data as JSON. It is kept for long, so it is copied: what orjson gives holds more memory than it fills."""
    return bytes(bytearray(orjson.dumps(data, _unusual, orjson.OPT_NON_STR_KEYS)))


def _written(data: object) -> orjson.Fragment:
    """The data as JSON that may be put into other JSON."""
    return orjson.Fragment(_bytes(data))


_part = Memoized(_written, most=256)


def _unusual(value: object) -> Plain | orjson.Fragment:
    """What orjson does not know by itself: parts of a room's view, named tuples, and mappings that are no dicts. Raises
    TypeError for the rest."""
    return orjson.Fragment(as_json(value)) if isinstance(value, Frozen) else plain(value)


def answered(id: str | None, answer: Done | Refusal, room: Room | None, viewer: Viewer) -> dict[str, Plain]:
    """The answer of the protocol; a refusal comes with what the asker owes now."""
    if isinstance(answer, Refusal):
        ask = view(room, viewer).ask if room is not None and viewer is not None else None
        return {"re": id, "refused": answer.code, "say": answer.say, "ask": plain(ask)}
    done: dict[str, Plain] = {"re": id, "ok": True, "version": answer.version}
    return {**done, "link": answer.link} if isinstance(answer, LinkMade) else done


def timed(now: Millis | None) -> dict[str, Plain]:
    """What a message says of the time."""
    return {} if now is None else {"now": now}


def dumped(data: Plain) -> bytes:
    """The data as JSON, in UTF-8."""
    return orjson.dumps(data)


def happened(memo: Memo, ask: int, one: Happening) -> orjson.Fragment:
    """A happening as JSON, written once for all who are told of it."""
    return memo.once(one, ("happened", id(one)), lambda: _written({"ask": ask, **happening_plain(one)}))


def part_as_json(data: object) -> bytes:
    """Parts of a view as JSON, of the table as of all the rest."""
    return orjson.dumps(data, _unusual, orjson.OPT_NON_STR_KEYS)
