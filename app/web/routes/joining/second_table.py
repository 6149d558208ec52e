"""Second table with another one's cards: the page of its link, its opening.

It works without scripts."""

from collections.abc import Mapping

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app.rooms.model.play import SharedDeal
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.settings.open_word import WORD_FIELD
from app.web.http.errors import STATUS, RefusedError, too_fast
from app.web.http.forms import read_form
from app.web.http.identity import is_same
from app.web.messages import parse
from app.web.messages.arrival import Open
from app.web.service.access import require_by_link
from app.web.service.askers import find_seated_device
from app.web.service.browsers import form_id, id_of_page, offer_device, own_device, take_form, to_room
from app.web.service.dependencies import Dependencies, address_of_connection, dependencies
from app.web.service.open_word import check_browsers_word, find_word_state, keep_word

router = APIRouter()


@router.get("/r/{room}/deal/{key}")
async def see_offer(request: Request, room: str, key: str) -> Response:
    """Show the form that opens a second table with the same cards.

    Raises RefusedError for a wrong or used link."""
    return await _page(request, await require_offer(dependencies(request), request, room, key), None, {})


@router.post("/r/{room}/deal/{key}")
async def open_second_table(request: Request, room: str, key: str) -> Response:
    """Open the second table and seat the device as its host.

    Raises RefusedError for a body that is no form, a wrong or used link, and an address that has opened too many
    rooms. The page shows all other refusals."""
    deps, address = dependencies(request), address_of_connection(request)
    fields = await read_form(request, deps.figures)
    word = fields.pop(WORD_FIELD, "")
    no_cookies = take_form(request, fields, is_https=deps.is_https(request))
    id, what = form_id(request), request.scope["path"]
    before = await deps.service.find_opened_room(id, what, deps.list_devices(request)) if id is not None else None
    if before is not None:
        device = find_seated_device(before, deps.list_devices(request)) or await own_device(deps, request)
        return await to_room(deps, request, before.code, device)
    first = await require_offer(deps, request, room, key)
    if no_cookies is not None:
        return await _page(request, first, RefusedError(no_cookies), fields)
    refused = await check_browsers_word(deps, request, word)
    if refused is not None:
        return await _page(request, first, refused, fields, is_word_refused=True)
    options = {"language": deps.language(request), **dict(first.options.game)}
    message = parse.read(Open, {"name": fields.get("name", ""), "game": first.game.key, "options": options})
    if isinstance(message, parse.InvalidMessage):
        return await _page(request, first, RefusedError(message.refusal), fields)
    wait = deps.limits.open_room(address, is_lesson=False)
    if wait:
        raise too_fast(wait, "tables")
    device = await own_device(deps, request)
    opened = await deps.service.open(message, device, id, what, first)
    if isinstance(opened, Refusal):
        deps.limits.room_not_opened(address, is_lesson=False)
        return await _page(request, first, RefusedError(opened), fields)
    return keep_word(deps, request, await to_room(deps, request, opened, device, message.name))


async def require_offer(deps: Dependencies, request: Request, text: str, key: str) -> Room:
    """Return the room whose cards this link offers to a second table.

    Raises RefusedError, StoreDownError, RoomDamagedError."""

    async def find_offer(room: Room) -> SharedDeal | None:
        shared = room.shared
        if shared is None or shared.table is not None or shared.is_opened:
            return None
        return shared if is_same(key, shared.key) else None

    room, _ = await require_by_link(deps, request, text, find_offer)
    return room


async def _page(
    request: Request,
    first: Room,
    refused: RefusedError | None,
    typed: Mapping[str, str],
    *,
    is_word_refused: bool = False,
) -> Response:
    deps: Dependencies = dependencies(request)
    id, language = id_of_page(request), deps.language(request, first)
    page = deps.renderer.page(
        language,
        "second_table",
        base_url=deps.base_url(request),
        game=first.game,
        people=[who.name for who in first.seats if who is not None and not who.has_left],
        action=request.scope["path"],
        form_id=id,
        refusal=refused.refusal if refused else None,
        typed={"name": deps.name(request), **typed},
        word="refused" if is_word_refused else await find_word_state(deps, request),
        back=request.scope["path"],
    )
    answer = HTMLResponse(page, STATUS[refused.refusal.code] if refused else 200, refused.headers if refused else None)
    await offer_device(deps, request, answer, id)
    return keep_word(deps, request, answer)
