"""Pages about past games: computed once, in a thread of their own, in turn, and paid for by whoever asks.

One asker, within all other limits, asks for films, stops, rounds and what-if answers without a break."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, cast

import pytest
from httpx2 import Response

from app.journal.store import START
from app.live.replays import Replays
from app.live.work_queue import MOST_OF_ADDRESS, Asker, Before, WorkQueue
from app.rooms.events import Entry
from app.rooms.model.ids import RoomCode, Version
from app.rooms.model.room import Room
from app.rooms.views.replay import Replay
from app.settings import Figures
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
    bring,
    computed,
    dependencies,
    entries,
    get,
    pages,
    room_of,
    shared_pages,
)
from tests.journal.memory_store import MemoryStore
from tests.known import SHIPPED
from tests.proxied.households import Household, straight
from tests.records.seated import device
from tests.web.servers import Served, a_server
from tests.web.tables import Web, a_web
from tests.whole import whole

PLAYED, RUN = whole((OVER, RUNNING), (ENDED, BEGUN))

PROXY = "192.0.2.250"
ENOUGH = 24
"""So many different pages, the heaviest first, take far more than the small budgets of these tests."""

# ---- once


def computed_again(web: Web, some: Sequence[Asked]) -> float:
    """How much is computed when pages are asked for a second time."""
    for asked in some:
        assert get(web, asked).status_code == 200, asked
    before = computed(web)
    assert before > len(some) / 3
    for asked in some:
        assert get(web, asked).status_code == 200, asked
    return computed(web) - before


@pytest.mark.parametrize("game", sorted(SHIPPED))
def test_what_was_looked_at_once_is_computed_no_second_time(game: str) -> None:
    with a_web() as web:
        assert computed_again(web, pages(bring(web, game, PLAYED[game]))) == 0
        told = dependencies(web).metrics.here("signet_history_pages_total")
        assert told["cached"] > told["computed"] > 0
        assert dependencies(web).metrics.here("signet_history_cache_bytes")[""] == dependencies(web).history.size > 0


def test_a_server_that_caches_nothing_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HistoryCache, "cached", lambda *_: None)
    with a_web() as web:
        some = pages(bring(web, code=PLAYED[GAME]))[:10]
        assert computed_again(web, some) == len(some)


# ---- beside play


class Recorder(ThreadPoolExecutor):
    """asyncio's default threads, which play uses, with a list of what was asked of them."""

    def __init__(self) -> None:
        super().__init__(2)
        self.asked: list[object] = []

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Implement ThreadPoolExecutor."""
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
        for asked in pages(room, is_over=room.phase == "finished", languages=["en"]):
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
        rooms = [bring(web, code=PLAYED[GAME]), bring(web, code=RUN[GAME], is_over=False)]
        assert asked_of_plays_threads(web, rooms) == []


def test_pages_that_use_plays_threads_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(_: WorkQueue, __: Asker, work: Callable[[], Any], *, before: Before | None = None, **___: Any) -> Any:
        if before is not None:
            await before()
        return await asyncio.to_thread(work)

    with a_web() as web:
        room = bring(web, code=PLAYED[GAME])
        monkeypatch.setattr(WorkQueue, "run", run)
        assert len(asked_of_plays_threads(web, [room])) > 20


async def journals_read(monkeypatch: pytest.MonkeyPatch) -> int:
    """How often a room's journal is read for forty who look back at its game at once, when nobody has before."""
    load, replay = MemoryStore.load, Replays.replay
    came, read = list[Asker](), list[str]()

    async def counted_load(store: MemoryStore, room: RoomCode, after: Version = START) -> tuple[Entry, ...]:
        read.append(room)
        async with asyncio.timeout(60):
            while len(came) < 40:
                await asyncio.sleep(0.01)
        return await load(store, room, after)

    async def counted_replay(replays: Replays, room: Room, number: int, asker: Asker) -> Replay | None:
        came.append(asker)
        return await replay(replays, room, number, asker)

    journal = entries(GAME, PLAYED[GAME])
    room = room_of(journal)
    some = shared_pages(GAME, room.code)[:40]
    async with a_server(limits=True) as served, Household(straight(served.port), "127.0.0.2") as house:
        await served.dependencies.manager.restore(room.code, room, journal)
        assert await served.dependencies.manager.room(room.code) is not None
        for language in LANGUAGES:
            await house.ask("GET", "/", headers={"accept-language": language})
        monkeypatch.setattr(MemoryStore, "load", counted_load)
        monkeypatch.setattr(Replays, "replay", counted_replay)
        asked = [house.ask("GET", path, headers={"accept-language": lang}) for path, _, lang in some]
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
    for number, asked in enumerate(some):
        answer = get(web, asked, addresses[number % len(addresses)])
        if answer.status_code != 200:
            return answer
    return None


def seats_pages() -> list[Asked]:
    """Many different pages for one seat of a finished game, the heaviest first."""
    films = [(f"/r/{CODE}/replay/films?perspective={perspective}", "Ada", "de") for perspective in range(5)]
    stops = [
        (f"/r/{CODE}/replay?perspective={perspective}&at={at}.1", "Ada", "en")
        for at in range(1, 60)
        for perspective in range(3)
    ]
    return [*films, *stops]


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
        some = seats_pages()
        refused = until_refused(web, some, [f"192.0.2.{number}" for number in range(1, 100)])
        assert refused is not None
        assert refused.status_code == 429
        assert get(web, (some[-1][0], "Ben", "en")).status_code == 200, "another seat has its own"


@pytest.mark.parametrize(
    ("figure", "asked"), [("history_burst_seconds", shared_pages), ("history_seat_burst_seconds", seats_pages)]
)
def test_work_that_nobody_pays_for_is_found_out(
    figure: str, asked: Callable[[], list[Asked]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Limits, "charge_history", lambda *_: None)
    with a_web(limits=True, proxy=PROXY, peer=PROXY, figures=small(**{figure: 0.15})) as web:
        bring(web)
        assert until_refused(web, asked()[:ENOUGH], ["192.0.2.1"]) is None


# ---- in turn


async def flooded(served: Served) -> tuple[list[str], list[Response], list[Response]]:
    """Eighty of one address come first, then ten devices of five friends behind another: who was answered in which
    order, and the answers."""
    journal = entries(GAME, PLAYED[GAME])
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
        some = shared_pages(GAME, room.code)
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
