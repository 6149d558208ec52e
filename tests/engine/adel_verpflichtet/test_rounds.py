"""Course of a round (A3)."""

from itertools import pairwise

import pytest

from engine.adel_verpflichtet import GAME
from engine.core.errors import GameOverError, IllegalChoiceError, NotAskedError
from tests.engine.adel_verpflichtet.tables import (
    ADA,
    BEN,
    CARLA,
    DORA,
    NO_CHANCE,
    a_table,
    list_texts,
    play,
    random_steps,
    view,
)

SHOWABLE = "A1598 A1621 A1655"


@pytest.mark.rule("A3.1")
def test_all_locations_are_revealed_together() -> None:
    table = a_table(4)
    assert {ask.kind for ask in GAME.asks(table).values()} == {"location"}
    assert list(GAME.asks(table)) == [ADA, BEN, CARLA, DORA]
    story = play(table, "castle | auction_house | castle | auction_house")
    revealed = story.the("locations_open")
    assert revealed.detail("seats") == (0, 1, 2, 3)
    assert revealed.detail("locations") == ("castle", "auction_house", "castle", "auction_house")
    assert story.kinds == ["locations_open"]


@pytest.mark.rule("A3.1")
def test_revealed_locations_stay_in_sight_until_the_round_ends() -> None:
    story = play(a_table(3), "castle | auction_house | castle", "detective | cheque 2 | detective")
    assert [seat.location for seat in view(story.state).seats] == ["castle", "auction_house", "castle"]
    story = play(story.state, "buy A1598")
    assert story.kinds[-1] == "round_ends"
    assert [seat.location for seat in view(story.state).seats] == [None] * 3


@pytest.mark.rule("A3.2")
def test_cheques_and_thieves_are_playable_at_the_auction_house() -> None:
    story = play(a_table(3), "auction_house | castle | castle")
    assert {"cheque 25", "cheque 16", "cheque 8", "cheque 1", "thief 10", "thief 1"} == list_texts(story.state, ADA)


@pytest.mark.rule("A3.2")
def test_exhibit_thief_and_detective_are_playable_at_the_castle() -> None:
    story = play(a_table(3, hands={ADA: SHOWABLE}), "castle | castle | castle")
    assert {"exhibit", "thief 10", "thief 1", "detective"} == list_texts(story.state, ADA)


@pytest.mark.rule("A3.2")
def test_a_seat_with_a_single_legal_action_is_still_asked() -> None:
    story = play(a_table(4, cells=(10, 1)), "castle | castle | auction_house | castle")
    assert list_texts(story.state, ADA) == {"detective"}
    assert list(GAME.asks(story.state)) == [ADA, BEN, CARLA, DORA]


@pytest.mark.rule("A3.3")
def test_the_exhibit_card_needs_a_valid_exhibition_in_hand() -> None:
    with_gap = a_table(3, hands={ADA: SHOWABLE, BEN: "A1689 A1712 C1468 D1737", CARLA: "A1743"})
    story = play(with_gap, "castle | castle | castle")
    assert "exhibit" in list_texts(story.state, ADA)
    assert "exhibit" not in list_texts(story.state, BEN)
    assert "exhibit" not in list_texts(story.state, CARLA)


@pytest.mark.rule("A3.4")
def test_a_seat_without_auction_cards_goes_to_the_castle() -> None:
    table = a_table(3, cheques={ADA: (), BEN: ()}, cells=(10, 1, 9))
    assert list_texts(table, ADA) == {"castle"}
    assert list_texts(table, BEN) == {"castle", "auction_house"}
    assert list_texts(table, CARLA) == {"castle", "auction_house"}


@pytest.mark.rule("A3.5")
def test_surviving_cards_return_after_the_round() -> None:
    story = play(a_table(3), "auction_house | auction_house | castle", "cheque 1 | thief 9 | thief 8")
    before = view(story.state, BEN)
    story = play(story.state, "buy A1598")
    after = view(story.state, BEN)
    assert before.mine is not None and after.mine is not None
    assert before.mine.thieves == after.mine.thieves == (9, 2)
    assert story.kinds[-1] == "round_ends"
    assert (after.round, after.stage) == (2, "location")
    assert all(seat.action is None and seat.location is None for seat in after.seats)


@pytest.mark.rule("A3.1", "A3.2")
def test_the_four_phases_have_a_fixed_sequence() -> None:
    phases = ("locations_open", "auction_opens", "castle_opens", "round_ends")
    for seed in range(5):
        kinds = [step.effect.kind for step in random_steps(seed, 4) if step.effect.kind in phases]
        for before, after in pairwise(kinds):
            expected = 0 if before == "round_ends" else phases.index(before) + 1
            assert phases.index(after) >= expected


@pytest.mark.rule("A4.0")
def test_actions_are_fixed_once_the_auction_house_opens() -> None:
    story = play(a_table(3), "auction_house | castle | castle", "cheque 25 | detective | thief 8")
    assert list(GAME.asks(story.state)) == [ADA]
    with pytest.raises(NotAskedError):
        GAME.resolve(story.state, {BEN: GAME.parse("thief 9")}, NO_CHANCE)
    story = play(story.state, "buy A1598")
    revealed = story.the("castle_opens")
    assert revealed.detail("seats") == (1, 2)
    assert revealed.detail("cards") == ("detective", "thief")
    assert revealed.detail("values") == (0, 8)


@pytest.mark.rule("A4.0")
def test_the_castles_cards_stay_secret_while_the_buyer_chooses() -> None:
    table = play(a_table(3), "auction_house | castle | castle").state
    one = play(table, "cheque 25 | detective | thief 8").state
    other = play(table, "cheque 25 | thief 2 | detective").state
    assert GAME.asks(one).keys() == GAME.asks(other).keys() == {ADA}
    assert view(one, ADA) == view(other, ADA)
    assert view(one) == view(other)
    mine = view(one, BEN).mine
    assert mine is not None and mine.action is not None
    assert (mine.action.card, mine.action.value) == ("detective", 0)


@pytest.mark.rule("A4.0")
def test_forced_thefts_and_purchases_are_not_asked() -> None:
    hands = {ADA: "A1598 A1621 A1655", CARLA: ""}
    story = play(a_table(3, hands=hands, piles=("A1689", "")), "castle | auction_house | castle")
    story = play(story.state, "detective | cheque 2 | detective")
    assert story.the("buys").detail("object") == "A1689"
    assert story.kinds[-1] == "round_ends"


def test_choices_are_checked_before_anything_happens() -> None:
    table = a_table(3)
    castle = GAME.parse("castle")
    with pytest.raises(NotAskedError):
        GAME.resolve(table, {ADA: castle, BEN: castle}, NO_CHANCE)
    with pytest.raises(NotAskedError):
        GAME.resolve(table, {ADA: castle, BEN: castle, CARLA: castle, DORA: castle}, NO_CHANCE)
    with pytest.raises(IllegalChoiceError):
        GAME.resolve(table, {ADA: castle, BEN: castle, CARLA: GAME.parse("detective")}, NO_CHANCE)
    over = random_steps(1, 3)[-1].state
    with pytest.raises(GameOverError):
        GAME.resolve(over, {}, NO_CHANCE)


@pytest.mark.rule("A3.2", "A4.7")
def test_time_outs_play_something_harmless() -> None:
    table = a_table(3, hands={ADA: SHOWABLE})
    assert {GAME.text(ask.default) for ask in GAME.asks(table).values()} == {"castle"}
    actions = GAME.asks(play(table, "castle | auction_house | auction_house").state)
    assert [GAME.text(ask.default) for ask in actions.values()] == ["detective", "cheque 2", "cheque 3"]
    broke = play(a_table(3, cheques={ADA: ()}), "auction_house | castle | castle").state
    assert GAME.text(GAME.asks(broke)[ADA].default) == "thief 1"
