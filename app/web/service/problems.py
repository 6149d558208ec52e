"""Answers to refused requests: JSON for programs, a page for browsers.

Pages are generic: they tell no more than the refusal itself."""

from dataclasses import replace

import orjson
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Match, Mount

from app.rooms.model.refusals import Refusal, refuse
from app.web.http.errors import RefusedError
from app.web.messages.answers import make_answer
from app.web.service.dependencies import dependencies
from app.web.text.languages import mark

TITLES = {
    400: mark("That didn't work"),
    403: mark("Not allowed"),
    404: mark("Not found"),
    409: mark("Not possible right now"),
    410: mark("Link expired"),
    413: mark("Too large"),
    422: mark("Please check that"),
    429: mark("Too many tries"),
    503: mark("One moment"),
}
"""The headings of problem pages by status; any other: :data:`FAILED`."""

METHODS = ("DELETE", "GET", "PATCH", "POST", "PUT")
"""Methods that a route may answer; each GET route answers HEAD, too."""

FAILED = mark("Something went wrong")


def json(data: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return a response in JSON."""
    return Response(orjson.dumps(data), status, headers, media_type="application/json")


def wants_json(connection: HTTPConnection) -> bool:
    """Return whether a program asks, or a page's script that says so."""
    accept = connection.headers.get("accept", "")
    return connection.scope["path"].startswith("/api/") or "application/json" in accept


def problem(connection: HTTPConnection, refused: RefusedError) -> Response:
    """Return the response to a refused request."""
    refusal = refused.refusal
    if wants_json(connection):
        return json(
            make_answer(None, translate_refusal(connection, refusal), None, None), refused.status, refused.headers
        )
    here = dependencies(connection)
    page = here.renderer.problem(
        refused.status,
        TITLES.get(refused.status, FAILED),
        refusal,
        language=here.language(connection),
        base_url=here.base_url(connection),
    )
    return HTMLResponse(page, refused.status, refused.headers)


async def handle_unknown_route(request: Request, error: Exception) -> Response:
    """Return the response to an unknown path or a method that is not allowed."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    if status == 405:
        refused = RefusedError(refuse("unknown_command"), status)
    else:
        refused = RefusedError(refuse("no_such_room", "There's no page here."), status)
    answer = problem(request, refused)
    if status == 405:
        answer.headers["allow"] = ", ".join(sorted(_list_allowed_methods(request)))
    return answer


def _list_allowed_methods(request: Request) -> set[str]:
    """Return the methods that the path of the request answers (RFC 9110, 15.5.6)."""
    allowed: set[str] = set()
    for method in METHODS:
        scope = {**request.scope, "method": method}
        # a mount serves files and matches any method
        full = [route for route in request.app.routes if route.matches(scope)[0] is Match.FULL]
        if full and (method == "GET" or not isinstance(full[0], Mount)):
            allowed.add(method)
    return allowed | ({"HEAD"} if "GET" in allowed else set())


def translate_refusal(connection: HTTPConnection, refusal: Refusal) -> Refusal:
    """Return the refusal in the caller's language; a program reads English."""
    if connection.scope["path"].startswith("/api/"):
        return refusal
    here = dependencies(connection)
    speech = here.renderer.regions(here.language(connection)).speech
    return replace(refusal, say=speech.refusal(refusal))
