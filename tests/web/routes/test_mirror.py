"""Mirror over HTTP: only for players of a finished game, about their own choices."""

import html
import re
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import httpx2
import pytest

from app.records.mirror import DIGITS
from app.records.read_record import MIRRORS, read_record
from app.web.text.languages import LANGUAGES
from engine.core.seats import Seat
from tests.web.routes.test_export import play_to_the_end
from tests.web.routes.test_replay import NOBODY, build_shared_path, build_watch_path, device, get, page, some_play
from tests.web.routes.test_what_if import its_replay
from tests.web.tables import Table, Web, a_web
from tests.web.test_canaries import the_room

PATIENCE_S = 900.0
GAMES = pytest.mark.parametrize("game", ["adel_verpflichtet", "edel_stein_reich"])
SEE = re.compile(r'<a class="see" href="/r/\w+([^"]*)"')


def over(web: Web, game: str = "edel_stein_reich", **options: str) -> Table:
    """Return a table of three that has finished, the first reveals by the players."""
    table = web.playing("Ada", "Ben", "Carla", game=game, options=options)
    some_play(table, 14)
    assert table.post(2, do="stand_in", seat=2, level="normal").is_success
    play_to_the_end(table)
    return table


def wait_for_mirror(table: Table, headers: dict[str, str], path: str = "/mirror") -> httpx2.Response:
    """Return the mirror once it is ready, or any other response."""
    until = time.monotonic() + PATIENCE_S
    while True:
        answer = get(table, path, headers)
        if "refresh" not in answer.headers:
            return answer
        assert answer.status_code == 200
        assert "Analysing your game" in answer.text
        assert time.monotonic() < until
        time.sleep(0.05)


def wait_for_mirror_json(table: Table, seat: int, query: str = "") -> dict[str, Any]:
    """Return the mirror as a program reads it."""
    until = time.monotonic() + PATIENCE_S
    while True:
        answer = table.web.client.get(f"{table.path}/mirror{query}", headers=table.bearer(seat))
        if answer.status_code == 200:
            return dict(answer.json())
        assert (answer.status_code, sorted(answer.json())) == (202, ["done", "of"]), answer.text
        assert int(answer.headers["retry-after"]) > 0
        assert time.monotonic() < until
        time.sleep(0.05)


def percents(chance: float) -> set[int]:
    """Return the percentages that a page may show for a program's chance.

    The program's value is rounded, and the page rounds the exact value itself."""
    return {round(100 * (chance + off)) for off in (-(10**-DIGITS) / 2, 0, 10**-DIGITS / 2)}


@pytest.fixture(scope="module")
def judged() -> Iterator[Callable[[str], Table]]:
    """Finished table of each game, whose first player has seen the mirror.

    No test changes it."""

    def play_and_open_mirror(game: str) -> Table:
        table = over(web, game, watchers="public")
        assert wait_for_mirror(table, device(table, 0)).status_code == 200
        return table

    with a_web() as web:
        yield cache(play_and_open_mirror)


@GAMES
def test_each_player_sees_their_own_and_programs_read_the_same(judged: Callable[[str], Table], game: str) -> None:
    table = judged(game)
    journal = table.fingerprint()
    for seat in (0, 1):
        shown = html.unescape(wait_for_mirror(table, device(table, seat)).text)
        for part in ("Your mirror", "Chances to win in percent, round by round", "Your costliest choices"):
            assert part in shown
        read = wait_for_mirror_json(table, seat)
        assert (read["game"], read["seat"]) == (1, seat)
        made = its_replay(table)
        own = {
            moment.ask: moment.choices[Seat(seat)]
            for moment in made.moments
            if seat in moment.people and len(made.game.asks(moment.before)[Seat(seat)].choices) > 1
        }
        assert {each["ask"]: each["chosen"] for each in read["choices"]} == own != {}
        for each in read["choices"]:
            assert each["chosen"] in each["chances"]
        assert made.outcome is not None
        assert read["course"][-1]["chances"][made.outcome.ranking[0][0]] > 0
    assert table.fingerprint() == journal, "looking changes nothing"


@GAMES
def test_each_costly_choice_leads_into_the_replay_with_its_chances(judged: Callable[[str], Table], game: str) -> None:
    table = judged(game)
    shown = wait_for_mirror(table, device(table, 0)).text
    read = {each["ask"]: each for each in wait_for_mirror_json(table, 0)["choices"]}
    paths = [html.unescape(path) for path in SEE.findall(shown)]
    assert paths
    for path in paths:
        ask = int(path.rpartition("at=")[2].split(".")[0])
        replayed = page(table, path, device(table, 0))
        found = re.search(rf'<ul data-ask="{ask}".*?</ul>', replayed, re.DOTALL)
        assert found is not None
        chance = read[ask]["chances"][read[ask]["chosen"]]
        assert any(f"<b>{percent}%</b>" in found[0] for percent in percents(chance))
        assert found[0].count("<small>yours</small>") == 1
        assert all("mirror=1" in link for link in re.findall(r'id="way-on" href="([^"]*)"', replayed))
        # another perspective shows nothing of it
        assert 'id="chances"' not in page(table, path.replace("perspective=0", "perspective=1"), device(table, 0))
        assert 'id="chances"' not in page(table, path, device(table, 1))


def test_replay_shows_chances_only_after_mirror_exists_and_on_request(web: Web) -> None:
    table = over(web)
    assert 'id="chances"' not in page(table, "/replay?mirror=1&perspective=0", device(table, 0))
    wait_for_mirror(table, device(table, 0))
    assert 'id="chances"' in page(table, "/replay?mirror=1&perspective=0", device(table, 0))
    assert 'id="chances"' not in page(table, "/replay?perspective=0", device(table, 0))


def test_of_a_game_that_runs_there_is_none(web: Web) -> None:
    table = web.playing("Ada", "Ben", options={"watchers": "public"})
    some_play(table, 3)
    for path in ("/mirror", "/mirror?game=1", "/mirror?game=7"):
        answer = get(table, path, {**device(table, 0), "accept": "application/json"})
        assert (answer.status_code, answer.json()["refused"]) == (409, "not_begun")
        assert "The mirror is for games that are over." in html.unescape(get(table, path, device(table, 0)).text)
    answer = table.web.client.get(f"{table.path}/mirror", headers=table.bearer(0))
    assert (answer.status_code, answer.json()["refused"]) == (409, "not_begun")


def test_a_game_that_the_table_ended_has_none(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    some_play(table, 3)
    for seat in (0, 1):
        assert table.post(seat, do="vote", motion="end", on=True).status_code == 200
    answer = get(table, "/mirror", {**device(table, 0), "accept": "application/json"})
    assert (answer.status_code, answer.json()["say"]) == (409, "This game has no mirror.")


def test_nobody_else_gets_it_by_whatever_link(judged: Callable[[str], Table]) -> None:
    table = judged("edel_stein_reich")
    other = table.web.open("Eve")
    for path in ("/mirror", "/mirror?game=1", build_watch_path(table, "/mirror"), f"{build_shared_path(table)}/mirror"):
        for headers in (NOBODY, device(other, 0)):
            assert get(table, path, headers).status_code == 404
    for headers in ({}, {"authorization": "Bearer x"}, other.bearer(0)):
        assert table.web.client.get(f"{table.path}/mirror", headers=headers).status_code in (401, 403)
    for path in (build_watch_path(table, "/replay"), build_shared_path(table)):
        text = page(table, f"{path}?mirror=1&perspective=0", NOBODY)
        assert 'id="chances"' not in text and "/mirror" not in text


def test_mirror_stays_with_its_player_after_seats_rotate(web: Web) -> None:
    table = over(web)
    for seat in (0, 1, 2):
        table.post(seat, do="stand_in", seat=seat, level=None)
    before = wait_for_mirror_json(table, 0)
    assert table.post(0, do="again", rotate=True).is_success
    assert the_room(table).phase == "playing"
    now = table.view(0)["you"]
    again = wait_for_mirror_json(table, 0, "?game=1")
    assert now != 0
    assert again == before
    assert "seat" in again and again["seat"] == 0


def test_own_record_contains_mirror_and_still_passes_check(web: Web) -> None:
    table = over(web)
    plain = get(table, "/record", device(table, 0))
    assert MIRRORS not in plain.json()
    read = wait_for_mirror_json(table, 0)
    own = get(table, "/record", device(table, 0))
    assert own.json()[MIRRORS] == [read]
    assert {key: value for key, value in own.json().items() if key != MIRRORS} == plain.json()
    assert read_record(own.content).digest == read_record(plain.content).digest
    assert MIRRORS not in get(table, "/record", device(table, 1)).json(), "not of another player"
    by_program = table.web.client.get(f"{table.path}/journal", headers=table.bearer(0)).json()
    assert by_program[MIRRORS] == [read]


def test_the_end_leads_to_it(judged: Callable[[str], Table]) -> None:
    table = judged("edel_stein_reich")
    link = f'href="/r/{table.code}/mirror"'
    assert link in page(table, "", device(table, 0))
    assert "/mirror" not in page(table, build_watch_path(table, ""), NOBODY)


@GAMES
def test_it_speaks_every_language(judged: Callable[[str], Table], game: str) -> None:
    table = judged(game)
    shown = set()
    for language in LANGUAGES:
        headers = {**device(table, 0), "accept-language": language}
        text = wait_for_mirror(table, headers).text
        assert f'lang="{language}"' in text
        titles = re.findall(r"<h2[^>]*>([^<]*)</h2>", text)
        shown.add(tuple(titles))
    assert len(shown) == len(LANGUAGES)
