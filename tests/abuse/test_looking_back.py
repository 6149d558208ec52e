"""History pages: computed once, in their own thread, in turn, within a budget.

One requester, within all other limits, asks for films, stops, rounds and what-if answers without a break."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, cast

import pytest
from fastapi import FastAPI
from httpx2 import Response

from app.journal.store import START
from app.live.replays import Replays
from app.live.work_queue import MOST_OF_ADDRESS, Asker, Before, WorkQueue
from app.rooms.events import Entry
from app.rooms.model.ids import RoomCode, Version
from app.rooms.model.room import Room
from app.rooms.views.replay import Replay
from app.settings.limits import Figures
from app.web.history_cache import HistoryCache
from app.web.http.limits import Limits
from tests.abuse.finished_games import (
    BEGUN,
    CODE,
    ENDED,
    GAME,
    LANGUAGES,
    OVER,
    RUNNING,
    Asked,
    count_computed,
    get_dependencies,
    get_entries,
    list_pages,
    list_shared_pages,
    load_room,
    request,
    store_room,
)
from tests.journal.memory_store import MemoryStore
from tests.known import SHIPPED
from tests.proxied.households import Household, route_directly
from tests.records.seated import device
from tests.web.servers import Served, a_server
from tests.web.tables import Web, a_web
from tests.whole import whole

PLAYED, RUN = whole((OVER, RUNNING), (ENDED, BEGUN))

PROXY = "192.0.2.250"
ENOUGH = 24
"""Number of pages, the heaviest first, that exceed these tests' small budgets."""

# Tests that pages are computed once.


def measure_second_time(web: Web, some: Sequence[Asked]) -> float:
    """Return the work for a second request of the same pages."""
    for asked in some:
        assert request(web, asked).status_code == 200, asked
    before = count_computed(web)
    assert before > len(some) / 3
    for asked in some:
        assert request(web, asked).status_code == 200, asked
    return count_computed(web) - before


@pytest.mark.parametrize("game", sorted(SHIPPED))
def test_history_page_is_computed_once(game: str) -> None:
    with a_web() as web:
        assert measure_second_time(web, list_pages(store_room(web, game, PLAYED[game]))) == 0
        told = get_dependencies(web).metrics.here("signet_history_pages_total")
        assert told["cached"] > told["computed"] > 0
        assert (
            get_dependencies(web).metrics.here("signet_history_cache_bytes")[""]
            == get_dependencies(web).history.size
            > 0
        )


def test_server_without_cache_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HistoryCache, "find_page", lambda *_: None)
    with a_web() as web:
        some = list_pages(store_room(web, code=PLAYED[GAME]))[:10]
        assert measure_second_time(web, some) == len(some)


# Tests that play keeps its threads.


class Recorder(ThreadPoolExecutor):
    """Default executor of asyncio, which play uses, with a list of its jobs."""

    def __init__(self) -> None:
        super().__init__(2)
        self.asked: list[object] = []

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Implement ThreadPoolExecutor."""
        self.asked.append(work)
        return super().submit(work, *arguments, **named)


def list_jobs_of_play(web: Web, rooms: Sequence[Room]) -> list[object]:
    """Return the jobs that history pages give to the threads of play."""

    async def set_recorder() -> None:
        # a server does so at its start
        await cast(FastAPI, web.client.app).state.dependencies.renderer.learn_tables()
        asyncio.get_running_loop().set_default_executor(recorder)

    recorder = Recorder()
    assert web.client.portal is not None
    web.client.portal.call(set_recorder)
    for room in rooms:
        for asked in list_pages(room, is_over=room.phase == "finished", languages=["en"]):
            assert request(web, asked).status_code == 200, asked
        for path in (f"/r/{room.code}/mirror", f"/r/{room.code}/replay?catch-up=1"):
            assert request(web, (path, "Ada", "en")).status_code in (200, 409)
        journal = web.client.get(
            f"/api/rooms/{room.code}/journal", headers={"authorization": f"Bearer {device('Ada').secret}"}
        )
        assert journal.status_code == 200
    return recorder.asked


def test_history_takes_no_thread_from_play() -> None:
    with a_web() as web:
        rooms = [store_room(web, code=PLAYED[GAME]), store_room(web, code=RUN[GAME], is_over=False)]
        assert list_jobs_of_play(web, rooms) == []


def test_pages_that_use_threads_of_play_are_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(_: WorkQueue, __: Asker, work: Callable[[], Any], *, before: Before | None = None, **___: Any) -> Any:
        if before is not None:
            await before()
        return await asyncio.to_thread(work)

    with a_web() as web:
        room = store_room(web, code=PLAYED[GAME])
        monkeypatch.setattr(WorkQueue, "run", run)
        assert len(list_jobs_of_play(web, [room])) > 20


async def count_journal_reads(monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the reads of a room's journal for forty simultaneous readers.

    Nobody has read it before."""
    load, replay = MemoryStore.load, Replays.replay
    came, read = list[Asker](), list[str]()

    async def count_load(store: MemoryStore, room: RoomCode, after: Version = START) -> tuple[Entry, ...]:
        read.append(room)
        async with asyncio.timeout(60):
            while len(came) < 40:
                await asyncio.sleep(0.01)
        return await load(store, room, after)

    async def count_replay(replays: Replays, room: Room, number: int, asker: Asker) -> Replay | None:
        came.append(asker)
        return await replay(replays, room, number, asker)

    journal = get_entries(GAME, PLAYED[GAME])
    room = load_room(journal)
    some = list_shared_pages(GAME, room.code)[:40]
    async with a_server(limits=True) as served, Household(route_directly(served.port), "127.0.0.2") as house:
        await served.dependencies.manager.restore(room.code, room, journal)
        assert await served.dependencies.manager.room(room.code) is not None
        for language in LANGUAGES:
            await house.request("GET", "/", headers={"accept-language": language})
        monkeypatch.setattr(MemoryStore, "load", count_load)
        monkeypatch.setattr(Replays, "replay", count_replay)
        asked = [house.request("GET", path, headers={"accept-language": lang}) for path, _, lang in some]
        assert {answer.status_code for answer in await asyncio.gather(*asked)} == {200}
    return len(read)


@pytest.mark.asyncio
async def test_many_readers_read_the_journal_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await count_journal_reads(monkeypatch) == 1


@pytest.mark.asyncio
async def test_separate_journal_reads_are_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    run = WorkQueue.run

    async def reads_first(
        queue: WorkQueue, asker: Asker, work: Callable[[], Any], *, before: Before | None = None, **rest: Any
    ) -> Any:
        if before is not None:
            await before()
        return await run(queue, asker, work, **rest)

    monkeypatch.setattr(WorkQueue, "run", reads_first)
    assert await count_journal_reads(monkeypatch) > 5


# Tests of budgets.


def make_small_limits(**figures: float) -> Figures:
    """Return limits with a small budget, which is reached before all others."""
    return Figures(requests_burst=100_000, **cast(Any, figures))


def request_until_refused(web: Web, some: Sequence[Asked], addresses: Sequence[str]) -> Response | None:
    """Request pages from the addresses in turn; return the first refusal."""
    for number, asked in enumerate(some):
        answer = request(web, asked, addresses[number % len(addresses)])
        if answer.status_code != 200:
            return answer
    return None


def list_seat_pages() -> list[Asked]:
    """Return many pages for one seat of a finished game, the heaviest first."""
    films = [(f"/r/{CODE}/replay/films?perspective={perspective}", "Ada", "de") for perspective in range(5)]
    stops = [
        (f"/r/{CODE}/replay?perspective={perspective}&at={at}.1", "Ada", "en")
        for at in range(1, 60)
        for perspective in range(3)
    ]
    return [*films, *stops]


def test_only_a_requester_over_budget_waits() -> None:
    with a_web(limits=True, proxy=PROXY, peer=PROXY, figures=make_small_limits(history_burst_seconds=0.15)) as web:
        store_room(web)
        some = list_shared_pages()
        refused = request_until_refused(web, some, ["192.0.2.1"])
        assert refused is not None
        assert refused.status_code == 429
        assert "You&#39;ve looked back at games a lot." in refused.text
        assert get_dependencies(web).metrics.here("signet_history_refusals_total") == {"budget": 1}
        wait = int(refused.headers["retry-after"])
        assert wait >= 1
        assert request(web, some[0]).status_code == 200, "what is cached costs nothing"
        assert request(web, ("/", None, "en")).status_code == 200, "nor does any other page"
        assert request(web, some[-1], "198.51.100.1").status_code == 200, "and others look back"
        assert request(web, some[-2]).status_code == 429
        web.time.seconds += wait + 1
        assert request(web, some[-2]).status_code == 200


def test_budget_of_a_seat_covers_all_addresses() -> None:
    with a_web(limits=True, proxy=PROXY, peer=PROXY, figures=make_small_limits(history_seat_burst_seconds=0.15)) as web:
        store_room(web)
        some = list_seat_pages()
        refused = request_until_refused(web, some, [f"192.0.2.{number}" for number in range(1, 100)])
        assert refused is not None
        assert refused.status_code == 429
        assert request(web, (some[-1][0], "Ben", "en")).status_code == 200, "another seat has its own"


@pytest.mark.parametrize(
    ("figure", "asked"), [("history_burst_seconds", list_shared_pages), ("history_seat_burst_seconds", list_seat_pages)]
)
def test_work_without_a_budget_is_detected(
    figure: str, asked: Callable[[], list[Asked]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Limits, "charge_history", lambda *_: None)
    with a_web(limits=True, proxy=PROXY, peer=PROXY, figures=make_small_limits(**{figure: 0.15})) as web:
        store_room(web)
        assert request_until_refused(web, asked()[:ENOUGH], ["192.0.2.1"]) is None


# Tests of turns.


async def flood(served: Served) -> tuple[list[str], list[Response], list[Response]]:
    """Return the order of answers and the answers.

    Eighty requests of one address come first, then ten devices of five friends behind another."""
    journal = get_entries(GAME, PLAYED[GAME])
    room = load_room(journal)
    await served.dependencies.manager.restore(room.code, room, journal)
    order: list[str] = []

    async def ask(house: Household, asked: Asked, who: str) -> Response:
        answer = await house.request("GET", asked[0], headers={"accept-language": asked[2]})
        if answer.status_code == 200:
            order.append(who)
        return answer

    async with (
        Household(route_directly(served.port), "127.0.0.2") as one,
        Household(route_directly(served.port), "127.0.0.3") as home,
    ):
        some = list_shared_pages(GAME, room.code)
        for language in LANGUAGES:
            assert (await one.request("GET", some[-1][0], headers={"accept-language": language})).status_code == 200
        free = threading.Event()
        queue = served.dependencies.history.queue
        first = asyncio.create_task(queue.run(Asker("busy"), free.wait))
        try:
            flood = [asyncio.create_task(ask(one, asked, "flooder")) for asked in some[7:87]]
            await wait_for_places(queue, MOST_OF_ADDRESS)
            friends = [asyncio.create_task(ask(home, asked, "friend")) for asked in some[:5] * 2]
            await wait_for_places(queue, MOST_OF_ADDRESS + 5)
        finally:
            free.set()
            await first
        return order, await asyncio.gather(*flood), await asyncio.gather(*friends)


async def wait_for_places(queue: WorkQueue, places: int) -> None:
    """Wait until so many places are taken.

    In a queue with other rules it waits until no more requests arrive."""
    with suppress(TimeoutError):
        async with asyncio.timeout(5):
            while len(queue) < places:
                await asyncio.sleep(0.01)


@pytest.mark.asyncio
async def test_one_address_cannot_take_all_places() -> None:
    async with a_server(limits=True) as served:
        order, strangers, friends = await flood(served)
    assert [answer.status_code for answer in friends] == [200] * 10
    refused = [answer for answer in strangers if answer.status_code != 200]
    assert len(refused) == 80 - MOST_OF_ADDRESS
    for answer in refused:
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        assert "looking back at games right now" in answer.text or "Gerade blicken viele" in answer.text
    last_friend = max(place for place, who in enumerate(order) if who == "friend")
    assert order[:last_friend].count("flooder") <= 6, "five pages of theirs, and one of the flooder's before each"


@pytest.mark.asyncio
async def test_queue_without_turns_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.service.dependencies.address_of_connection", lambda _: "everybody")
    async with a_server(limits=True) as served:
        _, _, friends = await flood(served)
    assert [answer.status_code for answer in friends] != [200] * 10
