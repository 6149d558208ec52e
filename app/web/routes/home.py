"""Home page, and the routes from there to a table."""

from collections.abc import Awaitable, Callable, Iterable, Sequence

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.rooms.model.ids import RoomCode
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.views.hands import list_hand_parts
from app.rooms.views.view import view
from app.rooms.views.view_types import RoomView
from app.settings.open_word import WORD_FIELD
from app.web.html.renderer import TABLES_SHOWN, HomeTables
from app.web.http.errors import RefusedError, too_fast
from app.web.http.forms import Fields, read_form
from app.web.http.typed_links import Link, LinkFault, read_typed
from app.web.messages import parse
from app.web.messages.arrival import Open
from app.web.routes.lesson import begin_lesson, lesson, to_cards
from app.web.service.access import (
    find_seat,
    require_room_by_code,
    require_seat_by_token,
    seat_of_device,
    seats_held,
)
from app.web.service.askers import SeatedAsker, find_seated_device
from app.web.service.browsers import form_id, id_of_page, offer_device, own_device, take_form, to_room
from app.web.service.command_service import CommandService
from app.web.service.dependencies import address_of_connection, dependencies
from app.web.service.open_word import check_browsers_word, find_word_state, keep_word
from app.web.service.solo import begin_against_bots

router = APIRouter()

MOST_TABLES = 20
"""Tables that the home page lists for a device."""


@router.get("/")
async def home(request: Request) -> Response:
    """Show the shelf of games and the device's tables."""
    return await _home(request, None, {})


@router.post("/rooms")
async def open_room(request: Request) -> Response:
    """Open a room and seat the device as its host.

    Raises RefusedError for a body that is no form, and for an address that has opened too many rooms. The home page
    shows all other refusals."""
    return await _open(request, None)


@router.post("/lesson")
async def learn(request: Request) -> Response:
    """Open a room with bots and the coach, and begin the game.

    It redirects to the lesson's cards. The query may name the edition of the rules, as a table's links do. No name is
    needed. Raises RefusedError as ``open_room`` does; lessons and games against bots have a limit of their own."""
    return to_cards(await _open(request, begin_lesson, lambda message: lesson(message, request.query_params)))


@router.post("/solo")
async def play_alone(request: Request) -> Response:
    """Open a room with bots and begin the game. Raises RefusedError as ``learn`` does."""
    return await _open(request, begin_against_bots)


async def _open(
    request: Request,
    begin: Callable[[CommandService, SeatedAsker], Awaitable[None]] | None,
    changed: Callable[[Open], Open] = lambda message: message,
) -> Response:
    """Open a room and redirect to it, if the browser has given the word.

    ``changed`` adapts the open message; ``begin``, if given, begins the game at once."""
    deps, address = dependencies(request), address_of_connection(request)
    fields = await read_form(request, deps.figures)
    word = fields.pop(WORD_FIELD, "")
    refusal = take_form(request, fields, is_https=deps.is_https(request))
    if refusal is not None:
        return await _home(request, RefusedError(refusal), fields)
    refused = await check_browsers_word(deps, request, word)
    if refused is not None:
        return await _home(request, refused, fields, is_word_refused=True)
    given = fields.get("name", "").strip()
    named = {"name": given or deps.renderer.guest(deps.language(request))} if begin is not None else {}
    message = parse.read(Open, {"options": {"language": deps.language(request)}, **fields, **named})
    if isinstance(message, parse.InvalidMessage):
        return await _home(request, RefusedError(message.refusal), fields)
    query = request.scope["query_string"].decode("latin-1")
    id, what = form_id(request), f"{request.scope['path']}/{message.game}" + (f"?{query}" if query else "")
    before = await deps.service.find_opened_room(id, what, deps.list_devices(request)) if id is not None else None
    device = find_seated_device(before, deps.list_devices(request)) or await own_device(deps, request)
    if before is not None:
        code = before.code
    else:
        wait = deps.limits.open_room(address, is_lesson=begin is not None)
        if wait:
            raise too_fast(wait, "tables")
        opened = await deps.service.open(changed(message), device, id, what)
        if isinstance(opened, Refusal):
            deps.limits.room_not_opened(address, is_lesson=begin is not None)
            return await _home(request, RefusedError(opened), fields)
        code = opened
    if begin is not None:
        await begin(deps.service, await require_seat_by_token(deps, request, code, device))
    return keep_word(deps, request, await to_room(deps, request, code, device, given))


@router.post("/join")
async def join_by_code(request: Request) -> Response:
    """Redirect to the room whose code or link was typed.

    Raises RefusedError for a body that is no form. The home page shows a wrong code."""
    deps = dependencies(request)
    fields = await read_form(request, deps.figures)
    typed = read_typed(fields.get("code", ""))
    if isinstance(typed, LinkFault):
        # Text that cannot be a code does not count as a guess.
        return await _home(request, RefusedError(refuse("no_such_room", typed.value)), fields)
    if isinstance(typed, Link):
        return RedirectResponse(typed.path, 303)
    try:
        # A seated player is not limited by wrong guesses from the same address.
        by = await find_seat(deps, request, typed)
        room = by.room if by is not None else await require_room_by_code(deps, request, typed)
    except RefusedError as refused:
        if refused.refusal.code == "no_such_room":
            refused = RefusedError(refuse("no_such_room", "No table has that code. Check it and try again."))
        return await _home(request, refused, fields)
    is_seated = seat_of_device(deps, request, room) is not None
    return RedirectResponse(f"/r/{room.code if is_seated else room.join_code}", 303)


async def _home(
    request: Request, refused: RefusedError | None, typed: Fields, *, is_word_refused: bool = False
) -> Response:
    deps = dependencies(request)
    tables: list[RoomView] = []
    lists_all = request.query_params.get("tables") == "all"
    held, left_out = await seats_held(deps, request, MOST_TABLES, None if lists_all else TABLES_SHOWN)
    for by in _pick_one_of_each_table(held):
        tables.append(view(by.room, by.seat, await deps.manager.here(by.room.code)))
    refusal, language = refused.refusal if refused else None, deps.language(request)
    name, base_url = deps.name(request), deps.base_url(request)
    id = id_of_page(request)
    has_deleted = request.query_params.get("deleted") == "yes"
    word = "refused" if is_word_refused else await find_word_state(deps, request)
    page = deps.renderer.home(
        HomeTables(tables, left_out, lists_all, has_deleted),
        name,
        refusal,
        typed,
        id,
        language=language,
        base_url=base_url,
        word=word,
    )
    answer = HTMLResponse(page, refused.status if refused else 200, refused.headers if refused else None)
    await offer_device(deps, request, answer, id)
    return keep_word(deps, request, answer)


def _pick_one_of_each_table(held: Sequence[SeatedAsker]) -> Iterable[SeatedAsker]:
    """Return one player of each table, the first whose choice it waits for."""
    picked: dict[RoomCode, SeatedAsker] = {}
    for by in held:
        if by.room.code not in picked or (_owes(by) and not _owes(picked[by.room.code])):
            picked[by.room.code] = by
    return picked.values()


def _owes(by: SeatedAsker) -> bool:
    return any(part.owes for part in list_hand_parts(by.room, [by.seat]))
