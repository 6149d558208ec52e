"""Routes of the replay with its films, its clips, the rounds, and the statistics.

Each exists for a seat, and for watchers behind their link. All but the statistics exist for the shared link to one
finished game too. Of a running game they show no more than the log does
(``app.rooms.views.replay.list_visible_moments``).

``if`` in the address of a replay or its films asks for a what-if (``app.web.replay.what_if``) and is the number of a
reveal. Each ``choice`` replaces one of the perspective's seat from there on. ``pick`` lists the options of the next
choice."""

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app.live.work_queue import Asker
from app.rooms.model.refusals import refuse
from app.rooms.model.room import Room
from app.web.games import chronicle
from app.web.http.errors import RefusedError
from app.web.replay.chances import with_chances
from app.web.replay.films import all_films
from app.web.replay.page_keys import Wish, clip_key, films_key, replay_key, rounds_key, statistics_key, wish_of
from app.web.replay.reader import Perspective, Reader, game_number, perspective_name, perspective_of
from app.web.replay.replay_page import replay_page
from app.web.replay.rounds_page import Filter, rounds_page
from app.web.replay.statistics import statistics_page
from app.web.replay.what_if_answers import NoSuchChoiceError
from app.web.replay.what_if_page import read_what_if
from app.web.service.access import require_game_by_key, require_seat_by_device, require_watcher_by_key
from app.web.service.dependencies import asker_of, dependencies
from app.web.service.history import require_open_game, require_open_past
from app.web.text.languages import mark
from engine.core.seats import Viewer

router = APIRouter()

PUBLIC_PERSPECTIVE = Perspective(None)
"""Perspective of every clip: whoever gets it sees what everybody saw."""

LAST_REVEAL = "999999999"
"""Address behind all stops, which stands for the last reveal."""

NOT_PLAYED = mark("No game has been played here yet.")


@router.get("/r/{room}/replay")
async def replay_for_seat(request: Request, room: str) -> Response:
    """Show the replay to a seat.

    Raises RefusedError for a device without a seat there, and before the first game."""
    return await _replay(request, await _read_for_seat(request, room))


@router.get("/r/{room}/replay/films")
async def films_for_seat(request: Request, room: str) -> Response:
    """Return all films of the game for a seat.

    Raises RefusedError for a device without a seat there, before the first game, and for a game without pictures."""
    return await _films(request, await _read_for_seat(request, room))


@router.get("/r/{room}/clip")
async def clip_for_seat(request: Request, room: str) -> Response:
    """Show the page that films one reveal for a seat.

    Raises RefusedError for a device without a seat there, before the first game, and for a game without pictures."""
    return await _clip(request, await _read_for_seat(request, room))


@router.get("/r/{room}/rounds")
async def rounds_for_seat(request: Request, room: str) -> Response:
    """Show the rounds to a seat.

    Raises RefusedError for a device without a seat there, and before the first game."""
    return await _rounds(request, await _read_for_seat(request, room))


@router.get("/r/{room}/watch/{key}/replay")
async def replay_for_watchers(request: Request, room: str, key: str) -> Response:
    """Show the replay to a watcher.

    Raises RefusedError for a wrong key, if watchers are not allowed, and before the first game."""
    return await _replay(request, await _read_for_watcher(request, room, key))


@router.get("/r/{room}/watch/{key}/replay/films")
async def films_for_watchers(request: Request, room: str, key: str) -> Response:
    """Return all films of the game for a watcher.

    Raises RefusedError for a wrong key, if watchers are not allowed, before the first game, and for a game without
    pictures."""
    return await _films(request, await _read_for_watcher(request, room, key))


@router.get("/r/{room}/watch/{key}/clip")
async def clip_for_watchers(request: Request, room: str, key: str) -> Response:
    """Show the page that films one reveal for a watcher.

    Raises RefusedError for a wrong key, if watchers are not allowed, before the first game, and for a game without
    pictures."""
    return await _clip(request, await _read_for_watcher(request, room, key))


@router.get("/r/{room}/watch/{key}/rounds")
async def rounds_for_watchers(request: Request, room: str, key: str) -> Response:
    """Show the rounds to a watcher.

    Raises RefusedError for a wrong key, if watchers are not allowed, and before the first game."""
    return await _rounds(request, await _read_for_watcher(request, room, key))


@router.get("/r/{room}/replay/{key}")
async def see_shared_replay(request: Request, room: str, key: str) -> Response:
    """Show the replay of one finished game by its shared link.

    Raises RefusedError for a key of no finished game."""
    return await _replay(request, await _read_for_guest(request, room, key))


@router.get("/r/{room}/replay/{key}/films")
async def get_shared_films(request: Request, room: str, key: str) -> Response:
    """Return all films of one finished game by its shared link.

    Raises RefusedError for a key of no finished game, and for a game without pictures."""
    return await _films(request, await _read_for_guest(request, room, key))


@router.get("/r/{room}/replay/{key}/clip")
async def see_shared_clip(request: Request, room: str, key: str) -> Response:
    """Show the page that films one reveal of a finished game by its shared link.

    Raises RefusedError for a key of no finished game, and for a game without pictures."""
    return await _clip(request, await _read_for_guest(request, room, key))


@router.get("/r/{room}/replay/{key}/rounds")
async def see_shared_rounds(request: Request, room: str, key: str) -> Response:
    """Show the rounds of one finished game by its shared link.

    Raises RefusedError for a key of no finished game."""
    return await _rounds(request, await _read_for_guest(request, room, key))


@router.get("/r/{room}/statistics")
async def statistics_for_seat(request: Request, room: str) -> Response:
    """Show the statistics to a seat.

    Raises RefusedError for a device without a seat there."""
    by = await require_seat_by_device(dependencies(request), request, room)
    return await _statistics(request, by.room, by.seat, f"/r/{by.room.code}")


@router.get("/r/{room}/watch/{key}/statistics")
async def statistics_for_watchers(request: Request, room: str, key: str) -> Response:
    """Show the statistics to a watcher.

    Raises RefusedError for a wrong key, and if watchers are not allowed."""
    by = await require_watcher_by_key(dependencies(request), request, room, key)
    return await _statistics(request, by.room, None, f"/r/{by.room.code}/watch/{by.room.watch_key}")


async def _replay(request: Request, reader: Reader) -> Response:
    deps, asked = dependencies(request), request.query_params
    language, base_url = _language(request, reader), deps.base_url(request)
    through, wish = perspective_of(reader, perspective_name(asked)), _wish(request)
    if wish is None and "mirror" in asked:
        reader = with_chances(deps.mirrors, reader, through)
    at, missed = asked.get("at"), asked.get("catch-up")

    def draw() -> bytes:
        drawn = replay_page(deps.renderer.regions(language), _apply_wish(reader, through, wish), through, at, missed)
        return deps.renderer.page(language, "replay", **{**drawn, "base_url": base_url}).encode()

    # A catch-up film depends on the time of the request, so it is not cached.
    key = replay_key(reader, through, wish, at, (language, base_url)) if missed is None else None
    return HTMLResponse(await deps.history.page(_asker(request, reader), reader.room.code, key, draw))


async def _films(request: Request, reader: Reader) -> Response:
    if reader.replay.game.pictures is None:
        raise RefusedError(refuse("no_such_room"))
    deps, language = dependencies(request), _language(request, reader)
    through, wish = perspective_of(reader, perspective_name(request.query_params)), _wish(request)

    def draw() -> bytes:
        return all_films(_apply_wish(reader, through, wish), through, deps.renderer.regions(language).speech)

    key = films_key(reader, through, wish, language)
    made = await deps.history.page(_asker(request, reader), reader.room.code, key, draw)
    return Response(made, media_type="application/json")


async def _clip(request: Request, reader: Reader) -> Response:
    if reader.replay.game.pictures is None:
        raise RefusedError(refuse("no_such_room"))
    deps, language = dependencies(request), _language(request, reader)
    base_url = deps.base_url(request)
    at = request.query_params.get("at", LAST_REVEAL)

    def draw() -> bytes:
        drawn = replay_page(deps.renderer.regions(language), reader, PUBLIC_PERSPECTIVE, at)
        return deps.renderer.page(language, "clip", **{**drawn, "base_url": base_url}).encode()

    key = clip_key(reader, PUBLIC_PERSPECTIVE, at, (language, base_url))
    return HTMLResponse(await deps.history.page(_asker(request, reader), reader.room.code, key, draw))


async def _rounds(request: Request, reader: Reader) -> Response:
    deps, asked = dependencies(request), request.query_params
    language, base_url = _language(request, reader), deps.base_url(request)
    regions, who, what = deps.renderer.regions(language), asked.get("who", ""), asked.get("what", "")
    topics = chronicle(reader.replay.game.key).topics(regions.speech)
    seat = int(who) if who.isascii() and who.isdigit() and len(who) == 1 else None
    wished = Filter(seat, what if what in topics else "")

    def draw() -> bytes:
        drawn = rounds_page(regions, reader, wished)
        return deps.renderer.page(language, "rounds", **{**drawn, "base_url": base_url}).encode()

    key = rounds_key(reader, wished, (language, base_url))
    return HTMLResponse(await deps.history.page(_asker(request, reader), reader.room.code, key, draw))


def _wish(request: Request) -> Wish:
    asked = request.query_params
    return wish_of(asked.get("if"), asked.getlist("choice"), picks="pick" in asked)


def _apply_wish(reader: Reader, through: Perspective, wish: Wish) -> Reader:
    """Return the reader of the real game, or of the requested what-if.

    Raises RefusedError."""
    if wish is None:
        return reader
    first, choices, picks = wish
    try:
        return read_what_if(reader, through, first, choices, picks=picks)
    except NoSuchChoiceError as error:
        raise RefusedError(error.refusal) from error


async def _statistics(request: Request, room: Room, seat: Viewer, place: str) -> Response:
    require_open_past(room)
    deps, asker = dependencies(request), asker_of(request, room, seat)
    language, base_url = deps.language(request, room), deps.base_url(request)
    past = await deps.replays.load_finished_games(room, asker)

    def draw() -> bytes:
        known = statistics_page(past, room.evening_from, deps.renderer.regions(language).speech)
        return deps.renderer.page(
            language,
            "statistics",
            **known,
            base_url=base_url,
            code=room.code,
            place=place,
            back=f"{place}/statistics",
            # Watchers may replay the latest game only, not those before it.
            replays=(room.games_so_far,) if seat is None else range(1, room.games_so_far + 1),
        ).encode()

    key = statistics_key(room, past, place, (language, base_url))
    return HTMLResponse(await deps.history.page(asker, room.code, key, draw))


async def _read_for_seat(request: Request, text: str) -> Reader:
    by = await require_seat_by_device(dependencies(request), request, text)
    number = game_number(by.room, request.query_params.get("game", ""))
    return await _reader(request, by.room, number, by.seat, f"/r/{by.room.code}")


async def _read_for_watcher(request: Request, text: str, key: str) -> Reader:
    room = (await require_watcher_by_key(dependencies(request), request, text, key)).room
    return await _reader(request, room, room.games_so_far, None, f"/r/{room.code}/watch/{room.watch_key}")


async def _read_for_guest(request: Request, text: str, key: str) -> Reader:
    room, number = await require_game_by_key(dependencies(request), request, text, key)
    return await _reader(request, room, number, None, f"/r/{room.code}/replay/{key}", is_guest=True)


async def _reader(
    request: Request, room: Room, number: int, viewer: Viewer, place: str, *, is_guest: bool = False
) -> Reader:
    require_open_game(room, number)
    asker = asker_of(request, room, viewer)
    made = await dependencies(request).replays.replay(room, number, asker) if number else None
    if made is None:
        raise RefusedError(refuse("not_begun", NOT_PLAYED))
    return Reader(room, made, viewer, place, is_guest)


def _asker(request: Request, reader: Reader) -> Asker:
    return asker_of(request, reader.room, reader.viewer)


def _language(request: Request, reader: Reader) -> str:
    return dependencies(request).language(request, reader.room)
