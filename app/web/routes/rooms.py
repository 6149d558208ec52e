"""HTML routes of a room.

They are thin: they find the room and the seat, and the renderer renders. Every page is complete and works without a
socket. No GET changes anything. After a POST the browser is redirected to an address without a secret."""

from collections.abc import Mapping

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.live.host.requests import Done
from app.rooms.chat.words import voice_host
from app.rooms.commands import StartCall
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.views.page_view import page_view
from app.rooms.views.view import view
from app.web.http.errors import RefusedError
from app.web.http.forms import Fields, get_chat_fields, message_of, read_form
from app.web.http.packing import room_page
from app.web.messages import parse
from app.web.messages.answers import LinkMade, make_answer
from app.web.messages.commands import Message
from app.web.routes.joining.invitation import invitation
from app.web.service.access import (
    device_of_seat,
    find_seat,
    normalize_code,
    require_lost_seat,
    require_room_to_join,
    require_seat_by_device,
    seat_of_device,
)
from app.web.service.command_service import Waiting
from app.web.service.dependencies import Dependencies, dependencies
from app.web.service.problems import json, translate_refusal, wants_json
from engine.core.seats import Seat

router = APIRouter()


@router.get("/r/{room}")
async def see_room(request: Request, room: str) -> Response:
    """Show the room to the device's seat.

    Without a seat, show the form to join if this is the code of a lobby. Raises RefusedError if it is not."""
    deps = dependencies(request)
    code = normalize_code(room)
    if code is not None and room != code:
        return RedirectResponse(f"/r/{code}", 303)
    by = await find_seat(deps, request, room)
    if by is not None:
        return room_page(request, await _room_page(deps, request, by.room, by.seat, None))
    found = await require_room_to_join(deps, request, room, None, deps.list_devices(request))
    if seat_of_device(deps, request, found) is not None:
        return RedirectResponse(f"/r/{found.code}", 303)
    return await invitation(request, found, f"/r/{found.join_code}/join", None, {}, 200)


@router.get("/r/{room}/gone")
async def see_why_gone(request: Request, room: str) -> Response:
    """Show why the device has lost its seat; show the room if it has one.

    A page that loses its seat leads here. Raises RefusedError for a device that never held one."""
    deps = dependencies(request)
    by = await find_seat(deps, request, room)
    if by is not None:
        return RedirectResponse(f"/r/{by.room.code}", 303)
    found, why, watch = await require_lost_seat(deps, request, room)
    language, base_url = deps.language(request, found), deps.base_url(request)
    return HTMLResponse(deps.renderer.render_lost_seat_page(why, watch, language=language, base_url=base_url))


@router.post("/r/{room}/return-link")
async def make_return_link(request: Request, room: str) -> Response:
    """Create a return link and show it once.

    Raises RefusedError for a body that is no form, and a device without a seat there."""
    return await _do(request, room, {"do": "return_link"})


@router.get("/r/{room}/pace")
async def see_pace(request: Request, room: str) -> Response:
    """Show the settings of a running game to a host.

    Before and after the game the table itself has them. Raises RefusedError for a device without a seat there, or
    without a host's."""
    deps = dependencies(request)
    by = await require_seat_by_device(deps, request, room)
    if by.seat not in by.room.hosts:
        raise RefusedError(refuse("not_host"))
    if by.room.phase not in ("playing", "paused"):
        return RedirectResponse(f"/r/{by.room.code}", 303)
    seen = view(by.room, by.seat, await deps.manager.here(by.room.code))
    language, base_url = deps.language(request, by.room), deps.base_url(request)
    return HTMLResponse(deps.renderer.pace(seen, language=language, base_url=base_url))


@router.post("/r/{room}/do")
async def do(request: Request, room: str) -> Response:
    """Run a command from a form.

    Raises RefusedError for a body that is no form, and a device without a seat there. The table shows the room's own
    refusals."""
    return await _do(request, room, {})


async def _do(request: Request, text: str, said: Mapping[str, str]) -> Response:
    deps = dependencies(request)
    fields = await read_form(request, deps.figures)
    by = await require_seat_by_device(deps, request, text, "no_seat", None if wants_json(request) else 404)
    room, seat = by.room, by.seat
    message = parse.read(parse.COMMAND, message_of({**fields, **said}, room.options.to_json()))
    if isinstance(message, parse.InvalidMessage):
        return await _respond_refused(deps, request, room, seat, message.id, RefusedError(message.refusal), fields)
    answer = await deps.service.put(by, message)
    if isinstance(answer, Waiting):
        return await _respond_refused(
            deps, request, room, seat, message.id, RefusedError(answer.refusal, wait=answer.wait), fields
        )
    if isinstance(answer, Refusal):
        return await _respond_refused(deps, request, room, seat, message.id, RefusedError(answer), fields)
    return await _respond_done(deps, request, room, seat, message, answer)


async def _respond_done(
    deps: Dependencies, request: Request, room: Room, seat: Seat, message: Message, answer: Done
) -> Response:
    if wants_json(request):
        return json(make_answer(message.id, answer, None, None))
    if message.asks_for is StartCall and (now := await deps.manager.room(room.code)) is not None and now.voice:
        base, language = deps.base_url(request), deps.language(request, room)
        # the form has opened a tab for this page, which leads on to the call
        page = deps.renderer.page(
            language, "call", base_url=base, room=now, host=voice_host(now.voice), back=f"/r/{room.code}"
        )
        return HTMLResponse(page)
    if isinstance(answer, LinkMade):
        seen = view(room, seat, await deps.manager.here(room.code))
        base, language = deps.base_url(request), deps.language(request, room)
        page = deps.renderer.return_link(f"{base}{answer.link}", seen, language=language, base_url=base)
        return HTMLResponse(page)
    return RedirectResponse(f"/r/{room.code}" if answer.seat is not None else "/", 303)


async def _respond_refused(
    deps: Dependencies,
    request: Request,
    room: Room,
    seat: Seat,
    id: str | None,
    refused: RefusedError,
    fields: Fields,
) -> Response:
    now = await deps.manager.room(room.code) or room
    if wants_json(request):
        return json(
            make_answer(id, translate_refusal(request, refused.refusal), now, seat), refused.status, refused.headers
        )
    page = await _room_page(deps, request, now, seat, refused.refusal, get_chat_fields(fields))
    return room_page(request, page, refused.status, refused.headers)


async def _room_page(
    deps: Dependencies, request: Request, room: Room, seat: Seat, refusal: Refusal | None, line: Fields | None = None
) -> str:
    digest = device_of_seat(deps, request, room, seat)
    # The page's player is present: a socket opens in a moment, or never without scripts.
    here = await deps.manager.here(room.code) | {seat}
    seen = page_view(room, seat, here, digest)
    language, base_url = deps.language(request, room), deps.base_url(request)
    return await deps.renderer.room(seen, refusal, language=language, base_url=base_url, line=line)
