"""Mirror on a machine that is slow or in trouble.

Its page waits for as long as it takes and shows its true progress. It gives up only if a judge fails."""

import html
import io
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from app.live import mirrors
from app.live.thinking import thinking
from app.live.thinking.thinking import Thinking
from app.live.work_queue import Asker, WorkQueue
from app.rooms.mirror.moments import moments_of
from app.rooms.views.replay import replay
from app.settings.limits import Figures
from app.web.text.languages import LANGUAGES as ALL_LANGUAGES
from engine.core.seats import Seat
from tests.abuse.finished_games import LANGUAGES, OVER, get_entries, request, store_room
from tests.dummy.thinkers import SECRET
from tests.dummy.thinking import DOZING, MORTAL, STARVED, STARVES_S, STILLBORN, UNJUST, WEARY
from tests.records.seated import device
from tests.web.tables import Web, a_web

PATIENCE_S = 900.0
GAME = "edel_stein_reich"
"""Game that takes less time to judge."""
CODE = OVER[GAME]
PROXY = "192.0.2.250"
PATH = f"/r/{CODE}/mirror"
TRY_AGAIN = "Open your mirror again to start over."
PROGRESS = re.compile(r'<progress(?: max="(\d+)" value="(\d+)")? aria-label="How far it is"></progress>')


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """No delay before a retry or a restart."""
    monkeypatch.setattr(mirrors, "REST_S", 0.01)
    monkeypatch.setattr(thinking, "REST_S", 0.01)


@contextmanager
def a_server(command: Callable[[], None], figures: Figures | None = None) -> Iterator[Web]:
    """Yield a server with a finished game, whose bots run that command."""
    limits = {"limits": True, "figures": figures, "proxy": PROXY} if figures is not None else {"proxy": PROXY}
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("app.main.Thinking", partial(Thinking, prepare=command))
        with a_web(peer=PROXY, **limits) as web:
            store_room(web, GAME, CODE)
            yield web


def look(web: Web) -> Response:
    """Return Ada's page of her mirror."""
    return request(web, (PATH, "Ada", "en"))


def read(web: Web) -> Response:
    """Return the mirror as a program of Ada's reads it."""
    web.client.cookies.clear()
    token = {"authorization": f"Bearer {device('Ada').secret}"}
    return web.client.get(f"/api/rooms/{CODE}/mirror", headers=token)


def progress(answer: Response) -> tuple[int, int] | None:
    """Return the numbers of judged and of all moments on the page, or None."""
    found = PROGRESS.search(answer.text)
    assert found is not None, "no progress"
    return (int(found[2]), int(found[1])) if found[1] else None


def wait(web: Web, within: float = PATIENCE_S) -> tuple[Response, list[tuple[int, int] | None]]:
    """Return the page once it waits no longer, and all progress until then.

    Raises AssertionError."""
    until, seen = time.monotonic() + within, []
    while "refresh" in (answer := look(web)).headers:
        assert answer.status_code == 200
        assert time.monotonic() < until, "it waits for ever"
        seen.append(progress(answer))
        time.sleep(0.05)
    return answer, seen


def moments() -> int:
    """Return the number of moments of Ada's game to judge."""
    made = replay(get_entries(GAME, CODE), 1)
    assert made is not None
    return len(moments_of(made, Seat(0)))


# ---- slow, or in trouble


def check_that_it_is_made(command: Callable[[], None]) -> None:
    with a_server(command) as web:
        answer, seen = wait(web)
        assert answer.status_code == 200, html.unescape(answer.text)
        assert "Your costliest choices" in answer.text
        counted = [each for each in seen if each is not None]
        assert counted, "it never said how far it was"
        assert seen == [None] * (len(seen) - len(counted)) + sorted(counted)
        assert {of for _, of in counted} == {moments()}
        assert all(0 <= done <= of for done, of in counted)
        assert read(web).status_code == 200


@pytest.mark.parametrize("command", [STARVED, WEARY], ids=["starved", "weary"])
def test_mirror_completes_despite_slow_judge_and_process_restarts(command: Callable[[], None]) -> None:
    check_that_it_is_made(command)


def test_one_that_gives_up_on_a_slow_machine_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "LONGEST_S", STARVES_S / 2)
    with pytest.raises(AssertionError, match="start over"):
        check_that_it_is_made(STARVED)


def test_check_catches_mirror_that_gives_up_after_one_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mirrors, "TRIES", 1)
    with pytest.raises(AssertionError, match="start over"):
        check_that_it_is_made(WEARY)


def check_that_a_spent_budget_ends_no_wait() -> None:
    figures = Figures(requests_burst=100_000, history_seat_burst_seconds=0.15)
    with a_server(DOZING, figures) as web:
        assert "refresh" in look(web).headers
        films = [f"/r/{CODE}/replay/films?perspective={perspective}" for perspective in range(5)]
        pages = [(path, "Ada", language) for path in films for language in LANGUAGES]
        assert 429 in [request(web, each).status_code for each in pages]
        assert "refresh" in look(web).headers, "the wait is over"


def test_a_budget_that_is_spent_ends_no_wait() -> None:
    check_that_a_spent_budget_ends_no_wait()


def test_a_wait_that_ends_with_the_budget_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    run = WorkQueue.run

    async def run_or_refuse(queue: WorkQueue, asker: Asker, work: Callable[[], Any], **rest: Any) -> Any:
        return await run(queue, asker, work, **rest | {"is_admitted": False})

    monkeypatch.setattr(WorkQueue, "run", run_or_refuse)
    with pytest.raises(AssertionError, match="the wait is over"):
        check_that_a_spent_budget_ends_no_wait()


# ---- a judge that fails


def check_that_it_gives_up(command: Callable[[], None], within: float = PATIENCE_S) -> None:
    with a_server(command) as web:
        answer, _ = wait(web, within)
        assert answer.status_code == 503
        assert TRY_AGAIN in answer.text
        assert int(answer.headers["retry-after"]) > 0
        assert "refresh" in look(web).headers, "it is made anew"


@pytest.mark.parametrize("command", [UNJUST, MORTAL, STILLBORN], ids=["unjust", "mortal", "stillborn"])
def test_failing_judge_is_reported_with_advice_and_tried_again(command: Callable[[], None], log: io.StringIO) -> None:
    check_that_it_gives_up(command)
    assert "mirror not made" in log.getvalue()
    assert SECRET not in log.getvalue()


def test_check_catches_mirror_that_never_gives_up_on_failing_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mirrors, "TRIES", 1_000_000)
    with pytest.raises(AssertionError, match="for ever"):
        check_that_it_gives_up(MORTAL, within=2.0)


def test_a_program_reads_the_same() -> None:
    with a_server(UNJUST) as web:
        until = time.monotonic() + PATIENCE_S
        while (answer := read(web)).status_code == 202:
            assert answer.json()["done"] == 0
            assert time.monotonic() < until
            time.sleep(0.01)
        assert (answer.status_code, answer.json()["refused"]) == (503, "try_again")
        assert TRY_AGAIN in answer.json()["say"]


def test_each_language_says_it_while_it_is_made() -> None:
    with a_server(DOZING) as web:
        waits = [request(web, (PATH, "Ada", language)) for language in ALL_LANGUAGES]
    assert {"refresh" in each.headers for each in waits} == {True}
    assert len({re.findall(r"<p>([^<]*)</p>", each.text)[0] for each in waits}) == len(ALL_LANGUAGES)
