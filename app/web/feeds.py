"""What a connection is told: the feed of one connection turns the room into the messages that bring it up to date.

Pure and without I/O. Programs get :class:`ProgramFeed`: the whole view, and what was opened since the last message."""

from dataclasses import dataclass
from typing import Protocol

import orjson

from app.live.requests import Done
from app.rooms.ids import Digest
from app.rooms.refusals import Refusal
from app.rooms.room import Room
from app.rooms.view import happening_plain, told, view
from engine.core.plain import Plain, plain
from engine.core.seats import Seat, Viewer


class Feed(Protocol):
    """One connection's messages."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """The message that brings this connection up to date; None if it would say nothing new."""
        ...

    def answer(self, id: str | None, answer: Done | Refusal, room: Room | None, viewer: Viewer) -> str:
        """The answer to this connection's command of that id."""
        ...


@dataclass(frozen=True, slots=True)
class LinkMade(Done):
    """The answer to ``return_link``: only here does the link appear."""

    link: str
    """The path of the link."""


def seen(room: Room, viewer: Viewer, here: frozenset[Seat], device: Digest | None = None) -> bytes:
    """The view of the protocol as JSON: :class:`~app.rooms.view.RoomView`, field by field.

    The same as ``dumped(plain(view(...)))`` and ten times as fast, which is what most of a push costs."""
    return orjson.dumps(view(room, viewer, here, device), _unusual, orjson.OPT_NON_STR_KEYS)


def _unusual(value: object) -> Plain:
    """What orjson does not know by itself: named tuples and mappings that are no dicts. Raises TypeError for the
    rest."""
    return plain(value)


def answered(id: str | None, answer: Done | Refusal, room: Room | None, viewer: Viewer) -> dict[str, Plain]:
    """The answer of the protocol; a refusal comes with what the asker owes now."""
    if isinstance(answer, Refusal):
        ask = view(room, viewer).ask if room is not None and viewer is not None else None
        return {"re": id, "refused": answer.code, "say": answer.say, "ask": plain(ask)}
    done: dict[str, Plain] = {"re": id, "ok": True, "version": answer.version}
    return {**done, "link": answer.link} if isinstance(answer, LinkMade) else done


def dumped(data: Plain) -> str:
    """The data as JSON text."""
    return orjson.dumps(data).decode()


class ProgramFeed:
    """Messages for programs. ``device`` is the token's digest that speaks on the connection."""

    def __init__(self, device: Digest | None = None) -> None:
        self._device = device
        self._last = b""
        self._told_up_to = 0

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """The whole view, with what was opened since the last message."""
        shown = seen(room, viewer, here, self._device)
        if shown == self._last:
            return None
        openings = told(room, viewer, self._told_up_to)
        is_first, self._last = not self._last, shown
        self._told_up_to = max([self._told_up_to, *(opening.ask for opening in openings)])
        happenings: list[Plain] = []
        if not is_first:
            happenings = [{"ask": each.ask, **happening_plain(one)} for each in openings for one in each.happenings]
        message = {"version": room.seen(viewer), "view": orjson.Fragment(shown), "happenings": happenings}
        return orjson.dumps(message).decode()

    def answer(self, id: str | None, answer: Done | Refusal, room: Room | None, viewer: Viewer) -> str:
        """The answer as the protocol writes it."""
        return dumped(answered(id, answer, room, viewer))
