"""Functions that block a loop on purpose.

They replace parts of the server, and the watch over its loop must find them."""

import asyncio
from email import message_from_bytes

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from app.live.host.requests import Applied, follow
from app.records import room_file
from app.records.room_file import RestoredRoom
from app.rooms.events import Entry
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.web.http.bodies import read_body
from app.web.service.file_reader import FileReader
from tests.web.loop_watch import MOST_S, PIECE_S, do_piece


async def old_reader(request: Request, most: int) -> dict[str, bytes]:
    """Read the form by the standard library, whole and in one step."""
    body = await read_body(request, most)
    kind = request.headers["content-type"].encode()
    parts = message_from_bytes(b"content-type: " + kind + b"\r\n\r\n" + body).get_payload()
    return {
        str(part.get_param("name", header="content-disposition")): b"" for part in parts if not isinstance(part, str)
    }


async def fold_at_once(room: Room | None, entries: tuple[Entry, ...]) -> tuple[Room | None, Applied]:
    """Fold a journal in one step."""
    return follow(room, entries)


async def holds(_: Request) -> Response:
    """Answer a request by work on the loop."""
    for _piece in range(int(2 * MOST_S / PIECE_S)):
        do_piece()
    return PlainTextResponse("")


async def read_in_thread(_: FileReader, data: bytes, passphrase: str, now: Millis) -> RestoredRoom:
    """Read a file in this process, whatever it holds."""
    return await asyncio.to_thread(room_file.read_room_file, data, passphrase, now)


async def learns_nothing(*_: object) -> None:
    """Load no template in advance."""
