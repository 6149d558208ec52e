"""Health of the server, checks of its addresses, reports of browsers."""

import hashlib
import hmac
import re
from typing import cast

import structlog
from fastapi import APIRouter, Request
from pydantic_core import from_json
from starlette.responses import Response

from app.rooms.model.ids import RoomCode
from app.rooms.model.refusals import refuse
from app.share.forwarded import find_forwarded
from app.web.http.bodies import read_body
from app.web.http.errors import RefusedError
from app.web.http.limits import Clock
from app.web.messages.parse import has_key_twice
from app.web.service.dependencies import address_of_connection, dependencies
from app.web.service.problems import json

log = structlog.get_logger(__name__)

NOBODYS_ROOM = RoomCode("0" * 8)
"""Room that the health check looks up to test the database."""

MOST_REPORTS = 20
"""Most reports read from one request."""

MOST_RULES = 20
"""Most rules named in one log line."""

LINE_S = 60.0
"""Seconds between two log lines.

Anyone can send reports, and a flood of them would bury the rest of the log."""

_NUMBER = re.compile(r"[A-Za-z0-9_-]{16,43}")
_RULE = re.compile(r"[a-z-]{1,40}")

router = APIRouter()


class Reports:
    """Reports since the last log line."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._rules: set[str] = set()
        self._count = 0
        self._not_before = clock()

    def note(self, rules: frozenset[str]) -> None:
        """Count a report; one log line a minute summarizes them all."""
        self._count += 1
        self._rules |= set(sorted(rules)[: MOST_RULES - len(self._rules)])
        if self._clock() < self._not_before:
            return
        log.warning("policy broken", rules=sorted(self._rules), reports=self._count)
        self._rules, self._count, self._not_before = set(), 0, self._clock() + LINE_S


@router.get("/healthz")
async def health(request: Request) -> Response:
    """Return 200 while the database answers, else 503 by the usual refusal."""
    await dependencies(request).manager.room(NOBODYS_ROOM)
    return json({"ok": True})


@router.post("/csp-report")
async def policy_report(request: Request) -> Response:
    """Record only the violated rule of the policy, because a report quotes addresses.

    Raises RefusedError for a report that is too long."""
    body = await read_body(request, dependencies(request).figures.body_bytes)
    cast(Reports, request.app.state.reports).note(rules(body))
    return Response(status_code=204)


def rules(body: bytes) -> frozenset[str]:
    """Return the rules named in a report, in either of the browsers' formats.

    Unknown names are left out."""
    try:
        value = from_json(body)
    except ValueError:
        return frozenset()
    if has_key_twice(body):
        return frozenset()
    reports = value if isinstance(value, list) else [value]
    said = (
        part.get(name)
        for report in reports[:MOST_REPORTS]
        if isinstance(report, dict)
        for part in (report.get("csp-report"), report.get("body"))
        if isinstance(part, dict)
        for name in ("effective-directive", "violated-directive", "effectiveDirective")
    )
    return frozenset(name for name in said if isinstance(name, str) and _RULE.fullmatch(name))


@router.get("/api/reach/{number}")
async def reach(request: Request, number: str) -> Response:
    """Tell a checker that it has reached this server, and as whom it counts.

    ``server`` is a digest of the number by a secret that all processes share, so it names the server and tells
    nothing. Raises RefusedError for a number of another form, and before the server has its secret."""
    vapid = dependencies(request).notifications.vapid
    if vapid is None or not _NUMBER.fullmatch(number):
        raise RefusedError(refuse("no_such_room"), 404)
    server = hmac.digest(vapid.secret.encode(), f"reach {number}".encode(), hashlib.sha256).hex()
    forwarded = find_forwarded(request.scope["headers"])
    return json({"server": server, "address": address_of_connection(request), "forwarded": forwarded})
