"""Comparison of games with the same cards over HTTP."""

import html
import re
import time

import pytest

from tests.web.routes.test_export import play_to_the_end
from tests.web.routes.test_replay import NOBODY, device, get, page, some_play
from tests.web.tables import Table, Web

PATIENCE_S = 60.0
"""Patience with the computer that looks at a game."""
GAMES = pytest.mark.parametrize("game", ["adel_verpflichtet", "edel_stein_reich"])


@GAMES
def test_both_games_stand_side_by_side_by_hand(web: Web, game: str) -> None:
    table = web.playing("Ada", "Ben", game=game)
    some_play(table, 6)
    play_to_the_end(table)
    assert table.post(0, do="again", same=True, rotate=True).is_success
    table.tokens.reverse()
    play_to_the_end(table)
    shown = page(table, "/comparison", device(table, 0))
    results = shown.partition('id="results-title"')[2].partition("</table>")[0]
    rows = [re.findall(r'translate="no">(\w+)<', row) for row in results.partition("<tbody>")[2].split("<tr>")[1:]]
    assert rows == [["Ada", "Ben"], ["Ben", "Ada"]]
    assert "replay?game=1&amp;at=" in shown.replace("game=1&at=", "game=1&amp;at=")
    for path in ("", "/rounds"):
        assert f"/r/{table.code}/comparison" in page(table, path, device(table, 0))
    assert "/comparison" not in page(table, "/rounds?game=1", device(table, 0))


def test_games_with_cards_of_their_own_have_no_comparison(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    assert get(table, "/comparison", device(table, 0)).status_code == 409
    play_to_the_end(table)
    assert get(table, "/comparison", device(table, 0)).status_code == 409
    assert get(table, "/comparison", NOBODY).status_code == 404


def test_running_repeat_says_so_to_everybody(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    play_to_the_end(table)
    assert table.post(0, do="again", same=True).is_success
    for seat in (0, 1):
        assert "Same cards as in game 1." in page(table, "", device(table, seat))


def play_twice(web: Web, game: str) -> Table:
    """Play the same cards twice to the end, with other choices each time."""
    table = web.playing("Ada", "Ben", game=game)
    some_play(table, 6, seed=1)
    play_to_the_end(table)
    for seat in (0, 1):
        assert table.post(seat, do="stand_in", seat=seat, level=None).is_success
    assert table.post(0, do="again", same=True).is_success
    some_play(table, 6, seed=2)
    play_to_the_end(table)
    return table


@GAMES
def test_each_game_is_tried_with_the_choice_of_the_other(web: Web, game: str) -> None:
    table = play_twice(web, game)
    shown = page(table, "/comparison", device(table, 0))
    section = shown.partition('id="hand-0"')[2].partition("</section>")[0].partition('class="other-choices"')[2]
    paths = [html.unescape(path) for path in re.findall(r'href="([^"]+)"', section)]
    assert paths
    assert all("if=" in path and "choice=" in path for path in paths)
    assert len({"game=1" in path for path in paths}) == len(paths)
    for path in paths:
        tried = page(table, path.removeprefix(f"/r/{table.code}"), device(table, 0))
        assert "What really happened" in tried


@pytest.mark.slow("the computer looks at two games")
def test_own_mirrors_of_both_games_are_compared(web: Web) -> None:
    table = play_twice(web, "adel_verpflichtet")
    paths = [f"/r/{table.code}/mirror?game=1", f"/r/{table.code}/mirror"]
    shown = page(table, "/comparison", device(table, 0))
    assert all(f'href="{path}"' in shown for path in paths)
    assert "of your chance to win" not in shown
    for path in paths:
        below = path.removeprefix(f"/r/{table.code}")
        until = time.monotonic() + PATIENCE_S
        while "refresh" in (answer := get(table, below, device(table, 0))).headers:
            assert time.monotonic() < until
            time.sleep(0.2)
        assert (f"/r/{table.code}/comparison" in answer.text) == ("game=1" not in path)
    shown = page(table, "/comparison", device(table, 0))
    assert shown.count("of your chance to win") == 2
    # nobody else reads of it
    assert "of your chance to win" not in page(table, "/comparison", device(table, 1))
