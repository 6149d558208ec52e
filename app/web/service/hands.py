"""Hands of people who share a device, and their addresses.

``/r/{room}~{person}`` and all below it act for one person alone. ``person`` is the number among all who ever sat down
at that table. Templates and routes know nothing of it: this module puts it into what goes out."""

import re
from typing import NamedTuple

from app.rooms.model.room import Room
from app.web.html.base_path import ADDRESSES
from app.web.http.typed_links import read_code

MOST_DIGITS = 6
"""A number with more is none of ours."""

_NAMED = re.compile(rf"(.+)~([0-9]{{1,{MOST_DIGITS}}})")
_START = rf' (?:(?:{"|".join(ADDRESSES)})=\\?"|name="back" value="(?:<!--own-->)?)(?:/[\w.-]+)*?/r/'
_END = r'(?=[<"/?#\\])(?!/hands\b)'
"""Text around a room in its addresses, but for that of its curtain.

They are in HTML, or in HTML within JSON. One is where a new language leads back to."""


class NamedRoom(NamedTuple):
    """Room in an address, and the hand that it names."""

    room: str
    person: int | None
    """Number of the hand's person; None if the address names none."""


def read_hand(text: str) -> NamedRoom:
    """Split the room's part of an address."""
    found = _NAMED.fullmatch(text)
    return NamedRoom(found[1], int(found[2])) if found is not None else NamedRoom(text, None)


def is_named(text: str) -> bool:
    """Return whether the room's part of an address names a hand."""
    return read_hand(text).person is not None


def hand_path(code: str, person: int) -> str:
    """Return the path of a hand's page."""
    return f"/r/{code}~{person}"


def curtain_path(code: str) -> str:
    """Return the path of a device's curtain."""
    return f"/r/{code}/hands"


def put_hand(html: str, text: str) -> str:
    """Put the hand into the addresses of a page, or of the HTML in a message.

    ``text`` is the room's part of the address that was asked for. Nobody can type such an attribute: quotes are
    escaped."""
    code, person = read_hand(text)
    return re.sub(f"{_START}{re.escape(code)}{_END}", rf"\g<0>~{person}", html) if person is not None else html


def put_hand_in_path(path: str, text: str) -> str:
    """Put the hand into the path of a redirect, unless that is the curtain's."""
    code, person = read_hand(text)
    start, end = f"/r/{code}", path.removeprefix(f"/r/{code}")
    is_below = person is not None and path.startswith(start) and end[:1] in ("", "/", "?") and end != "/hands"
    return f"{start}~{person}{end}" if is_below else path


def normalize_code(text: str) -> str | None:
    """Normalize a room code as people type it, with its hand; None if it is no code."""
    named = read_hand(text)
    code = read_code(named.room)
    return code if code is None or named.person is None else f"{code}~{named.person}"


def is_code_of(room: Room, text: str) -> bool:
    """Return whether the text is the code to join the room."""
    return read_code(text) == room.join_code
