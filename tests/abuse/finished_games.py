"""Rooms with finished and running games on a server, and everything that people can look back at there."""

from collections.abc import Iterator, Sequence
from typing import cast
from urllib.parse import quote_plus

from fastapi import FastAPI
from httpx2 import Response

from app.rooms.facts import Entry
from app.rooms.fold import fold
from app.rooms.model.room import Room
from app.rooms.replay import replay, replay_key
from app.web.service.dependencies import Dependencies
from tests.known import SHIPPED
from tests.records.seated import device
from tests.web import heavy
from tests.web.tables import Web

OVER = {game: f"00000AA{number}" for number, game in enumerate(sorted(SHIPPED), start=1)}
RUNNING = {game: f"00000BB{number}" for number, game in enumerate(sorted(SHIPPED), start=1)}
GAME = sorted(SHIPPED)[0]
CODE = OVER[GAME]
LANGUAGES = ("en", "de")

Asked = tuple[str, str | None, str]
"""A path, whose device asks, and the language."""


def entries(game: str, code: str, *, is_over: bool = True) -> tuple[Entry, ...]:
    """The journal of five who have played that game."""
    return heavy.full_room(game, code, is_over=is_over)


def room_of(journal: Sequence[Entry]) -> Room:
    room = fold(None, journal)
    assert room is not None
    return room


def dependencies(web: Web) -> Dependencies:
    app = web.client.app
    assert isinstance(app, FastAPI)
    return cast(Dependencies, app.state.dependencies)


def bring(web: Web, game: str = GAME, code: str = CODE, *, is_over: bool = True) -> Room:
    """The room, now on that server, whose pages have been read in these languages."""
    journal = entries(game, code, is_over=is_over)
    room = room_of(journal)
    assert web.client.portal is not None
    web.client.portal.call(dependencies(web).manager.restore, room.code, room, journal)
    for language in LANGUAGES:
        assert web.client.get("/", headers={"accept-language": language}).status_code == 200
    return room


def get(web: Web, asked: Asked, address: str = "192.0.2.1") -> Response:
    """The answer to that, from an address behind the proxy."""
    path, who, language = asked
    web.client.cookies.clear()
    cookie = {"cookie": f"dev={device(who).secret}"} if who is not None else {}
    headers = {"accept-language": language, "x-forwarded-for": address, **cookie}
    return web.client.get(path, headers=headers, follow_redirects=False)


def what_if(game: str, code: str) -> Iterator[str]:
    """What may be asked of "What if..." at some openings."""
    made = replay(entries(game, code), 1)
    assert made is not None
    for moment in made.moments[::4]:
        for seat, ask in made.game.asks(moment.before).items():
            yield f"if={moment.ask}&eyes={seat}"
            yield f"if={moment.ask}&eyes={seat}&choice={quote_plus(made.game.text(ask.choices[-1]))}"


def shared_pages(game: str = GAME, code: str = CODE) -> list[Asked]:
    """Many different pages behind the link to a finished game, the heaviest first."""
    link = f"/r/{code}/replay/{replay_key(room_of(entries(game, code)), 1)}"
    perspectives = ("open", "public", "0", "1", "2", "3", "4")
    films = [(f"{link}/films?eyes={eyes}", None, lang) for lang in LANGUAGES for eyes in perspectives]
    rounds = [(f"{link}/rounds?who={seat}", None, lang) for lang in LANGUAGES for seat in range(5)]
    stops = [(f"{link}?eyes={eyes}&at={at}.1", None, "en") for at in range(1, 20) for eyes in perspectives]
    return [*films, *rounds, *stops, *[(f"{link}?{wish}", None, "en") for wish in what_if(game, code)]]


def pages(room: Room, *, is_over: bool = True) -> list[Asked]:
    """What two players, a watcher and somebody with the shared link can look back at, in two languages."""
    places: list[tuple[str, str | None]] = [(f"/r/{room.code}", "Ada"), (f"/r/{room.code}", "Ben")]
    places += [(f"/r/{room.code}/watch/{room.watch_key}", None)]
    found: list[Asked] = []
    wishes = [f"&{wish}" for wish in list(what_if(room.game.key, room.code))[:3]] if is_over else []
    for language in LANGUAGES:
        replays = [(f"{place}/replay", who) for place, who in places]
        replays += [(f"/r/{room.code}/replay/{replay_key(room, 1)}", None)] if is_over else []
        for path, who in replays:
            for eyes in ("open", "0", "1"):
                for stop in ("", "&at=3.1"):
                    found.append((f"{path}?eyes={eyes}{stop}", who, language))
                found.append((f"{path}/films?eyes={eyes}", who, language))
            for wish in wishes:
                found += [(f"{path}?x={wish}", who, language), (f"{path}/films?x={wish}", who, language)]
        for place, who in [*places, *[each for each in replays if "/replay/" in each[0]]]:
            found += [(f"{place}/rounds{query}", who, language) for query in ("", "?who=0")]
        for place, who in places:
            found += [(f"{place}/statistics", who, language)]
        for place, who in places[:2]:
            found += [(f"{place}/fairness", who, language), (f"{place}/record", who, language)]
    return found


def computed(web: Web) -> float:
    """How many pieces of work the server's queue has done so far."""
    return dependencies(web).metrics.here("signet_history_seconds_count")[""]
