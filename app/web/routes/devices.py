"""Where a browser forgets its player: for a device that was borrowed, or is everybody's."""

from contextlib import suppress

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app.live.errors import RoomDamagedError
from app.web.admin.access import end_session, forget_admin, is_signed_in
from app.web.http.cookie_names import ADMIN, names_to_forget, read_any
from app.web.http.identity import forget_device
from app.web.http.name import forget_name
from app.web.service.access import seats_held
from app.web.service.dependencies import Dependencies, dependencies
from app.web.service.devices import is_only_device, let_go

router = APIRouter()

CLEARED = '"cache"'
"""What a browser clears that heeds Clear-Site-Data. Cookies are taken back by name, for others have theirs there.
Storage is cleared by the page's script: it tells the other tabs, and they load again at once, which must not happen
before this answer has taken the cookies back."""


@router.get("/forget")
async def ask_first(request: Request) -> Response:
    """The question whether this browser is to forget its player, and which seats would be lost. Raises
    StoreDownError."""
    held = await seats_held(dependencies(request), request)
    lost = [by for by in held if is_only_device(by)]
    return _page(request, is_done=False, lost=lost, is_shared=len(lost) < len(held))


@router.post("/forget")
async def forget(request: Request) -> Response:
    """Takes the browser's device off the seats that others hold too, and its secret, name and admin cookie off the
    browser. Raises StoreDownError."""
    deps = dependencies(request)
    for by in await seats_held(deps, request):
        with suppress(RoomDamagedError):
            await let_go(deps, by)
    answer, is_https = _page(request, is_done=True, lost=[], is_shared=False), deps.is_https(request)
    forget_device(answer, request, is_https=is_https)
    forget_name(answer, request, is_https=is_https)
    await _end_operator_session(deps, request)
    forget_admin(answer, names_to_forget(ADMIN, request, is_https=is_https), is_https=is_https)
    answer.headers["clear-site-data"] = CLEARED
    return answer


async def _end_operator_session(deps: Dependencies, request: Request) -> None:
    """End the operator's session on the server if this browser is signed in. Raises StoreDownError."""
    token, callbook = deps.settings.admin_token, deps.calls.callbook
    shown = read_any(ADMIN, request, is_https=deps.is_https(request))
    if token is None or shown is None:
        return
    if await is_signed_in(shown, callbook, token.get_secret_value(), deps.now() // 1000):
        await end_session(callbook)


def _page(request: Request, **values: object) -> Response:
    deps = dependencies(request)
    return HTMLResponse(
        deps.renderer.page(deps.language(request), "forget", base_url=deps.base_url(request), back="/forget", **values)
    )
