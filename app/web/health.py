"""Whether the server is well, and what browsers report about the page's policy."""

import re

import structlog
from fastapi import APIRouter, Request
from pydantic_core import from_json
from starlette.responses import Response

from app.rooms.ids import RoomCode
from app.web.bodies import read_body
from app.web.door import door
from app.web.problems import json

log = structlog.get_logger(__name__)

NOBODYS_ROOM = RoomCode("0" * 8)
"""Looked up to see whether the database answers."""

MOST_REPORTS = 20
"""Reports looked at in one request."""

_RULE = re.compile(r"[a-z-]{1,40}")

router = APIRouter()


@router.get("/healthz")
async def health(request: Request) -> Response:
    """200 while the database answers; 503 by way of the ordinary refusal when not."""
    await door(request).hall.room(NOBODYS_ROOM)
    return json({"ok": True})


@router.post("/csp-report")
async def policy_report(request: Request) -> Response:
    """Notes which rule of the policy a browser saw broken, and nothing else: a report quotes addresses."""
    body = await read_body(request, door(request).figures.body_bytes)
    log.warning("policy broken", rules=sorted(rules(body)))
    return Response(status_code=204)


def rules(body: bytes) -> frozenset[str]:
    """The rules named in a report of either form that browsers send; what is no rule's name is left out."""
    try:
        value = from_json(body)
    except ValueError:
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
