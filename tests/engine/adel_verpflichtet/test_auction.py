"""Auction house (A4)."""

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.state import State
from tests.engine.adel_verpflichtet.tables import ADA, BEN, CARLA, DORA, a_table, hand, ids, list_texts, play, view

EVERYBODY_BIDS = "auction_house | auction_house | auction_house"
PILES = ("C1468 B1534", "C1517 A1598")


def a_sale() -> State:
    """Return three seats and two piles of two."""
    return a_table(3, piles=PILES, hands={ADA: "", BEN: ""})


@pytest.mark.rule("A4.1")
def test_the_highest_cheque_wins_and_its_owner_chooses_the_object() -> None:
    story = play(a_sale(), EVERYBODY_BIDS, "cheque 16 | cheque 14 | cheque 17")
    assert list(GAME.asks(story.state)) == [CARLA]
    assert list_texts(story.state, CARLA) == {"buy C1468", "buy C1517"}
    won = story.the("outbids")
    assert (won.seat, won.detail("cheque")) == (CARLA, 17)
    assert (won.detail("beaten_seats"), won.detail("beaten")) == ((0, 1), (16, 14))


@pytest.mark.rule("A4.1")
def test_a_purchase_moves_object_and_cheque_and_turns_up() -> None:
    story = play(a_sale(), EVERYBODY_BIDS, "cheque 16 | cheque 14 | cheque 17", "buy C1517")
    assert "C1517" in hand(story.state, CARLA)
    assert story.state.cheques[CARLA] == (23, 7, 3)
    assert view(story.state).till == (17,)
    assert [window.object and window.object.id for window in view(story.state).windows] == ["C1468", "A1598"]
    bought = story.the("buys")
    assert (bought.seat, bought.detail("cheque"), bought.detail("window")) == (CARLA, 17, 2)
    assert story.the("turns_up").detail("object") == "A1598"


@pytest.mark.rule("A4.1")
def test_the_next_object_is_hidden_until_turned_up() -> None:
    story = play(a_sale(), EVERYBODY_BIDS, "cheque 16 | cheque 14 | cheque 17", "buy C1517")
    window = view(story.right_after("buys")).windows[1]
    assert (window.object, window.pile) == (None, 1)
    window = view(story.right_after("turns_up")).windows[1]
    assert window.object is not None
    assert (window.object.id, window.pile) == ("A1598", 1)


@pytest.mark.rule("A4.1")
def test_a_lone_cheque_wins_whatever_its_value() -> None:
    story = play(a_sale(), "auction_house | castle | castle", "cheque 1 | detective | detective")
    assert story.the("outbids").detail("beaten") == ()
    story = play(story.state, "buy C1468")
    assert hand(story.state, ADA) == "C1468"
    assert story.effects("cheques_return") == []


@pytest.mark.rule("A4.2")
def test_all_other_cheques_return_to_their_owners() -> None:
    story = play(a_sale(), EVERYBODY_BIDS, "cheque 16 | cheque 14 | cheque 17", "buy C1517")
    assert story.state.cheques[ADA] == (25, 16, 8, 1)
    assert story.state.cheques[BEN] == (24, 14, 10, 2)
    back = story.the("cheques_return")
    assert (back.detail("seats"), back.detail("cheques")) == ((0, 1), (16, 14))


@pytest.mark.rule("A4.3")
def test_a_lone_thief_takes_the_cheque_paid_this_round() -> None:
    story = play(a_sale(), EVERYBODY_BIDS, "cheque 25 | cheque 24 | thief 3", "buy C1468")
    assert story.state.cheques == ((16, 8, 1), (24, 14, 10, 2), (25, 23, 17, 7, 3))
    assert view(story.state).till == ()
    stolen = story.the("steals_cheque")
    assert (stolen.seat, stolen.detail("thief"), stolen.detail("cheque")) == (CARLA, 3, 25)
    assert stolen.detail("from_seat") == ADA


@pytest.mark.rule("A4.3")
def test_a_stolen_cheque_is_playable_from_the_next_round() -> None:
    story = play(a_sale(), EVERYBODY_BIDS, "cheque 25 | cheque 24 | thief 3", "buy C1468", EVERYBODY_BIDS)
    assert "cheque 25" in list_texts(story.state, CARLA)
    assert "cheque 25" not in list_texts(story.state, ADA)
    story = play(story.state, "cheque 16 | cheque 24 | cheque 25", "buy C1517")
    assert "C1517" in hand(story.state, CARLA)
    assert view(story.state).till == (25,)


@pytest.mark.rule("A4.4")
def test_two_thieves_clash_and_the_cheque_stays_paid() -> None:
    story = play(a_sale(), EVERYBODY_BIDS, "cheque 25 | thief 9 | thief 3", "buy C1468")
    assert view(story.state).till == (25,)
    clash = story.the("thieves_clash")
    assert (clash.detail("seats"), clash.detail("thieves"), clash.detail("cheque")) == ((1, 2), (9, 3), 25)
    story = play(story.state, EVERYBODY_BIDS, "cheque 1 | thief 9 | cheque 3", "buy C1517")
    assert view(story.state).till == (25,)
    assert story.the("steals_cheque").detail("cheque") == 3


@pytest.mark.rule("A4.4")
def test_two_thieves_without_a_cheque_take_nothing_either() -> None:
    story = play(a_sale(), EVERYBODY_BIDS, "thief 10 | thief 9 | thief 3")
    clash = story.the("thieves_clash")
    assert (clash.detail("thieves"), clash.detail("cheque")) == ((10, 9, 3), 0)
    assert story.state.cheques == a_sale().cheques


@pytest.mark.rule("A4.5")
def test_a_thief_takes_nothing_when_nobody_paid_this_round() -> None:
    table = a_table(3, cheques={ADA: (16, 8, 1)})
    story = play(table, "castle | auction_house | castle", "detective | thief 9 | detective")
    found = story.the("finds_no_cheque")
    assert (found.seat, found.detail("thief")) == (BEN, 9)
    assert view(story.state).till == (25,)
    assert story.state.cheques == table.cheques


@pytest.mark.rule("A4.6")
def test_a_detective_at_the_castle_catches_no_auction_thief() -> None:
    story = play(a_table(3), "castle | auction_house | castle", "detective | thief 9 | thief 8")
    assert story.state.thieves[BEN] == (9, 2)
    assert story.state.cells == (8,)


@pytest.mark.rule("A4.7")
def test_castle_cards_are_no_choices_at_the_auction_house() -> None:
    story = play(a_table(3, hands={ADA: "A1598 A1621 A1655"}), EVERYBODY_BIDS)
    for seat in (ADA, BEN, CARLA):
        assert not {"detective", "exhibit"} & list_texts(story.state, seat)
        assert GAME.parse("detective") not in GAME.asks(story.state)[seat]
        assert GAME.parse("exhibit") not in GAME.asks(story.state)[seat]


@pytest.mark.rule("A4.0", "A4.8")
def test_an_empty_pile_leaves_the_other_for_the_buyer() -> None:
    table = a_table(3, piles=("C1468", "C1517 A1598"))
    story = play(table, EVERYBODY_BIDS, "cheque 25 | cheque 24 | cheque 23", "buy C1468")
    assert story.the("pile_ends").detail("window") == 1
    window = view(story.state).windows[0]
    assert (window.object, window.pile) == (None, 0)
    story = play(story.state, EVERYBODY_BIDS, "cheque 16 | cheque 24 | cheque 23")
    assert (story.the("buys").seat, story.the("buys").detail("object")) == (BEN, "C1517")


@pytest.mark.rule("A4.8")
def test_the_auction_house_closes_after_the_last_purchase() -> None:
    table = a_table(3, piles=("", "C1468"))
    story = play(table, EVERYBODY_BIDS, "cheque 25 | thief 9 | cheque 23")
    assert story.kinds[-2:] == ["house_closes", "round_ends"]
    assert story.state.cheques[BEN] == (25, 24, 14, 10, 2), "this round's thief is still resolved"
    table_view = view(story.state)
    assert (table_view.closed, table_view.place, table_view.stage) == (True, "castle", "action")
    assert [seat.location for seat in table_view.seats] == ["castle"] * 3


@pytest.mark.rule("A4.8")
def test_after_closing_all_seats_play_at_the_castle() -> None:
    story = play(a_table(3, piles=("", "C1468")), EVERYBODY_BIDS, "cheque 25 | thief 9 | cheque 23")
    for _ in range(3):
        assert {ask.kind for ask in GAME.asks(story.state).values()} == {"action"}
        assert list_texts(story.state, ADA) == {"thief 10", "thief 1", "detective"}
        story = play(story.state, "detective | detective | detective")
        assert "house_closes" not in story.kinds
    assert story.state.round == 5


@pytest.mark.rule("A4.9")
def test_a_bought_object_joins_the_hidden_hand() -> None:
    table = a_table(4, piles=PILES, hands={ADA: "F1672 F1733"}, open_memory=False)
    story = play(table, "auction_house | castle | castle | castle")
    story = play(story.state, "cheque 1 | detective | detective | detective", "buy C1468")
    assert story.the("buys").audience is None
    seat = view(story.state, DORA).seats[ADA]
    assert (seat.hand, seat.known_objects, seat.exhibition) == (3, None, ())
    mine = view(story.state, ADA).mine
    assert mine is not None
    assert ids(mine.objects) == "C1468 F1672 F1733"
