"""E3, E6: rounds and turns."""

import pytest

from engine.core.seats import all_seats
from engine.edel_stein_reich import GAME
from engine.edel_stein_reich.gems import Gems
from tests.engine.edel_stein_reich.tables import (
    ADA,
    BEN,
    CARLA,
    DORA,
    EMIL,
    a_table,
    all_gems,
    event_id,
    gems,
    kinds_of_asks,
    list_texts,
    play,
    random_steps,
    view,
)


@pytest.mark.rule("E3.1")
@pytest.mark.parametrize(("seats", "turns"), [(3, 8), (4, 7), (5, 6)])
def test_three_rounds_use_up_the_gem_cards_exactly(seats: int, turns: int) -> None:
    steps = random_steps(2, seats)
    revealed = [step for step in steps if step.effect.kind == "gem_cards_open"]
    # the first turn of the game is dealt before anybody chooses
    assert [step.effect.detail("turn") for step in revealed] == [*range(2, turns + 1), *[*range(1, turns + 1)] * 2]
    assert [step.effect.kind for step in steps].count("scoring_begins") == 3
    assert [len(step.state.gem_pile) for step in revealed if step.effect.detail("turn") == turns] == [0, 0, 0]
    assert view(steps[0].state).turns == turns
    assert view(steps[0].state).rounds == 3


@pytest.mark.rule("E3.1")
def test_scoring_comes_between_last_turn_and_next_round() -> None:
    story = play(a_table(3, turn=7), "money | money | money")
    assert "scoring_begins" not in story.kinds
    assert (view(story.state).round, view(story.state).turn) == (1, 8)
    story = play(story.state, "money | money | money")
    kinds = story.kinds
    assert kinds.index("lapses") < kinds.index("scoring_begins") < kinds.index("round_begins")
    assert (view(story.state).round, view(story.state).turn) == (2, 1)


@pytest.mark.rule("E3.2")
def test_turn_begins_with_new_gem_and_event_cards() -> None:
    table = a_table(3, gem_cards="ryy4 rb6 bb7 gg7 yb7 rr6", event="swap_1", pile="score_1")
    assert [seat.gem_card and seat.gem_card.id for seat in view(table).seats] == ["ryy4", "rb6", "bb7"]
    story = play(table, "money | money | money")
    assert story.kinds == ["actions_open", "lapses", "gem_cards_open", "old_event_leaves", "event_opens"]
    turned = story.the("gem_cards_open")
    assert (turned.detail("turn"), turned.detail("seats")) == (2, (0, 1, 2))
    assert turned.detail("cards") == ("gg7", "yb7", "rr6")
    assert story.the("old_event_leaves").detail("card") == "swap_1"
    after = view(story.state)
    assert after.open_event is not None
    assert (after.open_event.id, [card.id for card in after.event_cards_under]) == ("score_1", ["swap_1"])
    assert [card.id for card in after.discarded] == ["ryy4", "rb6", "bb7"]


@pytest.mark.rule("E3.2")
def test_all_actions_are_sealed_and_revealed_together() -> None:
    table = a_table(4)
    assert kinds_of_asks(table) == {seat: "action" for seat in all_seats(4)}
    story = play(table, "money | gems | event | money")
    revealed = story.steps[0]
    assert revealed.effect.text == "E3.2 actions_open round=1 seats=[0,1,2,3] actions=[money,gems,event,money]"
    assert [seat.action for seat in view(revealed.state).seats] == ["money", "gems", "event", "money"]
    assert [seat.action for seat in view(table).seats] == [None] * 4


@pytest.mark.rule("E3.2")
def test_actions_are_carried_out_one_by_one_in_order() -> None:
    table = a_table(5, event="certificate_1")
    story = play(table, "free_choice | gems | event | money | gems")
    assert story.kinds == ["actions_open", "takes_money"]
    assert kinds_of_asks(story.state) == {CARLA: "event_source"}
    story = play(story.state, "open_card")
    assert story.kinds == ["takes_open_event", "keeps_card", "negotiation_begins"]
    assert kinds_of_asks(story.state) == {BEN: "bid"}
    story = play(story.state, "pass", "pass")
    assert story.kinds == ["passes", "nobody_wants", "chooses_freely"]
    assert kinds_of_asks(story.state) == {ADA: "free_choice"}
    story = play(story.state, "decline")
    assert story.kinds[:2] == ["declines_free_choice", "gem_cards_open"]


@pytest.mark.rule("E3.3")
def test_action_alone_works_two_negotiate_three_lapse() -> None:
    table = a_table(5, gem_cards="ryy4 rb6 bb7 gg7 yb7")
    story = play(table, "money | money | money | gems | event")
    lapsed = story.the("lapses")
    assert (lapsed.detail("action"), lapsed.detail("seats")) == ("money", (0, 1, 2))
    assert story.state.money == (0,) * 5
    assert kinds_of_asks(story.state) == {EMIL: "event_source"}
    story = play(table, "money | gems | gems | gems | gems")
    assert story.the("takes_money").seat == ADA
    assert story.the("lapses").detail("seats") == (1, 2, 3, 4)
    story = play(table, "money | money | gems | gems | gems")
    assert story.kinds == ["actions_open", "negotiation_begins"]


@pytest.mark.rule("E3.4")
def test_negotiated_gems_count_for_the_next_action() -> None:
    table = a_table(4, holdings={ADA: "y", BEN: "rr", CARLA: "", DORA: ""}, event="halve_1")
    story = play(table, "money | money | event | gems", "bid yellow", "bid red red")
    assert story.kinds[-2:] == ["accepts", "takes_money"]
    assert kinds_of_asks(story.state) == {CARLA: "event_source"}
    assert (story.state.gems[ADA], story.state.gems[BEN]) == (gems("rry"), gems(""))
    story = play(story.state, "open_card", "halve")
    assert story.right_after("event_leaves").gems[ADA] == gems("ry")


@pytest.mark.rule("E3.4")
def test_action_gains_count_for_the_next_negotiation() -> None:
    table = a_table(4, holdings={ADA: "r", BEN: "b", CARLA: "bb", DORA: ""}, event="swap_1")
    story = play(table, "event | gems | gems | money", "open_card", "swap 1 red blue")
    negotiation = view(story.state).negotiation
    assert negotiation is not None
    assert (negotiation.action, negotiation.opener, negotiation.other) == ("gems", CARLA, BEN)
    assert "bid red" in list_texts(play(story.state, "bid blue").state, BEN)


@pytest.mark.rule("E3.4")
def test_gems_taken_for_stepping_back_count_at_once() -> None:
    table = a_table(4, holdings={ADA: "rrr", BEN: "yy", CARLA: "y", DORA: "b"})
    story = play(table, "money | money | gems | gems", "bid yellow", "accept")
    assert (story.state.gems[ADA], story.state.gems[BEN]) == (gems("rrry"), gems("y"))
    assert view(story.state).seats[ADA].forecast.colours[1].most is True


@pytest.mark.rule("E6.1")
def test_the_bank_pays_whatever_is_due() -> None:
    rich = a_table(3, gem_cards="bb7 ryy4 rgg5", money={ADA: 3_000})
    assert play(rich, "money | gems | event").state.money[ADA] == 3_007


@pytest.mark.rule("E6.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_gems_always_total_22_of_each_colour(seats: int) -> None:
    for step in random_steps(4, seats):
        assert all_gems(step.state) == Gems(22, 22, 22, 22)
        assert min(map(min, (*step.state.gems, step.state.supply))) >= 0
        assert min(step.state.money) >= 0


@pytest.mark.rule("E3.2")
def test_taken_event_card_leaves_no_old_card() -> None:
    story = play(a_table(3, event="certificate_1", pile="swap_1"), "event | money | gems", "open_card")
    assert "old_event_leaves" not in story.kinds
    assert event_id(story.state.open_event) == "swap_1"
    assert GAME.round(story.state) == 1
