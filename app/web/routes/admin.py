"""The page of whoever runs the server: how it is, and nothing of what is played on it.

A browser shows the token once, in a form, and gets a cookie that proves it for half a day: the end of that time under
a key that only who has the token can make. So it holds in every process, none keeps anything, and another token ends
it. Programs show the token itself."""

import hashlib
import hmac
from typing import cast

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.rooms.model.refusals import refuse
from app.web.admin.report import Look, StatusReport
from app.web.http.cookies import read_cookie
from app.web.http.errors import Refused, too_fast
from app.web.http.forms import read_form
from app.web.http.identity import is_same
from app.web.service.dependencies import Dependencies, address_of_connection, dependencies
from app.web.service.problems import json, wants_json
from app.web.text.languages import ENGLISH

SIGNED_IN_S = 12 * 3600

WORDS = {
    "title": "Server status",
    "home": "Home",
    "token": "Token",
    "show": "Show status",
    "again": "Refresh",
    "leave": "Leave",
    "wrong": "Wrong token.",
    "what": "Enter the token that was set for this page.",
}
"""The page speaks English, as the log and the command line do."""

router = APIRouter()


@router.get("/admin")
async def see(request: Request) -> Response:
    """The figures, for who has shown the token; the form for it, for who has not. Raises HTTPException (404) where no
    token is set, Refused for a program without the right one and for whoever has guessed too often."""
    deps, token = _opened(request)
    header = request.headers.get("authorization")
    if header is not None:
        scheme, _, shown = header.partition(" ")
        if scheme.lower() != "bearer" or not _is_right(deps, request, shown.strip(), token):
            raise Refused(refuse("no_seat"), 401)
    elif not _is_signed_in(deps, request, token):
        if wants_json(request):
            raise Refused(refuse("no_seat"), 401)
        return _page(request, deps, None, status=401)
    report = await cast(Look, request.app.state.look)()
    return json(report.plain()) if wants_json(request) else _page(request, deps, report)


@router.post("/admin")
async def sign_in(request: Request) -> Response:
    """Takes the token in. Raises HTTPException (404) where none is set, Refused for whoever has guessed too often and
    for a body that is no form."""
    deps, token = _opened(request)
    fields = await read_form(request, deps.figures)
    if not _is_right(deps, request, fields.get("token", "").strip(), token):
        return _page(request, deps, None, status=401, is_wrong=True)
    until = deps.now() // 1000 + SIGNED_IN_S
    answer = RedirectResponse("/admin", 303)
    answer.set_cookie(
        _cookie(deps),
        f"{until}.{_proof(until, token)}",
        max_age=SIGNED_IN_S,
        path="/",
        secure=deps.settings.is_https,
        httponly=True,
        samesite="strict",
    )
    return answer


@router.post("/admin/leave")
async def sign_out(request: Request) -> Response:
    """Takes the cookie back. Raises HTTPException (404) where there is no such page."""
    deps, _ = _opened(request)
    answer = RedirectResponse("/", 303)
    answer.delete_cookie(_cookie(deps), path="/", secure=deps.settings.is_https, httponly=True, samesite="strict")
    return answer


def _opened(request: Request) -> tuple[Dependencies, str]:
    """What every route needs, and the token. Where none is set there is no such page."""
    deps = dependencies(request)
    if deps.settings.admin_token is None:
        raise HTTPException(404)
    return deps, deps.settings.admin_token.get_secret_value()


def _is_right(deps: Dependencies, request: Request, shown: str, token: str) -> bool:
    """Whether that is the token. Raises Refused for who has guessed too often, be it right this time or not."""
    wait = deps.limits.guess(address_of_connection(request))
    if wait:
        raise too_fast(wait)
    if is_same(shown, token):
        return True
    turned_away = deps.led_nowhere(request, "no_seat")
    if turned_away.wait:
        raise turned_away
    return False


def _is_signed_in(deps: Dependencies, request: Request, token: str) -> bool:
    until, _, proof = (read_cookie(request, _cookie(deps)) or "").partition(".")
    if not (until.isascii() and until.isdigit() and len(until) <= 12):
        return False
    return is_same(proof, _proof(int(until), token)) and deps.now() // 1000 < int(until)


def _proof(until: int, token: str) -> str:
    return hmac.digest(token.encode(), f"admin/{until}".encode(), hashlib.sha256).hex()


def _cookie(deps: Dependencies) -> str:
    return "__Host-admin" if deps.settings.is_https else "admin"


def _page(
    request: Request, deps: Dependencies, report: StatusReport | None, *, status: int = 200, is_wrong: bool = False
) -> Response:
    page = deps.renderer.page(
        ENGLISH,
        "admin",
        base_url=deps.base_url(request),
        words=WORDS,
        is_wrong=is_wrong,
        sections=None if report is None else list(report.sections()),
    )
    return HTMLResponse(page, status)
