"""E7.8: the end."""

import pytest

from engine.core.chance import SeededChance
from engine.core.errors import GameOverError
from engine.edel_stein_reich import GAME
from engine.edel_stein_reich.rules.ending import ranking
from tests.engine.edel_stein_reich.tables import ADA, BEN, CARLA, DORA, EMIL, a_table, play, random_steps, view


def ranks(money: tuple[int, ...], *held: str) -> tuple[tuple[int, ...], ...]:
    """Return the ranking of seats with this money and these gems."""
    seats = (ADA, BEN, CARLA, DORA, EMIL)[: len(held)]
    table = a_table(len(held), holdings=dict(zip(seats, held, strict=True)), money=dict(zip(seats, money, strict=True)))
    return ranking(table)


@pytest.mark.rule("E7.8")
def test_the_most_money_wins() -> None:
    assert ranks((30, 50, 40), "rrrr", "", "rr") == ((1,), (2,), (0,))


@pytest.mark.rule("E7.8")
@pytest.mark.parametrize(
    ("one", "other"),
    [("bb", "r"), ("rb", "yy"), ("ryb", "rgg"), ("rygb", "rybb"), ("rrb", "ryy"), ("rrgb", "rrbb")],
)
def test_ties_are_broken_by_gems_then_dearest_colours(one: str, other: str) -> None:
    assert ranks((40, 40, 40), other, one, "") == ((1,), (0,), (2,))


@pytest.mark.rule("E7.8")
def test_if_everything_is_equal_the_win_is_shared() -> None:
    assert ranks((40, 40, 41, 40), "ry", "ry", "", "rb") == ((2,), (0, 1), (3,))


@pytest.mark.rule("E7.8", "E3.1")
def test_the_game_ends_with_the_third_scoring() -> None:
    holdings = {ADA: "rrr", BEN: "rr", CARLA: ""}
    story = play(a_table(3, holdings=holdings, number=3, turn=8), "money | money | money")
    assert story.kinds[-1] == "game_ends"
    ended = story.the("game_ends")
    assert (ended.detail("seats"), ended.detail("places"), ended.detail("money")) == ((0, 1, 2), (1, 2, 3), (14, 0, 0))
    outcome = GAME.outcome(story.state)
    assert outcome is not None
    assert (outcome.reason, outcome.ranking) == ("third_scoring", ((ADA,), (BEN,), (CARLA,)))
    table = view(story.state)
    assert (table.stage, table.reason) == ("over", "third_scoring")
    assert [seat.final_place for seat in table.seats] == [1, 2, 3]
    assert GAME.asks(story.state) == {}
    with pytest.raises(GameOverError):
        GAME.resolve(story.state, {}, SeededChance(b""))


@pytest.mark.rule("E7.8")
def test_after_a_shared_place_as_many_are_skipped() -> None:
    holdings = {ADA: "yy", BEN: "yy", CARLA: "", DORA: ""}
    story = play(a_table(4, holdings=holdings, number=3, turn=7), "money | money | money | money")
    assert [seat.final_place for seat in view(story.state).seats] == [1, 1, 3, 3]
    assert story.the("game_ends").detail("places") == (1, 1, 3, 3)


@pytest.mark.rule("E7.8")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_until_then_there_is_no_outcome(seats: int) -> None:
    *before, last = random_steps(6, seats)
    assert all(GAME.outcome(step.state) is None for step in before)
    assert GAME.outcome(last.state) is not None
