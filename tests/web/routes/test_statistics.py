"""The statistics of a room over HTTP: who won and who robbed whom in all its finished games, told to those who belong
to the table, and never a word of a game that runs."""

import re
from collections.abc import Mapping
from html import unescape

import pytest
from fastapi import FastAPI

from app.live.work_queue import Asker
from app.rooms.past import Past, PastGame
from app.web.text.details import texts
from engine.core.seats import Seat, Viewer
from tests.web.routes.test_export import play_to_the_end
from tests.web.routes.test_replay import NOBODY, device, get, page, some_play, watched
from tests.web.tables import Table, Web
from tests.web.test_canaries import the_room

GAMES = pytest.mark.parametrize("game", ["adel_verpflichtet", "edel_stein_reich"])


REPLAY = re.compile(' <a class="see".*?</a>')
"""A link from a story into the replay of its game."""


def statistics(table: Table, seat: int = 0) -> str:
    """The page as that seat sees it."""
    return page(table, "/statistics", device(table, seat))


def rows(text: str, title: str) -> dict[str, list[str]]:
    """The first table under that heading: its cells by the name that its row begins with."""
    part = text.partition(f">{title}</h3>")[2].partition("</table>")[0]
    assert part, title
    found = {}
    for row in re.findall(r"<tr>(.*?)</tr>", part.partition("<tbody>")[2], re.DOTALL):
        cells = [" ".join(unescape(re.sub("<[^>]*>", "", each)).split()) for each in re.split(r"</t[hd]>", row)]
        found[cells[0]] = cells[1:-1]
    return found


def one_more(table: Table, *, rotate: bool = False) -> None:
    """Another game, played to its end."""
    assert table.post(0, do="again", rotate=rotate).is_success
    if rotate:
        table.tokens.reverse()
    play_to_the_end(table)


def wins(table: Table) -> Mapping[str, int]:
    """Who won how many of the games, by the record of the room."""
    ranked = [each.ranking for each in the_room(table).evening]
    return {name: sum(name in ranking[0] for ranking in ranked) for name in ("Ada", "Ben")}


@GAMES
def test_games_and_wins_are_counted_by_person_though_seats_rotate(web: Web, game: str) -> None:
    table = web.playing("Ada", "Ben", game=game)
    play_to_the_end(table)
    one_more(table, rotate=True)
    assert [who.name for who in the_room(table).seats if who] == ["Ben", "Ada"]
    counted = rows(statistics(table), "Games and wins")
    assert {name: cells[:2] for name, cells in counted.items()} == {
        name: ["2", str(won)] for name, won in wins(table).items()
    }


def test_who_takes_the_seat_of_somebody_takes_nothing_of_what_they_did(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    play_to_the_end(table)
    assert table.post(0, do="lobby").is_success
    assert table.post(1, do="leave").is_success
    assert table.sit("Carla") == 1
    table.tokens[1] = table.tokens.pop()
    assert table.post(0, do="stand_in", seat=0, level=None).is_success
    assert table.post(0, do="begin").is_success
    play_to_the_end(table)
    counted = rows(statistics(table), "Games and wins")
    assert {name: cells[0] for name, cells in counted.items()} == {"Ada": "2", "Ben": "1", "Carla": "1"}


def robbed_by(table: Table) -> dict[str, int]:
    """How many things each has robbed in all games, as the effects tell."""
    robbed = {"Ada": 0, "Ben": 0}
    for game in the_past(table):
        names = [sitter.name for sitter in game.sitters]
        for reveal in game.reveals:
            for one in reveal.effects:
                if one.kind == "steals":
                    robbed[names[one.seat or 0]] += len(texts(one, "objects"))
                elif one.kind == "steals_cheque":
                    robbed[names[one.seat or 0]] += 1
    return robbed


def test_what_was_robbed_is_the_sum_of_what_the_games_tell(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    play_to_the_end(table)
    one_more(table, rotate=True)
    # now and then nobody robs anybody in two games
    while not any((robbed := robbed_by(table)).values()):
        one_more(table)
    counted = rows(statistics(table), "Who robbed whom")
    assert {name: sum(int(cell) for cell in cells if cell != "·") for name, cells in counted.items()} == robbed


def the_past(table: Table) -> tuple[PastGame, ...]:
    """The room's finished games."""
    app, portal = table.web.client.app, table.web.client.portal
    assert isinstance(app, FastAPI) and portal is not None
    past = portal.call(app.state.dependencies.replays.past, the_room(table), Asker("192.0.2.1"))
    assert isinstance(past, Past)
    return past.games


@GAMES
def test_of_a_running_game_not_a_byte_is_told(web: Web, game: str) -> None:
    table = web.playing("Ada", "Ben", game=game, options={"watchers": "public"})
    assert "No game has been finished at this table yet." in statistics(table)
    some_play(table, 6)
    assert "No game has been finished at this table yet." in statistics(table)
    play_to_the_end(table)
    viewers: tuple[Viewer, ...] = (Seat(0), Seat(1), None)
    finished = {viewer: _page_of(table, viewer) for viewer in viewers}
    for seat in (0, 1):
        assert table.post(seat, do="stand_in", seat=seat, level=None).is_success
    assert table.post(0, do="again").is_success
    # who looks on has no link into a replay while a game runs
    before = finished | {None: _page_of(table, None)}
    assert REPLAY.sub("", before[None].decode()) == REPLAY.sub("", finished[None].decode())
    for _ in range(4):
        # its stories name objects of the finished game, which somebody may hold in the next one
        assert {viewer: _page_of(table, viewer) for viewer in viewers} == before
        some_play(table, 3)


def _page_of(table: Table, viewer: Viewer) -> bytes:
    """The statistics as that seat sees them, or whoever looks on."""
    if viewer is None:
        return get(table, watched(table, "/statistics"), NOBODY).content
    return get(table, "/statistics", device(table, viewer)).content


def test_a_game_that_the_table_ended_early_counts_for_nobody(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    some_play(table, 6)
    for seat in (0, 1):
        assert table.post(seat, do="vote", motion="end", on=True).is_success
    assert the_room(table).phase == "finished"
    assert "No game has been finished at this table yet." in statistics(table)


def test_who_has_no_seat_and_no_link_sees_nothing(web: Web) -> None:
    table = web.playing("Ada", "Ben", options={"watchers": "none"})
    other = web.open("Eve")
    for headers in (NOBODY, device(other, 0), {"cookie": "dev=nonsense"}):
        assert get(table, "/statistics", headers).status_code == 404
    assert get(table, watched(table, "/statistics"), NOBODY).status_code == 404
    assert get(table, "/watch/wrong/statistics", NOBODY).status_code == 404


def test_the_stories_of_an_evening_lead_into_the_game_they_are_of(web: Web) -> None:
    table = web.playing("Ada", "Ben", options={"watchers": "public"})
    play_to_the_end(table)
    one_more(table, rotate=True)
    text = statistics(table)
    assert text.count(" data-best") == 1
    links = re.findall(r'href="/r/\w+(/replay\?game=(\d)&amp;at=\d+)"', text)
    assert links and {number for _, number in links} <= {"1", "2"}
    for link, number in links:
        of = page(table, link.replace("&amp;", "&"), device(table, 0))
        assert ("game=1&" in of) == (number == "1")
    # whoever came to look on is led to no game before
    shown = page(table, watched(table, "/statistics"), NOBODY)
    assert re.findall(r"replay\?game=(\d)", shown) == [number for _, number in links if number == "2"]


def test_the_end_of_a_game_leads_to_the_statistics_and_fetches_its_scripts_then_alone(web: Web) -> None:
    table = web.playing("Ada", "Ben", options={"watchers": "public"})
    running = get(table, "", device(table, 0)).text
    assert "js/end/" not in running
    play_to_the_end(table)
    over = get(table, "", device(table, 0)).text
    assert f'href="/r/{table.code}/statistics"' in over
    assert "js/end/picture.js" in over and "It shows everyone's name" in unescape(over)
    watching = get(table, watched(table, ""), NOBODY).text
    assert "js/end/picture.js" not in watching and "send-picture" not in watching
