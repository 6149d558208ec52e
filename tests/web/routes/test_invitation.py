"""Invitation: what a friend with a link sees before sitting down.

It and the lobby show the game, how one wins, the game in one minute, and who is present."""

import re

import pytest

from app.paths import STATIC
from engine import registry
from tests.known import has_presenter
from tests.web.tables import BASE, Web

PICTURE = re.compile(r'<img src="/static/(img/minute/\w+\.svg)\?v=\w+#(p\d)" alt=""[^>]*loading="lazy">')
COVER = re.compile(r'src="/static/(img/covers/\w+\.svg)\?v=')


def get_invitation_page(web: Web, link: str) -> str:
    """Return the page of a link, in English."""
    answer = web.client.get(link)
    assert answer.status_code == 200
    return answer.text


def get_lobby_page(web: Web, code: str, token: str) -> str:
    """Return the lobby for a player who sits there."""
    return web.client.get(f"/r/{code}", headers={"cookie": f"dev={token}"}).text


@pytest.mark.parametrize("game", registry.GAMES)
def test_invitation_shows_game_goal_five_pictures_and_seated_players(web: Web, game: str) -> None:
    has_presenter(game)
    table = web.open("Ada", "Ben", game=game)
    for link in (table.links["join"], f"/r/{table.view(0)['room']['join_code']}"):
        page = get_invitation_page(web, link)
        assert COVER.findall(page) == [f"img/covers/{game}.svg"]
        assert PICTURE.findall(page) == [(f"img/minute/{game}.svg", f"p{at}") for at in range(1, 6)]
        assert re.findall(r"<bdi[^>]*>(\w+)</bdi>", page) == ["Ada", "Ben"]
        assert re.search(r"<p>\s*The [^<]+ wins\.\s*</p>", page)
        lesson = re.search(r'<button[^>]*formaction="/lesson"[^>]*>', page)
        assert lesson is not None
        assert f'name="game" value="{game}"' in " ".join(lesson[0].split())


@pytest.mark.parametrize("game", registry.GAMES)
def test_lobby_shows_same_game_introduction_to_host_and_guest(web: Web, game: str) -> None:
    has_presenter(game)
    table = web.open("Ada", "Ben", game=game)
    host, guest = (get_lobby_page(web, table.code, token) for token in table.tokens)
    for page in (host, guest):
        assert COVER.findall(page) == [f"img/covers/{game}.svg"]
        assert PICTURE.findall(page) == [(f"img/minute/{game}.svg", f"p{at}") for at in range(1, 6)]
        assert re.search(r'<form [^>]*action="/lesson" target="lesson"', page)
    assert table.post(0, do="begin").status_code == 200
    begun = get_lobby_page(web, table.code, table.tokens[0])
    assert COVER.findall(begun) == PICTURE.findall(begun) == []
    assert "css/minute.css" not in begun


@pytest.mark.parametrize("game", registry.GAMES)
def test_each_invitation_picture_has_svg_view_without_words(game: str) -> None:
    has_presenter(game)
    drawing = (STATIC / "img" / "minute" / f"{game}.svg").read_text(encoding="utf-8")
    assert re.findall(r'<view id="(\w+)"', drawing) == [f"p{at}" for at in range(1, 6)]
    assert all(re.fullmatch(r"[A-F]|[\d +×?]+", said) for said in re.findall(r"<text\b[^>]*>([^<]*)</text>", drawing))


def test_the_lesson_starts_from_the_invitation_and_takes_no_seat(web: Web) -> None:
    table = web.open("Ada")
    before = table.fingerprint()
    form = {"name": "Ben", "game": "adel_verpflichtet"}
    answer = web.client.post("/lesson", data=form, headers={"origin": BASE})
    assert answer.status_code == 200
    assert answer.url.path.startswith("/r/")
    assert table.code not in answer.url.path
    assert table.fingerprint() == before


def test_seated_player_takes_no_second_seat_by_new_code(web: Web) -> None:
    """Their browser also has a device that holds a seat at another table.

    It sends that device first."""
    elsewhere, table = web.open("Ada"), web.open("Ben")
    assert table.post(0, do="new_link").status_code == 200
    code, before = table.view(0)["room"]["join_code"], table.fingerprint()
    cookies = f"dev={elsewhere.tokens[0]}; dev={table.tokens[0]}"
    answer = web.client.post(
        f"/r/{code}/join",
        data={"name": "Carla"},
        headers={"origin": BASE, "cookie": cookies},
        follow_redirects=False,
    )
    assert (answer.status_code, table.fingerprint()) == (303, before)
