"""Parts of a page that are fetched separately.

Only viewers of the table get them, as late as they see it, and nothing else of it."""

import pytest

from tests.web.tables import Web

PARTS = ("more-0", "more-1", "last_round", "plan", "hurry", "menu", "coach")


def get(web: Web, path: str, token: str | None = None) -> tuple[int, str]:
    """Return the status and the text of a response."""
    answer = web.client.get(path, headers={"cookie": f"dev={token}"} if token else {})
    return answer.status_code, answer.text


@pytest.mark.parametrize("part", PARTS)
def test_part_route_returns_page_element_with_that_id(web: Web, game: str, part: str) -> None:
    table = web.playing("Ada", "Ben", game=game, options={"watchers": "public"})
    for path, token in ((f"/r/{table.code}", table.tokens[0]), (table.links["watch"], None)):
        status, html = get(web, f"{path}/part/{part}", token)
        assert status == 200
        assert html.lstrip().startswith(("<section", "<div")) and f' id="{part}"' in html[:200]


def test_a_part_speaks_as_its_page_does(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    path = f"/r/{table.code}/part/last_round"
    assert get(web, f"{path}?language=de", table.tokens[0]) != get(web, f"{path}?language=en", table.tokens[0])
    assert get(web, f"{path}?language=xx", table.tokens[0]) == get(web, path, table.tokens[0])


@pytest.mark.parametrize("part", ["prompt", "more-9", "more", "phase", "%2e%2e", "log"])
def test_there_is_no_other_part(web: Web, part: str) -> None:
    table = web.playing("Ada", "Ben")
    assert get(web, f"/r/{table.code}/part/{part}", table.tokens[0])[0] == 404


def test_who_may_not_see_the_table_gets_no_part(web: Web) -> None:
    table = web.playing("Ada", "Ben", options={"watchers": "none"})
    for path in (f"/r/{table.code}/part/menu", f"/r/{table.code}/watch/wrong/part/menu"):
        assert get(web, path)[0] == 404
    assert get(web, f"/r/{table.code}/part/menu", "A" * 43)[0] == 404


@pytest.mark.rule("A10.2")
def test_late_watchers_get_parts_as_late_as_their_table(web: Web) -> None:
    table = web.playing("Ada", "Ben", options={"watchers": "delayed", "grace": 0})
    path = f"{table.links['watch']}/part/last_round"
    before = get(web, path)
    for seat in (0, 1):
        table.seal(seat)
    assert get(web, path) == before
    assert get(web, f"/r/{table.code}/part/last_round", table.tokens[0])[1] != before[1]
