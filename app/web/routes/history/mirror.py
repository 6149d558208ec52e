"""Mirror of a finished game, for one player, as a page and as JSON.

Only a player who had a seat in a finished game gets it, and no link from outside leads to it. The first request
starts its computation, and the page shows the progress."""

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app.live.errors import NoMirrorError
from app.live.mirrors import PendingMirror
from app.live.work_queue import Asker
from app.records.mirror import mirror_to_json
from app.rooms.mirror.mirror import Mirror
from app.rooms.model.refusals import refuse
from app.rooms.model.room import Room
from app.rooms.views.replay import is_over, seat_then
from app.web.http.errors import RefusedError
from app.web.replay.mirror_page import mirror_page
from app.web.replay.page_keys import mirror_key
from app.web.replay.reader import Reader, game_number
from app.web.service.access import read_token, require_seat_by_device, require_seat_by_token
from app.web.service.dependencies import Dependencies, asker_of, dependencies
from app.web.service.history import require_open_game
from app.web.service.problems import json
from app.web.text.languages import mark
from engine.core.seats import Seat

router = APIRouter()

NOT_OVER = mark("The mirror is for games that are over.")
NO_MIRROR = mark("This game has no mirror.")
NOT_JUDGED = mark(
    "Something went wrong while the computer was looking at your game. Open your mirror again to start over. If it "
    "fails again, tell whoever runs the server."
)

AGAIN_S = 2
"""Seconds between two polls of a page that waits for its mirror."""


@router.get("/r/{room}/mirror")
async def see_mirror(request: Request, room: str) -> Response:
    """Show a seat its mirror of the requested game, or of the last one.

    Raises RefusedError for a device without a seat there, and for a game that is not over or was not played to its end.
    Raises it too if the game's judge has failed."""
    deps = dependencies(request)
    by = await require_seat_by_device(deps, request, room)
    asker = asker_of(request, by.room, by.seat)
    reader = await _reader(deps, by.room, by.seat, request)
    shown = _look_up_mirror(deps, reader, asker)
    language, base_url = deps.language(request, reader.room), deps.base_url(request)

    def draw() -> bytes:
        known = mirror_page(deps.renderer.regions(language), reader, shown)
        return deps.renderer.page(language, "mirror", **{**known, "base_url": base_url}).encode()

    key = mirror_key(reader, (language, base_url)) if isinstance(shown, Mirror) else None
    is_making = isinstance(shown, PendingMirror)
    # A spent budget or a full queue must not end the wait.
    drawn = await deps.history.page(asker, reader.room.code, key, draw, is_admitted=is_making)
    return HTMLResponse(drawn, headers={"refresh": str(AGAIN_S)} if is_making else {})


@router.get("/api/rooms/{room}/mirror")
async def mirror_for_programs(request: Request, room: str) -> Response:
    """Return the mirror as JSON, with status 202 until it is complete.

    Raises RefusedError as ``see_mirror`` does, and without a token."""
    deps = dependencies(request)
    token = read_token(request)
    if token is None:
        raise RefusedError(refuse("no_seat"), status=401)
    by = await require_seat_by_token(deps, request, room, token)
    reader = await _reader(deps, by.room, by.seat, request)
    shown = _look_up_mirror(deps, reader, asker_of(request, by.room, by.seat))
    if isinstance(shown, PendingMirror):
        return json({"done": shown.done, "of": shown.of}, 202, {"retry-after": str(AGAIN_S)})
    return json(mirror_to_json(shown))


async def _reader(deps: Dependencies, room: Room, seat: Seat, request: Request) -> Reader:
    """Return the reader with their seat in that game. Raises RefusedError."""
    number = game_number(room, request.query_params.get("game", ""))
    if not is_over(room, number):
        raise RefusedError(refuse("not_begun", NOT_OVER))
    require_open_game(room, number)
    replay = await deps.replays.replay(room, number, asker_of(request, room, seat))
    then = seat_then(replay, room, seat) if replay is not None else None
    if replay is None or then is None or replay.outcome is None or not replay.outcome.ranking:
        raise RefusedError(refuse("not_begun", NO_MIRROR))
    if replay.game.judge is None:
        raise RefusedError(refuse("not_begun", NO_MIRROR))
    return Reader(room, replay, then, f"/r/{room.code}")


def _look_up_mirror(deps: Dependencies, reader: Reader, asker: Asker) -> Mirror | PendingMirror:
    """Return the mirror or its progress. Raises RefusedError."""
    if reader.viewer is None:
        raise RefusedError(refuse("no_seat"))
    try:
        return deps.mirrors.look(reader.room.code, reader.replay, reader.viewer, asker)
    except NoMirrorError as error:
        raise RefusedError(refuse("try_again", NOT_JUDGED)) from error
