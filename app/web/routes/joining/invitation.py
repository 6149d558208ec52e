"""The invitation: the page behind a join link or a code, and sitting down by it. It works without scripts."""

from collections.abc import Mapping

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.web.html.renderer import Invitation
from app.web.http.errors import STATUS
from app.web.http.forms import read_form
from app.web.messages import parse
from app.web.service.access import if_seated, joining, seated_device
from app.web.service.browsers import id_of_page, offer_device, own_device, take_form, to_room
from app.web.service.dependencies import dependencies

router = APIRouter()


@router.post("/r/{room}/join")
async def sit_by_code(request: Request, room: str) -> Response:
    """Seats this device in a lobby whose code it knows. Raises Refused for a body that is no form, and where that code
    opens no lobby; what the room refuses is said on the page."""
    return await _sit(request, room, None)


@router.get("/r/{room}/join/{key}")
async def see_join_link(request: Request, room: str, key: str) -> Response:
    """The form behind the join link; who sits there already goes on to the room. Raises Refused for a key that is not
    the room's."""
    deps = dependencies(request)
    by = await if_seated(deps, request, room)
    if by is not None:
        return RedirectResponse(f"/r/{by.room.code}", 303)
    found = await joining(deps, request, room, key)
    return await invitation(request, found, f"/r/{found.code}/join/{key}", None, {}, 200)


@router.post("/r/{room}/join/{key}")
async def sit_by_link(request: Request, room: str, key: str) -> Response:
    """Seats this device by the join link. Raises Refused for a body that is no form and a key that is not the room's;
    what the room refuses is said on the page."""
    return await _sit(request, room, key)


async def _sit(request: Request, text: str, key: str | None) -> Response:
    deps = dependencies(request)
    fields = await read_form(request, deps.figures)
    no_cookies = take_form(request, fields, is_https=deps.is_https(request))
    by = await if_seated(deps, request, text)
    if by is not None:
        return await to_room(deps, request, by.room.code, by.holder, by.room.name_of(by.seat))
    found = await joining(deps, request, text, key, deps.shown_devices(request))
    action = request.scope["path"]
    if no_cookies is not None:
        return await invitation(request, found, action, no_cookies, fields, STATUS[no_cookies.code])
    message = parse.read(parse.SIT, {**fields, "key": key})
    if isinstance(message, parse.Unread):
        return await invitation(request, found, action, message.refusal, fields, STATUS[message.refusal.code])
    device = seated_device(found, deps.shown_devices(request)) or await own_device(deps, request)
    taken = await deps.service.sit(found, message.name, key, device)
    if isinstance(taken, Refusal):
        return await invitation(request, found, action, taken, fields, STATUS[taken.code])
    return await to_room(deps, request, found.code, device, message.name)


async def invitation(
    request: Request, room: Room, action: str, refusal: Refusal | None, typed: Mapping[str, str], status: int
) -> Response:
    """The page with which somebody sits down in the room; ``action`` is where its form is sent."""
    seated = [who.name for who in room.seats if who is not None and not who.has_left]
    deps = dependencies(request)
    language, base_url = deps.language(request, room), deps.base_url(request)
    known, id = {"name": deps.name(request), **typed}, id_of_page(request)
    shown = Invitation(room.join_code, room.game.key, seated, action, id)
    page = deps.renderer.sit_down(shown, refusal, known, language=language, base_url=base_url)
    answer = HTMLResponse(page, status)
    await offer_device(deps, request, answer, id)
    return answer
