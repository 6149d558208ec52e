"""Pages that prove a deal, and the record that a browser downloads."""

import re

import pytest
from httpx2 import Response

from app.journal.store import START
from app.records.check_record import check
from app.records.read_record import read_record
from tests.records.evenings import LAST_SEED, lesson_evening, long_evening, short_evening
from tests.records.seated import assign_devices, device
from tests.rooms.builders import CODE, SEED
from tests.rooms.evening import Evening
from tests.web.tables import Web


def keeps(web: Web, evening: Evening) -> None:
    """Store the room of that evening on the server."""
    portal = web.client.portal
    assert portal is not None
    portal.call(web.store.append, CODE, START, assign_devices(evening), evening.room.phase, None)


def get(web: Web, path: str, name: str | None = "Ada") -> Response:
    """Return the response to a player's browser, or to another visitor's."""
    web.client.cookies.clear()
    return web.client.get(path, headers={"cookie": f"dev={device(name).secret}"} if name else {})


def test_the_explanation_is_for_everybody(web: Web) -> None:
    page = get(web, "/fairness", None)
    assert page.status_code == 200
    assert "HMAC" not in page.text
    assert "python -m app verify" in page.text


def test_a_finished_game_is_proven_to_who_sits_there(web: Web) -> None:
    keeps(web, short_evening())
    page = get(web, f"/r/{CODE}/fairness")
    assert page.status_code == 200
    assert SEED in page.text
    assert page.text.count('data-state="holds"') == 1
    assert 'data-state="fails"' not in page.text
    labels = re.findall(r'data-label="([^"]+)"', page.text)
    assert "edel_stein_reich/gem_cards/1" in labels


def test_fairness_proof_of_lesson_holds_and_states_chosen_deal(web: Web) -> None:
    keeps(web, lesson_evening())
    page = get(web, f"/r/{CODE}/fairness").text
    assert page.count('data-state="holds"') == 1
    assert "This game was a lesson" in page


def test_the_deal_of_another_game_was_not_chosen(web: Web) -> None:
    keeps(web, short_evening())
    assert "This game was a lesson" not in get(web, f"/r/{CODE}/fairness").text


def test_another_game_of_the_evening_can_be_asked_for(web: Web) -> None:
    keeps(web, long_evening())
    assert "edel_stein_reich/colours" in get(web, f"/r/{CODE}/fairness").text
    first = get(web, f"/r/{CODE}/fairness?game=1").text
    assert "adel_verpflichtet/colours" in first
    assert "edel_stein_reich/colours" not in first
    assert "adel_verpflichtet/objects" in get(web, f"/r/{CODE}/fairness?game=2").text


@pytest.mark.parametrize("query", ["", "?game=4", "?game=99", "?game=x"])
def test_of_the_running_game_only_the_commitment_is_told(web: Web, query: str) -> None:
    evening = long_evening()
    keeps(web, evening)
    assert evening.room.play is not None
    for path in (f"fairness{query}", "record"):
        page = get(web, f"/r/{CODE}/{path}")
        assert page.status_code == 200
        assert evening.room.play.commitment in page.text
        assert LAST_SEED not in page.text
        assert evening.room.play.game.digest(evening.room.play.state) not in page.text


def test_the_record_that_a_browser_takes_holds(web: Web) -> None:
    keeps(web, long_evening())
    answer = get(web, f"/r/{CODE}/record")
    assert answer.headers["content-disposition"] == f'attachment; filename="signet-{CODE}.json"'
    report = check(read_record(answer.content))
    assert report.failure is None
    assert len(report.games) == 4


@pytest.mark.parametrize("path", [f"/r/{CODE}/fairness", f"/r/{CODE}/record", "/r/nonsense/record"])
@pytest.mark.parametrize("name", ["Zoe", None])
def test_who_does_not_sit_there_finds_nothing(web: Web, path: str, name: str | None) -> None:
    keeps(web, short_evening())
    assert get(web, path, name).status_code == 404


def test_the_end_of_a_game_leads_to_its_proof(web: Web) -> None:
    keeps(web, short_evening())
    page = get(web, f"/r/{CODE}")
    assert page.status_code == 200
    assert f'href="/r/{CODE}/fairness"' in page.text
    assert f'href="/r/{CODE}/record"' in page.text
