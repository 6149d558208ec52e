"""Two seats (A9)."""

import pytest

from engine.adel_verpflichtet import GAME
from tests.engine.adel_verpflichtet.tables import ADA, BEN, a_table, list_texts, play, random_steps, view

BOWLS = "A1598 A1621 A1655"


@pytest.mark.rule("A9.1")
def test_surprise_is_the_default_variant_of_two_seats() -> None:
    assert {option.key: option.default for option in GAME.options}["variant"] == "surprise"
    assert view(a_table(2)).variant == "surprise"


@pytest.mark.rule("A9.1")
def test_in_surprise_location_and_action_are_one_choice() -> None:
    table = a_table(2, hands={ADA: BOWLS, BEN: "A1689"}, cells=(9,))
    assert {ask.kind for ask in GAME.asks(table).values()} == {"location_action"}
    assert list_texts(table, BEN) == {
        "castle thief 2",
        "castle detective",
        "auction_house cheque 24",
        "auction_house cheque 14",
        "auction_house cheque 10",
        "auction_house cheque 2",
        "auction_house thief 2",
    }
    assert "castle exhibit" in list_texts(table, ADA)
    assert GAME.parse("castle cheque 25") not in GAME.asks(table)[ADA]
    assert GAME.parse("auction_house detective") not in GAME.asks(table)[ADA]
    assert GAME.text(GAME.asks(table)[ADA].default) == "castle detective"


@pytest.mark.rule("A9.1")
def test_surprise_reveals_locations_and_actions_together() -> None:
    story = play(a_table(2), "castle thief 10 | auction_house cheque 2")
    assert story.kinds == ["cards_open", "outbids"]
    revealed = story.the("cards_open")
    assert revealed.detail("locations") == ("castle", "auction_house")
    assert (revealed.detail("cards"), revealed.detail("values")) == (("thief", "cheque"), (10, 2))
    assert list(GAME.asks(story.state)) == [BEN]
    ada = view(story.state, BEN).seats[ADA]
    assert ada.action is not None
    assert (ada.action.card, ada.action.value) == ("thief", 10)


@pytest.mark.rule("A9.1")
def test_surprise_resolves_in_sequence_without_a_second_reveal() -> None:
    table = a_table(2, hands={ADA: BOWLS})
    story = play(table, "castle exhibit | castle thief 9")
    assert story.kinds == ["cards_open"]
    story = play(story.state, "show A1598 A1621 A1655", "steal A1598")
    assert story.kinds == ["steals", "exhibits_return", "round_ends"]
    assert story.state.pawns == (2, 0)


@pytest.mark.rule("A9.2")
def test_confrontation_alternates_between_auction_house_and_castle() -> None:
    story = play(a_table(2, variant="confrontation"), "cheque 25 | cheque 24", "buy A1598")
    assert view(story.state).place == "castle"
    story = play(story.state, "detective | thief 9")
    table = view(story.state)
    assert (table.round, table.place, table.stage) == (3, "auction_house", "action")
    assert [seat.location for seat in table.seats] == ["auction_house"] * 2
    assert list_texts(story.state, ADA) == {"cheque 16", "cheque 8", "cheque 1", "thief 10", "thief 1"}


@pytest.mark.rule("A9.2")
def test_confrontation_asks_no_location_and_seals_only_an_action() -> None:
    for step in random_steps(3, 2, {"variant": "confrontation"}):
        assert step.effect.kind not in ("locations_open", "cards_open")


@pytest.mark.rule("A9.2")
def test_in_confrontation_the_auction_house_opens_at_once() -> None:
    story = play(a_table(2, variant="confrontation"), "cheque 25 | thief 9")
    assert story.kinds == ["auction_opens", "outbids"]
    assert view(story.state).seats[BEN].action is not None


@pytest.mark.rule("A9.2")
def test_without_cheques_all_rounds_are_at_the_castle() -> None:
    lone = a_table(2, variant="confrontation", cheques={ADA: (25,), BEN: ()}, cells=(9, 2))
    story = play(lone, "cheque 25", "buy A1598")
    assert story.kinds[-2:] == ["cheques_gone", "round_ends"]
    for number in (2, 3, 4):
        table_view = view(story.state)
        assert (table_view.round, table_view.place, table_view.closed) == (number, "castle", True)
        story = play(story.state, "detective | detective")
        assert "cheques_gone" not in story.kinds


@pytest.mark.rule("A9.2", "A4.3")
def test_a_stolen_cheque_keeps_the_auction_house_open() -> None:
    table = a_table(2, variant="confrontation", cheques={ADA: (25,), BEN: ()})
    story = play(table, "cheque 25 | thief 9", "buy A1598")
    assert "cheques_gone" not in story.kinds
    story = play(story.state, "detective | detective")
    assert view(story.state).place == "auction_house"
    assert "cheque 25" in list_texts(story.state, BEN)


@pytest.mark.rule("A9.3")
def test_confrontation_passes_for_a_seat_without_cards() -> None:
    table = a_table(2, variant="confrontation", cheques={BEN: ()}, cells=(9, 2))
    assert list(GAME.asks(table)) == [ADA]
    story = play(table, "cheque 1")
    assert story.kinds == ["passes", "auction_opens", "outbids"]
    assert story.the("passes").seat == BEN
    assert story.the("auction_opens").detail("seats") == (0,)


@pytest.mark.rule("A9.3")
def test_at_the_castle_nobody_passes() -> None:
    table = a_table(2, variant="confrontation", cheques={BEN: ()}, cells=(9, 2), number=2)
    assert list(GAME.asks(table)) == [ADA, BEN]
    assert list_texts(table, BEN) == {"detective"}


@pytest.mark.rule("A9.4")
@pytest.mark.parametrize("variant", ["surprise", "confrontation"])
def test_both_variants_continue_at_the_castle_after_closing(variant: str) -> None:
    table = a_table(2, variant=variant, piles=("C1468", ""))
    where = "auction_house " if variant == "surprise" else ""
    story = play(table, f"{where}cheque 25 | {where}thief 9")
    assert story.kinds[-2:] == ["house_closes", "round_ends"]
    for _ in range(3):
        assert (view(story.state).closed, view(story.state).place) == (True, "castle")
        assert {ask.kind for ask in GAME.asks(story.state).values()} == {"action"}
        story = play(story.state, "detective | detective")
        assert story.kinds[0] == "castle_opens"


@pytest.mark.rule("A9.2", "A9.4")
@pytest.mark.parametrize("variant", ["surprise", "confrontation"])
def test_games_of_two_come_to_an_end(variant: str) -> None:
    for seed in range(10):
        assert GAME.outcome(random_steps(seed, 2, {"variant": variant})[-1].state) is not None
