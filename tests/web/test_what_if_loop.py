"""What-ifs never block the event loop: every choice of a whole game is changed.

Bots make the choices that nobody was asked for."""

import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote_plus

import pytest

from app.rooms.views.replay import Replay, replay
from tests.web import heavy
from tests.web.loop_watch import SHOWN_EACH_TIME, nobody_waited
from tests.web.test_loop import COOKIE, OVER, keeps
from tests.web.watched import Watched, a_watched_server
from tests.whole import whole

PATIENCE_S = 300.0


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Watched]:
    """Server on which five players have played each game to its end."""
    with a_watched_server(tmp_path) as it:
        for game, code in OVER.items():
            keeps(it, heavy.full_room(game, code))
        yield it


@SHOWN_EACH_TIME
def test_nothing_that_would_have_been_holds_the_loop(served: Watched) -> None:
    seen = set()
    for game, code in OVER.items():
        for query in queries(replay_game(game, code)):
            for page in ("replay", "replay/films"):
                path = f"/r/{code}/{page}?{query}"
                seen.add(served.request(path, "GET", path, COOKIE).status)
    assert seen == {200}
    nobody_waited(served.watch.too_long())


@pytest.mark.slow("bots play a whole game anew, beside the server that is watched")
@SHOWN_EACH_TIME
def test_a_mirror_that_is_made_holds_nobody(served: Watched) -> None:
    for code in whole(tuple(OVER.values()), tuple(OVER.values())[-1:]):
        path, statuses = f"/r/{code}/mirror", [202]
        until = time.monotonic() + PATIENCE_S
        while statuses[-1] == 202:
            assert time.monotonic() < until
            answer = served.request(path, "GET", path, COOKIE)
            statuses.append(202 if b"refresh" in answer.head.lower() else answer.status)
            time.sleep(0.1)
        assert statuses[-1] == 200
        for page in (f"/r/{code}/replay?mirror=1&perspective=0", f"/r/{code}/record"):
            assert served.request(page, "GET", page, COOKIE).status == 200
    nobody_waited(served.watch.too_long())


def replay_game(game: str, code: str) -> Replay:
    """Return the replay of the game in that room."""
    made = replay(heavy.full_room(game, code), 1)
    assert made is not None
    return made


def queries(made: Replay) -> Iterator[str]:
    """Yield two queries per reveal, or per eighth reveal in daily runs.

    One asks for the choices, the other one takes the last choice."""
    for moment in made.moments[:: whole(1, 8)]:
        seat, ask = next(iter(made.game.asks(moment.before).items()))
        yield f"if={moment.ask}&perspective={seat}"
        yield f"if={moment.ask}&perspective={seat}&choice={quote_plus(made.game.text(ask.choices[-1]))}"
