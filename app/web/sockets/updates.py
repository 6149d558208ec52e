"""Messages for pages without a socket: each poll gets a socket's first message."""

from collections.abc import Callable, Sequence
from functools import partial

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.live.host.subscription import Subscription
from app.rooms.model.ids import Digest
from app.rooms.model.refusals import refuse
from app.web.http.errors import RefusedError
from app.web.screens.access import require_screen
from app.web.service.access import require_curtain, require_seat_by_device, require_watcher_by_key
from app.web.service.askers import CurtainAsker, SeatedAsker
from app.web.service.dependencies import dependencies
from app.web.sockets.browser_feed import BrowserFeed, CurtainFeed, ScreenFeed
from app.web.sockets.gateway import gateway, page_feed
from app.web.sockets.polling import PollingPage
from app.web.table.toasts import Toaster
from app.web.text.sentences import Speech
from engine.core.seats import Seat

MOST_DIGITS = 16
"""A number with more is none of ours."""

router = APIRouter()


@router.get("/r/{room}/update")
async def update_for_seat(request: Request, room: str) -> Response:
    """Return a player's first message and count the device as connected for a while.

    Raises RefusedError for a device that holds no seat there."""
    return await _update_for(request, await require_seat_by_device(dependencies(request), request, room, "no_seat"))


@router.get("/r/{room}/hands/update")
async def update_for_curtain(request: Request, room: str) -> Response:
    """Return a curtain's first message, and count its people as connected for a while.

    Raises RefusedError for a device that fewer than two people share."""
    return await _update_for(request, await require_curtain(dependencies(request), request, room))


@router.get("/r/{room}/screen/update")
async def update_for_screen(request: Request, room: str) -> Response:
    """Return a screen's first message. Raises RefusedError for a browser that is none."""
    deps = dependencies(request)
    by = await require_screen(deps, request, room)
    subscription = await deps.manager.join(by.room.code, by.digest)
    if subscription is None:
        raise RefusedError(refuse("no_such_room"))
    try:
        return _update(request, subscription, Toaster, ScreenFeed)
    finally:
        subscription.close()


async def _update_for(request: Request, by: SeatedAsker | CurtainAsker) -> Response:
    """Answer the page of a player, or of several at one device."""
    deps, code, is_looking = dependencies(request), by.room.code, request.query_params.get("looks") != "no"
    first = by.hands[0] if isinstance(by, CurtainAsker) else by
    pages: dict[Digest, PollingPage] = {}
    for each in by.hands or (first,):
        await deps.service.notice(each)
        device = each.holder.digest
        polled = await gateway(request).polling.poll(code, device, partial(deps.manager.join, code, device))
        if polled is None:
            raise RefusedError(refuse("no_such_room"))
        polled.subscription.look(is_looking)
        pages[device] = polled
    page, hands = pages[first.holder.digest], [each.seat for each in by.hands]
    kind = CurtainFeed if isinstance(by, CurtainAsker) else BrowserFeed
    return _update(request, page.subscription, page.toaster, kind, hands)


@router.get("/r/{room}/watch/{key}/update")
async def update_for_watchers(request: Request, room: str, key: str) -> Response:
    """Return a watcher's first message.

    Raises RefusedError for a wrong key, and where watching is off."""
    deps = dependencies(request)
    by = await require_watcher_by_key(deps, request, room, key)
    subscription = await deps.manager.join(by.room.code, None)
    if subscription is None:
        raise RefusedError(refuse("no_such_room"))
    try:
        return _update(request, subscription, Toaster, device=by.guesser)
    finally:
        subscription.close()


def _update(
    request: Request,
    at: Subscription,
    toaster_of: Callable[[Speech], Toaster],
    kind: type[BrowserFeed] = BrowserFeed,
    hands: Sequence[Seat] = (),
    device: Digest | None = None,
) -> Response:
    announced = request.query_params.get("announced", "")

    def toaster(speech: Speech) -> Toaster:
        found = toaster_of(speech)
        if announced.isdecimal() and len(announced) < MOST_DIGITS:
            found.mark_delivered(int(announced))
        return found

    feed = page_feed(dependencies(request), request, device or at.holder, toaster, kind)
    feed.list_hands = lambda: hands
    return Response(feed.update(at.room, at.viewer, at.here, at.now), media_type="application/json")
