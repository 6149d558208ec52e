"""Cached pages about past games go to whoever may see them and to nobody else, and none of a running game is kept."""

from collections.abc import Callable, Generator
from contextlib import closing

import pytest

from app.rooms.views.replay import replay_key
from app.web.replay import page_keys
from app.web.replay.reader import Perspective
from app.web.routes.past import replay as routes
from tests.abuse.finished_games import (
    BEGUN,
    ENDED,
    GAME,
    OVER,
    RUNNING,
    Asked,
    bring,
    dependencies,
    get,
    pages,
)
from tests.known import SHIPPED
from tests.records.seated import device
from tests.web.tables import Web, a_web
from tests.whole import whole

PLAYED, RUN = whole((OVER, RUNNING), (ENDED, BEGUN))


def mixed_up(game: str) -> Generator[Asked]:
    """What is answered otherwise than by a server that draws each page anew: the first time, or from the cache."""
    with a_web() as web, a_web() as without_cache, pytest.MonkeyPatch.context() as patch:
        patch.setattr(dependencies(without_cache).history, "cached", lambda *_: None)
        all_pages = pages(bring(web, game, PLAYED[game]))
        bring(without_cache, game, PLAYED[game])
        alone: dict[Asked, bytes] = {}
        for asked in all_pages:
            alone[asked] = get(without_cache, asked).content
            if get(web, asked).content != alone[asked]:
                yield asked
        assert len(set(alone.values())) > len(alone) / 3
        yield from (asked for asked in all_pages[::-1] if get(web, asked).content != alone[asked])


@pytest.mark.slow("draws 150 pages anew beside the cached ones")
@pytest.mark.parametrize("game", sorted(SHIPPED))
def test_nobody_is_answered_with_the_page_of_somebody_else(game: str) -> None:
    assert list(mixed_up(game)) == []


def without_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_keys, "_link", lambda _: None)


def without_perspective(monkeypatch: pytest.MonkeyPatch) -> None:
    key = page_keys.films_key
    monkeypatch.setattr(routes, "films_key", lambda reader, _, *rest: key(reader, Perspective(None), *rest))


def without_language(monkeypatch: pytest.MonkeyPatch) -> None:
    key = page_keys.films_key
    monkeypatch.setattr(routes, "films_key", lambda reader, perspective, wish, _: key(reader, perspective, wish, "en"))


def without_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    key = page_keys.replay_key
    monkeypatch.setattr(
        routes, "replay_key", lambda reader, perspective, _, *rest: key(reader, perspective, None, *rest)
    )


@pytest.mark.parametrize("mutant", [without_link, without_perspective, without_language, without_wish])
def test_a_key_that_lacks_a_part_is_found_out(
    mutant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant(monkeypatch)
    with closing(mixed_up(GAME)) as found:
        assert next(found, None) is not None


def kept_of_running(web: Web, game: str) -> int:
    """How many bytes are cached after all looked back at a running game; the statistics tell of finished games."""
    room = bring(web, game, RUN[game], is_over=False)
    for asked in pages(room, is_over=False, languages=["en"]):
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
        room = bring(web, code=PLAYED[GAME])
        some = pages(room, languages=["en"])
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
        room = bring(web, code=PLAYED[GAME])
        some = pages(room, languages=["en"])
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
