"""Cells (A7)."""

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.view_types import ThiefView
from tests.engine.adel_verpflichtet.tables import ADA, BEN, CARLA, DORA, EMIL, a_table, list_texts, play, view

CASTLE = {seats: " | ".join(["castle"] * seats) for seats in (3, 4, 5)}


@pytest.mark.rule("A7.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_there_are_as_many_cells_as_seats(seats: int) -> None:
    assert view(a_table(seats)).cells == (None,) * seats


@pytest.mark.rule("A7.2")
def test_a_caught_thief_enters_cell_1_and_others_move_up() -> None:
    story = play(a_table(4, cells=(9, 3)), CASTLE[4], "thief 1 | detective | detective | detective")
    assert story.state.cells == (1, 9, 3)
    assert story.the("arrested").detail("cell") == 1


@pytest.mark.rule("A7.2")
def test_of_thieves_caught_together_the_lowest_seniority_enters_first() -> None:
    story = play(a_table(5), CASTLE[5], "thief 10 | thief 2 | thief 8 | detective | thief 5")
    assert story.state.cells == (10, 8, 5, 2)
    assert [caught.detail("thief") for caught in story.effects("arrested")] == [2, 5, 8, 10]


@pytest.mark.rule("A7.3")
def test_a_thief_pushed_out_is_playable_next_round() -> None:
    table = play(a_table(3, cells=(8, 3, 9)), CASTLE[3]).state
    assert list_texts(table, BEN) == {"thief 2", "detective"}
    story = play(table, "thief 10 | thief 2 | detective")
    # 2 enters and pushes 9 out, then 10 enters and pushes 3 out
    assert story.state.cells == (10, 2, 8)
    assert [kind for kind in story.kinds if kind in ("arrested", "freed")] == ["arrested", "freed"] * 2
    assert [(freed.seat, freed.detail("thief")) for freed in story.effects("freed")] == [(BEN, 9), (CARLA, 3)]
    story = play(story.state, CASTLE[3])
    assert list_texts(story.state, BEN) == {"thief 9", "detective"}
    assert list_texts(story.state, CARLA) == {"thief 3", "detective"}


@pytest.mark.rule("A7.3")
def test_the_thief_in_the_last_cell_is_freed_first() -> None:
    story = play(a_table(4, cells=(10, 9, 8, 7)), CASTLE[4], "thief 1 | detective | detective | detective")
    assert story.the("freed").detail("thief") == 7
    assert story.state.thieves[DORA] == (7, 4)


@pytest.mark.rule("A7.4")
def test_a_thief_in_a_cell_cannot_be_played() -> None:
    table = a_table(3, cells=(10,))
    at_castle = play(table, CASTLE[3]).state
    assert "thief 10" not in list_texts(at_castle, ADA)
    assert GAME.parse("thief 10") not in GAME.asks(at_castle)[ADA]
    at_auction = play(table, "auction_house | castle | castle").state
    assert "thief 10" not in list_texts(at_auction, ADA)


@pytest.mark.rule("A7.4")
def test_cells_and_their_occupants_are_public() -> None:
    table = a_table(5, cells=(5, 10))
    assert view(table).cells == (ThiefView(EMIL, 5), ThiefView(ADA, 10), None, None, None)
    assert [seat.thieves for seat in view(table).seats] == [(1,), (9, 2), (8, 3), (7, 4), (6,)]
