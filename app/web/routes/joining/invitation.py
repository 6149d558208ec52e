"""Invitation: the page of a join link or join code, and joining by it.

It works without scripts."""

from collections.abc import Mapping

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.web.html.renderer import Invitation
from app.web.http.errors import STATUS, too_fast
from app.web.http.forms import read_form
from app.web.messages import parse
from app.web.messages.arrival import Sit
from app.web.service.access import (
    find_asking_device,
    find_seat,
    require_room_to_join,
)
from app.web.service.askers import can_watch, find_seated_device, people_of
from app.web.service.browsers import id_of_page, keep_device, offer_device, own_device, take_form, to_room
from app.web.service.dependencies import address_of_connection, dependencies
from app.web.text.languages import mark
from engine.core.seats import Seat

router = APIRouter()

LOOK_AGAIN_S = 3
"""Seconds between a page's polls for the table's answer, with scripts and without."""

TURNED_AWAY = mark("The table said no. Talk to them, or ask again in ten minutes.")


@router.post("/r/{room}/join")
async def sit_by_code(request: Request, room: str) -> Response:
    """Seat the device in a lobby by its join code.

    Raises RefusedError for a body that is no form, and for a code without a lobby. The page shows the room's own
    refusals."""
    return await _sit(request, room, None)


@router.get("/r/{room}/join/{key}")
async def see_join_link(request: Request, room: str, key: str) -> Response:
    """Show the form of the join link; redirect a seated player to the room.

    Raises RefusedError for a wrong key."""
    deps = dependencies(request)
    by = await find_seat(deps, request, room)
    if by is not None:
        return RedirectResponse(f"/r/{by.room.code}", 303)
    found = await require_room_to_join(deps, request, room, key)
    return await invitation(request, found, f"/r/{found.code}/join/{key}", None, {}, 200)


@router.post("/r/{room}/join/{key}")
async def sit_by_link(request: Request, room: str, key: str) -> Response:
    """Seat the device by the join link.

    Raises RefusedError for a body that is no form, and for a wrong key. The page shows the room's own refusals."""
    return await _sit(request, room, key)


async def _sit(request: Request, text: str, key: str | None) -> Response:
    deps = dependencies(request)
    fields = await read_form(request, deps.figures)
    no_cookies = take_form(request, fields, is_https=deps.is_https(request))
    by = await find_seat(deps, request, text)
    if by is not None:
        return await to_room(deps, request, by.room.code, by.holder, by.room.name_of(by.seat))
    found = await require_room_to_join(deps, request, text, key, deps.list_devices(request))
    action = request.scope["path"]
    if no_cookies is not None:
        return await invitation(request, found, action, no_cookies, fields, STATUS[no_cookies.code])
    message = parse.read(Sit, {**fields, "key": key})
    if isinstance(message, parse.InvalidMessage):
        return await invitation(request, found, action, message.refusal, fields, STATUS[message.refusal.code])
    device = find_seated_device(found, deps.list_devices(request)) or await own_device(deps, request)
    taken = await deps.service.sit(found, message.name, key, device)
    if isinstance(taken, Refusal):
        return await invitation(request, found, action, taken, fields, STATUS[taken.code])
    return await to_room(deps, request, found.code, device, message.name)


@router.post("/r/{room}/back")
async def ask_by_code(request: Request, room: str) -> Response:
    """Ask a lobby by its join code to let the player back to their seat.

    Raises RefusedError for a body that is no form, and for a code without a lobby."""
    return await _ask(request, room, None)


@router.post("/r/{room}/back/{key}")
async def ask_by_link(request: Request, room: str, key: str) -> Response:
    """Ask a table by its join link to let the player back to their seat.

    Raises RefusedError for a body that is no form, and for a wrong key."""
    return await _ask(request, room, key)


async def _ask(request: Request, text: str, key: str | None) -> Response:
    deps = dependencies(request)
    fields = await read_form(request, deps.figures)
    no_cookies = take_form(request, fields, is_https=deps.is_https(request))
    by = await find_seat(deps, request, text)
    if by is not None:
        return await to_room(deps, request, by.room.code, by.holder)
    found = await require_room_to_join(deps, request, text, key, deps.list_devices(request))
    page = f"/r/{found.code}/join/{key}" if key is not None else f"/r/{found.join_code}"
    action = page if key is not None else f"{page}/join"
    if no_cookies is not None:
        return await invitation(request, found, action, no_cookies, {}, STATUS[no_cookies.code])
    wait = deps.limits.wrong(address_of_connection(request))
    if wait:
        raise too_fast(wait)
    name, before = fields.get("name", ""), find_asking_device(deps, found, deps.list_devices(request))
    shown = [each for each in deps.list_devices(request) if before is not None and each.digest == before.holder]
    # A player whose request was denied keeps the device of that request.
    device = shown[0] if shown else await own_device(deps, request)
    target = next((seat for seat, called in people_of(found) if called == name), Seat(-1))
    answer = await deps.service.ask_back(found, target, name, key, device)
    if isinstance(answer, Refusal):
        return await invitation(request, found, action, answer, {}, STATUS[answer.code])
    response = RedirectResponse(page, 303)
    await keep_device(deps, request, response, device)
    return response


def _page(action: str) -> str:
    return action.removesuffix("/join")


async def invitation(
    request: Request, room: Room, action: str, refusal: Refusal | None, typed: Mapping[str, str], status: int
) -> Response:
    """Show the page on which a player joins, or waits to be let back.

    ``action`` is the form's target."""
    seated = [who.name for who in room.seats if who is not None and not who.has_left]
    deps = dependencies(request)
    language, base_url = deps.language(request, room), deps.base_url(request)
    asks = find_asking_device(deps, room, deps.list_devices(request))
    if asks is not None and not asks.is_refused and refusal is None:
        name = room.name_of(asks.seat)
        page = deps.renderer.page(language, "asking", base_url=base_url, name=name, game=room.game, back=_page(action))
        return HTMLResponse(page, headers={"refresh": str(LOOK_AGAIN_S)})
    if asks is not None and asks.is_refused and refusal is None:
        refusal = refuse("too_fast", TURNED_AWAY)
    known, id = {"name": deps.name(request), **typed}, id_of_page(request)
    watch = f"/r/{room.code}/watch/{room.watch_key}" if can_watch(room) else None
    shown = Invitation(
        room.join_code, room.game.key, room.options.to_json(), seated, action, id, people_of(room), watch
    )
    page = deps.renderer.sit_down(shown, refusal, known, language=language, base_url=base_url)
    answer = HTMLResponse(page, status)
    await offer_device(deps, request, answer, id)
    return answer
