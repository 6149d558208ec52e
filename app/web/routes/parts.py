"""Parts of a room's page that no message brings: sheets, fetched when opened."""

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app.rooms.model.ids import Digest
from app.rooms.model.refusals import refuse
from app.rooms.model.room import Room
from app.rooms.views.page_view import page_view
from app.web.http.errors import RefusedError
from app.web.service.access import require_seat_by_device, require_watcher_by_key
from app.web.service.dependencies import dependencies
from app.web.text.languages import LANGUAGES
from engine.core.seats import Viewer

router = APIRouter()


@router.get("/r/{room}/part/{part}")
async def part_for_seat(request: Request, room: str, part: str) -> Response:
    """Return the part as a seat sees it.

    Raises RefusedError for a device without a seat there, and for an unknown part."""
    by = await require_seat_by_device(dependencies(request), request, room)
    return await _part(request, by.room, by.seat, part, by.holder.digest)


@router.get("/r/{room}/watch/{key}/part/{part}")
async def part_for_watchers(request: Request, room: str, key: str, part: str) -> Response:
    """Return the part as a watcher sees it.

    Raises RefusedError for a wrong key, if watchers are not allowed, and for an unknown part."""
    by = await require_watcher_by_key(dependencies(request), request, room, key)
    return await _part(request, by.room, None, part, None)


async def _part(request: Request, room: Room, viewer: Viewer, part: str, device: Digest | None) -> Response:
    deps = dependencies(request)
    shown = page_view(room, viewer, await deps.manager.here(room.code), device)
    # A sheet has its page's language, even if the player chooses another one in another tab.
    said = request.query_params.get("language", "")
    regions = deps.renderer.regions(said if said in LANGUAGES else deps.language(request, room))
    html = regions.part(shown, deps.base_url(request), part)
    if html is None:
        raise RefusedError(refuse("no_such_room", "There's no page here."), 404)
    return HTMLResponse(html)
