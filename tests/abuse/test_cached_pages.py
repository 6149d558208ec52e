"""Cached history pages: sent only to permitted readers, never for a running game."""

from collections.abc import Callable, Generator
from contextlib import closing

import pytest

from app.rooms.views.replay import replay_key
from app.web.replay import page_keys
from app.web.replay.reader import Perspective
from app.web.routes.history import replay as routes
from tests.abuse.finished_games import (
    BEGUN,
    ENDED,
    GAME,
    OVER,
    RUNNING,
    Asked,
    get_dependencies,
    list_pages,
    request,
    store_room,
)
from tests.known import SHIPPED
from tests.records.seated import device
from tests.web.tables import Web, a_web
from tests.whole import whole

PLAYED, RUN = whole((OVER, RUNNING), (ENDED, BEGUN))


def list_mixed_up(game: str) -> Generator[Asked]:
    """Yield requests answered differently from a server without cache.

    Each is sent twice, so that the second answer comes from the cache."""
    with a_web() as web, a_web() as without_cache, pytest.MonkeyPatch.context() as patch:
        patch.setattr(get_dependencies(without_cache).history, "find_page", lambda *_: None)
        all_pages = list_pages(store_room(web, game, PLAYED[game]))
        store_room(without_cache, game, PLAYED[game])
        alone: dict[Asked, bytes] = {}
        for asked in all_pages:
            alone[asked] = request(without_cache, asked).content
            if request(web, asked).content != alone[asked]:
                yield asked
        assert len(set(alone.values())) > len(alone) / 3
        yield from (asked for asked in all_pages[::-1] if request(web, asked).content != alone[asked])


@pytest.mark.slow("draws 150 pages anew beside the cached ones")
@pytest.mark.parametrize("game", sorted(SHIPPED))
def test_cache_never_answers_with_another_readers_page(game: str) -> None:
    assert list(list_mixed_up(game)) == []


def drop_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_keys, "_link", lambda _: None)


def drop_perspective(monkeypatch: pytest.MonkeyPatch) -> None:
    key = page_keys.films_key
    monkeypatch.setattr(routes, "films_key", lambda reader, _, *rest: key(reader, Perspective(None), *rest))


def drop_language(monkeypatch: pytest.MonkeyPatch) -> None:
    key = page_keys.films_key
    monkeypatch.setattr(routes, "films_key", lambda reader, perspective, wish, _: key(reader, perspective, wish, "en"))


def drop_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    key = page_keys.replay_key
    monkeypatch.setattr(
        routes, "replay_key", lambda reader, perspective, _, *rest: key(reader, perspective, None, *rest)
    )


@pytest.mark.parametrize("mutant", [drop_link, drop_perspective, drop_language, drop_wish])
def test_incomplete_cache_key_is_detected(
    mutant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant(monkeypatch)
    with closing(list_mixed_up(GAME)) as found:
        assert next(found, None) is not None


def count_cached(web: Web, game: str) -> int:
    """Return the bytes cached after all have read a running game's history.

    The statistics cover finished games and are left out."""
    room = store_room(web, game, RUN[game], is_over=False)
    for asked in list_pages(room, is_over=False, languages=["en"]):
        if not asked[0].endswith("/statistics"):
            assert request(web, asked).status_code == 200, asked
    return get_dependencies(web).history.size


@pytest.mark.parametrize("game", sorted(SHIPPED))
def test_pages_of_running_games_are_not_cached(game: str) -> None:
    with a_web() as web:
        assert count_cached(web, game) == 0


def test_cache_of_running_games_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_keys, "_make_game_key", lambda kind, reader, *parts: (kind, reader.replay.number, *parts))
    with a_web() as web:
        assert count_cached(web, GAME) > 0


def test_access_is_checked_before_the_cache() -> None:
    with a_web() as web:
        room = store_room(web, code=PLAYED[GAME])
        some = list_pages(room, languages=["en"])
        assert {request(web, asked).status_code for asked in some} == {200}
        bearer = {"authorization": f"Bearer {device('Ben').secret}"}
        command = web.client.post(f"/api/rooms/{room.code}/commands", json={"do": "leave"}, headers=bearer)
        assert command.is_success, command.text
        for asked in some:
            assert request(web, asked).status_code == (404 if asked[1] == "Ben" else 200), asked
            wrong = asked[0].replace(room.watch_key, "w" * len(room.watch_key))
            wrong = wrong.replace(replay_key(room, 1), "0" * 32)
            if asked[1] is None:
                assert request(web, (wrong, None, asked[2])).status_code == 404, asked


def test_deleted_room_leaves_no_cached_page() -> None:
    with a_web() as web:
        room = store_room(web, code=PLAYED[GAME])
        some = list_pages(room, languages=["en"])
        assert {request(web, asked).status_code for asked in some} == {200}
        assert get_dependencies(web).history.size > 0
        web.client.cookies.clear()
        form = {"cookie": f"dev={device('Ada').secret}", "origin": "http://localhost:8000"}
        deleted = web.client.post(
            f"/r/{room.code}/delete", data={"confirm": room.code}, headers=form, follow_redirects=False
        )
        assert deleted.status_code == 303, deleted.text
        assert get_dependencies(web).history.size == 0
        assert {request(web, asked).status_code for asked in some} == {404}
