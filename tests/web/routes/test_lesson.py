"""The lesson: one form, and a newcomer sits at a table that has begun, with two bots and the coach."""

import pytest

from engine import registry
from tests.known import has_looks, lacks
from tests.web.tables import BASE, Web


def learn(web: Web, **fields: str) -> str:
    """The page that the form leads to."""
    answer = web.client.post("/lesson", data=fields, headers={"origin": BASE})
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.mark.parametrize("game", registry.GAMES)
def test_a_newcomer_sits_at_a_table_that_has_begun(web: Web, game: str) -> None:
    page = learn(web, game=game, name="Ada")
    assert 'data-phase="playing"' in page
    has_looks(game)
    if 'class="coach-letter"' not in page:
        lacks(game, "nobody coaches in it")
    assert page.count('class="coach-letter"') == 1
    assert "Welcome to the table" in page
    assert f'href="/rules/{game}#' in page


def test_a_room_of_friends_has_no_coach_unless_it_is_chosen(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    assert table.view(0)["room"]["options"]["coach"] is False
    coached = web.playing("Ada", "Ben", options={"coach": True})
    assert coached.view(0)["room"]["options"]["coach"] is True


@pytest.mark.parametrize(("game", "name"), [("chess", "Ada"), ("adel_verpflichtet", "")])
def test_what_cannot_be_opened_leads_back_to_the_shelf(web: Web, game: str, name: str) -> None:
    answer = web.client.post("/lesson", data={"game": game, "name": name}, headers={"origin": BASE})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert answer.text.count('formaction="/lesson"') == len(registry.GAMES)
