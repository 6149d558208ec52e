"""A room's connection that arrived at one process is handed on to the one where the room's people meet, once
the head of its request is read: nothing of it is answered before."""

import re

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.post.station import Station
from app.rooms.model.ids import RoomCode, room_code

LIVE = re.compile(rb"/(?:api/rooms|r)/([^/?]+)/(?:watch/[^/?]+/)?live(?:\?.*)?", re.DOTALL)
"""Where a room's sockets are."""

WITH_BODY = frozenset({b"content-length", b"transfer-encoding"})
"""Of what comes behind such a head some has been read."""


def meeting(room: str) -> RoomCode | None:
    """The room whose people meet in one place, as an address names it; None when it names none. It is looked up
    nowhere."""
    return room_code(room)


def room_of(url: bytes) -> RoomCode | None:
    """The room whose socket is at that address; None for all other addresses."""
    found = LIVE.fullmatch(url)
    return meeting(found[1].decode("latin-1")) if found is not None else None


def is_handed_on(protocol: HttpToolsProtocol, station: Station) -> bool:
    """Hands the connection over whose request for a socket was read; whether that worked, and it is another process's
    by now. It is not handed on while something of an earlier answer is unsent."""
    transport, is_answered = protocol.transport, getattr(protocol.cycle, "response_complete", True)
    if protocol.scheme != "http" or protocol.pipeline or not is_answered:
        return False
    if transport.get_write_buffer_size() or any(name in WITH_BODY for name, _ in protocol.headers):
        return False
    room = room_of(protocol.url)
    home = station.home(room) if room is not None else station.number
    if home == station.number:
        return False
    return station.hand_on(home, transport.get_extra_info("socket").fileno(), head_of(protocol))


def head_of(protocol: HttpToolsProtocol) -> bytes:
    """The head of the request that was read, as uvicorn itself writes it for a socket's protocol."""
    lines = [b"%s %s HTTP/1.1\r\n" % (protocol.scope["method"].encode(), protocol.url)]
    lines += [b"%s: %s\r\n" % header for header in protocol.headers]
    return b"".join([*lines, b"\r\n"])
