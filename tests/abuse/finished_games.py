"""Rooms with finished and running games on a server, and all their history pages."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import cast
from urllib.parse import quote_plus

from fastapi import FastAPI
from httpx2 import Response

from app.rooms import commands as c
from app.rooms.events import Entry
from app.rooms.fold import fold
from app.rooms.model.room import Room
from app.rooms.views.replay import replay, replay_key
from app.web.service.dependencies import Dependencies
from engine import registry
from engine.core.seats import Seat
from tests.known import SHIPPED
from tests.records.evenings import plays, sit
from tests.records.seated import assign_devices, device
from tests.rooms.builders import ADA, AT_ONCE, SEED
from tests.rooms.evening import Evening
from tests.web import heavy
from tests.web.tables import Web

OVER = {game: f"00000AA{number}" for number, game in enumerate(sorted(SHIPPED), start=1)}
RUNNING = {game: f"00000BB{number}" for number, game in enumerate(sorted(SHIPPED), start=1)}
ENDED = {game: f"00000CC{number}" for number, game in enumerate(sorted(SHIPPED), start=1)}
"""Games that five players ended by vote after a few rounds.

They cost a quarter of the work, for tests of something else than work."""
BEGUN = {game: f"00000DD{number}" for number, game in enumerate(sorted(SHIPPED), start=1)}
"""Games that have run for as long."""

GAME = sorted(SHIPPED)[0]
CODE = OVER[GAME]
LANGUAGES = ("en", "de")

Asked = tuple[str, str | None, str]
"""Path, device and language of a request."""


def get_entries(game: str, code: str, *, is_over: bool = True) -> tuple[Entry, ...]:
    """Return the journal of five players who have played a game."""
    return (heavy.full_room if code in (*OVER.values(), *RUNNING.values()) else _play_some_rounds)(
        game, code, is_over=is_over
    )


@cache
def _play_some_rounds(game: str, code: str, *, is_over: bool) -> tuple[Entry, ...]:
    evening = Evening(game, **AT_ONCE, watchers="public")
    sit(evening, "Ben", "Carla", "Dora", "Emil")
    assert evening.does(c.Begin(ADA, SEED, registry.find(game).edition(), None))
    plays(evening, random.Random(1), 24)
    for seat in range(3 if is_over else 0):
        assert evening.does(c.Vote(Seat(seat), "end", True, SEED, {}))
    assert (evening.room.phase == "finished") is is_over
    return heavy.under(code, assign_devices(evening))


def load_room(journal: Sequence[Entry]) -> Room:
    room = fold(None, journal)
    assert room is not None
    return room


def get_dependencies(web: Web) -> Dependencies:
    app = web.client.app
    assert isinstance(app, FastAPI)
    return cast(Dependencies, app.state.dependencies)


def store_room(web: Web, game: str = GAME, code: str = CODE, *, is_over: bool = True) -> Room:
    """Put the room on the server, with its pages read in these languages."""
    journal = get_entries(game, code, is_over=is_over)
    room = load_room(journal)
    assert web.client.portal is not None
    web.client.portal.call(get_dependencies(web).manager.restore, room.code, room, journal)
    for language in LANGUAGES:
        assert web.client.get("/", headers={"accept-language": language}).status_code == 200
    return room


def request(web: Web, asked: Asked, address: str = "192.0.2.1") -> Response:
    """Return the answer to a request from an address behind the proxy."""
    path, who, language = asked
    web.client.cookies.clear()
    cookie = {"cookie": f"dev={device(who).secret}"} if who is not None else {}
    headers = {"accept-language": language, "x-forwarded-for": address, **cookie}
    return web.client.get(path, headers=headers, follow_redirects=False)


def list_what_ifs(game: str, code: str) -> Iterator[str]:
    """Yield what-if queries at some reveals."""
    made = replay(get_entries(game, code), 1)
    assert made is not None
    for moment in made.moments[::4]:
        for seat, ask in made.game.asks(moment.before).items():
            yield f"if={moment.ask}&perspective={seat}"
            yield f"if={moment.ask}&perspective={seat}&choice={quote_plus(made.game.text(ask.choices[-1]))}"


def list_shared_pages(game: str = GAME, code: str = CODE) -> list[Asked]:
    """Return many pages behind a finished game's link, the heaviest first."""
    link = f"/r/{code}/replay/{replay_key(load_room(get_entries(game, code)), 1)}"
    perspectives = ("open", "public", "0", "1", "2", "3", "4")
    films = [
        (f"{link}/films?perspective={perspective}", None, lang) for lang in LANGUAGES for perspective in perspectives
    ]
    rounds = [(f"{link}/rounds?who={seat}", None, lang) for lang in LANGUAGES for seat in range(5)]
    stops = [
        (f"{link}?perspective={perspective}&at={at}.1", None, "en")
        for at in range(1, 20)
        for perspective in perspectives
    ]
    return [*films, *rounds, *stops, *[(f"{link}?{wish}", None, "en") for wish in list_what_ifs(game, code)]]


def list_pages(room: Room, *, is_over: bool = True, languages: Sequence[str] = LANGUAGES) -> list[Asked]:
    """Return the history pages of two players, a watcher and the shared link.

    They are in these languages."""
    seats: list[tuple[str, str | None]] = [(f"/r/{room.code}", "Ada"), (f"/r/{room.code}", "Ben")]
    places = [*seats, (f"/r/{room.code}/watch/{room.watch_key}", None)]
    link: list[tuple[str, str | None]] = [(f"/r/{room.code}/replay/{replay_key(room, 1)}", None)] if is_over else []
    replays = [*[(f"{place}/replay", who) for place, who in places], *link]
    wishes = list(list_what_ifs(room.game.key, room.code))[:3] if is_over else []
    views = [f"{page}?perspective={perspective}" for perspective in ("open", "0", "1") for page in ("", "/films")]
    views += [f"?perspective={perspective}&at=3.1" for perspective in ("open", "0", "1")]
    views += [f"{page}?{wish}" for wish in wishes for page in ("", "/films")]
    # Pages that differ in one part alone follow each other.
    found = [(f"{path}{view}", who) for view in views for path, who in replays]
    found += [(f"{place}/rounds{query}", who) for query in ("", "?who=0") for place, who in [*places, *link]]
    found += [(f"{place}/statistics", who) for place, who in places]
    found += [(f"{place}/{page}", who) for page in ("fairness", "record") for place, who in seats]
    return [(path, who, language) for path, who in found for language in languages]


def count_computed(web: Web) -> float:
    """Return the number of jobs that the server's queue has finished."""
    return get_dependencies(web).metrics.here("signet_history_seconds_count")[""]
