"""The sockets: who may open one, and what is behind it. Programs come to /api/rooms/{room}/live, browsers to
/r/{code}/live and to the watchers' /r/{code}/watch/{key}/live."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import cast

import structlog
from fastapi import APIRouter, WebSocket
from starlette.requests import HTTPConnection
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocketDisconnect

from app.live.errors import RoomBroken, StoreDown
from app.rooms.model.ids import Digest, RoomCode
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.view import may_watch
from app.web.http.errors import Close, Refused
from app.web.http.identity import Holder, holder, is_same, is_token
from app.web.http.limits import TooManySockets
from app.web.messages import commands as wire
from app.web.messages.answers import Feed, ProgramFeed, answered, dumped
from app.web.routes.api import shown_token
from app.web.service.context import ARRIVED, Context, address_of_connection, context
from app.web.service.told import told
from app.web.sockets.connection import FAREWELL_S, Connection

FAREWELLS = 20
"""How often is looked whether all have gone."""

log = structlog.get_logger(__name__)

BATCH, BATCH_PAUSE_S = 100, 0.25
"""At a restart so many sockets are closed at once, and so long is waited: they all come back."""


class Gateway:
    """All live connections of this process."""

    def __init__(self) -> None:
        self._open: set[Connection] = set()

    def __len__(self) -> int:
        return len(self._open)

    async def serve(self, connection: Connection) -> None:
        """Serves a connection to its end."""
        self._open.add(connection)
        try:
            await connection.run()
        finally:
            self._open.discard(connection)

    async def close(self) -> None:
        """Asks all connections to come back later, some at a time, and waits for their farewells."""
        waiting = list(self._open)
        for start in range(0, len(waiting), BATCH):
            if start:
                await asyncio.sleep(BATCH_PAUSE_S)
            for connection in waiting[start : start + BATCH]:
                connection.end(Close.RESTART)
        for _ in range(FAREWELLS):
            if not self._open:
                return
            await asyncio.sleep(FAREWELL_S / FAREWELLS)


@dataclass(frozen=True, slots=True)
class _Entrance:
    """Who wants to see which room."""

    code: RoomCode
    asker: Holder | None
    watch_key: str = ""
    """The room's watch key when somebody without a seat was let in; once there is another, they are not welcome."""
    is_by_watch_link: bool = False


Enter = Callable[[], Awaitable[_Entrance]]
MakeFeed = Callable[[Digest | None], Feed]
"""The feed of a connection, by the digest of the token it showed."""


async def program(socket: WebSocket) -> None:
    """The socket of a program: a seat's by its token, or the public's."""
    ctx, room = context(socket), socket.path_params["room"]
    await _serve(ctx, socket, lambda: _by_token(ctx, socket, room), ProgramFeed)


async def browser(socket: WebSocket) -> None:
    """The socket of a page at which a seat sits, by its device cookie."""
    ctx, room = context(socket), socket.path_params["room"]
    await _serve(ctx, socket, lambda: _by_cookie(ctx, socket, room), lambda device: _page_feed(ctx, socket, device))


async def watcher(socket: WebSocket) -> None:
    """The socket of a page that looks on, by the watchers' link."""
    ctx, room, key = context(socket), socket.path_params["room"], socket.path_params["key"]
    await _serve(
        ctx, socket, lambda: _by_watch_key(ctx, socket, room, key), lambda device: _page_feed(ctx, socket, device)
    )


router = APIRouter()
for path, served in (
    ("/api/rooms/{room}/live", program),
    ("/r/{room}/live", browser),
    ("/r/{room}/watch/{key}/live", watcher),
):
    # what FastAPI puts around its own kind of route stays in memory for as long as the socket is open
    router.routes.append(WebSocketRoute(path, served))
_routes = {route.endpoint: route for route in router.routes if isinstance(route, WebSocketRoute)}


def _page_feed(ctx: Context, socket: WebSocket, device: Digest | None) -> Feed:
    return ctx.renderer.feed(device, language=ctx.language(socket), base_url=ctx.origins.base_url(socket))


async def _serve(ctx: Context, socket: WebSocket, enter: Enter, make_feed: MakeFeed) -> None:
    # as FastAPI's own kind of route does: the log tells it
    socket.scope["route"] = _routes[socket.scope["endpoint"]]
    # accepted before it is refused: browsers tell a page nothing of a refused handshake
    await socket.accept()
    try:
        try:
            entrance = await enter()
            await _let_in(ctx, socket, entrance, make_feed)
        except Refused as refused:
            code = Close.TOO_MANY if refused.wait else Close.REFUSED
            await _send_away(socket, refused.refusal, code)
        except TooManySockets:
            await _send_away(socket, refuse("too_fast", "There are too many connections just now."), Close.TOO_MANY)
        except RoomBroken:
            await _send_away(socket, refuse("room_damaged"), Close.DAMAGED)
        except StoreDown:
            await _send_away(socket, refuse("try_again"), Close.TOO_MANY)
        except WebSocketDisconnect:
            raise
        except Exception:
            # one broken connection is its own trouble
            log.exception("socket failed")
            await socket.close(Close.BROKEN)
    except (WebSocketDisconnect, RuntimeError):
        # it went while we spoke
        return


async def _let_in(ctx: Context, socket: WebSocket, entrance: _Entrance, make_feed: MakeFeed) -> None:
    subscription = await ctx.manager.join(entrance.code, entrance.asker.digest if entrance.asker else None)
    if subscription is None:
        raise Refused(refuse("no_such_room"))
    try:
        if entrance.asker is not None and subscription.viewer is None:
            raise Refused(refuse("no_seat"))
        asker, address = entrance.asker, address_of_connection(socket)
        watcher = address if entrance.is_by_watch_link else None
        with ctx.limits.socket(address, entrance.code, subscription.viewer):
            if asker is not None:
                await ctx.service.notice(subscription.room, asker)
            feed = make_feed(asker.digest if asker is not None else None)
            connection = Connection(
                socket, subscription, feed, ctx.service, asker, ctx.figures, entrance.watch_key, watcher
            )
            await gateway(socket).serve(connection)
    finally:
        subscription.close()


async def _send_away(socket: WebSocket, refusal: Refusal, code: Close) -> None:
    await socket.send_text(dumped(answered(None, told(socket, refusal), None, None)))
    await socket.close(code)


async def _by_token(ctx: Context, socket: WebSocket, text: str) -> _Entrance:
    asker = shown_token(ctx, socket) or await _hello(ctx, socket)
    if asker is None:
        room = await ctx.found(socket, text)
        if not may_watch(room):
            raise ctx.led_nowhere(socket, is_code=True)
        return _Entrance(room.code, None, room.watch_key)
    known = await ctx.known(text)
    if known is None or known.seat_of(asker.digest) is None:
        raise ctx.led_nowhere(socket, "no_seat")
    return _Entrance(known.code, asker)


async def _by_cookie(ctx: Context, socket: WebSocket, text: str) -> _Entrance:
    asker, known = ctx.device(socket), await ctx.known_to_page(text)
    if asker is None or known is None or known.seat_of(asker.digest) is None:
        raise ctx.led_nowhere(socket, "no_seat")
    return _Entrance(known.code, asker)


async def _by_watch_key(ctx: Context, socket: WebSocket, text: str, key: str) -> _Entrance:
    known = await ctx.known_to_page(text)
    if known is None or not is_same(key, known.watch_key) or not may_watch(known):
        raise ctx.led_nowhere(socket)
    return _Entrance(known.code, None, known.watch_key, is_by_watch_link=True)


async def _hello(ctx: Context, socket: WebSocket) -> Holder | None:
    """The token in the first message; None when it speaks for the public. Raises Refused, WebSocketDisconnect."""
    try:
        async with asyncio.timeout(ctx.figures.hello_seconds):
            event = await socket.receive()
    except TimeoutError as error:
        raise Refused(refuse("no_seat", "The first message, hello, did not come.")) from error
    socket.scope[ARRIVED] = time.perf_counter()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1005))
    value = wire.read_json((event.get("text") or "")[: ctx.figures.frame_bytes])
    if isinstance(value, wire.Unread):
        raise Refused(value.refusal)
    message = wire.read(wire.HELLO, value)
    if isinstance(message, wire.Unread):
        raise Refused(message.refusal)
    if message.token is None:
        return None
    if not is_token(message.token):
        raise ctx.led_nowhere(socket, "no_seat")
    return holder(message.token)


def gateway(connection: HTTPConnection) -> Gateway:
    """The gateway this connection came through."""
    return cast(Gateway, connection.app.state.gateway)
