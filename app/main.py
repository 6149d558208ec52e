"""The one place where everything is put together."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.exceptions import HTTPException

from app.gc_tuning import Tidying
from app.journal.store import Store
from app.live.expiry import Expiry
from app.live.host.clock import Now, SteadyClock, wall_clock
from app.live.manager import Hall
from app.live.measured import MeasuredStore
from app.live.replays import Past
from app.metrics import Metrics
from app.notifications.notifications import Switchboard
from app.settings import Settings
from app.status import Vitals
from app.web.html.renderer import Renderer
from app.web.http.limits import Addresses, Clock, Limits
from app.web.http.origin import Origins
from app.web.routes import api, fairness, health, language, notifications, replay, room_files, rooms, rules
from app.web.routes import metrics as operation
from app.web.routes.admin import router as admin
from app.web.routes.watch import router as watching
from app.web.server.forwarded import Forwarded
from app.web.server.middleware import Front
from app.web.service.command_service import Desk
from app.web.service.context import Door
from app.web.service.problems import unrouted
from app.web.sockets import gateway
from app.web.static import static_files
from app.web.text.languages import catalogue


def create_app(
    settings: Settings,
    store: Store,
    *,
    now: Now | None = None,
    clock: Clock = time.monotonic,
) -> FastAPI:
    """The application over an open store, which it closes at its end.

    ``now`` is the clock that everything goes by, a steady one from now on unless given; ``clock`` the one that limits
    are counted by."""
    wall, now = now or wall_clock, now or SteadyClock()
    metrics = Metrics()
    hall = Hall(MeasuredStore(store, metrics.append.observe), now)
    limits = Limits(settings.figures, is_on=settings.limits, clock=clock)
    past = Past(hall)
    calls = Switchboard(settings, store.callbook, store.neighbours, hall, now, wall, catalogue)
    expiry = Expiry(hall, store.neighbours, now, settings.keep_days, past.forget)
    door = Door(
        settings,
        hall,
        Desk(hall, limits, now, metrics),
        limits,
        Origins(settings.public_url),
        Renderer(settings.public_url),
        now,
        past,
        metrics,
        calls,
    )
    sockets = gateway.Gateway()
    tidying = Tidying()
    vitals = Vitals(settings, store, hall, sockets, metrics, expiry, tidying, limits.share)
    sampler = operation.Sampler(metrics, hall, sockets)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await hall.start()
        await calls.start()
        expiry.start()
        vitals.start()
        sampler.take()
        try:
            yield
        finally:
            await sockets.close()
            await calls.close()
            await expiry.close()
            await vitals.close()
            sampler.close()
            await hall.close()
            await store.close()

    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan, redirect_slashes=False)
    app.state.door = door
    app.state.gateway = sockets
    app.state.sampler = sampler
    app.state.tidying = tidying
    app.state.look = vitals.look
    app.state.reports = health.Reports(clock)
    app.add_exception_handler(HTTPException, unrouted)
    for part in (
        api,
        gateway,
        rooms,
        fairness,
        room_files,
        replay,
        notifications,
        rules,
        language,
        health,
        operation,
    ):
        app.include_router(part.router)
    app.include_router(admin)
    app.include_router(watching)
    app.mount("/static", static_files.static_files())
    app.add_middleware(Front, door=door)
    app.add_middleware(Forwarded, proxies=Addresses(settings.proxies), unbelieved=vitals.unbelieved)
    return app
