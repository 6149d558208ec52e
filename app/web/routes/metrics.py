"""The figures for Prometheus, for who shows the operator's token."""

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
"""How often is looked how many rooms and sockets there are: another process may be asked for them."""

router = APIRouter()


class Sampler:
    """Looks now and then how many rooms and sockets this process has."""

    def __init__(self, metrics: Metrics, rooms: Callable[[], int], sockets: Callable[[], int]) -> None:
        """``rooms`` and ``sockets`` say how many there are."""
        self._metrics = metrics
        self._rooms = rooms
        self._sockets = sockets
        self._next: asyncio.TimerHandle | None = None

    def take(self) -> None:
        """Looks, and will look again."""
        self._metrics.rooms.set(self._rooms())
        self._metrics.sockets.set(self._sockets())
        if self._next is not None:
            self._next.cancel()
        self._next = asyncio.get_running_loop().call_later(SAMPLE_S, self.take)

    def close(self) -> None:
        """Looks no longer: there is nothing any more."""
        if self._next is not None:
            self._next.cancel()
        self._metrics.rooms.set(0)
        self._metrics.sockets.set(0)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """All figures. Raises HTTPException (404) where no token is set, as there is nothing here then; RefusedError for a
    wrong token, which counts as any other wrong secret."""
    deps = dependencies(request)
    token = deps.settings.metrics_token
    if token is None:
        raise HTTPException(404)
    scheme, _, shown = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not is_same(shown.strip(), token.get_secret_value()):
        turned_away = deps.led_nowhere(request, "no_seat")
        raise turned_away if turned_away.wait else RefusedError(refuse("no_seat"), 401)
    cast(Sampler, request.app.state.sampler).take()
    return Response(deps.metrics.render(), media_type=CONTENT_TYPE)
