"""Recap by player: a player who took over a seat has not done earlier actions."""

import random
import re

import pytest

from app.rooms import commands as c
from app.rooms.model.room import Room
from app.rooms.views.page_view import page_view
from app.web.games.highlights import has_same_player
from app.web.html.environment import environment
from app.web.html.regions import Regions
from app.web.text.languages import catalogue
from tests.known import SHIPPED
from tests.rooms.builders import ADA, BEN, a_game, all_sealed, end_grace_pause, game_of, holder, run_commands
from tests.secrecy.feeds import BASE_URL

WORDS = catalogue("en")
HANDS_OVER = 8
"""Number of reveals after which Dora has Ben's seat."""


def play_with_takeover(game: str) -> Room:
    """Return a finished game in which Dora took over Ben's seat.

    Ada and Carla play, too."""
    rng, room, number = random.Random(3), a_game(3, game=game), 0
    while room.phase == "playing":
        if number == HANDS_OVER:
            room = run_commands(room, c.Leave(BEN))
            room = run_commands(room, c.TakeSeat("Dora", holder("Dora"), room.join_key))
        play = game_of(room)
        chosen = {seat: play.game.text(rng.choice(ask.choices)) for seat, ask in play.asks.items()}
        room, number = end_grace_pause(all_sealed(room, chosen)), number + 1
    return room


def table_of(html: str, name: str) -> dict[str, list[int]]:
    """Return the rows of a table of the end: numbers by player."""
    section = re.search(rf'<section class="paper {name}".*?</section>', html, re.DOTALL)
    assert section is not None
    rows = re.findall(r'<th scope="row">.*?<bdi[^>]*>(.*?)</bdi>.*?</tr>', section[0], re.DOTALL)
    cells = re.findall(r'<th scope="row">(.*?)</tr>', section[0], re.DOTALL)
    numbers = [[int(each) for each in re.findall(r"<td[^>]*>\s*(\d+)</td>", row)] for row in cells]
    return dict(zip(rows, numbers, strict=True))


@pytest.mark.parametrize("game", sorted(SHIPPED))
def test_deeds_and_ties_are_a_players_and_not_a_seats(game: str) -> None:
    room = play_with_takeover(game)
    html = "".join(Regions(environment(WORDS), WORDS).render_all(page_view(room, ADA), BASE_URL).values())
    done, ties = table_of(html, "doings"), table_of(html, "ties")
    assert list(done) == list(ties) == ["Ada", "Ben", "Dora", "Carla"]
    assert 0 < sum(done["Ben"]) <= HANDS_OVER < sum(done["Dora"])
    assert len(ties["Ben"]) == len(ties["Dora"]) == 2


def test_player_who_took_over_seat_has_no_comeback_from_before() -> None:
    reveals = game_of(play_with_takeover("edel_stein_reich")).history
    assert has_same_player(reveals, ADA, 1)
    assert not has_same_player(reveals, BEN, 1)
    assert has_same_player(reveals, BEN, reveals[HANDS_OVER].ask)
