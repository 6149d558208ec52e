"""Whether the server is well, and what browsers report about the page's policy."""

import re

import structlog
from fastapi import APIRouter, Request
from starlette.responses import Response

from app.rooms.ids import RoomCode
from app.web.bodies import read_body
from app.web.door import door
from app.web.problems import json
from app.web.wire import Unread, read_json

log = structlog.get_logger(__name__)

NOBODYS_ROOM = RoomCode("0" * 8)
"""Looked up to see whether the database answers."""

_WORD = re.compile(r"[a-z-]{1,40}")

router = APIRouter()


@router.get("/healthz")
async def health(request: Request) -> Response:
    """200 while the database answers; 503 by way of the ordinary refusal when not."""
    await door(request).hall.room(NOBODYS_ROOM)
    return json({"ok": True})


@router.post("/csp-report")
async def policy_report(request: Request) -> Response:
    """Notes which rule of the policy a browser saw broken, and nothing else: a report quotes addresses."""
    value = read_json(await read_body(request, door(request).figures.body_bytes))
    report = {} if isinstance(value, Unread) else value.get("csp-report", {})
    said = report.get("effective-directive") if isinstance(report, dict) else None
    log.warning("policy broken", rule=said if isinstance(said, str) and _WORD.fullmatch(said) else "unknown")
    return Response(status_code=204)
