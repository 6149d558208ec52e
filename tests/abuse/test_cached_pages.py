"""Cached pages about past games go to whoever may see them and to nobody else, and none of a running game is kept."""

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from app.rooms.model.room import Room
from app.rooms.replay import replay_key
from app.web.history_cache import HistoryCache
from app.web.replay import page_keys
from app.web.replay.reader import Eyes
from app.web.routes.past import replay as routes
from tests.abuse.finished_games import GAME, OVER, RUNNING, Asked, bring, dependencies, get, pages
from tests.known import SHIPPED
from tests.records.seated import device
from tests.web.tables import Web, a_web


@cache
def without_cache(game: str) -> Sequence[bytes]:
    """What a server answers that draws each page anew, page by page."""
    with a_web() as web, pytest.MonkeyPatch.context() as patch:
        patch.setattr(HistoryCache, "cached", lambda *_: None)
        drawn = [get(web, asked).content for asked in pages(bring(web, game, OVER[game]))]
    assert len(set(drawn)) > len(drawn) / 3
    return drawn


def mixed_up(web: Web, room: Room) -> list[Asked]:
    """What is answered otherwise than by a server that draws each page anew."""
    all_pages, alone = pages(room), without_cache(room.game.key)
    with_cache = [[get(web, asked).content for asked in some] for some in (all_pages, all_pages[::-1])]
    return [
        asked
        for asked, *answers in zip(all_pages, with_cache[0], with_cache[1][::-1], alone, strict=True)
        if len(set(answers)) > 1
    ]


@pytest.mark.parametrize("game", sorted(SHIPPED))
def test_nobody_is_answered_with_the_page_of_somebody_else(game: str) -> None:
    with a_web() as web:
        assert mixed_up(web, bring(web, game, OVER[game])) == []


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
    # before it is drawn with the mutant
    without_cache(GAME)
    mutant(monkeypatch)
    with a_web() as web:
        assert mixed_up(web, bring(web)) != []


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
