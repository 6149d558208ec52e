"""Pages about past games: computed once, in a thread of their own, paid for by whoever asks, and never mixed up.

One asker, within all other limits, asks for films, stops, rounds and what-if answers without a break."""

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, cast
from urllib.parse import quote_plus

import pytest
from fastapi import FastAPI
from httpx2 import Response

from app.journal.memory_store import MemoryStore
from app.journal.store import START
from app.live.work_queue import MOST_OF_ADDRESS, Asker, Before, WorkQueue
from app.rooms.facts import Entry
from app.rooms.fold import fold
from app.rooms.model.ids import RoomCode, Version
from app.rooms.model.room import Room
from app.rooms.replay import replay, replay_key
from app.settings import Figures
from app.web.history_cache import HistoryCache
from app.web.http.limits import Limits
from app.web.replay import page_keys
from app.web.replay.reader import Eyes
from app.web.routes.past import replay as routes
from app.web.service.dependencies import Dependencies
from tests.known import SHIPPED
from tests.proxied.households import Household, straight
from tests.records.seated import device
from tests.web import heavy
from tests.web.servers import Served, a_server
from tests.web.tables import Web, a_web

OVER = {game: f"00000AA{number}" for number, game in enumerate(sorted(SHIPPED), start=1)}
RUNNING = {game: f"00000BB{number}" for number, game in enumerate(sorted(SHIPPED), start=1)}
GAME = sorted(SHIPPED)[0]
CODE = OVER[GAME]
LANGUAGES = ("en", "de")
PROXY = "192.0.2.250"
ENOUGH = 120
"""So many different pages take more than the small budgets of these tests."""

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


# ---- once


def computed_again(web: Web, room: Room) -> float:
    """How much is computed when all pages are asked for a second time."""
    for asked in pages(room):
        assert get(web, asked).status_code == 200, asked
    before = computed(web)
    assert before > 50
    for asked in pages(room):
        assert get(web, asked).status_code == 200, asked
    return computed(web) - before


@pytest.mark.parametrize("game", sorted(SHIPPED))
def test_what_was_looked_at_once_is_computed_no_second_time(game: str) -> None:
    with a_web() as web:
        assert computed_again(web, bring(web, game, OVER[game])) == 0
        told = dependencies(web).metrics.here("signet_history_pages_total")
        assert told["cached"] > told["computed"] > 0
        assert dependencies(web).metrics.here("signet_history_cache_bytes")[""] == dependencies(web).history.size > 0


def test_a_server_that_caches_nothing_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HistoryCache, "cached", lambda *_: None)
    with a_web() as web:
        assert computed_again(web, bring(web)) > 50


# ---- beside play


class Recorder(ThreadPoolExecutor):
    """asyncio's default threads, which play uses, with a list of what was asked of them."""

    def __init__(self) -> None:
        super().__init__(2)
        self.asked: list[object] = []

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """As in ThreadPoolExecutor."""
        self.asked.append(work)
        return super().submit(work, *arguments, **named)


def asked_of_plays_threads(web: Web, rooms: Sequence[Room]) -> list[object]:
    """What looking back asks of the threads that play uses."""

    async def set_recorder() -> None:
        asyncio.get_running_loop().set_default_executor(recorder)

    recorder = Recorder()
    assert web.client.portal is not None
    web.client.portal.call(set_recorder)
    for room in rooms:
        for asked in pages(room, is_over=room.phase == "finished"):
            assert get(web, asked).status_code == 200, asked
        for path in (f"/r/{room.code}/mirror", f"/r/{room.code}/replay?catch-up=1"):
            assert get(web, (path, "Ada", "en")).status_code in (200, 409)
        journal = web.client.get(
            f"/api/rooms/{room.code}/journal", headers={"authorization": f"Bearer {device('Ada').secret}"}
        )
        assert journal.status_code == 200
    return recorder.asked


def test_looking_back_takes_no_thread_from_play() -> None:
    with a_web() as web:
        rooms = [bring(web), bring(web, GAME, RUNNING[GAME], is_over=False)]
        assert asked_of_plays_threads(web, rooms) == []


def test_pages_that_use_plays_threads_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(_: WorkQueue, __: Asker, work: Callable[[], Any], *, before: Before | None = None, **___: Any) -> Any:
        if before is not None:
            await before()
        return await asyncio.to_thread(work)

    with a_web() as web:
        room = bring(web)
        monkeypatch.setattr(WorkQueue, "run", run)
        assert len(asked_of_plays_threads(web, [room])) > 50


async def journals_read(monkeypatch: pytest.MonkeyPatch) -> int:
    """How often a room's journal is read for forty who look back at its game at once, when nobody has before."""
    load, read = MemoryStore.load, list[str]()

    async def counted(store: MemoryStore, room: RoomCode, after: Version = START) -> tuple[Entry, ...]:
        read.append(room)
        await asyncio.sleep(0.01)
        return await load(store, room, after)

    journal = entries(GAME, CODE)
    room = room_of(journal)
    async with a_server(limits=True) as served, Household(straight(served.port), "127.0.0.2") as house:
        await served.dependencies.manager.restore(room.code, room, journal)
        assert await served.dependencies.manager.room(room.code) is not None
        for language in LANGUAGES:
            await house.ask("GET", "/", headers={"accept-language": language})
        monkeypatch.setattr(MemoryStore, "load", counted)
        asked = [house.ask("GET", path, headers={"accept-language": lang}) for path, _, lang in shared_pages()[:40]]
        assert {answer.status_code for answer in await asyncio.gather(*asked)} == {200}
    return len(read)


@pytest.mark.asyncio
async def test_many_who_look_back_at_once_read_the_journal_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await journals_read(monkeypatch) == 1


@pytest.mark.asyncio
async def test_a_journal_that_each_reads_for_themselves_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    run = WorkQueue.run

    async def reads_first(
        queue: WorkQueue, asker: Asker, work: Callable[[], Any], *, before: Before | None = None, **rest: Any
    ) -> Any:
        if before is not None:
            await before()
        return await run(queue, asker, work, **rest)

    monkeypatch.setattr(WorkQueue, "run", reads_first)
    assert await journals_read(monkeypatch) > 5


# ---- paid for


def small(**figures: float) -> Figures:
    """Limits with a small budget, which nothing else comes before."""
    return Figures(requests_burst=100_000, **cast(Any, figures))


def until_refused(web: Web, some: Sequence[Asked], addresses: Sequence[str]) -> Response | None:
    """The first refusal when these pages are asked for one after the other, from these addresses in turn."""
    for number, asked in enumerate(some[:ENOUGH]):
        answer = get(web, asked, addresses[number % len(addresses)])
        if answer.status_code != 200:
            return answer
    return None


def test_whoever_has_used_up_their_processor_time_waits_and_nobody_else_does() -> None:
    with a_web(limits=True, proxy=PROXY, peer=PROXY, figures=small(history_burst_seconds=0.15)) as web:
        bring(web)
        some = shared_pages()
        refused = until_refused(web, some, ["192.0.2.1"])
        assert refused is not None
        assert refused.status_code == 429
        assert "You&#39;ve looked back at games a lot." in refused.text
        assert dependencies(web).metrics.here("signet_history_refusals_total") == {"budget": 1}
        wait = int(refused.headers["retry-after"])
        assert wait >= 1
        assert get(web, some[0]).status_code == 200, "what is cached costs nothing"
        assert get(web, ("/", None, "en")).status_code == 200, "nor does any other page"
        assert get(web, some[-1], "198.51.100.1").status_code == 200, "and others look back"
        assert get(web, some[-2]).status_code == 429
        web.time.seconds += wait + 1
        assert get(web, some[-2]).status_code == 200


def test_the_budget_of_a_seat_holds_for_all_its_addresses() -> None:
    with a_web(limits=True, proxy=PROXY, peer=PROXY, figures=small(history_seat_burst_seconds=0.15)) as web:
        bring(web)
        some = [(f"/r/{CODE}/replay?eyes={eyes}&at={at}.1", "Ada", "en") for at in range(1, 60) for eyes in (0, 1, 2)]
        some = [(f"/r/{CODE}/replay/films?eyes={eyes}", "Ada", "de") for eyes in range(5)] + some
        refused = until_refused(web, some, [f"192.0.2.{number}" for number in range(1, 100)])
        assert refused is not None
        assert refused.status_code == 429
        assert get(web, (some[-1][0], "Ben", "en")).status_code == 200, "another seat has its own"


@pytest.mark.parametrize("figure", ["history_burst_seconds", "history_seat_burst_seconds"])
def test_work_that_nobody_pays_for_is_found_out(figure: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Limits, "charge_history", lambda *_: None)
    with a_web(limits=True, proxy=PROXY, peer=PROXY, figures=small(**{figure: 0.15})) as web:
        bring(web)
        assert until_refused(web, shared_pages(), ["192.0.2.1"]) is None


# ---- in turn


async def flooded(served: Served) -> tuple[list[str], list[Response], list[Response]]:
    """Eighty of one address come first, then ten devices of five friends behind another: who was answered in which
    order, and the answers."""
    journal = entries(GAME, CODE)
    room = room_of(journal)
    await served.dependencies.manager.restore(room.code, room, journal)
    order: list[str] = []

    async def ask(house: Household, asked: Asked, who: str) -> Response:
        answer = await house.ask("GET", asked[0], headers={"accept-language": asked[2]})
        if answer.status_code == 200:
            order.append(who)
        return answer

    async with (
        Household(straight(served.port), "127.0.0.2") as one,
        Household(straight(served.port), "127.0.0.3") as home,
    ):
        some = shared_pages()
        for language in LANGUAGES:
            assert (await one.ask("GET", some[-1][0], headers={"accept-language": language})).status_code == 200
        free = threading.Event()
        queue = served.dependencies.history.queue
        first = asyncio.create_task(queue.run(Asker("busy"), free.wait))
        try:
            flood = [asyncio.create_task(ask(one, asked, "flooder")) for asked in some[7:87]]
            await waiting(queue, MOST_OF_ADDRESS)
            friends = [asyncio.create_task(ask(home, asked, "friend")) for asked in some[:5] * 2]
            await waiting(queue, MOST_OF_ADDRESS + 5)
        finally:
            free.set()
            await first
        return order, await asyncio.gather(*flood), await asyncio.gather(*friends)


async def waiting(queue: WorkQueue, places: int) -> None:
    """Comes back once so many places are taken; in a queue with other rules when nothing more comes."""
    with suppress(TimeoutError):
        async with asyncio.timeout(5):
            while len(queue) < places:
                await asyncio.sleep(0.01)


@pytest.mark.asyncio
async def test_one_address_never_holds_all_places_and_friends_have_their_turn() -> None:
    async with a_server(limits=True) as served:
        order, flood, friends = await flooded(served)
    assert [answer.status_code for answer in friends] == [200] * 10
    refused = [answer for answer in flood if answer.status_code != 200]
    assert len(refused) == 80 - MOST_OF_ADDRESS
    for answer in refused:
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        assert "looking back at games right now" in answer.text or "Gerade blicken viele" in answer.text
    last_friend = max(place for place, who in enumerate(order) if who == "friend")
    assert order[:last_friend].count("flooder") <= 6, "five pages of theirs, and one of the flooder's before each"


@pytest.mark.asyncio
async def test_a_queue_that_takes_all_for_one_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.service.dependencies.address_of_connection", lambda _: "everybody")
    async with a_server(limits=True) as served:
        _, _, friends = await flooded(served)
    assert [answer.status_code for answer in friends] != [200] * 10


# ---- to nobody else


def mixed_up(web: Web, room: Room, monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """What is answered otherwise than by a server that draws each page anew."""
    all_pages = pages(room)
    with_cache = [[get(web, asked).content for asked in some] for some in (all_pages, all_pages[::-1])]
    with monkeypatch.context() as patch:
        patch.setattr(HistoryCache, "cached", lambda *_: None)
        alone = [get(web, asked).content for asked in all_pages]
    assert len(set(alone)) > len(alone) / 3
    return [
        asked
        for asked, *answers in zip(all_pages, with_cache[0], with_cache[1][::-1], alone, strict=True)
        if len(set(answers)) > 1
    ]


@pytest.mark.parametrize("game", sorted(SHIPPED))
def test_nobody_is_answered_with_the_page_of_somebody_else(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with a_web() as web:
        assert mixed_up(web, bring(web, game, OVER[game]), monkeypatch) == []


def without_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_keys, "_link", lambda _: None)


def without_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    key = page_keys.films_key
    monkeypatch.setattr(routes, "films_key", lambda reader, _, *rest: key(reader, Eyes(None), *rest))


def without_language(monkeypatch: pytest.MonkeyPatch) -> None:
    key = page_keys.films_key
    monkeypatch.setattr(routes, "films_key", lambda reader, eyes, wish, _: key(reader, eyes, wish, "en"))


def without_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    key = page_keys.replay_key
    monkeypatch.setattr(routes, "replay_key", lambda reader, eyes, _, *rest: key(reader, eyes, None, *rest))


@pytest.mark.parametrize("mutant", [without_link, without_eyes, without_language, without_wish])
def test_a_key_that_lacks_a_part_is_found_out(
    mutant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant(monkeypatch)
    with a_web() as web:
        assert mixed_up(web, bring(web), monkeypatch) != []


def kept_of_running(web: Web, game: str) -> int:
    """How many bytes are cached after all looked back at a running game; the statistics tell of finished games."""
    room = bring(web, game, RUNNING[game], is_over=False)
    for asked in pages(room, is_over=False):
        if not asked[0].endswith("/statistics"):
            assert get(web, asked).status_code == 200, asked
    return dependencies(web).history.size


@pytest.mark.parametrize("game", sorted(SHIPPED))
def test_no_page_of_a_running_game_is_cached(game: str) -> None:
    with a_web() as web:
        assert kept_of_running(web, game) == 0


def test_a_cache_of_running_games_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_keys, "_of_game", lambda kind, reader, *parts: (kind, reader.replay.number, *parts))
    with a_web() as web:
        assert kept_of_running(web, GAME) > 0


def test_access_is_checked_before_the_cache() -> None:
    with a_web() as web:
        room = bring(web)
        some = pages(room)
        assert {get(web, asked).status_code for asked in some} == {200}
        bearer = {"authorization": f"Bearer {device('Ben').secret}"}
        command = web.client.post(f"/api/rooms/{room.code}/commands", json={"do": "leave"}, headers=bearer)
        assert command.is_success, command.text
        for asked in some:
            assert get(web, asked).status_code == (404 if asked[1] == "Ben" else 200), asked
            wrong = asked[0].replace(room.watch_key, "w" * len(room.watch_key))
            wrong = wrong.replace(replay_key(room, 1), "0" * 32)
            if asked[1] is None:
                assert get(web, (wrong, None, asked[2])).status_code == 404, asked


def test_of_a_deleted_room_nothing_is_kept_and_nothing_is_answered() -> None:
    with a_web() as web:
        room = bring(web)
        some = pages(room)
        assert {get(web, asked).status_code for asked in some} == {200}
        assert dependencies(web).history.size > 0
        web.client.cookies.clear()
        form = {"cookie": f"dev={device('Ada').secret}", "origin": "http://localhost:8000"}
        deleted = web.client.post(
            f"/r/{room.code}/delete", data={"confirm": room.code}, headers=form, follow_redirects=False
        )
        assert deleted.status_code == 303, deleted.text
        assert dependencies(web).history.size == 0
        assert {get(web, asked).status_code for asked in some} == {404}
