"""Messages to a connection; its feed writes those that bring it up to date.

Pure and without I/O. Programs get :class:`ProgramFeed`: the whole view, and what was revealed since the last
message."""

from typing import Protocol

import orjson
from msgspec import Raw
from msgspec.json import Encoder

from app.live.host.requests import Done
from app.rooms.delayed import apply_delay
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.play import Play
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.model.values import Frozen, names_of, parts_of, replace
from app.rooms.views.view import ask_part, view
from app.rooms.views.view_cache import compute_once, find_view
from engine.core.effects import Effect, effect_plain
from engine.core.memo import Memo
from engine.core.plain import Plain, to_plain
from engine.core.seats import Seat, Viewer


class Feed(Protocol):
    """One connection's messages."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat], now: Millis | None = None) -> bytes | None:
        """Return the message that brings this connection up to date, as UTF-8.

        None if it would say nothing new. ``now``: the room's clock, to which its deadlines refer."""
        ...

    def answer(self, id: str | None, answer: Done | Refusal, room: Room | None, viewer: Viewer) -> bytes:
        """Return the answer to this connection's command of that id, as UTF-8."""
        ...


class LinkMade(Done, frozen=True):
    """The answer to ``return_link``: only here does the link appear."""

    link: str
    """The path of the link."""


def view_as_json(room: Room, viewer: Viewer, here: frozenset[Seat], device: Digest | None = None) -> bytes:
    """Encode :class:`~app.rooms.views.view_types.RoomView`, field by field."""
    # a table consists of dataclasses and named tuples, which the other encoder cannot write
    return as_json(replace(view(room, viewer, here, device), table=Raw(_table_as_json(room, viewer))))


def _table_as_json(room: Room, viewer: Viewer) -> bytes:
    play = apply_delay(room, viewer).play
    if play is None:
        return b"null"
    perspective = viewer if viewer is not None and viewer < play.seats else None
    return compute_once(play, ("table as JSON", perspective), lambda: _encode_table(play, perspective))


def _encode_table(play: Play, perspective: Viewer) -> bytes:
    """Encode the table; the public part is encoded once for all watchers."""
    public, own = find_view(play, None), find_view(play, perspective)
    written = compute_once(play, "public table as JSON", lambda: list(map(_field, names_of(public), parts_of(public))))
    parts = zip(names_of(own), parts_of(own), parts_of(public), written, strict=True)
    fields = [text if part is shown or part == shown else _field(name, part) for name, part, shown, text in parts]
    return b"{%b}" % b",".join(fields)


def _field(name: str, value: object) -> bytes:
    return b'"%b":%b' % (name.encode(), part_as_json(value))


as_json = Encoder().encode
"""Encoder of a room's view or parts of one as JSON, field by field.

Use it for views alone: named tuples, which make up tables, come out as lists elsewhere."""


def _unusual(value: object) -> Plain | orjson.Fragment:
    """Encode types that orjson does not know.

    These are parts of a room's view, named tuples, and mappings that are no dicts. Raises TypeError for others."""
    return orjson.Fragment(as_json(value)) if isinstance(value, Frozen) else to_plain(value)


def make_answer(id: str | None, answer: Done | Refusal, room: Room | None, viewer: Viewer) -> dict[str, Plain]:
    """Return the protocol's answer; a refusal includes what the player owes now."""
    if isinstance(answer, Refusal):
        ask = ask_part(room, viewer) if room is not None and viewer is not None else None
        return {"re": id, "refused": answer.code, "say": answer.say, "ask": to_plain(ask)}
    done: dict[str, Plain] = {"re": id, "ok": True, "version": answer.version}
    return {**done, "link": answer.link} if isinstance(answer, LinkMade) else done


def make_time_fields(now: Millis | None) -> dict[str, Plain]:
    """Return the time fields of a message."""
    return {} if now is None else {"now": now}


def encode_json(data: Plain) -> bytes:
    """Encode the data as JSON, in UTF-8."""
    return orjson.dumps(data)


def encode_effect(memo: Memo, ask: int, one: Effect) -> bytes:
    """Encode an effect as JSON, once for all recipients."""
    return memo.once(one, ("happened", id(one)), lambda: part_as_json({"ask": ask, **effect_plain(one)}))


def part_as_json(data: object) -> bytes:
    """Encode a part of a view as JSON."""
    return orjson.dumps(data, _unusual, orjson.OPT_NON_STR_KEYS)
