"""Castle (A6)."""

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.effects import exhibitions_in
from engine.adel_verpflichtet.rules.track import place
from engine.adel_verpflichtet.state import State
from tests.engine.adel_verpflichtet.tables import (
    ADA,
    BEN,
    CARLA,
    DORA,
    EMIL,
    a_table,
    hand,
    on_show,
    play,
    view,
)

ALL_AT_CASTLE = {number: " | ".join(["castle"] * number) for number in (3, 4, 5)}

THREE_BOWLS = "A1598 A1621 A1655"
THREE_POTS = "B1602 B1660 B1703"
FOUR_MASKS = "C1638 C1697 C1769 C1832"
HANDS = {ADA: THREE_BOWLS, BEN: THREE_POTS, CARLA: FOUR_MASKS}


def a_castle(seats: int, pawns: tuple[int, ...] = ()) -> State:
    """Return a table with all seats at the castle.

    The first two of three, or the first three of more seats can exhibit."""
    hands = HANDS if seats > 3 else {ADA: THREE_BOWLS, BEN: THREE_POTS}
    return play(a_table(seats, hands=hands, pawns=pawns), ALL_AT_CASTLE[seats]).state


@pytest.mark.rule("A6.0", "A6.1")
def test_the_castles_cards_open_together_before_the_exhibitors_choose() -> None:
    story = play(a_castle(4), "exhibit | thief 9 | exhibit | detective")
    assert story.kinds == ["castle_opens"]
    revealed = story.the("castle_opens")
    assert revealed.clause == "A6.0"
    assert revealed.detail("cards") == ("exhibit", "thief", "exhibit", "detective")
    assert revealed.detail("values") == (0, 9, 0, 0)
    assert list(GAME.asks(story.state)) == [ADA, CARLA]
    assert {ask.kind for ask in GAME.asks(story.state).values()} == {"exhibition"}
    assert [seat.action and seat.action.card for seat in view(story.state).seats] == [
        "exhibit",
        "thief",
        "exhibit",
        "detective",
    ]


@pytest.mark.rule("A6.1")
def test_all_exhibitions_are_revealed_together() -> None:
    story = play(
        a_castle(4), "exhibit | thief 9 | exhibit | detective", "show A1598 A1621 A1655 | show C1638 C1697 C1769"
    )
    revealed = story.steps[0]
    assert revealed.effect.kind == "exhibitions_open"
    assert exhibitions_in(revealed.effect) == (
        (ADA, ("A1598", "A1621", "A1655")),
        (CARLA, ("C1638", "C1697", "C1769")),
    )
    assert (on_show(revealed.state, ADA), on_show(revealed.state, CARLA)) == (THREE_BOWLS, "C1638 C1697 C1769")
    assert hand(revealed.state, CARLA) == "C1832"


@pytest.mark.rule("A6.1")
def test_hand_counts_include_sealed_exhibits() -> None:
    story = play(a_castle(4), "exhibit | thief 9 | exhibit | detective")
    assert [seat.hand for seat in view(story.state).seats] == [3, 3, 4, 0]
    story = play(story.state, "show A1598 A1621 A1655 | show C1638 C1697 C1769")
    assert [seat.hand for seat in view(story.steps[0].state).seats] == [0, 3, 1, 0]


@pytest.mark.rule("A6.2")
def test_the_best_exhibition_moves_by_the_larger_number() -> None:
    story = play(
        a_castle(4, pawns=(5, 0, 0, 0)),
        "exhibit | exhibit | exhibit | detective",
        "show A1598 A1621 A1655 | show B1602 B1660 B1703 | show C1638 C1697 C1769 C1832",
    )
    assert story.state.pawns == (6, 0, 3, 0)
    best, second = story.effects("exhibitor_moves")
    assert (best.seat, best.detail("rank"), best.detail("size"), best.detail("by")) == (CARLA, 1, 4, 3)
    assert (best.detail("from_space"), best.detail("to_space")) == (0, 3)
    assert (second.seat, second.detail("rank"), second.detail("oldest"), second.detail("by")) == (ADA, 2, "A1598", 1)
    ranked = story.the("exhibitions_rank")
    assert (ranked.detail("seats"), ranked.detail("sizes")) == ((2, 0, 1), (4, 3, 3))


@pytest.mark.rule("A6.2")
def test_a_lone_exhibitor_is_the_best() -> None:
    story = play(a_castle(3, pawns=(0, 0, 7)), "detective | exhibit | detective", "show B1602 B1660 B1703")
    assert story.state.pawns == (0, 3, 7)
    assert story.effects("exhibitions_rank") == []


@pytest.mark.rule("A6.3")
def test_the_leaders_pair_is_read_before_both_moves() -> None:
    # the best exhibition takes the lead into castle 5 (3/2) from castle 3 (3/1): the second best still moves 1
    story = play(
        a_castle(3, pawns=(6, 2, 0)),
        "exhibit | exhibit | detective",
        "show A1598 A1621 A1655 | show B1602 B1660 B1703",
    )
    assert story.state.pawns == (9, 3, 0)
    read = story.the("pair_counts")
    assert [read.detail(name) for name in ("castle", "space", "best", "second")] == [3, 6, 3, 1]


@pytest.mark.rule("A6.3", "A1.5")
def test_the_club_rooms_pair_counts_at_the_start() -> None:
    story = play(a_castle(3), "exhibit | exhibit | detective", "show A1598 A1621 A1655 | show B1602 B1660 B1703")
    # B1602 is younger than A1598
    assert story.state.pawns == (2, 1, 0)
    assert story.the("pair_counts").detail("castle") == 0


@pytest.mark.rule("A6.4")
def test_thieves_act_after_the_moves_highest_seniority_first() -> None:
    story = play(a_castle(4), "exhibit | thief 2 | thief 3 | thief 7", "show A1598 A1621 A1655")
    assert story.kinds == ["exhibitions_open", "pair_counts", "exhibitor_moves"]
    assert list(GAME.asks(story.state)) == [DORA]
    assert [thief.value for thief in view(story.state).prowling] == [7, 3, 2]
    story = play(story.state, "steal A1655")
    assert list(GAME.asks(story.state)) == [CARLA]
    story = play(story.state, "steal A1598")
    assert story.kinds[:2] == ["steals", "steals"], "the last object is taken without asking"
    assert (hand(story.state, DORA), hand(story.state, BEN)) == ("A1655", f"A1621 {THREE_POTS}")
    assert hand(story.state, CARLA) == f"A1598 {FOUR_MASKS}"


@pytest.mark.rule("A6.4")
def test_a_thief_takes_one_object_from_every_exhibition() -> None:
    story = play(
        a_castle(4),
        "exhibit | exhibit | detective | thief 4",
        "show A1598 A1621 A1655 | show B1602 B1660 B1703",
    )
    ask = GAME.asks(story.state)[DORA]
    assert ask.complete
    assert len(ask.choices) == 9
    for text in (
        "steal A1598",
        "steal A1598 A1621",
        "steal A1598 B1602 B1660",
        "steal A1598 C1638",
        "steal A1598 B1602 C1638",
    ):
        assert GAME.parse(text) not in ask
    story = play(story.state, "steal A1621 B1703")
    assert hand(story.state, DORA) == "A1621 B1703"
    stolen = story.the("steals")
    assert (stolen.detail("thief"), stolen.detail("from_seats")) == (4, (0, 1))
    assert stolen.detail("objects") == ("A1621", "B1703")


@pytest.mark.rule("A6.4")
def test_three_thieves_strip_the_smaller_of_two_exhibitions() -> None:
    story = play(
        a_castle(5),
        "exhibit | thief 9 | exhibit | thief 7 | thief 6",
        "show A1598 A1621 A1655 | show C1638 C1697 C1769 C1832",
        "steal A1598 C1638",
        "steal A1621 C1697",
        "steal A1655 C1769",
    )
    assert story.state.hands[ADA] == 0
    assert hand(story.state, CARLA) == "C1832"


@pytest.mark.rule("A6.4")
def test_a_later_thief_may_find_nothing() -> None:
    story = play(
        a_castle(5),
        "exhibit | thief 9 | thief 8 | thief 7 | thief 6",
        "show A1598 A1621 A1655",
        "steal A1598",
        "steal A1621",
    )
    assert story.kinds[:3] == ["steals", "steals", "finds_nothing_left"], "thief 7 takes the last object unasked"
    late = story.the("finds_nothing_left")
    assert (late.seat, late.detail("thief")) == (EMIL, 6)
    assert "exhibits_return" not in story.kinds


@pytest.mark.rule("A4.0")
def test_thefts_are_asked_only_with_a_choice() -> None:
    story = play(a_table(3, hands={ADA: THREE_BOWLS}), ALL_AT_CASTLE[3], "exhibit | thief 9 | thief 8")
    asks = GAME.asks(story.state)
    assert list(asks) == [ADA]
    assert [GAME.text(choice) for choice in asks[ADA].choices] == [f"show {THREE_BOWLS}"]
    story = play(story.state, f"show {THREE_BOWLS}", "steal A1598")
    assert list(GAME.asks(story.state)) == [CARLA], "two objects are left"
    story = play(a_castle(5), "exhibit | thief 9 | thief 8 | thief 7 | detective", f"show {THREE_BOWLS}", "steal A1598")
    assert play(story.state, "steal A1621").kinds[:2] == ["steals", "steals"], "the last object is taken unasked"


@pytest.mark.rule("A6.5")
def test_without_an_exhibition_thieves_take_nothing() -> None:
    table = a_castle(4)
    story = play(table, "thief 10 | thief 2 | detective | detective")
    empty = story.the("finds_no_show")
    assert (empty.detail("seats"), empty.detail("thieves")) == ((0, 1), (10, 2))
    assert story.state.hands == table.hands


@pytest.mark.rule("A6.6")
def test_one_detective_arrests_every_thief_who_keeps_the_loot() -> None:
    story = play(a_castle(4), "exhibit | thief 9 | thief 8 | detective", "show A1598 A1621 A1655", "steal A1598")
    story = play(story.state, "steal A1621")
    assert set(story.state.cells) == {8, 9}
    assert story.state.thieves == ((10, 1), (2,), (3,), (7, 4))
    assert hand(story.state, BEN) == f"A1598 {THREE_POTS}"
    caught = story.effects("arrested")
    assert [(thief.seat, thief.detail("thief"), thief.detail("detectives")) for thief in caught] == [
        (CARLA, 8, (3,)),
        (BEN, 9, (3,)),
    ]


@pytest.mark.rule("A6.6")
def test_a_thief_that_stole_nothing_is_caught_all_the_same() -> None:
    story = play(a_castle(3), "thief 10 | detective | detective")
    assert story.state.cells == (10,)


@pytest.mark.rule("A6.6")
def test_without_a_detective_thieves_go_home() -> None:
    story = play(a_castle(3), "thief 10 | thief 9 | thief 8")
    assert story.state.cells == ()


@pytest.mark.rule("A6.7")
def test_after_an_arrest_detectives_owners_move_by_place() -> None:
    story = play(a_castle(4, pawns=(20, 17, 15, 9)), "thief 1 | detective | detective | detective")
    assert story.state.pawns == (20, 19, 18, 13)
    moves = [(move.seat, move.detail("place"), move.detail("by")) for move in story.effects("detective_moves")]
    assert moves == [(BEN, 2, 2), (CARLA, 3, 3), (DORA, 4, 4)]


@pytest.mark.rule("A6.7")
def test_all_places_are_read_before_any_detectives_owner_moves() -> None:
    # Ben on 11 moves 2 to 13, ahead of Ada on 12; Ada still moves 1 as the first
    story = play(a_castle(3, pawns=(12, 11, 0)), "detective | detective | thief 8")
    assert story.state.pawns == (13, 13, 0)
    # Ada overtakes nobody who is read later: Ben's place is that before Ada moved
    story = play(a_castle(3, pawns=(10, 11, 12)), "detective | detective | thief 8")
    assert story.state.pawns == (13, 13, 12)


@pytest.mark.rule("A6.7")
def test_the_place_counts_after_the_exhibition_moves() -> None:
    story = play(
        a_castle(4, pawns=(9, 0, 0, 10)),
        "exhibit | thief 9 | detective | detective",
        "show A1598 A1621 A1655",
        "steal A1598",
    )
    # Ada's three spaces bring her ahead of Dora, who is second when she moves
    assert story.state.pawns == (12, 0, 3, 12)


@pytest.mark.rule("A6.8")
def test_level_pawns_share_the_better_place() -> None:
    pawns = (20, 17, 15, 15, 9)
    assert [place(pawns, seat) for seat in range(5)] == [1, 2, 3, 3, 5]
    assert [seat.place for seat in view(a_table(5, pawns=pawns)).seats] == [1, 2, 3, 3, 5]
    story = play(a_castle(5, pawns=pawns), "detective | thief 9 | detective | detective | detective")
    assert story.state.pawns == (21, 17, 18, 18, 14)
    moves = {move.seat: move.detail("level") for move in story.effects("detective_moves")}
    assert moves == {ADA: (), CARLA: (3,), DORA: (2,), EMIL: ()}


@pytest.mark.rule("A6.9")
def test_without_a_thief_at_the_castle_detectives_have_no_effect() -> None:
    table = play(a_table(3, hands={ADA: THREE_BOWLS}), "castle | castle | auction_house").state
    story = play(table, "exhibit | detective | thief 8", "show A1598 A1621 A1655")
    assert story.the("detectives_idle").detail("seats") == (1,)
    assert story.state.pawns == (2, 0, 0)
    assert story.state.cells == ()


@pytest.mark.rule("A6.10")
def test_unstolen_exhibits_return_to_the_hidden_hand() -> None:
    story = play(a_castle(4), "exhibit | detective | detective | thief 4", "show A1598 A1621 A1655", "steal A1621")
    assert hand(story.state, ADA) == "A1598 A1655"
    assert story.state.exhibitions == (0, 0, 0, 0)
    assert exhibitions_in(story.the("exhibits_return")) == ((ADA, ("A1598", "A1655")),)
    assert [seat.exhibition for seat in view(story.state).seats] == [()] * 4


@pytest.mark.rule("A6.4", "A6.6", "A6.10")
def test_effects_at_the_castle_follow_the_rules_sequence() -> None:
    story = play(
        a_castle(5),
        "exhibit | exhibit | exhibit | thief 7 | detective",
        "show A1598 A1621 A1655 | show B1602 B1660 B1703 | show C1638 C1697 C1769 C1832",
    )
    kinds = story.kinds + play(story.state, "steal A1598 B1602 C1638").kinds
    assert kinds == [
        "exhibitions_open",
        "exhibitions_rank",
        "pair_counts",
        "exhibitor_moves",
        "exhibitor_moves",
        "steals",
        "arrested",
        "detective_moves",
        "exhibits_return",
        "round_ends",
    ]
