"""Operator's page: the state of the server, and nothing about its games.

A browser sends the token once, in a form, and gets a cookie for half a day. Programs send the token itself."""

from typing import cast

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.rooms.model.refusals import refuse
from app.web.admin.access import admit, end_session, forget_admin, is_signed_in
from app.web.admin.report import Look, StatusReport
from app.web.admin.sections import sections
from app.web.http.cookie_names import ADMIN, name_for, names_to_forget, read_any
from app.web.http.errors import RefusedError, too_fast
from app.web.http.forms import read_form
from app.web.http.identity import is_same
from app.web.service.dependencies import Dependencies, address_of_connection, dependencies
from app.web.service.problems import json, wants_json

router = APIRouter()


@router.get("/admin")
async def see(request: Request) -> Response:
    """Show the figures to an operator, else the form for the token.

    Raises HTTPException (404) if no token is set. Raises RefusedError for a program without the right token, and
    after too many wrong guesses."""
    deps, token = _require_token(request)
    scheme, _, shown = request.headers.get("authorization", "").partition(" ")
    # Any other scheme belongs to a proxy in front of the server.
    if scheme.lower() == "bearer":
        if not _is_right(deps, request, shown.strip(), token):
            raise RefusedError(refuse("no_seat"), 401)
    elif not await _is_signed_in(deps, request, token):
        if wants_json(request):
            raise RefusedError(refuse("no_seat"), 401)
        return _page(request, deps, None, status=401)
    report = await cast(Look, request.app.state.look)()
    return json(report.to_json()) if wants_json(request) else _page(request, deps, report)


@router.post("/admin")
async def sign_in(request: Request) -> Response:
    """Sign the browser in if the token is right.

    Raises HTTPException (404) if no token is set. Raises RefusedError after too many wrong guesses, and for a body
    that is no form."""
    deps, token = _require_token(request)
    fields = await read_form(request, deps.figures)
    if not _is_right(deps, request, fields.get("token", "").strip(), token):
        return _page(request, deps, None, status=401, is_wrong=True)
    answer = RedirectResponse("/admin", 303)
    now_s, is_https = deps.now() // 1000, deps.is_https(request)
    name = name_for(ADMIN, request, is_https=is_https)
    await admit(answer, name, deps.notifications.contacts, token, now_s, is_https=is_https)
    return answer


@router.post("/admin/leave")
async def sign_out(request: Request) -> Response:
    """Delete the cookie, and end all operator sessions if this browser is signed in.

    Raises HTTPException (404) if no token is set, and StoreDownError."""
    deps, token = _require_token(request)
    if await _is_signed_in(deps, request, token):
        await end_session(deps.notifications.contacts)
    answer = RedirectResponse("/", 303)
    is_https = deps.is_https(request)
    forget_admin(answer, names_to_forget(ADMIN, request, is_https=is_https), is_https=is_https)
    return answer


def _require_token(request: Request) -> tuple[Dependencies, str]:
    """Return the dependencies and the token.

    Raises HTTPException (404) without a token."""
    deps = dependencies(request)
    if deps.settings.admin_token is None:
        raise HTTPException(404)
    return deps, deps.settings.admin_token.get_secret_value()


def _is_right(deps: Dependencies, request: Request, shown: str, token: str) -> bool:
    """Return whether the token is right.

    Raises RefusedError after too many wrong guesses, even if this one is right."""
    wait = deps.limits.guess(address_of_connection(request))
    if wait:
        raise too_fast(wait)
    if is_same(shown, token):
        return True
    turned_away = deps.refuse_guess(request, "no_seat")
    if turned_away.wait:
        raise turned_away
    return False


async def _is_signed_in(deps: Dependencies, request: Request, token: str) -> bool:
    shown = read_any(ADMIN, request, is_https=deps.is_https(request)) or ""
    return await is_signed_in(shown, deps.notifications.contacts, token, deps.now() // 1000)


def _page(
    request: Request, deps: Dependencies, report: StatusReport | None, *, status: int = 200, is_wrong: bool = False
) -> Response:
    language = deps.language(request)
    words = deps.renderer.regions(language).speech.words
    page = deps.renderer.page(
        language,
        "admin",
        base_url=deps.base_url(request),
        back="/admin",
        is_wrong=is_wrong,
        sections=None if report is None else list(sections(report, words)),
    )
    return HTMLResponse(page, status)
