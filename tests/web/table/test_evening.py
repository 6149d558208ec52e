"""Score of an evening: every player's place in every game, by name.

It stays right after players came and went."""

import pytest

from app.rooms import commands as c
from app.rooms.model.room import Result, Room
from app.rooms.model.values import replace
from app.rooms.views.page_view import page_view
from app.rooms.views.view import view
from app.web.table.score import evening
from engine import registry
from tests.rooms.builders import ADA, BEN, GAME, a_game, begin_again, play_to_end, run_commands
from tests.web.html.test_regions import BASE, EVERYBODY, Reader, regions, render_regions

OTHER = next(key for key in registry.GAMES if key != GAME)


def an_evening() -> Room:
    """Return two games by two people, the second still on the table."""
    return play_to_end(run_commands(play_to_end(a_game(2, variant="confrontation")), begin_again()))


def words(html: str) -> str:
    """Return all texts of a region."""
    return " ".join(" ".join(text.split()) for text in Reader(html).texts if text.strip())


def test_evening_score_counts_shared_places_and_sorts_by_wins() -> None:
    room = replace(
        play_to_end(a_game(2, variant="confrontation")),
        evening=(
            Result(1, GAME, (("Ada", "Ben"), ("Carla",))),
            Result(2, OTHER, (("Carla",), ("Ada",))),
            Result(4, GAME, (("Ben",), ("Dora",), ("Ada",))),
        ),
    )
    score = evening(view(room, ADA).room)
    assert score.games == ((1, registry.find(GAME).title), (2, registry.find(OTHER).title), (4, score.games[0][1]))
    assert score.keys == (GAME, OTHER, GAME)
    assert [(each.name, each.places, each.wins) for each in score.scores] == [
        ("Ben", (1, None, 1), 2),
        ("Ada", (1, 2, 3), 1),
        ("Carla", (3, 1, None), 1),
        ("Dora", (None, None, 2), 0),
    ]


def test_evening_score_appears_after_second_game_and_stays_in_lobby() -> None:
    assert "The evening so far" not in words(
        render_regions(play_to_end(a_game(2, variant="confrontation")), ADA)["end"]
    )
    room = an_evening()
    wins = [each.wins for each in evening(view(room, ADA).room).scores]
    assert sum(wins) >= 2
    assert "The evening so far" in words(render_regions(room, ADA)["end"])
    lobby = run_commands(room, c.SetUpAnew(ADA, OTHER))
    start = words(render_regions(lobby, ADA)["start"])
    assert "The evening so far" in start
    assert "Ada" in start and "Ben" in start


def test_a_game_that_the_table_ended_counts_for_nobody() -> None:
    room = run_commands(a_game(2), *(c.Vote(seat, "end", True, "5e" * 32, None) for seat in (ADA, BEN)))
    assert room.phase == "finished"
    assert evening(view(room, ADA).room).scores == ()
    html = render_regions(room, ADA)
    assert "This game was ended early" in words(html["end"])
    assert "The game is over" in words(html["stage"])


@pytest.mark.parametrize(("hours", "games"), [(12, [1, 2]), (13, [2])])
def test_game_that_begins_much_later_starts_another_evening(hours: int, games: list[int]) -> None:
    room = play_to_end(a_game(2, variant="confrontation"))
    later = play_to_end(run_commands(room, begin_again(), ms=hours * 3_600_000))
    assert [number for number, _ in evening(view(later, ADA).room).games] == games
    assert [result.number for result in later.evening] == [1, 2], "the room itself forgets none"
    assert ("data-stories" in render_regions(later, ADA)["end"]) == (len(games) == 2)


def test_screen_and_curtain_fetch_no_stories() -> None:
    room = an_evening()
    player = page_view(room, ADA, EVERYBODY)
    for is_screen, is_curtain in ((False, False), (True, False), (False, True)):
        page = replace(player, is_screen=is_screen, is_curtain=is_curtain)
        has_stories = "data-stories" in regions().render_all(page, BASE)["end"]
        assert has_stories == (not is_screen and not is_curtain)
