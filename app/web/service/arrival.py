"""A room that was read from a file goes on in this server."""

import asyncio

from starlette.requests import HTTPConnection

from app.journal.errors import Conflict, GameIsHere
from app.live.errors import Unfit
from app.records.room_file import Restored, is_own_file
from app.records.room_import import RoomImport, arrive
from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.own.decide import RETURN_LINK_MS
from app.web.http.identity import digest_of, new_token
from app.web.keys import new_room_code
from app.web.service.access import device_in
from app.web.service.dependencies import Dependencies
from app.web.service.file_keys import read_file_key
from app.web.text.languages import noted
from engine.core.seats import Seat

NOT_TO_BE_PLAYED = noted("The table in this file can't be continued.")


async def bring_in(
    deps: Dependencies, connection: HTTPConnection, opened: Restored
) -> tuple[RoomImport, dict[Seat, str]] | Refusal:
    """Store the room; return how it goes on here, and the secrets of the links to its seats.

    A file that this server wrote goes on under its own code, unless there is such a room. Any other gets a code that
    nobody knows, so that no old address leads to a table that was made up. Of the devices that the browser shows, the
    one with a seat in the file brings it. Refused while its running game runs here already. Raises StoreDown."""
    is_own = is_own_file(opened, await read_file_key(deps.calls.callbook))
    code, now = opened.room.code if is_own else new_room_code(), deps.now()
    importer, revoked = device_in(deps, connection, opened.room), await deps.manager.revoked(code)
    while True:
        arrival = RoomImport(opened, code, is_own, importer, revoked)
        secrets = {seat: new_token() for seat in arrival.linked}
        links = {seat: digest_of(secret) for seat, secret in secrets.items()}
        until = Millis(now + RETURN_LINK_MS)
        entries, room = await asyncio.to_thread(arrive, arrival, new_room_code(), links, until, now)
        try:
            await deps.manager.restore(code, room, entries)
        except Conflict:
            code = new_room_code()
            continue
        except GameIsHere:
            return refuse("game_is_here")
        except Unfit:
            return refuse("bad_field", NOT_TO_BE_PLAYED)
        return arrival, secrets
