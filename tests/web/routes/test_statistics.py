"""Statistics of a room over HTTP: wins and thefts in all its finished games.

Only the table's own people see them, and never a word of a game that runs."""

import re
from collections.abc import Mapping
from html import unescape

import pytest
from fastapi import FastAPI

from app.live.work_queue import Asker
from app.rooms.finished_games import FinishedGame, FinishedGames
from app.web.text.details import texts
from engine.core.seats import Seat, Viewer
from tests.web.routes.test_export import play_to_the_end
from tests.web.routes.test_replay import NOBODY, build_watch_path, device, get, page, some_play
from tests.web.tables import Table, Web
from tests.web.test_canaries import the_room

GAMES = pytest.mark.parametrize("game", ["adel_verpflichtet", "edel_stein_reich"])


REPLAY = re.compile(' <a class="see".*?</a>')
"""Link from a story into the replay of its game."""


def statistics(table: Table, seat: int = 0) -> str:
    """Return the page for that seat."""
    return page(table, "/statistics", device(table, seat))


def rows(text: str, title: str) -> dict[str, list[str]]:
    """Return the rows of the first table under that heading, by their first cell."""
    part = text.partition(f">{title}</h3>")[2].partition("</table>")[0]
    assert part, title
    found = {}
    without_crests = re.sub(r'<i class="crest.*?</i>', "", part.partition("<tbody>")[2], flags=re.DOTALL)
    for row in re.findall(r"<tr>(.*?)</tr>", without_crests, re.DOTALL):
        cells = [" ".join(unescape(re.sub("<[^>]*>", "", each)).split()) for each in re.split(r"</t[hd]>", row)]
        found[cells[0]] = cells[1:-1]
    return found


def one_more(table: Table, *, rotate: bool = False) -> None:
    """Play another game to its end."""
    assert table.post(0, do="again", rotate=rotate).is_success
    if rotate:
        table.tokens.reverse()
    play_to_the_end(table)


def wins(table: Table) -> Mapping[str, int]:
    """Return each player's number of wins, by the room's record."""
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


def test_statistics_show_the_crests_of_the_latest_game(web: Web) -> None:
    table = web.open("Ada", "Ben")
    assert table.post(1, do="identity", colour="lilac", crest="tower").is_success
    assert table.post(0, do="begin").is_success
    play_to_the_end(table)
    shown = statistics(table)
    assert shown.count('"crest lilac"') == shown.count('"#crest-tower"') == shown.count('"crest red"') > 0
    assert table.post(0, do="lobby").is_success
    assert table.post(1, do="identity", colour="green").is_success
    assert statistics(table).count('"crest lilac"') == shown.count('"crest lilac"')


def test_new_player_of_seat_inherits_no_statistics(web: Web) -> None:
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


def count_thefts(table: Table) -> dict[str, int]:
    """Return each player's number of thefts in all games, by the effects."""
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


def test_robbery_table_sums_thefts_of_all_games(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    play_to_the_end(table)
    one_more(table, rotate=True)
    # some pairs of games have no theft
    while not any((robbed := count_thefts(table)).values()):
        one_more(table)
    counted = rows(statistics(table), "Who robbed whom")
    assert {name: sum(int(cell) for cell in cells if cell != "·") for name, cells in counted.items()} == robbed


def the_past(table: Table) -> tuple[FinishedGame, ...]:
    """Return the room's finished games."""
    app, portal = table.web.client.app, table.web.client.portal
    assert isinstance(app, FastAPI) and portal is not None
    past = portal.call(app.state.dependencies.replays.load_finished_games, the_room(table), Asker("192.0.2.1"))
    assert isinstance(past, FinishedGames)
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
    # watchers have no link into a replay while a game runs
    before = finished | {None: _page_of(table, None)}
    assert REPLAY.sub("", before[None].decode()) == REPLAY.sub("", finished[None].decode())
    for _ in range(4):
        # its stories name objects of the finished game, which a player may hold in the next one
        assert {viewer: _page_of(table, viewer) for viewer in viewers} == before
        some_play(table, 3)


def _page_of(table: Table, viewer: Viewer) -> bytes:
    """Return the statistics for that seat, or for a watcher."""
    if viewer is None:
        return get(table, build_watch_path(table, "/statistics"), NOBODY).content
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
    assert get(table, build_watch_path(table, "/statistics"), NOBODY).status_code == 404
    assert get(table, "/watch/wrong/statistics", NOBODY).status_code == 404


def test_evening_stories_link_into_their_own_games(web: Web) -> None:
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
    # a new watcher gets no link to an earlier game
    shown = page(table, build_watch_path(table, "/statistics"), NOBODY)
    assert re.findall(r"replay\?game=(\d)", shown) == [number for _, number in links if number == "2"]


def test_finished_game_links_statistics_and_only_then_loads_end_scripts(web: Web) -> None:
    table = web.playing("Ada", "Ben", options={"watchers": "public"})
    running = get(table, "", device(table, 0)).text
    assert "js/end/" not in running
    play_to_the_end(table)
    over = get(table, "", device(table, 0)).text
    assert f'href="/r/{table.code}/statistics"' in over
    assert "js/end/picture.js" in over and "It shows everyone's name" in unescape(over)
    watching = get(table, build_watch_path(table, ""), NOBODY).text
    assert "js/end/picture.js" not in watching and "send-picture" not in watching
