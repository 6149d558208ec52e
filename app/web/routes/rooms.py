"""HTML routes of a room.

They are thin: they find the room and the seat, and the renderer renders. Every page is complete and works without a
socket. No GET changes anything. After a POST the browser is redirected to an address without a secret."""

from collections.abc import Mapping

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.live.host.requests import Done
from app.rooms.chat.words import voice_host
from app.rooms.commands import StartCall
from app.rooms.model.refusals import Refusal, refuse, wait_for
from app.rooms.model.room import Room
from app.rooms.views.hands import add_hands, make_curtain
from app.rooms.views.page_view import page_view
from app.rooms.views.view import view
from app.web.http.errors import RefusedError
from app.web.http.forms import Fields, get_chat_fields, message_of, read_form
from app.web.http.identity import mark_shared
from app.web.http.packing import room_page
from app.web.messages import parse
from app.web.messages.answers import LinkMade, make_answer
from app.web.messages.arrival import Sit
from app.web.messages.commands import Message
from app.web.routes.joining.invitation import invitation
from app.web.service.access import (
    find_seat,
    find_seats,
    require_lost_seat,
    require_room_to_join,
    require_seat_by_device,
    seat_of_device,
)
from app.web.service.askers import SeatedAsker, find_free_hand, person_of
from app.web.service.command_service import Waiting
from app.web.service.dependencies import Dependencies, dependencies
from app.web.service.hands import curtain_path, hand_path, is_named, normalize_code, put_hand, read_hand
from app.web.service.problems import json, translate_refusal, wants_json

router = APIRouter()


@router.get("/r/{room}")
async def see_room(request: Request, room: str) -> Response:
    """Show the room to the device's seat.

    Without a seat, show the form to join if this is the code of a lobby. Raises RefusedError if it is not."""
    deps = dependencies(request)
    code = normalize_code(room)
    if code is not None and room != code:
        return RedirectResponse(f"/r/{code}", 303)
    held = await find_seats(deps, request, room)
    if len(held) > 1:
        return RedirectResponse(curtain_path(held[0].room.code), 303)
    if held:
        return room_page(request, await _room_page(deps, request, held[0], held[0].room, None))
    if is_named(room):
        # whose hand it was has left, and the others at the device may not
        return _lead_on(deps, request, curtain_path(read_hand(room).room))
    found = await require_room_to_join(deps, request, room, None, deps.list_devices(request))
    if seat_of_device(deps, request, found) is not None:
        return RedirectResponse(f"/r/{found.code}", 303)
    return await invitation(request, found, f"/r/{found.join_code}/join", None, {}, 200)


@router.get("/r/{room}/hands")
async def see_curtain(request: Request, room: str) -> Response:
    """Show the curtain of a device that several people share.

    Anybody else is led to the room. Raises RefusedError after too many wrong codes."""
    deps = dependencies(request)
    code = read_hand(room).room
    if is_named(room):
        return RedirectResponse(curtain_path(code), 303)
    held = await find_seats(deps, request, code)
    if not held:
        return _lead_on(deps, request, f"/r/{code}")
    if len(held) < 2:
        return RedirectResponse(f"/r/{code}", 303)
    found, seats = held[0].room, [each.seat for each in held]
    shown = make_curtain(found, seats, await deps.manager.here(found.code) | set(seats))
    language, base_url = deps.language(request, found), deps.base_url(request)
    answer = room_page(request, await deps.renderer.room(shown, language=language, base_url=base_url))
    mark_shared(answer, request, is_https=deps.is_https(request))
    return answer


def _lead_on(deps: Dependencies, request: Request, path: str) -> Response:
    """Lead somebody without that seat to another page, which counts as a wrong guess.

    Raises RefusedError after too many of them."""
    turned_away = deps.refuse_guess(request)
    if turned_away.wait:
        raise turned_away
    return RedirectResponse(path, 303)


@router.post("/r/{room}/hand")
async def add_hand(request: Request, room: str) -> Response:
    """Seat another person at the player's device.

    Raises RefusedError for a body that is no form, and a device without a seat there. The table shows the room's own
    refusals."""
    deps = dependencies(request)
    fields = await read_form(request, deps.figures)
    by = await require_seat_by_device(deps, request, room, "no_seat", None if wants_json(request) else 404)
    message = parse.read(Sit, {"name": fields.get("name", "")})
    if isinstance(message, parse.InvalidMessage):
        return await _respond_refused(deps, request, by, None, RefusedError(message.refusal), {})
    wait = deps.limits.command(by.room.code, by.seat)
    if wait:
        return await _respond_refused(deps, request, by, None, RefusedError(wait_for(wait, "tries"), wait=wait), {})
    # the form may be sent twice
    if not any(each.room.name_of(each.seat) == message.name for each in by.hands):
        device = find_free_hand(by)
        seat = refuse("room_full") if device is None else await deps.service.sit_beside(by, message.name, device)
        if isinstance(seat, Refusal):
            return await _respond_refused(deps, request, by, None, RefusedError(seat), {})
    return RedirectResponse(hand_path(by.room.code, person_of(by)), 303)


@router.get("/r/{room}/gone")
async def see_why_gone(request: Request, room: str) -> Response:
    """Show why the device has lost its seat; show the room if it has one.

    A page that loses its seat leads here. Raises RefusedError for a device that never held one."""
    deps = dependencies(request)
    # the others at the device keep their seats
    by = await find_seat(deps, request, read_hand(room).room)
    if by is not None:
        return RedirectResponse(curtain_path(by.room.code) if by.hands or is_named(room) else by.path, 303)
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
    message = parse.read(parse.COMMAND, message_of({**fields, **said}, by.room.options.to_json()))
    if isinstance(message, parse.InvalidMessage):
        return await _respond_refused(deps, request, by, message.id, RefusedError(message.refusal), fields)
    answer = await deps.service.put(by, message)
    if isinstance(answer, Waiting):
        refused = RefusedError(answer.refusal, wait=answer.wait)
        return await _respond_refused(deps, request, by, message.id, refused, fields)
    if isinstance(answer, Refusal):
        return await _respond_refused(deps, request, by, message.id, RefusedError(answer), fields)
    return await _respond_done(deps, request, by, message, answer)


async def _respond_done(
    deps: Dependencies, request: Request, by: SeatedAsker, message: Message, answer: Done
) -> Response:
    room, seat = by.room, by.seat
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
    if answer.seat is not None:
        return RedirectResponse(f"/r/{room.code}", 303)
    return RedirectResponse(curtain_path(room.code) if by.hands else "/", 303)


async def _respond_refused(
    deps: Dependencies,
    request: Request,
    by: SeatedAsker,
    id: str | None,
    refused: RefusedError,
    fields: Fields,
) -> Response:
    now = await deps.manager.room(by.room.code) or by.room
    if wants_json(request):
        return json(
            make_answer(id, translate_refusal(request, refused.refusal), now, by.seat), refused.status, refused.headers
        )
    page = await _room_page(deps, request, by, now, refused.refusal, get_chat_fields(fields))
    return room_page(request, page, refused.status, refused.headers)


async def _room_page(
    deps: Dependencies,
    request: Request,
    by: SeatedAsker,
    room: Room,
    refusal: Refusal | None,
    line: Fields | None = None,
) -> str:
    seats = [each.seat for each in by.hands]
    # The page's players are present: a socket opens in a moment, or never without scripts.
    here = await deps.manager.here(room.code) | {by.seat, *seats}
    seen = add_hands(page_view(room, by.seat, here, by.holder.digest), room, seats)
    language, base_url = deps.language(request, room), deps.base_url(request)
    html = await deps.renderer.room(seen, refusal, language=language, base_url=base_url, line=line)
    # here already, because the page is compressed as it is sent
    return put_hand(html, request.path_params["room"])
