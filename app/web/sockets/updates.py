"""Messages for pages without a socket: each poll gets a socket's first message."""

from collections.abc import Callable

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.live.host.subscription import Subscription
from app.rooms.model.ids import Digest
from app.rooms.model.refusals import refuse
from app.web.http.errors import RefusedError
from app.web.service.access import require_seat_by_device, require_watcher_by_key
from app.web.service.dependencies import dependencies
from app.web.sockets.gateway import gateway, page_feed
from app.web.table.toasts import Toaster
from app.web.text.sentences import Speech

MOST_DIGITS = 16
"""A number with more is none of ours."""

router = APIRouter()


@router.get("/r/{room}/update")
async def update_for_seat(request: Request, room: str) -> Response:
    """Return a player's first message and count the device as connected for a while.

    Raises RefusedError for a device that holds no seat there."""
    deps = dependencies(request)
    by = await require_seat_by_device(deps, request, room, "no_seat")
    await deps.service.notice(by)
    code, device = by.room.code, by.holder.digest
    page = await gateway(request).polling.poll(code, device, lambda: deps.manager.join(code, device))
    if page is None:
        raise RefusedError(refuse("no_such_room"))
    page.subscription.look(request.query_params.get("looks") != "no")
    return _update(request, page.subscription, device, page.toaster)


@router.get("/r/{room}/watch/{key}/update")
async def update_for_watchers(request: Request, room: str, key: str) -> Response:
    """Return a watcher's first message.

    Raises RefusedError for a wrong key, and where watching is off."""
    deps = dependencies(request)
    code = (await require_watcher_by_key(deps, request, room, key)).room.code
    subscription = await deps.manager.join(code, None)
    if subscription is None:
        raise RefusedError(refuse("no_such_room"))
    try:
        return _update(request, subscription, None, Toaster)
    finally:
        subscription.close()


def _update(
    request: Request, at: Subscription, device: Digest | None, toaster_of: Callable[[Speech], Toaster]
) -> Response:
    announced = request.query_params.get("announced", "")

    def toaster(speech: Speech) -> Toaster:
        found = toaster_of(speech)
        if announced.isdecimal() and len(announced) < MOST_DIGITS:
            found.mark_delivered(int(announced))
        return found

    feed = page_feed(dependencies(request), request, device, toaster)
    return Response(feed.update(at.room, at.viewer, at.here, at.now), media_type="application/json")
