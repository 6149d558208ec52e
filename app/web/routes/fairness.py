"""Proof of a fair deal: a page about it, the proof of one game, and the record."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app.records.check_record import CheckedGame, Report, check
from app.records.export import export
from app.records.read_record import record_of
from app.records.shuffles import deals
from app.rooms.events import Entry
from app.rooms.model.room import Room
from app.web.games import find_presenter
from app.web.games.lesson import is_lesson_seed
from app.web.replay.reader import game_number
from app.web.service.access import require_seat_by_device
from app.web.service.dependencies import Dependencies, asker_of, dependencies
from app.web.service.history import page_of_journal, record_file, room_key
from app.web.text.sentences import Speech
from engine.core.plain import Plain

router = APIRouter()

_KEPT = 16
_kept: OrderedDict[Plain, Report] = OrderedDict()
"""Latest checks by their records' digests.

Only the thread of the work queue reads and writes them."""


@router.get("/fairness")
async def explain(request: Request) -> Response:
    """Explain how a player verifies that a deal was fair."""
    deps = dependencies(request)
    return HTMLResponse(_page(deps, deps.language(request), deps.base_url(request), None, "/fairness"))


@router.get("/r/{room}/fairness")
async def prove(request: Request, room: str) -> Response:
    """Show a seat the proof of the requested game, or of the last finished one.

    Raises RefusedError for a device without a seat there."""
    deps = dependencies(request)
    by = await require_seat_by_device(deps, request, room)
    found, asker = by.room, asker_of(request, by.room, by.seat)
    language, base_url = deps.language(request, found), deps.base_url(request)
    wished = game_number(found, request.query_params.get("game", ""))
    key = room_key("proof", found, wished, language, base_url)

    def draw(entries: Sequence[Entry]) -> bytes:
        proof = dict(_proof(export(entries, found.evening), wished))
        proof["edition"] = _edition(proof["proof"], deps.renderer.regions(language).speech)
        return _page(deps, language, base_url, found, f"/r/{found.code}/fairness", **proof).encode()

    return HTMLResponse(await page_of_journal(deps, asker, found, key, draw))


@router.get("/r/{room}/record")
async def take_record(request: Request, room: str) -> Response:
    """Return the room's record as a file for a seat.

    It contains the player's own mirrors of games that they have viewed so. Raises RefusedError for a device without
    a seat there."""
    deps = dependencies(request)
    by = await require_seat_by_device(deps, request, room)
    return await record_file(request, deps, by.room, by.seat)


def _proof(record: dict[str, Plain], wished: int) -> Mapping[str, object]:
    """Return the page's context for the requested game of the record, or the last one."""
    report = _check_cached(record)
    over = [game for game in report.games if game.end != "running"]
    chosen = next((game for game in over if game.begun.number == wished), over[-1] if over else None)
    return {
        "proof": chosen,
        "is_lesson": chosen is not None and _is_lesson(chosen),
        "over": over,
        "running": next((game for game in report.games if game.end == "running"), None),
        "deals": deals(chosen) if chosen is not None else (),
        "failure": report.failure,
        "digest": record["digest"],
    }


def _check_cached(record: dict[str, Plain]) -> Report:
    report = _kept.pop(record["digest"], None)
    if report is None:
        report = check(record_of(record))
    _kept[record["digest"]] = report
    while len(_kept) > _KEPT:
        _kept.popitem(last=False)
    return report


def _is_lesson(game: CheckedGame) -> bool:
    """Return whether the deal was chosen for a lesson."""
    return is_lesson_seed(game.begun.game, find_presenter(game.begun.game).lesson, game.begun.seed)


def _edition(game: object, speech: Speech) -> str:
    """Return the edition of the game's rules; empty for the usual rules."""
    return (
        find_presenter(game.begun.game).edition(dict(game.begun.options), speech)
        if isinstance(game, CheckedGame)
        else ""
    )


def _page(deps: Dependencies, language: str, base_url: str, room: Room | None, back: str, **values: object) -> str:
    nothing: dict[str, object] = {
        "proof": None,
        "edition": "",
        "is_lesson": False,
        "over": [],
        "running": None,
        "deals": (),
        "failure": None,
        "digest": "",
    }
    return deps.renderer.page(language, "fairness", base_url=base_url, room=room, back=back, **nothing | values)
