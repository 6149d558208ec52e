"""Moving to the server's present address: pages under a former one come here."""

from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.rooms.model.refusals import refuse
from app.web.http.errors import RefusedError
from app.web.http.language import remember_language
from app.web.http.name import keep_name
from app.web.service.browsers import keep_device
from app.web.service.dependencies import Dependencies, address_of_connection, dependencies
from app.web.service.move_links import make_move_link
from app.web.service.problems import json, wants_json
from app.web.text.languages import LANGUAGES

router = APIRouter()

MOVE = "/move"


def is_to_move(deps: Dependencies, request: HTTPConnection) -> bool:
    """Return whether a page is asked for under a former address."""
    return "text/html" in request.headers.get("accept", "") and deps.origins.has_moved(request)


def path_to_move(path: str, query: str) -> str:
    """Return the path that leads a page to the present address."""
    return f"{MOVE}?from={quote(f'{path}?{query}' if query else path, safe='')}"


@router.get(MOVE)
async def move(request: Request) -> Response:
    """Lead a browser to the present address, as a redirect or in JSON.

    If it holds a seat it gets a ticket. Raises RefusedError where nothing has moved."""
    deps = dependencies(request)
    if not deps.origins.has_moved(request):
        raise RefusedError(refuse("no_such_room"), 404)
    device = None
    for shown in deps.list_hands(request):
        if await deps.manager.is_holder(shown.digest):
            device = shown
            break
    link = make_move_link(deps, request, request.query_params.get("from", "/"), device)
    return json({"link": link}) if wants_json(request) else RedirectResponse(link, 303)


@router.get("/moved/{ticket}")
async def arrive(request: Request, ticket: str) -> Response:
    """Bring a browser's device to this address.

    Ask first if it may be another browser. Raises RefusedError for a ticket that does not work."""
    deps = dependencies(request)
    found = deps.moves.find(ticket)
    if found is None:
        raise deps.refuse_guess(request, "link_used")
    if found.is_same_browser(address_of_connection(request), request.headers.get("user-agent", "")):
        return await _bring(deps, request, ticket)
    language, base_url = deps.language(request), deps.base_url(request)
    page = deps.renderer.take_return(f"/moved/{ticket}", found.name, None, "", language=language, base_url=base_url)
    return HTMLResponse(page)


@router.post("/moved/{ticket}")
async def arrive_by_form(request: Request, ticket: str) -> Response:
    """Bring a browser's device to this address, as its user wished.

    Raises RefusedError for a ticket that does not work."""
    return await _bring(dependencies(request), request, ticket)


async def _bring(deps: Dependencies, request: Request, ticket: str) -> Response:
    move = deps.moves.take(ticket)
    if move is None:
        raise deps.refuse_guess(request, "link_used")
    response, is_https = RedirectResponse(move.path, 303), deps.is_https(request)
    await keep_device(deps, request, response, move.device)
    if move.name:
        keep_name(response, request, move.name, is_https=is_https)
    if move.language in LANGUAGES:
        remember_language(response, request, move.language, is_https=is_https)
    return response
