"""WebSocket routes: who may open one, and all connections of this process.

Programs use /api/rooms/{room}/live. Browsers use /r/{code}/live, watchers /r/{code}/watch/{key}/live."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import cast

import structlog
from starlette.requests import HTTPConnection
from starlette.routing import Router, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.journal.errors import StoreDownError
from app.live.errors import RoomDamagedError
from app.rooms.model.ids import SCREEN_PLACE, Digest
from app.rooms.model.refusals import Refusal, refuse
from app.web.http.errors import Close, RefusedError
from app.web.http.identity import Holder, holder, is_token
from app.web.http.limits import TooManySocketsError
from app.web.messages import parse
from app.web.messages.answers import Feed, encode_json, make_answer
from app.web.messages.arrival import Hello
from app.web.screens.access import require_screen
from app.web.service.access import (
    read_token,
    require_curtain,
    require_seat_by_device,
    require_seat_by_token,
    require_watcher_by_code,
    require_watcher_by_key,
)
from app.web.service.askers import RoomAsker, ScreenAsker, SeatedAsker, WatchingAsker, first_of
from app.web.service.dependencies import ARRIVED, Dependencies, address_of_connection, dependencies
from app.web.service.move_links import make_move_link
from app.web.service.problems import translate_refusal
from app.web.sockets.browser_feed import BrowserFeed, CurtainFeed, ScreenFeed
from app.web.sockets.connection import FAREWELL_S, Connection
from app.web.sockets.hands import bring_others
from app.web.sockets.low_priority import LowPriorityCalls
from app.web.sockets.polling import Polling
from app.web.sockets.program_feed import ProgramFeed
from app.web.table.toasts import Toaster
from app.web.text.languages import LANGUAGES
from app.web.text.sentences import Speech
from engine.core.plain import Plain

FAREWELLS = 20
"""Number of checks whether all connections have ended."""

log = structlog.get_logger(__name__)

BATCH, BATCH_PAUSE_S = 100, 0.25
"""Sockets closed at once at a restart, and the pause in seconds: all reconnect."""


class Gateway:
    """All live connections of this process."""

    def __init__(self) -> None:
        self._open: set[Connection] = set()
        self.low_priority = LowPriorityCalls()
        """Writes for all of them what can wait."""
        self.polling = Polling()
        """The pages that ask instead of having a socket."""

    def __len__(self) -> int:
        return len(self._open)

    async def serve(self, connection: Connection) -> None:
        """Serve a connection to its end."""
        self._open.add(connection)
        try:
            await connection.serve()
        finally:
            self._open.remove(connection)

    def follow(self, deps: Dependencies) -> None:
        """Move the pages after each new address of a tunnel."""
        loop = asyncio.get_running_loop()
        deps.origins.tunnel.listen(lambda: asyncio.run_coroutine_threadsafe(self.move(deps), loop))

    async def move(self, deps: Dependencies) -> None:
        """Send pages to the present address, and show the others its links."""
        async for connection in self._in_batches():
            if connection.is_of_page and deps.origins.has_moved(connection.socket):
                # the former address may lead nowhere by now, though its sockets are still open
                connection.tell(make_moved_message(deps, connection.socket, connection.by))
                connection.end(Close.MOVED)
            else:
                connection.refresh()

    async def close(self) -> None:
        """Ask all connections to come back later, in batches, and wait for their end."""
        self.polling.close()
        async for connection in self._in_batches():
            connection.end(Close.RESTART)
        for _ in range(FAREWELLS):
            if not self._open:
                return
            await asyncio.sleep(FAREWELL_S / FAREWELLS)

    async def _in_batches(self) -> AsyncIterator[Connection]:
        """Yield the open connections, with a pause after each batch."""
        for number, connection in enumerate(list(self._open)):
            if number and number % BATCH == 0:
                await asyncio.sleep(BATCH_PAUSE_S)
            yield connection


LET_IN = "signet.let_in"
"""Key in a socket's scope: callback once it is let in, with or without a seat."""

Enter = Callable[[], Awaitable[RoomAsker]]
MakeFeed = Callable[[Digest | None], Feed]
"""Feed of a connection, by the digest of its token or of a watcher's guesses."""


async def program(socket: WebSocket) -> None:
    """Serve a program: a seat's by its token, or the public's."""
    deps, room = dependencies(socket), socket.path_params["room"]
    await _serve(deps, socket, partial(_enter_by_token, deps, socket, room), ProgramFeed)


async def browser(socket: WebSocket) -> None:
    """Serve a player's page, by its device cookie."""
    deps, room = dependencies(socket), socket.path_params["room"]
    enter = partial(require_seat_by_device, deps, socket, room, "no_seat")
    await _serve(deps, socket, enter, partial(page_feed, deps, socket))


async def curtain(socket: WebSocket) -> None:
    """Serve the curtain of a device that several people share."""
    deps, room = dependencies(socket), socket.path_params["room"]
    enter = partial(require_curtain, deps, socket, room)
    await _serve(deps, socket, enter, partial(page_feed, deps, socket, kind=CurtainFeed))


async def watcher(socket: WebSocket) -> None:
    """Serve a watcher's page, by the watchers' link."""
    deps, room, key = dependencies(socket), socket.path_params["room"], socket.path_params["key"]
    await _serve(
        deps, socket, partial(require_watcher_by_key, deps, socket, room, key), partial(page_feed, deps, socket)
    )


async def screen(socket: WebSocket) -> None:
    """Serve a screen that shows the table."""
    deps, make_feed = dependencies(socket), partial(page_feed, dependencies(socket), socket, kind=ScreenFeed)
    await _serve(deps, socket, partial(require_screen, deps, socket, socket.path_params["room"]), make_feed)


def make_moved_message(deps: Dependencies, socket: WebSocket, by: RoomAsker) -> Plain:
    """Return the message that leads a page to the present address."""
    path = socket.scope["path"].removesuffix("/live")
    first = first_of(by)
    return {"moved": make_move_link(deps, socket, path, first.holder if first is not None else None)}


async def reach_by_socket(socket: WebSocket) -> None:
    """Accept a checker's socket and close it: sockets reach this server."""
    await socket.accept()
    await socket.close()


router = Router(
    [
        WebSocketRoute("/api/rooms/{room}/live", program),
        WebSocketRoute("/r/{room}/live", browser),
        WebSocketRoute("/r/{room}/hands/live", curtain),
        WebSocketRoute("/r/{room}/screen/live", screen),
        WebSocketRoute("/r/{room}/watch/{key}/live", watcher),
        WebSocketRoute("/api/reach", reach_by_socket),
    ]
)
"""Router that bypasses FastAPI's layers, which cost memory and time."""

_routes = {route.endpoint: route for route in router.routes if isinstance(route, WebSocketRoute)}


def page_feed(
    deps: Dependencies,
    connection: HTTPConnection,
    device: Digest | None,
    toaster: Callable[[Speech], Toaster] = Toaster,
    kind: type[BrowserFeed] = BrowserFeed,
) -> BrowserFeed:
    """Return the feed of a page. Its query names its language and what it shows."""
    said = connection.query_params
    language = said["language"] if said.get("language") in LANGUAGES else deps.language(connection)
    regions = deps.renderer.regions(language)
    base_url, shown = partial(deps.base_url, connection), (said.get("table_id", ""), said.get("version", ""))
    text = connection.path_params["room"]
    return kind(regions, base_url, device, *shown, toaster=toaster(regions.speech), text=text)


async def _serve(deps: Dependencies, socket: WebSocket, enter: Enter, make_feed: MakeFeed) -> None:
    # the log names it, as it names FastAPI's routes
    socket.scope["route"] = _routes[socket.scope["endpoint"]]
    # accepted before it is refused: browsers tell a page nothing of a refused handshake
    await socket.accept()
    try:
        try:
            by = await enter()
            if make_feed is not ProgramFeed and deps.origins.has_moved(socket):
                await socket.send_text(encode_json(make_moved_message(deps, socket, by)).decode())
                await socket.close(Close.MOVED)
                return
            await _let_in(deps, socket, by, make_feed)
        except RefusedError as refused:
            code = Close.TOO_MANY if refused.wait else Close.REFUSED
            await _send_away(socket, refused.refusal, code)
        except TooManySocketsError:
            await _send_away(
                socket, refuse("too_fast", "The server is full right now. Try again in a minute."), Close.TOO_MANY
            )
        except RoomDamagedError:
            await _send_away(socket, refuse("room_damaged"), Close.DAMAGED)
        except StoreDownError:
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


async def _let_in(deps: Dependencies, socket: WebSocket, by: RoomAsker, make_feed: MakeFeed) -> None:
    first = first_of(by)
    digest = first.holder.digest if first is not None else by.digest if isinstance(by, ScreenAsker) else None
    subscription = await deps.manager.join(by.room.code, digest)
    if subscription is None:
        raise RefusedError(refuse("no_such_room"))
    try:
        await bring_others(deps, by, subscription)
        address, viewer = address_of_connection(socket), subscription.viewer
        if first is not None and viewer is None:
            raise RefusedError(refuse("no_seat"))
        with deps.limits.socket(address, by.room.code, SCREEN_PLACE if isinstance(by, ScreenAsker) else viewer):
            if first is not None and viewer is not None:
                await deps.service.notice(SeatedAsker(subscription.room, viewer, first.holder))
            at = gateway(socket)
            feed, low_priority = make_feed(by.guesser if isinstance(by, WatchingAsker) else digest), at.low_priority
            if isinstance(feed, BrowserFeed):
                feed.list_hands = lambda: subscription.hands
            connection = Connection(socket, subscription, feed, deps.service, by, address, low_priority)
            socket.scope[LET_IN](first is not None)
            await at.serve(connection)
    finally:
        subscription.close()


async def _send_away(socket: WebSocket, refusal: Refusal, code: Close) -> None:
    await socket.send_text(encode_json(make_answer(None, translate_refusal(socket, refusal), None, None)).decode())
    await socket.close(code)


async def _enter_by_token(deps: Dependencies, socket: WebSocket, text: str) -> RoomAsker:
    shown = read_token(socket) or await _hello(deps, socket)
    return await (
        require_seat_by_token(deps, socket, text, shown)
        if shown is not None
        else require_watcher_by_code(deps, socket, text)
    )


async def _hello(deps: Dependencies, socket: WebSocket) -> Holder | None:
    """Return the token in the first message; None for the public.

    Raises RefusedError, WebSocketDisconnect."""
    try:
        async with asyncio.timeout(deps.figures.hello_seconds):
            event = await socket.receive()
    except TimeoutError as error:
        raise RefusedError(refuse("no_seat", "The first message (hello) didn't arrive.")) from error
    socket.scope[ARRIVED] = time.perf_counter()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1005))
    value = parse.read_json((event.get("text") or "")[: deps.figures.frame_bytes])
    if isinstance(value, parse.InvalidMessage):
        raise RefusedError(value.refusal)
    message = parse.read(Hello, value)
    if isinstance(message, parse.InvalidMessage):
        raise RefusedError(message.refusal)
    if message.token is None:
        return None
    if not is_token(message.token):
        raise deps.refuse_guess(socket, "no_seat")
    return holder(message.token)


def gateway(connection: HTTPConnection) -> Gateway:
    """Return the gateway of this connection."""
    return cast(Gateway, connection.app.state.gateway)
