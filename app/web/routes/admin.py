"""The page of whoever runs the server: how it is, and nothing of what is played on it.

A browser shows the token once, in a form, and gets a cookie for half a day. Programs show the token itself."""

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
    """The figures, for who has shown the token; the form for it, for who has not. Raises HTTPException (404) where no
    token is set, RefusedError for a program without the right one and for whoever has guessed too often."""
    deps, token = _opened(request)
    scheme, _, shown = request.headers.get("authorization", "").partition(" ")
    # anything else is what a proxy in front asked the browser for
    if scheme.lower() == "bearer":
        if not _is_right(deps, request, shown.strip(), token):
            raise RefusedError(refuse("no_seat"), 401)
    elif not await _is_signed_in(deps, request, token):
        if wants_json(request):
            raise RefusedError(refuse("no_seat"), 401)
        return _page(request, deps, None, status=401)
    report = await cast(Look, request.app.state.look)()
    return json(report.plain()) if wants_json(request) else _page(request, deps, report)


@router.post("/admin")
async def sign_in(request: Request) -> Response:
    """Takes the token in. Raises HTTPException (404) where none is set, RefusedError for whoever has guessed too often
    and for a body that is no form."""
    deps, token = _opened(request)
    fields = await read_form(request, deps.figures)
    if not _is_right(deps, request, fields.get("token", "").strip(), token):
        return _page(request, deps, None, status=401, is_wrong=True)
    answer = RedirectResponse("/admin", 303)
    now_s, is_https = deps.now() // 1000, deps.is_https(request)
    name = name_for(ADMIN, request, is_https=is_https)
    await admit(answer, name, deps.calls.callbook, token, now_s, is_https=is_https)
    return answer


@router.post("/admin/leave")
async def sign_out(request: Request) -> Response:
    """Takes the cookie back, and ends the session of every browser that is signed in, if this one is. Raises
    HTTPException (404) where there is no such page, StoreDownError."""
    deps, token = _opened(request)
    if await _is_signed_in(deps, request, token):
        await end_session(deps.calls.callbook)
    answer = RedirectResponse("/", 303)
    is_https = deps.is_https(request)
    forget_admin(answer, names_to_forget(ADMIN, request, is_https=is_https), is_https=is_https)
    return answer


def _opened(request: Request) -> tuple[Dependencies, str]:
    """What every route needs, and the token. Where none is set there is no such page."""
    deps = dependencies(request)
    if deps.settings.admin_token is None:
        raise HTTPException(404)
    return deps, deps.settings.admin_token.get_secret_value()


def _is_right(deps: Dependencies, request: Request, shown: str, token: str) -> bool:
    """Whether that is the token. Raises RefusedError for who has guessed too often, be it right this time or not."""
    wait = deps.limits.guess(address_of_connection(request))
    if wait:
        raise too_fast(wait)
    if is_same(shown, token):
        return True
    turned_away = deps.led_nowhere(request, "no_seat")
    if turned_away.wait:
        raise turned_away
    return False


async def _is_signed_in(deps: Dependencies, request: Request, token: str) -> bool:
    shown = read_any(ADMIN, request, is_https=deps.is_https(request)) or ""
    return await is_signed_in(shown, deps.calls.callbook, token, deps.now() // 1000)


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
