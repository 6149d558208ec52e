"""The one place where everything is put together."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.exceptions import HTTPException

from app.journal.store import Store
from app.live.compression import Compression
from app.live.expiry import Expiry
from app.live.host.clock import Now, SteadyClock, wall_clock
from app.live.host.pace import Pace
from app.live.manager import RoomManager
from app.live.mirrors import Mirrors
from app.live.replays import Replays
from app.live.room_limits import RoomLimits
from app.live.thinking.thinking import Thinking
from app.live.work_queue import WorkQueue
from app.metrics import Metrics
from app.notifications.notifications import Notifications
from app.rooms.budget.bounds import Budget
from app.settings.settings import Settings
from app.share.names import TunnelNames
from app.status import Status
from app.web.history_cache import HistoryCache
from app.web.html.renderer import Renderer
from app.web.http.limits import Addresses, Clock, Limits
from app.web.http.origin import Origins
from app.web.routes import (
    api,
    devices,
    fairness,
    health,
    home,
    language,
    lesson,
    notifications,
    parts,
    room_files,
    rooms,
    rules,
    watch,
)
from app.web.routes import app as installed
from app.web.routes import metrics as operation
from app.web.routes.admin import router as admin
from app.web.routes.history import comparison, mirror, replay
from app.web.routes.joining import dates, invitation, moving, return_links, screens, second_table
from app.web.server.base_path import BasePath
from app.web.server.forwarded import ForwardedMiddleware, UntrustedProxies
from app.web.server.hand_paths import HandPaths
from app.web.server.head import Head
from app.web.server.middleware import Middleware
from app.web.service.command_service import CommandService
from app.web.service.dependencies import Dependencies
from app.web.service.file_reader import FileReader
from app.web.service.problems import handle_unknown_route
from app.web.sockets import gateway, updates
from app.web.static import static_files
from app.web.table.digest import digest
from app.web.text.languages import catalogue


def create_manager(settings: Settings, store: Store, now: Now, metrics: Metrics, thinking: Thinking) -> RoomManager:
    """Make the manager of all rooms from the settings."""
    figures = settings.figures
    manager = RoomManager(store, now, took=metrics.append.observe, thinking=thinking)
    if settings.limits:
        pace = Pace.from_seconds(figures.self_play_seconds, figures.self_play_alone_seconds)
        manager.limits = RoomLimits(Budget(figures.seat_bytes_per_day), pace)
    return manager


def create_app(
    settings: Settings,
    store: Store,
    *,
    now: Now | None = None,
    clock: Clock = time.monotonic,
    tunnel: TunnelNames | None = None,
) -> FastAPI:
    """Make the application over an open store, which it closes at its end.

    ``now`` is the clock of all rooms, by default a steady one. ``clock`` is that of the limits. ``tunnel``:
    the tunnel that leads here, if there is one."""
    wall, now = now or wall_clock, now or SteadyClock()
    metrics = Metrics()
    thinking = Thinking(on_outcome=metrics.bot_chose)
    manager = create_manager(settings, store, now, metrics, thinking)
    limits = Limits(settings.figures, is_on=settings.limits, clock=clock)
    queue = WorkQueue(limits if settings.limits else None, metrics)
    mirrors = Mirrors(thinking, queue)
    origins = Origins(settings.public_urls, settings.host, tunnel=tunnel)
    calls = Notifications(settings, store, manager, now, wall, catalogue, digest, origins.tunnel)
    deps = Dependencies(
        settings,
        manager,
        CommandService(manager, limits, now, metrics, settings.call_server or "", settings.club_words),
        limits,
        origins,
        Renderer(settings.base_path, has_calls=settings.call_server is not None, is_club=bool(settings.club_words)),
        now,
        Replays(manager, queue),
        mirrors,
        HistoryCache(queue, metrics),
        metrics,
        calls,
        FileReader(),
    )
    expiry = Expiry(manager, store.peers, now, settings.keep_days, deps.forget)
    compression = Compression(store, now)
    sockets = gateway.Gateway()
    status = Status(settings, store, manager, sockets, metrics, expiry, limits.share)
    sampler = operation.Sampler(metrics, lambda: manager.hosts, lambda: len(sockets))

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await manager.start()
        await calls.start()
        expiry.start()
        compression.start()
        status.start()
        sampler.take()
        sockets.follow(deps)
        try:
            yield
        finally:
            await sockets.close()
            await calls.close()
            await expiry.close()
            await compression.close()
            await status.close()
            sampler.close()
            await manager.close()
            await mirrors.close()
            queue.close()
            await asyncio.gather(thinking.close(), deps.files.close())
            await store.close()

    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan, redirect_slashes=False)
    app.state.dependencies = deps
    app.state.gateway = sockets
    app.state.sampler = sampler
    app.state.look = status.look
    app.state.reports = health.Reports(clock)
    app.add_exception_handler(HTTPException, handle_unknown_route)
    for part in (
        api,
        gateway,
        updates,
        home,
        rooms,
        invitation,
        return_links,
        second_table,
        moving,
        dates,
        screens,
        watch,
        parts,
        fairness,
        room_files,
        replay,
        mirror,
        comparison,
        notifications,
        installed,
        rules,
        lesson,
        language,
        devices,
        health,
        operation,
    ):
        # a router that is included is built anew for each app, and asked in vain by each request for a later one
        app.router.routes.extend(part.router.routes)
    app.router.routes.extend(admin.routes)
    app.mount("/static", static_files.static_files(settings.base_path))
    add_layers(app, deps, store, status.unbelieved, tunnel)
    return app


def add_layers(
    app: FastAPI, deps: Dependencies, store: Store, unbelieved: UntrustedProxies, tunnel: TunnelNames | None
) -> None:
    """Add the layers before every route, the innermost first."""
    app.add_middleware(HandPaths)
    app.add_middleware(Middleware, deps=deps, rooms_held=store.rooms_held)
    proxies = Addresses(deps.settings.proxies)
    app.add_middleware(ForwardedMiddleware, proxies=proxies, unbelieved=unbelieved, tunnel=tunnel)
    app.add_middleware(Head)
    if deps.settings.base_path:
        app.add_middleware(BasePath, base_path=deps.settings.base_path)
