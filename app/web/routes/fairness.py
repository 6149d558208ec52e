"""The proof of a fair deal: a page that explains it, the proof of one game of a room, and the record to take away."""

import asyncio
from collections import OrderedDict

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app.records.check_record import Checked, Report, check
from app.records.export import export
from app.records.mirror import with_mirrors
from app.records.read_record import record_of
from app.records.shuffles import deals
from app.rooms.model.room import Room
from app.web.games import looks
from app.web.games.lesson import is_lesson_seed
from app.web.service.access import by_device
from app.web.service.dependencies import Dependencies, dependencies
from app.web.service.problems import json
from engine.core.plain import Plain

router = APIRouter()

_one_at_a_time = asyncio.Semaphore(1)
"""Playing an evening again takes the processor for a moment."""

_KEPT = 16
_kept: OrderedDict[Plain, Report] = OrderedDict()
"""The latest checks by the digest of their record, so that looking again costs nothing."""


@router.get("/fairness")
async def explain(request: Request) -> Response:
    """How anybody can see for themselves that a deal was fair."""
    return _page(request, dependencies(request), None)


@router.get("/r/{room}/fairness")
async def prove(request: Request, room: str) -> Response:
    """The proof of a game of the room, for somebody who sits there: the last one that is over, or the one asked for.
    Raises Refused for a device that holds no seat there."""
    deps = dependencies(request)
    found = (await by_device(deps, request, room)).room
    record = await _record(deps, found)
    report = await _checked(record)
    games, failure = report.games, report.failure
    over = [game for game in games if game.end != "running"]
    wished = request.query_params.get("game", "")
    chosen = next((game for game in over if str(game.begun.number) == wished), over[-1] if over else None)
    shuffles = await asyncio.to_thread(deals, chosen) if chosen is not None else ()
    running = next((game for game in games if game.end == "running"), None)
    return _page(
        request,
        deps,
        found,
        proof=chosen,
        is_lesson=chosen is not None and _is_lesson(chosen),
        over=over,
        running=running,
        deals=shuffles,
        failure=failure,
        digest=record["digest"],
    )


@router.get("/r/{room}/record")
async def take_record(request: Request, room: str) -> Response:
    """The room's record as a file, for somebody who sits there: their own mirrors are in it, of games at which they
    have looked so. Raises Refused for a device that holds no seat there."""
    deps = dependencies(request)
    by = await by_device(deps, request, room)
    found = by.room
    name = f'attachment; filename="signet-{found.code}.json"'
    record = with_mirrors(await _record(deps, found), deps.mirrors.of_player(found, by.seat))
    return await asyncio.to_thread(json, record, headers={"content-disposition": name})


async def _checked(record: dict[str, Plain]) -> Report:
    async with _one_at_a_time:
        report = _kept.pop(record["digest"], None)
        if report is None:
            report = await asyncio.to_thread(lambda: check(record_of(record)))
        _kept[record["digest"]] = report
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
        return report


def _is_lesson(game: Checked) -> bool:
    """Whether its deal was chosen for a lesson."""
    return is_lesson_seed(game.begun.game, looks(game.begun.game).lesson, game.begun.seed)


async def _record(deps: Dependencies, room: Room) -> dict[str, Plain]:
    return await asyncio.to_thread(export, (await deps.manager.journal(room.code))[: room.version], room.evening)


def _page(request: Request, deps: Dependencies, room: Room | None, **values: object) -> Response:
    nothing: dict[str, object] = {
        "proof": None,
        "is_lesson": False,
        "over": [],
        "running": None,
        "deals": (),
        "failure": None,
        "digest": "",
    }
    page = deps.renderer.page(
        deps.language(request, room),
        "fairness",
        base_url=deps.base_url(request),
        room=room,
        back=request.scope["path"],
        **nothing | values,
    )
    return HTMLResponse(page)
