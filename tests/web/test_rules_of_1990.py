"""Table with the rules of 1990: chosen in the lobby and played to its end.

All pages about the game name these rules."""

import re
from html import unescape

import pytest

from app.records.check_record import check
from app.records.read_record import record_of
from tests.web.routes.test_export import play_to_the_end
from tests.web.routes.test_mirror import wait_for_mirror
from tests.web.routes.test_replay import device, page
from tests.web.tables import BASE, Table, Web

NAME = "Rules of 1990"
ENDS = {"1990": "the game stops at once.", "2000": "that was the last round."}


def text(html: str) -> str:
    """Return the words of a page."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def chosen(web: Web, rules: str, *names: str) -> Table:
    """Return a lobby whose host has chosen these rules by its form."""
    table = web.open(*names)
    form, asked = {"do": "options", "option.rules": rules}, {**device(table, 0), "origin": BASE}
    answer = web.client.post(f"/r/{table.code}/do", data=form, headers=asked, follow_redirects=False)
    assert answer.status_code in (200, 303), answer.text
    return table


def test_the_host_chooses_the_rules_and_everybody_sees_them(web: Web) -> None:
    table = chosen(web, "1990", "Ada", "Ben", "Carla")
    for seat in range(3):
        assert table.view(seat)["room"]["options"]["rules"] == "1990"
        lobby = page(table, "", device(table, seat))
        assert re.search(r'<option value="1990" selected>Edition of 1990', lobby)
        assert "Someone reaches the banquet: the game stops at once" in text(lobby)
        assert "that&#39;s the last round" not in lobby


def test_a_table_that_chose_nothing_plays_by_those_of_2000(web: Web) -> None:
    table = web.playing("Ada", "Ben", "Carla")
    assert table.view(0)["table"]["rules"] == "2000"
    assert NAME not in page(table, "", device(table, 0))


def test_rules_that_there_are_not_are_refused(web: Web) -> None:
    table = web.open("Ada", "Ben")
    for wrong in ("1995", 1990, True, None):
        answer = table.post(0, do="options", options={"rules": wrong})
        assert answer.status_code == 422, wrong
    assert table.view(0)["room"]["options"]["rules"] == "2000"


@pytest.mark.slow("whole games of both editions, and a mirror of each")
@pytest.mark.rule("A8.1", "A11.1")
@pytest.mark.parametrize("rules", ENDS)
@pytest.mark.parametrize("people", [2, 4])
def test_a_whole_game_is_told_by_its_rules(web: Web, rules: str, people: int) -> None:
    table = chosen(web, rules, *("Ada", "Ben", "Carla", "Dora")[:people])
    assert table.post(0, do="begin").is_success
    is_other = rules == "1990"
    assert table.view(0)["table"]["rules"] == rules
    assert (NAME in page(table, "", device(table, 0))) == is_other, "in the menu"
    for seat in range(2, people):
        assert table.post(seat, do="stand_in", seat=seat, level="normal").is_success
    play_to_the_end(table)
    assert table.view(0)["outcome"]["reason"] == "banquet"
    shown = device(table, 0)
    assert ENDS[rules] in text(page(table, "/rounds", shown))
    for path in ("/rounds", "/replay", "/statistics", "/fairness"):
        assert (NAME in page(table, path, shown)) == is_other, path
    assert (NAME in wait_for_mirror(table, shown).text) == is_other
    record = table.web.client.get(f"{table.path}/journal", headers=table.bearer(0)).json()
    (begun,) = (event for event in record["facts"] if event["fact"] == "GameBegun")
    assert begun["options"]["rules"] == rules
    report = check(record_of(record))
    assert report.failure is None
    assert len(report.games) == 1
    assert (NAME in page(table, "", shown)) == is_other, "at the end"
    assert table.post(0, do="again").is_success
    assert table.view(0)["table"]["rules"] == rules, "one more game keeps them"
    assert (NAME in page(table, "", shown)) == is_other


LINK = re.compile(r'formaction="(/lesson[^"]*)"')


@pytest.mark.parametrize(("rules", "query"), [("2000", ""), ("1990", "?rules=1990")])
def test_learning_from_a_table_is_by_its_rules(web: Web, rules: str, query: str) -> None:
    table = chosen(web, rules, "Ada", "Ben")
    invitation = web.client.get(f"/r/{table.view(0)['room']['join_code']}").text
    assert ("to a game of Adel verpflichtet, Rules of 1990" in text(invitation)) == (rules == "1990")
    lobby = page(table, "", device(table, 0))
    for shown in (lobby, invitation):
        assert LINK.findall(shown) == [f"/lesson{query}"]
        assert ("the game stops at once" in text(shown)) == (rules == "1990")
        assert ("that's the last round" in text(shown)) == (rules == "2000")
        # the link to a clause leads to that clause in every edition
        links = re.sub(r'<a id="film-clause"[^>]*>', "", shown)
        assert set(re.findall(r'href="(/rules/adel_verpflichtet[^"#]*)"', links)) == {
            f"/rules/adel_verpflichtet{query}"
        }
    web.client.cookies.clear()
    form = {"game": "adel_verpflichtet", "name": "Ada"}
    first = web.client.post(f"/lesson{query}", data=form, headers={"origin": BASE})
    assert first.status_code == 200
    path = first.url.path
    assert (NAME in text(first.text)) == (rules == "1990")
    last = text(web.client.get(f"{path}?card=5").text)
    assert ("the game stops at once" in last) == (rules == "1990")
    at = text(web.client.get(path.removesuffix("/lesson")).text)
    assert (NAME in at) == (rules == "1990"), "the game that has begun"


def test_a_lesson_by_rules_that_there_are_not_is_refused(web: Web) -> None:
    form = {"game": "adel_verpflichtet", "name": "Ada"}
    assert web.client.post("/lesson?rules=1995", data=form, headers={"origin": BASE}).status_code == 422
    form["game"] = "edel_stein_reich"
    assert web.client.post("/lesson?rules=1990", data=form, headers={"origin": BASE}).status_code == 200


@pytest.mark.rule("A11.1")
@pytest.mark.parametrize(("query", "is_other"), [("", False), ("?rules=2000", False), ("?rules=1990", True)])
def test_rules_page_shows_the_edition_that_table_plays(web: Web, query: str, is_other: bool) -> None:
    shown = web.client.get(f"/rules/adel_verpflichtet{query}").text
    assert ('<a class="rules-edition" href="#A11">Rules of 1990</a>' in shown) == is_other
    assert 'id="A11"' in shown
    minute = text("".join(re.findall(r"<figcaption>(.*?)</figcaption>", shown)))
    assert ("the game stops at once" in minute) == is_other
    kept = "?rules=1990&amp;all=yes" if is_other else "?all=yes"
    assert f'href="/rules/adel_verpflichtet{kept}"' in shown
