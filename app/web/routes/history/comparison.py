"""Route of the comparison of two games with the same cards.

It exists for seats alone. Of a running game it shows no more than the log does."""

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app.rooms.model.refusals import refuse
from app.rooms.model.room import Room
from app.web.http.errors import RefusedError
from app.web.replay.reader import Reader, game_number
from app.web.routes.history.compared import ComparedGame, compare_games, comparison_key, list_own_games
from app.web.service.access import require_seat_by_device
from app.web.service.dependencies import Dependencies, asker_of, dependencies
from app.web.service.history import require_open_game
from app.web.text.languages import mark
from engine.core.seats import Viewer

router = APIRouter()

OWN_CARDS = mark("No other game had these cards.")


@router.get("/r/{room}/comparison")
async def compare(request: Request, room: str) -> Response:
    """Show a seat a game beside the earlier one with the same cards.

    Raises RefusedError for a device without a seat there, and for a game whose cards no other one had."""
    deps = dependencies(request)
    by = await require_seat_by_device(deps, request, room)
    number = game_number(by.room, request.query_params.get("game", ""))
    second = await _read(request, deps, by.room, number, by.seat)
    first = await _find_first(request, deps, second) if second is not None else None
    if first is None or second is None:
        raise RefusedError(refuse("not_begun", OWN_CARDS))
    own = list_own_games(deps.mirrors, (first, second), by.seat)
    language, base_url = deps.language(request, by.room), deps.base_url(request)

    def draw() -> bytes:
        regions = deps.renderer.regions(language)
        gettext = regions.speech.words.gettext
        titles = [gettext("Game %(number)s") % {"number": each.replay.number} for each in (first, second)]
        if not first.place:
            titles = [gettext("The other table"), gettext("Our table")]
        games = ComparedGame(first, titles[0]), ComparedGame(second, titles[1])
        return deps.renderer.page(
            language, "comparison", **{**compare_games(regions, *games, own), "base_url": base_url}
        ).encode()

    key = comparison_key(first, second, (language, base_url, own))
    return HTMLResponse(await deps.history.page(asker_of(request, by.room, by.seat), by.room.code, key, draw))


async def _find_first(request: Request, deps: Dependencies, second: Reader) -> Reader | None:
    """Return the reader of the game whose cards the second one has; None without it.

    That of another table has no place: its pages are that table's own."""
    room, play = second.room, second.replay.room.play
    if play is None or play.deal.dealt_from != "table":
        return await _read(request, deps, room, play.deal.same_as, None) if play is not None else None
    shared = room.shared
    if shared is None or not shared.is_opened or shared.number != play.number or shared.table is None:
        return None
    other = await deps.manager.room(shared.table)
    theirs = other.shared if other is not None else None
    if other is None or theirs is None or theirs.table != room.code or not (theirs.is_over and theirs.number):
        return None
    made = await deps.replays.replay(other, theirs.number, asker_of(request, room, second.viewer))
    return Reader(other, made, None, "") if made is not None else None


async def _read(request: Request, deps: Dependencies, room: Room, number: int, viewer: Viewer) -> Reader | None:
    """Return the reader of one of the room's games; None without it."""
    require_open_game(room, number)
    made = await deps.replays.replay(room, number, asker_of(request, room, viewer)) if number else None
    return Reader(room, made, viewer, f"/r/{room.code}") if made is not None else None
