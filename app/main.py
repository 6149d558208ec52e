"""The one place where everything is put together."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.exceptions import HTTPException

from app.calls.switchboard import Switchboard
from app.journal.store import Store
from app.live.clock import Now, SteadyClock, wall_clock
from app.live.expiry import Expiry
from app.live.hall import Hall
from app.live.measured import MeasuredStore
from app.live.past import Past
from app.metrics import Metrics
from app.settings import Settings
from app.tidying import Tidying
from app.vitals import Vitals
from app.web import api, assets, calling, fairness, gateway, health, history, language_choice, pages, room_files, rules
from app.web import metrics as operation
from app.web.admin import router as admin
from app.web.desk import Desk
from app.web.door import Door
from app.web.forwarded import Forwarded
from app.web.front import Front
from app.web.languages import catalogue
from app.web.limits import Addresses, Clock, Limits
from app.web.origin import Origins
from app.web.problems import unrouted
from app.web.render import Renderer
from app.web.watching import router as watching


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
        pages,
        fairness,
        room_files,
        history,
        calling,
        rules,
        language_choice,
        health,
        operation,
    ):
        app.include_router(part.router)
    app.include_router(admin)
    app.include_router(watching)
    app.mount("/static", assets.static_files())
    app.add_middleware(Front, door=door)
    app.add_middleware(Forwarded, proxies=Addresses(settings.proxies), unbelieved=vitals.unbelieved)
    return app
