"""Uvicorn configured for this server: guarded protocols, orderly shutdown.

It has no compression and no log of its own."""

import asyncio
import socket
import sys
import time
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from app.metrics import Metrics
from app.settings.settings import Settings
from app.web.html.renderer import Renderer
from app.web.http.limits import Addresses, Clock
from app.web.server.connections import ConnectionTable
from app.web.server.descriptors import bound_connections
from app.web.server.guard_log import GuardLog
from app.web.server.guard_watch import Watch
from app.web.server.uvicorn_guard import guard_protocols
from app.web.service.dependencies import Dependencies
from app.web.sockets.gateway import Gateway
from app.web.text.languages import ENGLISH

KEEP_ALIVE_S = 310
"""Seconds a connection may be idle, longer than proxies and browsers keep one.

They keep it for: nginx 60 s, Traefik 90 s, Caddy 120 s, Chromium 300 s. Whoever keeps it longer may send a request
just as the server closes it. A proxy may not repeat a form, so it answers 502."""
GRACE_S = 10
"""Seconds requests may go on after the server was told to stop."""
TICKS = 10
"""Every so many ticks the connections are looked through: once a second."""
SWITCH_S = 0.0005
"""Seconds a computing thread may keep the interpreter from the event loop.

Python's own 5 ms would delay every request while somebody looks back at a game."""
LINGER_S = 0.2
"""Seconds the latest connection has to send its request before the end.

A connection that is closed before its request was read is reset."""


class Server(uvicorn.Server):
    """A server that asks its sockets to come back before it goes."""

    def __init__(
        self,
        config: uvicorn.Config,
        sockets: Gateway,
        on_started: Callable[[], object] | None = None,
        replaces: str = "",
        beat: Callable[[], object] | None = None,
        *,
        watch: Watch,
        metrics: Metrics,
        renderer: Renderer,
    ) -> None:
        """Take the callbacks of a server process.

        ``on_started`` is called once connections are accepted. ``replaces`` is the fate of the process before:
        ``died``, ``hung`` or empty. The event loop calls ``beat`` ten times a second. ``watch`` guards the
        connections."""
        super().__init__(config)
        self._watch = watch
        self._metrics = metrics
        self._renderer = renderer
        self._learning: asyncio.Task[None] | None = None
        self._sockets = sockets
        self._on_started = on_started
        self._replaces = replaces
        self._beat = beat

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections, and prepare for the first page."""
        sys.setswitchinterval(SWITCH_S)
        if not self._renderer.is_compiled(ENGLISH) and not sys.dont_write_bytecode:
            # the first start after an installation; the first page would wait for seconds on a slow machine
            await self._renderer.learn(ENGLISH)
        await super().startup(sockets)
        self._learning = asyncio.create_task(self._learn())
        self._metrics.connections_bound.set(self._watch.connections.bound)
        if self._replaces:
            self._metrics.worker_replaced(self._replaces)
        if self.started and self._on_started is not None:
            self._on_started()

    async def _learn(self) -> None:
        """Load what the first pages need, in the language of most programs and browsers."""
        await self._renderer.learn(ENGLISH)
        await self._renderer.learn_tables()

    async def on_tick(self, counter: int) -> bool:
        """Call ``beat``, and once a second check the connections. Runs ten times a second."""
        if self._beat is not None:
            self._beat()
        if counter % TICKS == 0:
            self._watch.tick()
            self._metrics.connections.set(len(self._watch.connections.slots))
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop accepting connections, close the sockets in batches, then the rest."""
        for server in self.servers:
            server.close()
        await asyncio.sleep(LINGER_S)
        await self._sockets.close()
        await super().shutdown(sockets)
        if self._learning is not None:
            # its thread cannot be stopped
            await asyncio.wait([self._learning])
        self._metrics.connections.set(0)
        self._metrics.connections_bound.set(0)


def server(
    app: FastAPI,
    settings: Settings,
    on_started: Callable[[], object] | None = None,
    replaces: str = "",
    beat: Callable[[], object] | None = None,
    *,
    clock: Clock = time.monotonic,
) -> Server:
    """Return a server for the application.

    ``clock`` is the one that counts frames; the rest is as for :class:`Server`."""
    deps: Dependencies = app.state.dependencies
    figures, metrics = settings.figures, deps.metrics
    watch = Watch(
        figures,
        settings.limits,
        Addresses(settings.proxies),
        clock,
        ConnectionTable(bound_connections(figures.connections)),
        GuardLog(time.monotonic, metrics.connection_refused),
    )
    http, ws = guard_protocols(watch)
    config = uvicorn.Config(
        app,
        loop="asyncio" if sys.platform == "win32" else "uvloop",
        http=http,
        ws=ws,
        ws_max_size=figures.frame_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=figures.ping_seconds,
        ws_ping_timeout=figures.ping_seconds,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=GRACE_S,
    )
    return Server(
        config,
        app.state.gateway,
        on_started,
        replaces,
        beat,
        watch=watch,
        metrics=metrics,
        renderer=deps.renderer,
    )
