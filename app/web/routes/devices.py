"""Forgetting the player: for a browser on a borrowed or shared device."""

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
from app.web.service.open_word import forget_word

router = APIRouter()

CLEARED = '"cache"'
"""Value of the Clear-Site-Data header.

Cookies are deleted by name, because other sites may have theirs on the same host. The page's script clears storage:
this tells the other tabs, which reload at once. So it must not happen before this answer has deleted the cookies."""


@router.get("/forget")
async def ask_first(request: Request) -> Response:
    """Ask for confirmation and list the seats that would be lost.

    Raises StoreDownError."""
    held, _ = await seats_held(dependencies(request), request)
    lost = [by for by in held if is_only_device(by)]
    return _page(request, is_done=False, lost=lost, is_shared=len(lost) < len(held))


@router.post("/forget")
async def forget(request: Request) -> Response:
    """Remove the device from seats that others hold too, and delete its cookies.

    The cookies are the secret, the name, the word and the operator's session. Raises StoreDownError."""
    deps = dependencies(request)
    held, _ = await seats_held(deps, request)
    for by in held:
        with suppress(RoomDamagedError):
            await let_go(deps, by)
    answer, is_https = _page(request, is_done=True, lost=[], is_shared=False), deps.is_https(request)
    forget_device(answer, request, is_https=is_https)
    forget_name(answer, request, is_https=is_https)
    forget_word(answer, request, is_https=is_https)
    await _end_operator_session(deps, request)
    forget_admin(answer, names_to_forget(ADMIN, request, is_https=is_https), is_https=is_https)
    answer.headers["clear-site-data"] = CLEARED
    return answer


async def _end_operator_session(deps: Dependencies, request: Request) -> None:
    """End the operator's session on the server if this browser is signed in.

    Raises StoreDownError."""
    token, contacts = deps.settings.admin_token, deps.notifications.contacts
    shown = read_any(ADMIN, request, is_https=deps.is_https(request))
    if token is None or shown is None:
        return
    if await is_signed_in(shown, contacts, token.get_secret_value(), deps.now() // 1000):
        await end_session(contacts)


def _page(request: Request, **values: object) -> Response:
    deps = dependencies(request)
    return HTMLResponse(
        deps.renderer.page(deps.language(request), "forget", base_url=deps.base_url(request), back="/forget", **values)
    )
