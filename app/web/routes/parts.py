"""Parts of a room's page that no message brings: sheets, fetched when opened."""

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app.rooms.model.refusals import refuse
from app.rooms.model.room import Room
from app.rooms.views.hands import add_hands, make_curtain
from app.rooms.views.page_view import PageView, page_view
from app.rooms.views.screen import make_screen
from app.web.http.errors import RefusedError
from app.web.screens.access import require_screen
from app.web.service.access import require_curtain, require_seat_by_device, require_watcher_by_key
from app.web.service.dependencies import dependencies
from app.web.text.languages import LANGUAGES

router = APIRouter()


@router.get("/r/{room}/part/{part}")
async def part_for_seat(request: Request, room: str, part: str) -> Response:
    """Return the part as a seat sees it.

    Raises RefusedError for a device without a seat there, and for an unknown part."""
    by = await require_seat_by_device(dependencies(request), request, room)
    deps, seats = dependencies(request), [each.seat for each in by.hands]
    shown = page_view(by.room, by.seat, await deps.manager.here(by.room.code), by.holder.digest)
    return _part(request, by.room, add_hands(shown, by.room, seats), part)


@router.get("/r/{room}/hands/part/{part}")
async def part_for_curtain(request: Request, room: str, part: str) -> Response:
    """Return the part as a curtain shows it.

    Raises RefusedError for a device that fewer than two people share, and for an unknown part."""
    deps = dependencies(request)
    by = await require_curtain(deps, request, room)
    here = await deps.manager.here(by.room.code)
    return _part(request, by.room, make_curtain(by.room, [each.seat for each in by.hands], here), part)


@router.get("/r/{room}/screen/part/{part}")
async def part_for_screen(request: Request, room: str, part: str) -> Response:
    """Return the part as a screen shows it.

    Raises RefusedError for a browser that is none, and for an unknown part."""
    deps = dependencies(request)
    by = await require_screen(deps, request, room)
    return _part(request, by.room, make_screen(by.room, await deps.manager.here(by.room.code)), part)


@router.get("/r/{room}/watch/{key}/part/{part}")
async def part_for_watchers(request: Request, room: str, key: str, part: str) -> Response:
    """Return the part as a watcher sees it.

    Raises RefusedError for a wrong key, if watchers are not allowed, and for an unknown part."""
    by = await require_watcher_by_key(dependencies(request), request, room, key)
    here = await dependencies(request).manager.here(by.room.code)
    return _part(request, by.room, page_view(by.room, None, here), part)


def _part(request: Request, room: Room, shown: PageView, part: str) -> Response:
    deps = dependencies(request)
    # A sheet has its page's language, even if the player chooses another one in another tab.
    said = request.query_params.get("language", "")
    regions = deps.renderer.regions(said if said in LANGUAGES else deps.language(request, room))
    html = regions.part(shown, deps.base_url(request), part)
    if html is None:
        raise RefusedError(refuse("no_such_room", "There's no page here."), 404)
    return HTMLResponse(html)
