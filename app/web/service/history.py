"""Pages about all events of a room: its record and its proof."""

from collections.abc import Callable, Hashable, Sequence

import orjson
from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.live.replays import Journal
from app.live.work_queue import Asker
from app.records.export import export
from app.records.mirror import add_mirrors
from app.rooms.deals.sealing import is_game_closed
from app.rooms.events import Entry
from app.rooms.model.refusals import refuse
from app.rooms.model.room import Room
from app.web.history_cache import Key
from app.web.http.errors import RefusedError
from app.web.service.dependencies import Dependencies, asker_of
from engine.core.seats import Viewer


def require_open_game(room: Room, number: int) -> None:
    """Raise RefusedError for a finished game that a second table may still play."""
    if is_game_closed(room, number):
        raise RefusedError(refuse("deal_closed"))


def require_open_past(room: Room) -> None:
    """Raise RefusedError for all past games while a second table may play one."""
    if room.shared is not None and is_game_closed(room, room.shared.number):
        raise RefusedError(refuse("deal_closed"))


def room_key(kind: str, room: Room, *parts: Hashable) -> Key | None:
    """Return the cache key of a page about all events of a room.

    None while a game runs, as each card that is sealed is an event."""
    return (kind, room.version, room.at, *parts) if room.phase in ("lobby", "finished") else None


async def page_of_journal(
    deps: Dependencies, asker: Asker, room: Room, key: Key | None, draw: Callable[[Sequence[Entry]], bytes]
) -> bytes:
    """Return the page that ``draw`` makes of the room's journal.

    The journal is read up to the given state of the room. Raises RefusedError while its past is closed.
    Raises OverBudgetError, QueueFullError, StoreDownError."""
    require_open_past(room)
    journal = Journal(deps.manager, room)
    return await deps.history.page(asker, room.code, key, lambda: draw(journal.entries), journal.read)


async def record_file(connection: HTTPConnection, deps: Dependencies, room: Room, seat: Viewer) -> Response:
    """Return the room's record as a file, with the mirrors of the seat's player.

    Raises OverBudgetError, QueueFullError, StoreDownError."""
    mirrors = deps.mirrors.list_for_player(room, seat) if seat is not None else ()

    def draw(entries: Sequence[Entry]) -> bytes:
        return orjson.dumps(add_mirrors(export(entries, room.evening), mirrors))

    key = room_key("record", room, tuple((each.number, each.seat) for each in mirrors))
    record = await page_of_journal(deps, asker_of(connection, room, seat), room, key, draw)
    name = f'attachment; filename="signet-{room.code}.json"'
    return Response(record, headers={"content-disposition": name}, media_type="application/json")
