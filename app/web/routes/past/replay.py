"""The routes that look back: the replay with its films, the grid of rounds with the whole log, and the statistics of a
room's finished games, which no shared link leads to.

Each exists for a seat, for watchers behind their link, and for whoever has the link to one finished game. A running
game is shown to nobody further than the log tells it (``app.rooms.replay.shown``).

``if`` in the address of a replay or of its films asks for what would have been (``app.web.replay.otherwise``): it is
the number of an opening. Each ``choice`` is one that the seat of those eyes makes otherwise from there on; ``pick``
lists what there is to choose next."""

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app.rooms.model.refusals import refuse
from app.rooms.model.room import Room
from app.rooms.past import Past
from app.web.http.errors import Refused
from app.web.replay.chances import with_chances
from app.web.replay.films import all_films
from app.web.replay.otherwise_answers import NoSuchChoice
from app.web.replay.otherwise_page import read_otherwise
from app.web.replay.reader import Eyes, Reader, eyes, game_number
from app.web.replay.replay_page import replay_page
from app.web.replay.rounds_page import Filter, rounds_page
from app.web.replay.statistics import statistics_page
from app.web.service.access import by_device, by_replay_key, by_watch_key
from app.web.service.dependencies import Dependencies, dependencies
from app.web.text.languages import noted
from engine.core.picture import Pictured
from engine.core.seats import Viewer

router = APIRouter()

NOT_PLAYED = noted("No game has been played here yet.")


@router.get("/r/{room}/replay")
async def replay_for_seat(request: Request, room: str) -> Response:
    """The replay for somebody who sits at the table. Raises Refused for a device that holds no seat there, and before
    the first game."""
    return await _replay(request, await _seated(request, room))


@router.get("/r/{room}/replay/films")
async def films_for_seat(request: Request, room: str) -> Response:
    """All films of the game for somebody who sits at the table. Raises Refused for a device that holds no seat there,
    before the first game, and for a game without pictures."""
    return await _films(request, await _seated(request, room))


@router.get("/r/{room}/rounds")
async def rounds_for_seat(request: Request, room: str) -> Response:
    """The rounds for somebody who sits at the table. Raises Refused for a device that holds no seat there, and before
    the first game."""
    return await _rounds(request, await _seated(request, room))


@router.get("/r/{room}/watch/{key}/replay")
async def replay_for_watchers(request: Request, room: str, key: str) -> Response:
    """The replay for somebody who looks on. Raises Refused for a wrong key, where nobody may look on, and before the
    first game."""
    return await _replay(request, await _watching(request, room, key))


@router.get("/r/{room}/watch/{key}/replay/films")
async def films_for_watchers(request: Request, room: str, key: str) -> Response:
    """All films of the game for somebody who looks on. Raises Refused for a wrong key, where nobody may look on, before
    the first game, and for a game without pictures."""
    return await _films(request, await _watching(request, room, key))


@router.get("/r/{room}/watch/{key}/rounds")
async def rounds_for_watchers(request: Request, room: str, key: str) -> Response:
    """The rounds for somebody who looks on. Raises Refused for a wrong key, where nobody may look on, and before the
    first game."""
    return await _rounds(request, await _watching(request, room, key))


@router.get("/r/{room}/replay/{key}")
async def shared_replay(request: Request, room: str, key: str) -> Response:
    """The replay of one finished game, for whoever has its link. Raises Refused for a key of no finished game."""
    return await _replay(request, await _guest(request, room, key))


@router.get("/r/{room}/replay/{key}/films")
async def shared_films(request: Request, room: str, key: str) -> Response:
    """All films of that game. Raises Refused for a key of no finished game, and for a game without pictures."""
    return await _films(request, await _guest(request, room, key))


@router.get("/r/{room}/replay/{key}/rounds")
async def shared_rounds(request: Request, room: str, key: str) -> Response:
    """The rounds of that game. Raises Refused for a key of no finished game."""
    return await _rounds(request, await _guest(request, room, key))


@router.get("/r/{room}/statistics")
async def statistics_for_seat(request: Request, room: str) -> Response:
    """The statistics for somebody who sits at the table. Raises Refused for a device that holds no seat there."""
    by = await by_device(dependencies(request), request, room)
    return await _statistics(request, by.room, f"/r/{by.room.code}", is_watching=False)


@router.get("/r/{room}/watch/{key}/statistics")
async def statistics_for_watchers(request: Request, room: str, key: str) -> Response:
    """The statistics for somebody who looks on. Raises Refused for a wrong key, and where nobody may look on."""
    by = await by_watch_key(dependencies(request), request, room, key)
    return await _statistics(request, by.room, f"/r/{by.room.code}/watch/{by.room.watch_key}", is_watching=True)


async def _replay(request: Request, reader: Reader) -> Response:
    return await asyncio.to_thread(_drawn_replay, request, reader)


async def _films(request: Request, reader: Reader) -> Response:
    if not isinstance(reader.replay.game, Pictured):
        raise Refused(refuse("no_such_room"))
    # as long as a page of the whole game
    made = await asyncio.to_thread(_drawn_films, request, reader)
    return Response(made, media_type="application/json")


async def _rounds(request: Request, reader: Reader) -> Response:
    # a whole game's log: drawn beside the loop, which has others to serve
    return await asyncio.to_thread(_drawn_rounds, request, reader)


def _drawn_replay(request: Request, reader: Reader) -> Response:
    deps, language = dependencies(request), _language(request, reader)
    asked = request.query_params
    through = eyes(reader, asked.get("eyes"))
    reader = _wished(request, reader, through)
    drawn = replay_page(deps.renderer.regions(language), reader, through, asked.get("at"), asked.get("catch-up"))
    return HTMLResponse(deps.renderer.page(language, "replay", **{**drawn, "base_url": deps.base_url(request)}))


def _drawn_films(request: Request, reader: Reader) -> bytes:
    through = eyes(reader, request.query_params.get("eyes"))
    speech = dependencies(request).renderer.regions(_language(request, reader)).speech
    return all_films(_wished(request, reader, through), through, speech)


def _wished(request: Request, reader: Reader, through: Eyes) -> Reader:
    """Who looks at what happened, or at what would have been if the request asks for that. Raises Refused."""
    asked = request.query_params
    if "if" not in asked:
        return with_chances(dependencies(request).mirrors, reader, through) if "mirror" in asked else reader
    try:
        return read_otherwise(reader, through, asked["if"], asked.getlist("choice"), picks="pick" in asked)
    except NoSuchChoice as error:
        raise Refused(error.refusal) from error


def _drawn_rounds(request: Request, reader: Reader) -> Response:
    deps, language = dependencies(request), _language(request, reader)
    asked = request.query_params
    who = asked.get("who", "")
    wished = Filter(int(who) if who.isascii() and who.isdigit() and len(who) == 1 else None, asked.get("what", ""))
    drawn = rounds_page(deps.renderer.regions(language), reader, wished)
    return HTMLResponse(deps.renderer.page(language, "rounds", **{**drawn, "base_url": deps.base_url(request)}))


async def _statistics(request: Request, room: Room, place: str, *, is_watching: bool) -> Response:
    past = await dependencies(request).replays.past(room)
    # weeks of games: counted and drawn beside the loop, which has others to serve
    return await asyncio.to_thread(_drawn_statistics, request, room, past, place, is_watching)


def _drawn_statistics(request: Request, room: Room, past: Past, place: str, is_watching: bool) -> Response:
    deps = dependencies(request)
    language = deps.language(request, room)
    known = statistics_page(past, room.evening_from, deps.renderer.regions(language).speech)
    back = f"{place}/statistics"
    return HTMLResponse(
        deps.renderer.page(
            language,
            "statistics",
            **known,
            base_url=deps.base_url(request),
            code=room.code,
            place=place,
            back=back,
            # whoever looks on sees again what the table plays now, not what it played before they came
            replays=(room.games_so_far,) if is_watching else range(1, room.games_so_far + 1),
        )
    )


async def _seated(request: Request, text: str) -> Reader:
    deps = dependencies(request)
    by = await by_device(deps, request, text)
    return await _reader(
        deps, by.room, game_number(by.room, request.query_params.get("game", "")), by.seat, f"/r/{by.room.code}"
    )


async def _watching(request: Request, text: str, key: str) -> Reader:
    deps = dependencies(request)
    room = (await by_watch_key(deps, request, text, key)).room
    return await _reader(deps, room, room.games_so_far, None, f"/r/{room.code}/watch/{room.watch_key}")


async def _guest(request: Request, text: str, key: str) -> Reader:
    deps = dependencies(request)
    room, number = await by_replay_key(deps, request, text, key)
    return await _reader(deps, room, number, None, f"/r/{room.code}/replay/{key}", is_guest=True)


async def _reader(
    deps: Dependencies, room: Room, number: int, viewer: Viewer, place: str, *, is_guest: bool = False
) -> Reader:
    made = await deps.replays.replay(room, number) if number else None
    if made is None:
        raise Refused(refuse("not_begun", NOT_PLAYED))
    return Reader(room, made, viewer, place, is_guest)


def _language(request: Request, reader: Reader) -> str:
    return dependencies(request).language(request, reader.room)
