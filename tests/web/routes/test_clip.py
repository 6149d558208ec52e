"""Page that films a reveal: it holds only what everybody has seen."""

import pytest

from engine.registry import find
from tests.known import lacks
from tests.web.routes.test_export import play_to_the_end
from tests.web.routes.test_replay import build_shared_path, build_watch_path, device, films, get, page, some_play
from tests.web.tables import Web

NOBODY: dict[str, str] = {}
PEOPLE = ("Ada", "Ben", "Carla")


def skip_without_pictures(game: str) -> None:
    """End the test if the game has no pictures to film."""
    if find(game).pictures is None:
        lacks(game, "it has no pictures")


def test_clip_of_running_game_is_same_for_all(web: Web, game: str) -> None:
    skip_without_pictures(game)
    table = web.playing(*PEOPLE, game=game, options={"watchers": "public"})
    some_play(table, 5)
    seen = {page(table, "/clip", device(table, seat)) for seat in range(len(PEOPLE))}
    told = {str(films(table, "/replay?perspective=public", device(table, seat))) for seat in range(len(PEOPLE))}
    assert len(seen) == len(told) == 1
    text = seen.pop()
    assert "/replay/films?perspective=public" in text
    assert 'class="piece piece-card is-own' not in text and 'class="peek"' not in text
    watched = page(table, build_watch_path(table, "/clip"), NOBODY)
    assert 'data-ask="5"' in watched and 'data-ask="5"' in text


def test_clip_says_nothing_of_a_card_that_lies_sealed(web: Web, game: str) -> None:
    skip_without_pictures(game)
    table = web.playing(*PEOPLE, game=game)
    asked: list[int] = []
    while len(asked) < 2:
        some_play(table, 1)
        asked = [seat for seat in range(len(PEOPLE)) if table.view(seat)["ask"] is not None]
    before = page(table, "/clip", device(table, asked[1]))
    ask = table.view(asked[0])["ask"]
    assert table.post(asked[0], do="seal", ask=ask["ask"], choice=ask["choices"][0]).is_success
    assert page(table, "/clip", device(table, asked[1])) == before


@pytest.mark.parametrize(("address", "ask"), [("?at=2", "2"), ("?at=2.1", "2"), ("", "3"), ("?at=99", "3")])
def test_address_names_the_reveal_and_none_the_last(web: Web, address: str, ask: str) -> None:
    table = web.playing("Ada", "Ben")
    some_play(table, 3)
    assert f'data-ask="{ask}"' in page(table, f"/clip{address}", device(table, 0))


def test_before_the_first_reveal_there_is_nothing_to_film(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    text = page(table, "/clip", device(table, 0))
    assert "Nothing has been revealed yet." in text and 'id="clip"' not in text


def test_clip_needs_a_seat_or_a_link(web: Web) -> None:
    table = web.playing("Ada", "Ben", options={"watchers": "none"})
    some_play(table, 2)
    assert get(table, "/clip", NOBODY).status_code in (303, 403, 404)
    assert get(table, build_watch_path(table, "/clip"), NOBODY).status_code == 404
    assert get(table, f"/replay/{'0' * 22}/clip", NOBODY).status_code == 404


def test_link_to_finished_game_leads_to_its_clips(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    play_to_the_end(table)
    path = build_shared_path(table)
    text = page(table, f"{path}/clip?at=1", NOBODY)
    assert f'data-films="/r/{table.code}{path}/films?perspective=public"' in text
    assert f'href="/r/{table.code}{path}/clip?at=1.1"' in page(table, f"{path}?at=1.1", NOBODY)
    assert "/clip?at=" not in page(table, "/replay?if=1&perspective=0", device(table, 0))
