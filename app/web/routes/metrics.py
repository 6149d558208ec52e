"""Figures for Prometheus, for requests with the operator's token."""

import asyncio
from collections.abc import Callable
from typing import cast

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.metrics import CONTENT_TYPE, Metrics
from app.rooms.model.refusals import refuse
from app.web.http.errors import RefusedError
from app.web.http.identity import is_same
from app.web.service.dependencies import dependencies

SAMPLE_S = 5.0
"""Seconds between two counts of rooms and sockets.

They run on a timer, because a request may reach another process."""

router = APIRouter()


class Sampler:
    """Periodic counter of this process's rooms and sockets."""

    def __init__(self, metrics: Metrics, rooms: Callable[[], int], sockets: Callable[[], int]) -> None:
        """Count with ``rooms`` and ``sockets``."""
        self._metrics = metrics
        self._rooms = rooms
        self._sockets = sockets
        self._next: asyncio.TimerHandle | None = None

    def take(self) -> None:
        """Count now and schedule the next count."""
        self._metrics.rooms.set(self._rooms())
        self._metrics.sockets.set(self._sockets())
        if self._next is not None:
            self._next.cancel()
        self._next = asyncio.get_running_loop().call_later(SAMPLE_S, self.take)

    def close(self) -> None:
        """Stop counting and set both figures to 0."""
        if self._next is not None:
            self._next.cancel()
        self._metrics.rooms.set(0)
        self._metrics.sockets.set(0)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Return all figures in Prometheus' format.

    Raises HTTPException (404) if no token is set. Raises RefusedError for a wrong token, which counts like any other
    wrong secret."""
    deps = dependencies(request)
    token = deps.settings.metrics_token
    if token is None:
        raise HTTPException(404)
    scheme, _, shown = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not is_same(shown.strip(), token.get_secret_value()):
        turned_away = deps.refuse_guess(request, "no_seat")
        raise turned_away if turned_away.wait else RefusedError(refuse("no_seat"), 401)
    cast(Sampler, request.app.state.sampler).take()
    return Response(deps.metrics.render(), media_type=CONTENT_TYPE)
