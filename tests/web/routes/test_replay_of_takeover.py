"""Replay of a game in which a seat changed hands.

All players are named for their own actions."""

import re

import pytest

from engine.core.seats import Seat
from tests.web.routes.test_replay import device, films, page, some_play
from tests.web.tables import Table, Web
from tests.web.test_canaries import the_room


def caption_at(table: Table, ask: int) -> str:
    """Return the replay page's sentence for the first effect of a reveal."""
    found = re.search(
        r'class="film-say".*?</p>', page(table, f"/replay?perspective=0&at={ask}.1", device(table, 0)), re.DOTALL
    )
    assert found is not None
    return found[0]


def play_with_takeover(web: Web, game: str, reveals: int) -> Table:
    """Return a table where Ben leaves after so many reveals and Dora takes his seat."""
    table = web.playing("Ada", "Ben", "Carla", game=game)
    some_play(table, reveals)
    assert table.post(1, do="leave").is_success
    join = table.view(0)["room"]["join_link"]
    taken = web.client.post(f"{table.path}/seats", json={"name": "Dora", "key": join.rpartition("/")[2]}).json()
    table.tokens[1] = taken["token"]
    return table


@pytest.mark.parametrize("game", ["adel_verpflichtet", "edel_stein_reich"])
def test_replay_names_former_player_for_moves_before_takeover(web: Web, game: str) -> None:
    table = play_with_takeover(web, game, 8)
    dora = the_room(table).occupant(Seat(1))
    assert dora is not None
    asked = int(dora.since)
    some_play(table, 8, seed=2)

    ada = device(table, 0)
    said: dict[bool, set[str]] = {True: set(), False: set()}
    for step in films(table, "/replay?perspective=0", ada)["stops"]:
        is_before = int(step["stop"].partition(".")[0]) < asked
        said[is_before] |= {str(part) for part in step.get("say", ())}
    # the current player is a number, which the page names
    assert "Ben" in said[True] and "1" not in said[True]
    assert "1" in said[False] and "Ben" not in said[False]

    rounds = page(table, "/rounds", ada)
    lines = re.findall(r"<li data-seats.*?at=(\d+)\..*?</li>", rounds, re.DOTALL)
    texts = re.findall(r"<li data-seats.*?</li>", rounds, re.DOTALL)
    named = [(int(ask) < asked, "Ben" in text, "Dora" in text) for ask, text in zip(lines, texts, strict=True)]
    assert {(True, True, False), (False, False, True)} <= set(named)
    assert not {(True, False, True), (False, True, False)} & set(named)
    heads = re.findall(r"<th scope=\"col\".*?</th>", rounds, re.DOTALL)
    assert ["Ben" in head and "Dora" in head for head in heads] == [False, False, True, False]

    captions = "".join(caption_at(table, ask) for ask in range(1, asked))
    assert "Ben" in captions and "Dora" not in captions


@pytest.mark.parametrize("game", ["adel_verpflichtet", "edel_stein_reich"])
def test_what_if_names_players_who_held_seats_then(web: Web, game: str) -> None:
    table = play_with_takeover(web, game, 4)
    some_play(table, 1000)

    ada = device(table, 0)
    asks = page(table, "/replay?perspective=open&if=1", ada)
    chooses = page(table, "/replay?perspective=1&if=1", ada)
    choice = re.findall(r'name="choice" value="([^"]*)"', chooses)[-1]
    became = page(table, f"/replay?perspective=1&if=1&choice={choice}", ada)
    for drawn in (asks, chooses, became):
        assert "Ben" in drawn and "Dora" not in drawn
