"""Rate limits: a client that is too fast is told how long to wait.

Players never wait at their own table for wrong codes of others."""

import asyncio
import math
import re
from html import unescape

import httpx2
import pytest
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect

from app.journal.errors import StoreDownError
from app.rooms.model.ids import room_code
from app.rooms.model.refusals import TRIES_S, What, wait_for
from app.rooms.model.room import Room
from app.settings.limits import Figures
from app.web.http.errors import too_fast
from app.web.http.limits import Limits, address_of
from app.web.server import middleware
from app.web.service import access
from app.web.service.dependencies import Dependencies, address_of_connection
from app.web.text.languages import LANGUAGES, catalogue
from tests.web.routes.test_replay import device
from tests.web.routes.test_rooms import OWN, Browser, join_link
from tests.web.servers import a_server
from tests.web.tables import GAME, Table, UnwellStore, Web, a_web

FEW = Figures(wrong_burst=3, rooms_per_hour=2)
NOWHERE = "00000000"


@pytest.mark.parametrize(
    ("what", "wait", "say"),
    [
        ("tries", 0.2, "Too many tries. Try again in 1 second."),
        ("tries", 1, "Too many tries. Try again in 1 second."),
        ("tries", 1.01, "Too many tries. Try again in 2 seconds."),
        ("tries", 40, "Too many tries. Try again in 40 seconds."),
        ("tries", 90, "Too many tries. Try again in 90 seconds."),
        ("tries", 90.5, "Too many tries. Try again in 2 minutes."),
        ("tries", 700, "Too many tries. Try again in 12 minutes."),
        ("tries", 3600, "Too many tries. Try again in 60 minutes."),
        ("tries", 5400, "Too many tries. Try again in 90 minutes."),
        ("tries", 5401, "Too many tries. Try again in about 2 hours."),
        ("tries", 72_000, "Too many tries. Try again in about 20 hours."),
        ("chat", 0.5, "You're writing too fast. Try again in 1 second."),
        ("chat", 100, "You're writing too fast. Try again in 100 seconds."),
        ("tables", 5, "You've started a lot of tables. Try again in 1 minute."),
        ("tables", 700, "You've started a lot of tables. Try again in 12 minutes."),
        ("tables", 86_400, "You've started a lot of tables. Try again in about 24 hours."),
    ],
)
def test_wait_uses_natural_unit_and_is_never_too_short(what: What, wait: float, say: str) -> None:
    refusal = wait_for(wait, what)
    assert (refusal.code, refusal.say) == ("too_fast", say)
    count, unit = re.findall(r"(\d+) (second|minute|hour)", say)[0]
    assert int(count) * {"second": 1, "minute": 60, "hour": 3600}[unit] >= wait


def tires(web: Web) -> None:
    """Try wrong codes at the tests' one address until it has to wait."""
    while web.client.get(f"/api/rooms/{NOWHERE}").status_code != 429:
        pass


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_states_wait_in_language_of_reader(language: str) -> None:
    said = catalogue(language).ngettext(*TRIES_S, 6) % {"count": 6}
    with a_web(limits=True, figures=FEW) as web:
        tires(web)
        asked = {"accept-language": language}
        page = web.client.get(f"/r/{NOWHERE}", headers=asked)
        form = web.client.post("/join", data={"code": NOWHERE}, headers={**OWN, **asked})
        with web.socket(f"/r/{NOWHERE}/live?language={language}", **OWN) as socket:
            by_socket = socket.receive_json()["say"]
            with pytest.raises(WebSocketDisconnect):
                socket.receive_json()
    for answer in (page, form):
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "6")
        assert said in unescape(answer.text)
    assert by_socket == said


def test_room_and_lesson_limits_state_when_next_may_open() -> None:
    with a_web(limits=True, figures=Figures(rooms_per_hour=1, lessons_per_hour=1)) as web:
        for path in ("/rooms", "/lesson"):
            assert Browser(web).post(path, game=GAME, name="Ada").status_code == 303
            web.time.seconds += 600
            answer = Browser(web).post(path, game=GAME, name="Ada")
            assert (answer.status_code, answer.headers["retry-after"]) == (429, "3000")
            assert "You've started a lot of tables. Try again in 50 minutes." in unescape(answer.text)
        web.time.seconds += 3000
        assert Browser(web).post("/rooms", game=GAME, name="Ada").status_code == 303


def list_refusals(web: Web, table: Table) -> list[str]:
    """Return the refusals to people with a seat or a correct link.

    Their address has to wait before it may try another code."""
    ada, ben, cleo = Browser(web), Browser(web), Browser(web)
    code = ada.opens("Ada")
    link = join_link(ada, code)
    new_link = ada.post(f"/r/{code}/return-link").text
    watch = table.links["watch"]
    found = re.search(rf"/r/{code}/return/[\w-]+", new_link)
    assert found is not None
    tires(web)
    seen = {
        "her own room": ada.get(f"/r/{code}"),
        "her own room's code": ada.post("/join", code=code),
        "her form": ada.post(f"/r/{code}/do", do="lock", on="on"),
        "a join link": ben.get(link),
        "a watchers' link": web.client.get(watch),
        "a return link": cleo.get(found.group()),
        "another device": cleo.post(found.group()),
        "the room by a token": web.client.get(table.path, headers=table.bearer(0)),
    }
    ada.post(f"/r/{code}/do", do="lock", on="off")
    seen["a seat by the join link"] = ben.post(link, name="Ben")
    refused = [f"{what}: {answer.status_code}" for what, answer in seen.items() if answer.status_code >= 400]
    with web.socket(f"/r/{table.code}/live", **OWN, **device(table, 0)) as socket:
        refused += [] if "regions" in socket.receive_json() else ["her socket"]
    return refused


def test_seat_and_valid_link_never_wait_for_guesses_of_others() -> None:
    with a_web(limits=True, figures=FEW) as web:
        table = web.playing("Dora", "Emil", options={"watchers": "public"})
        assert list_refusals(web, table) == []
        assert web.client.get(f"/r/{table.code}").status_code == 429, "the code alone"


def test_check_catches_table_that_treats_everyone_as_guesser(monkeypatch: pytest.MonkeyPatch) -> None:
    found = access._room

    async def find_unless_waiting(deps: Dependencies, connection: HTTPConnection, text: str) -> Room | None:
        wait = deps.limits.guess(address_of("testclient"))
        if wait:
            raise too_fast(wait)
        return await found(deps, connection, text)

    monkeypatch.setattr(access, "_room", find_unless_waiting)
    with a_web(limits=True, figures=FEW) as web:
        table = web.playing("Dora", "Emil", options={"watchers": "public"})
        assert len(list_refusals(web, table)) >= 8


def test_refused_code_answers_without_timing_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cookie makes the server look for the room first.

    That takes longer where the room exists."""
    waited: list[float] = []

    async def note(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(middleware, "pause", note)
    with a_web(limits=True, figures=FEW) as web:
        table = web.open("Ada")
        tires(web)
        for room in (NOWHERE, str(table.code)):
            cookie = {**OWN, "cookie": "dev=" + "x" * 43}
            waited.clear()
            assert web.client.get(f"/r/{room}", headers=cookie).status_code == 429
            assert web.client.post("/join", data={"code": room}, headers=cookie).status_code == 429
            assert len(waited) == 2


async def count_wrong_codes(tries: int, figures: Figures) -> int:
    """Return how many of the concurrent wrong codes are answered as wrong."""
    async with (
        a_server(limits=True, figures=figures) as served,
        httpx2.AsyncClient(base_url=served.url, timeout=60) as client,
    ):
        paths = (f"/api/rooms/{number:08d}" for number in range(tries))
        answers = await asyncio.gather(*map(client.get, paths))
    return sum(answer.status_code == 404 for answer in answers)


@pytest.mark.asyncio
async def test_concurrent_wrong_codes_never_exceed_limit() -> None:
    assert await count_wrong_codes(40, Figures(wrong_codes_burst=5, wrong_codes_per_second=0.01)) == 5
    assert await count_wrong_codes(40, Figures(wrong_burst=5)) == 5


@pytest.mark.asyncio
async def test_check_catches_codes_counted_only_after_lookup(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def require_room_by_code(deps: Dependencies, connection: HTTPConnection, text: str) -> Room:
        address = address_of_connection(connection)
        if wait := deps.limits.guess(address):
            raise too_fast(wait)
        code = room_code(text)
        room = await deps.manager.find_by_join_code(code) if code is not None else None
        if room is None:
            raise deps.refuse_guess(connection, is_code=True)
        return room

    monkeypatch.setattr(access, "require_room_by_code", require_room_by_code)
    assert await count_wrong_codes(40, Figures(wrong_codes_burst=5, wrong_codes_per_second=0.01)) > 5


def test_a_right_code_is_no_try() -> None:
    with a_web(limits=True, figures=FEW) as web:
        code = web.open("Ada", options={"watchers": "public"}).code
        assert [web.client.get(f"/api/rooms/{code}").status_code for _ in range(20)] == [200] * 20


def test_a_code_that_nobody_could_look_up_is_no_try(monkeypatch: pytest.MonkeyPatch) -> None:
    def list_statuses(store: UnwellStore) -> list[int]:
        with a_web(store, limits=True, figures=FEW) as web:
            store.pain = StoreDownError("away")
            away = [web.client.get(f"/api/rooms/{NOWHERE}").status_code for _ in range(5)]
            store.pain = None
            return [*away, web.client.get(f"/api/rooms/{NOWHERE}").status_code]

    assert list_statuses(UnwellStore()) == [503] * 5 + [404]
    monkeypatch.setattr(Limits, "no_wrong_code", lambda limits, address: None)
    assert list_statuses(UnwellStore()) == [503] * 3 + [429] * 3


CODES, LOBBIES, DAY_S = 2**40, 1_000, 86_400


def years_to_a_hit(figures: Figures) -> float:
    """Return the mean time in which all guessers find one of 1,000 open lobbies."""
    tries_a_day = figures.wrong_codes_burst + figures.wrong_codes_per_second * DAY_S
    return CODES / LOBBIES / tries_a_day / 365


def test_odds_of_guessing_code_match_documented_figures() -> None:
    assert math.floor(years_to_a_hit(Figures())) == 6
    one_address = Figures().wrong_burst + DAY_S / Figures().wrong_seconds
    assert one_address == 14_460
    assert math.floor(CODES / LOBBIES / one_address / 365) == 208
