"""Middleware before every route.

It does the log line, headers, Host, origin, rate of requests, and uncaught errors."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from functools import partial

import structlog
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from app.journal.errors import StoreDownError, UnstorableError
from app.live.errors import OverBudgetError, QueueFullError, RoomDamagedError
from app.rooms.model.ids import Digest
from app.rooms.model.refusals import NOT_STORED, refuse
from app.web.http.cookies import drop_strange_cookies
from app.web.http.errors import RefusedError, too_fast
from app.web.http.headers import KEPT_FOR_EVER, NOT_OF_PARTS, draws_clips, headers, is_part, keeping
from app.web.http.identity import BadBearerError, bearer
from app.web.http.origin import SAFE_METHODS
from app.web.http.typed_links import trim_path
from app.web.messages.answers import make_answer
from app.web.routes.joining import moving
from app.web.server.connections import slot_of
from app.web.server.head import ASKED_METHOD
from app.web.service.browsers import renew
from app.web.service.dependencies import ARRIVED, NOT_BEFORE, Dependencies, address_of_connection
from app.web.service.problems import json, problem, translate_refusal, wants_json
from app.web.sockets import gateway
from app.web.static.versions import names_version
from app.web.text.languages import mark

log = structlog.get_logger(__name__)

OPEN_TO_ALL = frozenset({"/healthz", "/csp-report", "/metrics"})
"""Paths that need neither our Host nor our Origin.

They change nothing, and hold nothing or ask for a token that no browser knows."""

DRAWS_NOTHING = ("/api/", "/static/", *OPEN_TO_ALL)
"""Prefixes of paths that answer with no page."""

STRANGE_NAME = mark("This server doesn't answer to that address. Whoever runs it can set SIGNET_PUBLIC_URL.")

FULL = mark("The server is full right now. Try again in a minute.")
FULL_S = 60.0

MANY_LOOK_BACK = mark("Many people are looking back at games right now. Please try again in a few seconds.")

HISTORY_FULL_S = 5
"""Seconds until a page about a past game may be requested again."""

FAILED = mark("Something went wrong on the server.")


RoomsHeld = Callable[[Digest], Awaitable[Collection[object]]]


class Middleware:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, deps: Dependencies, rooms_held: RoomsHeld) -> None:
        """``rooms_held`` gives the rooms in which a token holds a seat."""
        self._app = app
        self._deps = deps
        self._rooms_held = rooms_held

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or one socket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        began = scope[ARRIVED] = time.perf_counter()
        if scope["type"] == "websocket":
            scope[gateway.LET_IN] = partial(_take_place, scope)
        drop_strange_cookies(scope)
        visit = _Visit(HTTPConnection(scope), self._deps, send)
        try:
            if not scope["path"].startswith(DRAWS_NOTHING):
                await self._deps.renderer.learn(self._deps.language(visit.connection))
            refused = self._refuse(visit.connection) or await self._refuse_without_place(visit.connection)
            if refused is not None:
                await self._turn_away(visit, refused, receive)
            elif scope["type"] == "http" and self._is_to_move(visit.connection):
                there = moving.path_to_move(scope["path"], scope["query_string"].decode("latin-1"))
                await RedirectResponse(there, 303)(scope, receive, visit.send)
            elif (path := _path_without_signs(scope)) is not None:
                await RedirectResponse(path, 303)(scope, receive, visit.send)
            elif scope["type"] == "websocket":
                await gateway.router(scope, receive, visit.send)
            else:
                await self._app(scope, receive, visit.send)
        except RefusedError as refused:
            await self._turn_away(visit, refused, receive)
        except ClientDisconnected:
            # the peer left during the handshake: nobody is there to be answered
            return
        except (RoomDamagedError, OverBudgetError, QueueFullError, StoreDownError, UnstorableError) as error:
            await self._turn_away(visit, self._refusal_of(error), receive)
        except Exception:
            log.exception("request failed", route=visit.route)
            await self._turn_away(visit, RefusedError(refuse("try_again", FAILED), status=500), receive)
        finally:
            self._end(visit, scope, began)

    def _is_to_move(self, connection: HTTPConnection) -> bool:
        """Return whether a page is asked for under a former address of the tunnel."""
        path = connection.scope["path"]
        is_page = connection.scope["method"] == "GET" and not path.startswith((*DRAWS_NOTHING, moving.MOVE))
        return is_page and moving.is_to_move(self._deps, connection)

    def _refusal_of(
        self, error: RoomDamagedError | OverBudgetError | QueueFullError | StoreDownError | UnstorableError
    ) -> RefusedError:
        """Return the refusal when a room, the store or the history queue cannot serve."""
        match error:
            case RoomDamagedError():
                return RefusedError(refuse("room_damaged"))
            case OverBudgetError():
                self._deps.metrics.history_refused("budget")
                return too_fast(error.wait, "history")
            case QueueFullError():
                self._deps.metrics.history_refused("full")
                return RefusedError(refuse("try_again", MANY_LOOK_BACK), wait=HISTORY_FULL_S)
            case UnstorableError():
                log.warning("request not stored", error=str(error))
                return RefusedError(refuse("bad_field", NOT_STORED))
            case StoreDownError():
                log.warning("store down", reason=type(error).__name__)
                return RefusedError(refuse("try_again"))

    def _end(self, visit: "_Visit", scope: Scope, began: float) -> None:
        """Log and count the request, or the socket that is over."""
        visit.log(began)
        if scope["type"] == "http" and visit.status is not None:
            self._deps.metrics.count_response(visit.status)

    def _refuse(self, connection: HTTPConnection) -> RefusedError | None:
        """Return why this request or handshake is refused, or None."""
        path = connection.scope["path"]
        wait = self._deps.limits.request(address_of_connection(connection), is_static=path.startswith("/static/"))
        if wait:
            return too_fast(wait)
        if path in OPEN_TO_ALL:
            return None
        origins = self._deps.origins
        if not origins.is_own_host(connection):
            return RefusedError(refuse("wrong_origin", STRANGE_NAME))
        if connection.scope["type"] == "websocket":
            is_own = origins.is_own_socket(connection, for_browsers=not path.startswith("/api/"))
        else:
            is_own = connection.scope["method"] in SAFE_METHODS or origins.is_own_page(connection)
        return None if is_own else RefusedError(refuse("wrong_origin"))

    async def _refuse_without_place(self, connection: HTTPConnection) -> RefusedError | None:
        """Refuse a request without a seat while there are no places for such.

        Raises StoreDownError."""
        slot = slot_of(connection.scope)
        if slot is None or not slot.needs_seat or connection.scope["path"] in OPEN_TO_ALL:
            return None
        shown = self._deps.list_hands(connection)
        with suppress(BadBearerError):
            token = bearer(connection)
            shown = (token,) if token is not None else shown
        for holder in shown:
            if await self._rooms_held(holder.digest):
                slot.prove_seat()
                return None
        slot.refuse()
        return RefusedError(refuse("too_fast", FULL), 503, FULL_S)

    async def _turn_away(self, visit: "_Visit", refused: RefusedError, receive: Receive) -> None:
        if visit.status is not None:
            return
        self._deps.metrics.count_refusal(refused.refusal.code, "request")
        response = self._answer(visit, refused)
        scope = visit.connection.scope
        if scope["type"] == "http":
            await response(scope, receive, visit.send)
            return
        # who has gone meanwhile is told nothing
        with suppress(OSError):
            if "websocket.http.response" in scope.get("extensions", {}):
                await response(scope, receive, visit.send)
            else:
                # a server that can answer a handshake in no other way says 403
                await visit.send({"type": "websocket.close"})

    def _answer(self, visit: "_Visit", refused: RefusedError) -> Response:
        connection, refusal = visit.connection, refused.refusal
        if connection.scope["type"] == "websocket":
            return json(
                make_answer(None, translate_refusal(connection, refusal), None, None), refused.status, refused.headers
            )
        try:
            # a page of ours would lead on to a host that is not ours
            if refusal.code != "wrong_origin" or wants_json(connection):
                return problem(connection, refused)
        except Exception:
            log.exception("problem page failed", status=refused.status)
        return PlainTextResponse(translate_refusal(connection, refusal).say, refused.status, refused.headers)


def _take_place(scope: Scope, is_seated: bool) -> None:
    """Give a socket that is let in its place, with a seat or without."""
    slot = slot_of(scope)
    if slot is not None:
        slot.is_player = slot.is_player or is_seated
        slot.begin()


async def pause(seconds: float) -> None:
    """Sleep, if any time is left."""
    await asyncio.sleep(max(0.0, seconds))


def _path_without_signs(scope: Scope) -> str | None:
    """Return a link's path without punctuation that a sentence left on it, or None."""
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or scope["path"].startswith(DRAWS_NOTHING):
        return None
    path, query = trim_path(scope["path"]), scope["query_string"].decode("latin-1")
    return f"{path}?{query}" if path is not None and query else path


class _Visit:
    """One request or socket on its way through."""

    def __init__(self, connection: HTTPConnection, deps: Dependencies, send: Send) -> None:
        self.connection = connection
        self.status: int | None = None
        self._deps = deps
        self._send = send

    async def send(self, message: Message) -> None:
        """Pass a message on at its time; add headers to an answer."""
        not_before = self.connection.scope.pop(NOT_BEFORE, None)
        if not_before is not None:
            await pause(not_before - time.perf_counter())
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            self.status = message["status"]
            self._put_headers(message)
        elif message["type"] == "websocket.accept":
            self.status = 101
        elif message["type"] == "websocket.close":
            self.status = message.get("code", 1000) if self.status == 101 else 403
        await self._send(message)

    @property
    def route(self) -> str:
        """The template of the route, never the path: a path may hold a link's secret."""
        template = getattr(self.connection.scope.get("route"), "path", None)
        return template if isinstance(template, str) else "none"

    def log(self, began: float) -> None:
        """Write the line of this visit, which is over."""
        scope = self.connection.scope
        is_quiet = scope["path"].startswith(("/static/", *OPEN_TO_ALL))
        method = scope.get(ASKED_METHOD) or scope.get("method", "GET")
        ms = round((time.perf_counter() - began) * 1000, 1)
        write = log.debug if is_quiet else log.info
        write(scope["type"], method=method, route=self.route, status=self.status, ms=ms)

    def _put_headers(self, message: Message) -> None:
        origins, settings = self._deps.origins, self._deps.settings
        hsts = settings.hsts if origins.is_https(self.connection) else None
        put = MutableHeaders(scope=message)
        scope = self.connection.scope
        part = scope["path"] if is_part(scope["path"], message["status"]) else ""
        is_clip = draws_clips(scope["path"])
        for name, value in headers(origins.base_url(self.connection), hsts=hsts, part=part, draws_clips=is_clip):
            put[name] = value
        if scope.get("method") == "GET" and put.get("content-type", "").startswith("text/html"):
            renew(put, self.connection, is_https=self._deps.is_https(self.connection))
        for name in NOT_OF_PARTS if part else ():
            del put[name]
        is_version = names_version(scope["path"], scope["query_string"])
        put["cache-control"] = kept = keeping(scope["path"], message["status"], names_version=is_version)
        if part and kept == KEPT_FOR_EVER:
            del put["etag"]  # its address is its version: nobody asks again
