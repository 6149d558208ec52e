"""Lesson: one form leads a newcomer by its cards to a table that has begun."""

import re

import pytest
from httpx2 import Response

from app.rooms.model.ids import room_code
from app.web.games import find_presenter
from app.web.games.lesson import lesson_seed
from engine import registry
from tests.known import get_for_game
from tests.web.tables import BASE, Web

GOALS = {
    "adel_verpflichtet": "The pawn that is furthest along the track at the end wins.",
    "edel_stein_reich": "The richest dealer after three rounds wins.",
}


def learn(web: Web, **fields: str) -> Response:
    """Return the page to which the form leads."""
    answer = web.client.post("/lesson", data=fields, headers={"origin": BASE})
    assert answer.status_code == 200, answer.text
    return answer


def table(page: Response) -> str:
    """Return the path of the table to which the cards lead."""
    return str(page.url.path).removesuffix("/lesson")


@pytest.mark.parametrize("game", registry.GAMES)
def test_newcomer_reads_lesson_cards_and_sits_at_begun_table(web: Web, game: str) -> None:
    page = learn(web, game=game, name="Ada")
    cards, path = find_presenter(game).lesson.cards, table(page)
    for number in range(1, len(cards) + 1):
        card = web.client.get(f"{path}/lesson?card={number}").text
        assert f'<p class="lesson-says">{cards[number - 1]}</p>' in card
        assert find_presenter(game).lesson.goal in card
        assert re.search(rf'<img src="/static/img/minute/{game}\.svg[^"]*#p{number}"', card)
        ways = re.findall(rf'href="{path}([^"]*)"', card)
        assert ways == ([f"/lesson?card={number + 1}", ""] if number < len(cards) else [""])
    assert 'data-phase="playing"' in web.client.get(path).text


@pytest.mark.parametrize("card", ["0", "6", "x", "", "1e9", "²"])
def test_a_card_that_there_is_not_is_the_first(web: Web, card: str) -> None:
    path = table(learn(web, game="adel_verpflichtet", name="Ada"))
    page = web.client.get(f"{path}/lesson", params={"card": card})
    assert page.status_code == 200
    assert find_presenter("adel_verpflichtet").lesson.cards[0] in page.text


def test_cards_are_shown_to_who_sits_there_alone(web: Web) -> None:
    path = table(learn(web, game="adel_verpflichtet", name="Ada"))
    web.client.cookies.clear()
    assert web.client.get(f"{path}/lesson").status_code == 404


@pytest.mark.parametrize("game", registry.GAMES)
def test_lesson_uses_one_of_the_chosen_deals(web: Web, game: str) -> None:
    get_for_game(GOALS, game)
    code = table(learn(web, game=game, name="Ada")).removeprefix("/r/")
    portal, room = web.client.portal, room_code(code)
    assert portal is not None
    assert room is not None
    chosen = {lesson_seed(game, number) for number in find_presenter(game).lesson.deals}
    assert any(seed in repr(portal.call(web.store.load, room)) for seed in chosen)


@pytest.mark.parametrize("game", registry.GAMES)
def test_without_scripts_the_coach_says_the_goal(web: Web, game: str) -> None:
    goal = get_for_game(GOALS, game)
    page = web.client.get(table(learn(web, game=game, name="Ada"))).text
    assert re.search(rf"<noscript>\s*<p>{re.escape(goal)}</p>", page)


@pytest.mark.parametrize("game", registry.GAMES)
def test_everybody_is_coached_who_wishes_it(web: Web, game: str) -> None:
    at = web.playing("Ada", "Ben", game=game)
    assert at.view(0)["room"]["options"]["coach"] is False
    part = f"/r/{at.code}/part/coach"
    said = web.client.get(part, headers={"cookie": f"dev={at.tokens[0]}"}).text
    assert f">{get_for_game(GOALS, game)}</li>" in said
    assert "data-lesson" not in said


def test_who_looks_on_is_not_coached(web: Web) -> None:
    at = web.playing("Ada", "Ben", options={"watchers": "public"})
    link = at.view(0)["room"]["watch_link"]
    page = web.client.get(f"{link.removeprefix(BASE)}/part/coach")
    assert page.status_code == 200
    assert "data-key" not in page.text
    assert "data-coach" not in web.client.get(link.removeprefix(BASE)).text


@pytest.mark.parametrize(("game", "name"), [("chess", "Ada"), ("adel_verpflichtet", "x" * 25)])
def test_what_cannot_be_opened_leads_back_home(web: Web, game: str, name: str) -> None:
    answer = web.client.post("/lesson", data={"game": game, "name": name}, headers={"origin": BASE})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert answer.text.count('formaction="/lesson"') == len(registry.GAMES)
