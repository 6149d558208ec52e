"""Import of a room from a file, which continues on this server."""

import asyncio
import hashlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice

from starlette.requests import HTTPConnection

from app.journal.errors import ConflictError, DuplicateGameError
from app.live.errors import UnfitRoomError
from app.records.room_file import RestoredRoom, is_own_file
from app.records.room_import import RoomImport, arrive
from app.rooms import events as e
from app.rooms.model.ids import CommandKey, Millis, RoomCode
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.player.decide import RETURN_LINK_MS
from app.web.http.identity import code_of_form, digest_of, secret_of_seat_link
from app.web.keys import new_room_code
from app.web.service.access import device_in
from app.web.service.dependencies import Dependencies
from app.web.service.file_keys import read_file_key
from app.web.text.languages import mark
from engine.core.seats import Seat

MOST_CODES = 3
"""Number of codes searched for a room that the form imported before."""

NOT_TO_BE_PLAYED = mark("The table in this file can't be continued.")


async def bring_in(
    deps: Dependencies, connection: HTTPConnection, opened: RestoredRoom, id: str, file: bytes
) -> tuple[RoomImport, dict[Seat, str], bool] | Refusal:
    """Store an imported room.

    Return the room, the secrets of the links to its seats, and whether it is new. The same form ``id`` with the same
    ``file`` gives the same room and the same links.

    A file of this server continues under its own code unless that room exists. Any other file gets a new secret
    code, so that no old address leads to a forged table. The host is the browser's device that has a seat in the
    file. Return a refusal while its running game runs here already. Raises StoreDownError."""
    is_own = is_own_file(opened, await read_file_key(deps.notifications.contacts))
    own, key, now = opened.room.code, CommandKey(f"import:{digest_of(id)}"), deps.now()
    what = f"/rooms/import/{hashlib.sha256(file).hexdigest()}"
    importer, revoked = device_in(deps, connection, opened.room), await deps.manager.load_revoked(own)
    codes = _codes(id, what, own if is_own else None)
    while True:
        code = next(codes)
        arrival = RoomImport(opened, code, is_own, importer, revoked if code == own else frozenset(), key)
        before = await _find_import(deps, arrival, id, what)
        if before is not None:
            return (*before, False)
        secrets = {seat: secret_of_seat_link(id, code, seat) for seat in arrival.linked}
        links = {seat: digest_of(secret) for seat, secret in secrets.items()}
        until = Millis(now + RETURN_LINK_MS)
        entries, room = await asyncio.to_thread(arrive, arrival, new_room_code(), links, until, now)
        try:
            await deps.manager.restore(code, room, entries)
        except ConflictError:
            continue
        except DuplicateGameError:
            # the same form may have imported it a moment ago
            before = await _find_import(deps, arrival, id, what)
            return (*before, False) if before is not None else refuse("game_is_here")
        except UnfitRoomError:
            return refuse("bad_field", NOT_TO_BE_PLAYED)
        return arrival, secrets, True


def _codes(id: str, what: str, own: RoomCode | None) -> Iterator[RoomCode]:
    """Yield candidate room codes: its own first, then those derived from the form."""
    if own is not None:
        yield own
    for tries in count():
        yield code_of_form(id, what, tries)


async def _find_import(
    deps: Dependencies, arrival: RoomImport, id: str, what: str
) -> tuple[RoomImport, dict[Seat, str]] | None:
    """Return the room that the same form imported before, with its links.

    None without one. Raises StoreDownError."""
    own = arrival.restored.room.code if arrival.is_own else None
    for code in islice(_codes(id, what, own), MOST_CODES):
        if await deps.manager.room(code) is None:
            continue
        entries = await deps.manager.journal(code)
        if any(entry.command == arrival.command for entry in entries):
            made = {entry.event.link: entry.event.seat for entry in entries if isinstance(entry.event, e.SeatLinkMade)}
            secrets = {seat: secret_of_seat_link(id, code, seat) for seat in made.values()}
            shown = {seat: secret for seat, secret in secrets.items() if made.get(digest_of(secret)) == seat}
            return replace(arrival, code=code), shown
    return None
