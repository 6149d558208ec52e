"""End of the game (A8)."""

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.effects import exhibitions_in
from engine.adel_verpflichtet.picture import picture, places
from engine.adel_verpflichtet.state import State
from engine.core.seats import Seat
from tests.engine.adel_verpflichtet.tables import ADA, BEN, CARLA, DORA, Story, a_table, on_show, play, view

THREE_AT_CASTLE = "castle | castle | castle"
BOWLS = "A1598 A1621 A1655"
POTS = "B1602 B1660 B1703 B1758"
MASKS = "C1468 C1517 C1571"


def round_end(pawns: tuple[int, ...], hands: dict[Seat, str]) -> State:
    """Return the end of a round without moves, with a pawn at the banquet table."""
    return the_last_round(pawns, hands).state


def the_last_round(pawns: tuple[int, ...], hands: dict[Seat, str]) -> Story:
    """Return the result of such a round.

    No round begins so (A8.1), hence the pawns are set afterwards."""
    table = a_table(len(pawns), hands=hands)._replace(pawns=pawns)
    return play(table, " | ".join(["castle"] * len(pawns)), " | ".join(["detective"] * len(pawns)))


@pytest.mark.rule("A8.1")
def test_a_round_that_reaches_the_banquet_is_finished() -> None:
    table = a_table(4, hands={ADA: BOWLS}, pawns=(49, 30, 20, 10))
    story = play(table, "castle | castle | castle | castle", "exhibit | thief 9 | detective | detective")
    story = play(story.state, "show A1598 A1621 A1655")
    assert GAME.outcome(story.state) is None, "the thief still chooses"
    assert story.state.pawns[ADA] == 57
    story = play(story.state, "steal A1598")
    assert story.kinds == [
        "steals",
        "arrested",
        "detective_moves",
        "detective_moves",
        "exhibits_return",
        "round_ends",
        "banquet_reached",
        "finals_open",
        "game_ends",
    ]
    outcome = GAME.outcome(story.state)
    assert outcome is not None
    assert outcome.reason == "banquet"
    assert outcome.ranking == ((ADA,), (BEN,), (CARLA,), (DORA,))
    assert GAME.asks(story.state) == {}


@pytest.mark.rule("A8.1")
def test_the_game_continues_on_the_last_castle() -> None:
    story = play(a_table(3, pawns=(51, 0, 0)), THREE_AT_CASTLE, "detective | detective | detective")
    assert GAME.outcome(story.state) is None
    assert story.state.round == 2


@pytest.mark.rule("A8.1", "A6.7")
def test_a_detectives_move_can_reach_the_banquet_too() -> None:
    story = play(a_table(3, pawns=(51, 0, 0)), THREE_AT_CASTLE, "detective | thief 9 | thief 8")
    assert story.the("banquet_reached").detail("seats") == (0,)
    assert story.the("banquet_reached").detail("spaces") == (52,)


@pytest.mark.rule("A8.2")
def test_the_best_final_exhibitions_move_8_and_4() -> None:
    final = round_end((52, 50, 40), {ADA: BOWLS, BEN: POTS, CARLA: MASKS})
    assert final.pawns == (52, 58, 44)
    assert [seat.final_exhibition for seat in view(final).seats] != [(), (), ()]
    assert [on_show(final._replace(exhibitions=final.finals), seat) for seat in (ADA, BEN, CARLA)] == [
        BOWLS,
        POTS,
        MASKS,
    ]


@pytest.mark.rule("A8.2")
def test_the_most_valuable_exhibition_is_picked_for_each_seat() -> None:
    story = the_last_round((52, 0, 0), {ADA: f"{BOWLS} D1737 E1583 F1672 F1733", BEN: "A1689 C1517 E1644"})
    shown = dict(exhibitions_in(story.the("finals_open")))
    assert shown == {ADA: ("D1737", "E1583", "F1672", "F1733")}
    assert [(move.seat, move.detail("by")) for move in story.effects("finalist_moves")] == [(ADA, 8)]
    assert story.state.pawns == (60, 0, 0), "a hand without a valid exhibition takes no part"


@pytest.mark.rule("A8.3")
def test_the_pawn_farthest_along_wins() -> None:
    final = round_end((52, 51, 40), {})
    outcome = GAME.outcome(final)
    assert outcome is not None
    assert outcome.ranking == ((ADA,), (BEN,), (CARLA,))
    assert [seat.final_place for seat in view(final).seats] == [1, 2, 3]


@pytest.mark.rule("A8.3")
def test_on_level_spaces_the_more_valuable_final_exhibition_is_ahead() -> None:
    # Ada 52 + 4, Ben 48 + 8: both on 56
    final = round_end((52, 48, 40), {ADA: BOWLS, BEN: POTS})
    assert final.pawns == (56, 56, 40)
    outcome = GAME.outcome(final)
    assert outcome is not None
    assert outcome.ranking == ((BEN,), (ADA,), (CARLA,))


@pytest.mark.rule("A8.3")
def test_on_level_spaces_any_final_exhibition_is_better() -> None:
    final = round_end((60, 52, 20), {BEN: BOWLS})
    assert final.pawns == (60, 60, 20)
    outcome = GAME.outcome(final)
    assert outcome is not None
    assert outcome.ranking == ((BEN,), (ADA,), (CARLA,))


@pytest.mark.rule("A8.3")
def test_level_seats_without_exhibitions_share_a_place() -> None:
    story = the_last_round((30, 52, 30, 10), {DORA: BOWLS})
    outcome = GAME.outcome(story.state)
    assert outcome is not None
    assert outcome.ranking == ((BEN,), (ADA, CARLA), (DORA,))
    ended = story.the("game_ends")
    assert (ended.detail("seats"), ended.detail("places")) == ((1, 0, 2, 3), (1, 2, 2, 4))
    assert [seat.final_place for seat in view(story.state).seats] == [2, 1, 2, 4]


@pytest.mark.rule("A8.4")
def test_pawns_move_past_the_last_seat_of_the_table() -> None:
    final = round_end((70, 66, 20), {ADA: BOWLS, BEN: POTS})
    assert final.pawns == (74, 74, 20)
    seats_drawn = view(final).track.banquet_space + view(final).track.banquet_seats
    assert max(final.pawns) >= seats_drawn


@pytest.mark.rule("A8.4")
def test_a_pawn_past_the_table_is_drawn_at_its_end() -> None:
    seen = view(round_end((70, 54, 20), {ADA: BOWLS, BEN: POTS}))
    table, drawn = picture(seen), [place.id for place in places(seen) if place.kind == "road"]
    assert [table.pieces[f"pawn-{seat}"].place for seat in (ADA, BEN, CARLA)] == [drawn[-1], "road-62", "road-20"]


@pytest.mark.rule("A8.5")
def test_the_game_ends_after_200_rounds() -> None:
    table = a_table(3, number=199, hands={ADA: BOWLS})
    story = play(table, THREE_AT_CASTLE, "detective | detective | detective")
    assert (story.state.round, GAME.outcome(story.state)) == (200, None)
    story = play(story.state, THREE_AT_CASTLE, "detective | detective | detective")
    outcome = GAME.outcome(story.state)
    assert outcome is not None
    assert outcome.reason == "rounds"
    assert outcome.ranking == ((ADA,), (BEN, CARLA))
    assert story.state.pawns == (8, 0, 0), "the final exhibition is held all the same"
    assert "rounds_run_out" in story.kinds


@pytest.mark.rule("A8.1", "A8.5")
def test_a_finished_game_asks_nothing_and_shows_everything() -> None:
    final = round_end((52, 48, 40), {ADA: BOWLS, BEN: POTS})
    table = view(final)
    assert (table.stage, table.reason, table.castle) == ("over", "banquet", None)
    assert [seat.objects and len(seat.objects) for seat in table.seats[:2]] == [3, 4]
