"""Return link: it lets another device hold a seat, after a question."""

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.web.http.bodies import media_type
from app.web.http.errors import STATUS, RefusedError
from app.web.http.forms import FORM_TYPE, read_form
from app.web.service.access import find_seat, require_seat_by_link
from app.web.service.browsers import id_of_page, offer_device, own_device, take_form, to_room
from app.web.service.dependencies import dependencies
from engine.core.seats import Seat

router = APIRouter()


@router.get("/r/{room}/return/{token}")
async def see_return_link(request: Request, room: str, token: str) -> Response:
    """Ask whether this device shall hold the link's seat too.

    Raises RefusedError for a used, expired or unknown link."""
    deps = dependencies(request)
    by = await find_seat(deps, request, room)
    try:
        found, link_seat = await require_seat_by_link(deps, request, room, token)
    except RefusedError:
        # The device that used the link has its seat.
        if by is None:
            raise
        return RedirectResponse(f"/r/{by.room.code}", 303)
    if by is not None and by.seat == link_seat:
        return RedirectResponse(f"/r/{found.code}", 303)
    return await _take_return(request, found, link_seat, token, None)


@router.post("/r/{room}/return/{token}")
async def take_return(request: Request, room: str, token: str) -> Response:
    """Let this device hold the link's seat and use up the link.

    Raises RefusedError as ``see_return_link`` does, also if another device was faster."""
    deps = dependencies(request)
    fields = await read_form(request, deps.figures) if media_type(request) == FORM_TYPE else {}
    no_cookies = take_form(request, fields, is_https=deps.is_https(request))
    by = await find_seat(deps, request, room)
    try:
        found, link_seat = await require_seat_by_link(deps, request, room, token)
    except RefusedError:
        if by is None:
            raise
        return await to_room(deps, request, by.room.code, by.holder)
    if no_cookies is not None:
        return await _take_return(request, found, link_seat, token, no_cookies)
    device = by.holder if by is not None else await own_device(deps, request)
    seat = await deps.service.come_back(found.code, token, device)
    if isinstance(seat, Refusal):
        raise RefusedError(seat)
    return await to_room(deps, request, found.code, device, found.name_of(seat))


async def _take_return(request: Request, room: Room, seat: Seat, token: str, refusal: Refusal | None) -> Response:
    deps, id, name = dependencies(request), id_of_page(request), room.name_of(seat)
    action, language = f"/r/{room.code}/return/{token}", deps.language(request, room)
    page = deps.renderer.take_return(action, name, refusal, id, language=language, base_url=deps.base_url(request))
    answer = HTMLResponse(page, 200 if refusal is None else STATUS[refusal.code])
    await offer_device(deps, request, answer, id)
    return answer
