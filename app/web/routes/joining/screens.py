"""Routes of screens: a television shows a code, and a player admits it to a table."""

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.live.host.requests import Request as Asked
from app.rooms.commands import AskForScreen, ShowOnScreen
from app.rooms.model.ids import Digest
from app.rooms.model.refusals import Refusal, refuse, wait_for
from app.rooms.model.room import Room
from app.rooms.views.screen import make_screen
from app.web.http.errors import RefusedError
from app.web.http.forms import read_form
from app.web.http.packing import room_page
from app.web.http.typed_links import Link, LinkFault, read_typed
from app.web.screens.access import find_shown_room, require_screen
from app.web.screens.pairing import find_screen, keep_screen, new_code, read_kept_screen, read_screen_code
from app.web.service.access import require_room_by_code, require_seat_by_device, seats_held
from app.web.service.browsers import is_navigation
from app.web.service.dependencies import Dependencies, dependencies
from app.web.service.problems import json
from app.web.text.languages import mark
from app.web.text.qr import qr_code

router = APIRouter()

NO_SCREEN = mark("No screen shows that code. Type the code as the screen shows it.")
ONLY_CODE = mark("Enter the code of the table here, like K7QF-2M9X.")


@router.get("/screen")
async def see_pairing(request: Request) -> Response:
    """Show a screen its code, or lead it to its table. Raises StoreDownError."""
    deps = dependencies(request)
    kept = read_kept_screen(deps, request)
    if "another" in request.query_params:
        kept = None
    elif kept is not None and (room := await find_shown_room(deps, kept[1].digest)) is not None:
        return RedirectResponse(f"/r/{room.code}/screen", 303)
    return await _show_pairing(deps, request, kept[0] if kept is not None else None, None)


@router.get("/screen/room")
async def find_room(request: Request) -> Response:
    """Return the path of the screen's table, or null while no player has admitted it.

    Raises StoreDownError."""
    deps = dependencies(request)
    kept = read_kept_screen(deps, request)
    room = await find_shown_room(deps, kept[1].digest) if kept is not None else None
    return json({"path": f"/r/{room.code}/screen" if room is not None else None})


@router.post("/screen")
async def ask_for_table(request: Request) -> Response:
    """Ask the players of a table to show it on this screen.

    Raises RefusedError for a body that is no form. The page shows all other refusals."""
    deps = dependencies(request)
    fields = await read_form(request, deps.figures)
    kept = read_kept_screen(deps, request)
    if kept is None:
        # the browser keeps no cookies, or comes from another page
        return RedirectResponse("/screen", 303)
    typed = read_typed(fields.get("code", ""))
    if isinstance(typed, LinkFault | Link):
        return await _show_pairing(deps, request, kept[0], refuse("bad_field", ONLY_CODE), 400)
    try:
        room = await require_room_by_code(deps, request, typed)
    except RefusedError as refused:
        return await _show_pairing(deps, request, kept[0], refused.refusal, refused.status, refused.headers)
    answer = await deps.manager.submit(room.code, Asked(lambda _: AskForScreen(kept[1].digest), None))
    if isinstance(answer, Refusal):
        return await _show_pairing(deps, request, kept[0], answer, 409)
    return RedirectResponse("/screen?asked", 303)


@router.get("/screen/{code}")
async def see_tables(request: Request, code: str) -> Response:
    """Show a player the tables that the screen with that code could show.

    Raises RefusedError for a code of no screen."""
    deps = dependencies(request)
    known = await _require_code(deps, request, code)
    held, _ = await seats_held(deps, request)
    page = deps.renderer.page(
        deps.language(request),
        "show_on_screen",
        base_url=deps.base_url(request),
        code=known,
        tables=[(by.path, by.room.game.title, _list_names(by.room)) for by in held],
        back=f"/screen/{known}",
    )
    return HTMLResponse(page)


@router.post("/r/{room}/screens")
async def show_on_screen(request: Request, room: str) -> Response:
    """Show the player's table on the screen whose code they typed.

    Raises RefusedError for a body that is no form, a device without a seat there, and the room's own refusals."""
    deps = dependencies(request)
    fields = await read_form(request, deps.figures)
    by = await require_seat_by_device(deps, request, room, "no_seat", 404)
    wait = deps.limits.command(by.room.code, by.seat)
    if wait:
        raise RefusedError(wait_for(wait, "tries"), wait=wait)
    code = await _require_code(deps, request, fields.get("code", ""))
    screen = (await find_screen(deps, code)).digest
    answer = await deps.manager.submit(
        by.room.code, Asked(lambda seat: ShowOnScreen(seat, Digest(screen)), by.holder.digest)
    )
    if isinstance(answer, Refusal):
        raise RefusedError(answer)
    return RedirectResponse(by.path, 303)


@router.get("/r/{room}/screen")
async def see_screen(request: Request, room: str) -> Response:
    """Show the table to a screen; lead any other browser to the page that pairs one.

    Raises RefusedError after too many wrong codes. Raises StoreDownError, RoomDamagedError."""
    deps = dependencies(request)
    try:
        found = (await require_screen(deps, request, room)).room
    except RefusedError as refused:
        if refused.wait:
            raise
        return RedirectResponse("/screen", 303)
    shown = make_screen(found, await deps.manager.here(found.code))
    language, base_url = deps.language(request, found), deps.base_url(request)
    return room_page(request, await deps.renderer.room(shown, language=language, base_url=base_url))


def _list_names(room: Room) -> list[str]:
    return [who.name for who in room.seats if who is not None]


async def _require_code(deps: Dependencies, request: Request, typed: str) -> str:
    """Return the code of a screen. Raises RefusedError, which counts as a wrong code."""
    code = await read_screen_code(deps, typed)
    if code is None:
        raise deps.refuse_guess(request, say=NO_SCREEN, is_code=True)
    return code


async def _show_pairing(
    deps: Dependencies,
    request: Request,
    code: str | None,
    refusal: Refusal | None,
    status: int = 200,
    headers: dict[str, str] | None = None,
) -> Response:
    """Show the page that pairs a screen. Without a ``code`` the screen gets a new one."""
    shown = code or await new_code(deps)
    base_url = deps.base_url(request)
    link = f"{base_url}/screen/{shown}"
    page = deps.renderer.page(
        deps.language(request),
        "screen",
        base_url=base_url,
        code=f"{shown[:4]}-{shown[4:]}",
        qr=qr_code(link),
        link=link,
        refusal=refusal,
        is_asked="asked" in request.query_params,
        back="/screen",
    )
    response = HTMLResponse(page, status, headers)
    if is_navigation(request):
        keep_screen(deps, request, response, shown, await find_screen(deps, shown))
    return response
