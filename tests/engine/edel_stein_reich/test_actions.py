"""E4: money, event, gems, free choice."""

import pytest

from engine.edel_stein_reich.gems import Gems
from tests.engine.edel_stein_reich.tables import (
    ADA,
    BEN,
    CARLA,
    DORA,
    EMIL,
    a_table,
    event_id,
    event_ids,
    gems,
    kinds_of_asks,
    list_texts,
    may,
    play,
    view,
)
from tests.engine.scripted_chance import ScriptedChance

ALL_FREE = "free_choice | free_choice | free_choice | money | gems"
HIGH = "r" * 22


@pytest.mark.rule("E4.1")
def test_money_is_that_of_ones_own_gem_card() -> None:
    story = play(a_table(3, gem_cards="ryy4 rb6 bb7"), "event | money | gems")
    assert story.state.money == (0, 6, 0)
    taken = story.the("takes_money")
    assert (taken.seat, taken.detail("money"), taken.detail("card")) == (BEN, 6, "rb6")


@pytest.mark.rule("E4.2")
def test_the_open_event_card_may_be_taken() -> None:
    table = a_table(3, event="certificate_1", pile="swap_1")
    story = play(table, "event | money | gems")
    assert kinds_of_asks(story.state) == {ADA: "event_source"}
    assert list_texts(story.state, ADA) == {"open_card", "unseen_card"}
    story = play(story.state, "open_card")
    assert story.kinds[:2] == ["takes_open_event", "keeps_card"]
    assert event_ids(story.state.cards[ADA]) == ["certificate_1"]


@pytest.mark.rule("E4.2")
def test_unseen_card_is_drawn_before_the_open_one_leaves() -> None:
    table = a_table(3, event="certificate_1", pile="sole_red swap_1")
    story = play(table, "event | money | gems", "unseen_card")
    assert story.kinds[:3] == ["draws_event", "open_event_leaves", "keeps_card"]
    assert story.the("draws_event").detail("card") == "sole_red"
    assert event_ids(story.state.cards[ADA]) == ["sole_red"]
    assert event_ids(story.state.under) == ["certificate_1"]
    assert event_id(story.state.open_event) == "swap_1"


@pytest.mark.rule("E4.2", "E3.2")
def test_cards_under_the_pile_lie_beneath_all_others() -> None:
    table = a_table(3, event="certificate_1", pile="halve_1 swap_1", face_down=2)
    before = event_ids(table.under)
    story = play(table, "event | money | gems", "unseen_card", "halve")
    assert event_ids(story.state.under) == [*before, "certificate_1", "halve_1"]
    chance = ScriptedChance({"edel_stein_reich/events/2": ["swap_1"]})
    story = play(story.state, "money | money | money", chance=chance)
    assert story.the("events_shuffled").detail("cards") == 39


@pytest.mark.rule("E4.2")
def test_open_card_has_no_effect_if_unseen_is_drawn() -> None:
    story = play(a_table(3, event="halve_1", pile="certificate_1"), "event | money | gems", "unseen_card")
    assert story.state.gems[BEN] == gems("rrryyygggbbb")
    assert "halves" not in story.kinds


@pytest.mark.rule("E4.2", "E4.5")
def test_reshuffle_for_unseen_card_excludes_the_open_one() -> None:
    table = a_table(3, event="certificate_1", face_down=0)
    order = ScriptedChance({"edel_stein_reich/events/2": ["sole_red"]})
    story = play(table, "event | money | gems", "unseen_card", chance=order)
    assert story.kinds[:4] == ["events_shuffled", "draws_event", "open_event_leaves", "keeps_card"]
    assert story.the("events_shuffled").detail("cards") == 38
    assert story.the("draws_event").detail("card") == "sole_red"
    assert event_ids(story.state.under) == ["certificate_1"]


@pytest.mark.rule("E4.3")
def test_gems_are_those_of_ones_own_gem_card() -> None:
    story = play(a_table(3, gem_cards="ryy4 rb6 rgbb5"), "event | money | gems")
    story = play(story.state, "open_card")
    taken = story.the("takes_gems")
    assert (taken.seat, taken.detail("card")) == (CARLA, "rgbb5")
    assert taken.detail("gems") == ("red", "green", "blue", "blue")
    assert taken.detail("lost") == ()
    assert story.right_after("takes_gems").gems[CARLA] == Gems(4, 3, 4, 5)


@pytest.mark.rule("E4.3")
def test_what_the_supply_lacks_is_lost() -> None:
    table = a_table(3, gem_cards="ryy4 rb6 rgbb5", holdings={ADA: HIGH, BEN: "b" * 21, CARLA: ""})
    story = play(table, "money | event | gems", "open_card")
    taken = story.the("takes_gems")
    assert (taken.detail("gems"), taken.detail("lost")) == (("green", "blue"), ("red", "blue"))
    assert story.right_after("takes_gems").gems[CARLA] == gems("gb")


@pytest.mark.rule("E4.3")
def test_from_an_empty_supply_nothing_is_taken() -> None:
    table = a_table(3, gem_cards="ryy4 rb6 gg7", holdings={ADA: "g" * 22, BEN: "", CARLA: ""})
    story = play(table, "money | event | gems", "open_card")
    assert (story.the("takes_gems").detail("gems"), story.the("takes_gems").detail("lost")) == ((), ("green", "green"))


@pytest.mark.rule("E4.4")
def test_alone_the_free_choice_gives_two_gems_for_one() -> None:
    table = a_table(5, holdings={ADA: "rb"})
    story = play(table, "free_choice | money | money | money | gems")
    assert kinds_of_asks(story.state) == {ADA: "free_choice"}
    assert len(list_texts(story.state, ADA)) == 2 * 10 + 1
    assert not may(story.state, ADA, "exchange yellow red red")
    assert not may(story.state, ADA, "exchange red yellow")
    assert not may(story.state, ADA, "take red")
    after = play(story.state, "exchange blue red yellow")
    assert after.right_after("exchanges").gems[ADA] == gems("rry")
    told = after.the("exchanges")
    assert (told.detail("gem"), told.detail("gems")) == ("blue", ("red", "yellow"))
    assert play(story.state, "exchange red red red").right_after("exchanges").gems[ADA] == gems("rrb")
    assert play(story.state, "decline").right_after("declines_free_choice").gems[ADA] == gems("rb")


@pytest.mark.rule("E4.4")
def test_exchange_may_take_the_gem_just_returned() -> None:
    owned = {ADA: "rrb", BEN: "y" * 22, CARLA: "g" * 22, DORA: "b" * 21, EMIL: "r" * 20}
    story = play(a_table(5, holdings=owned), "free_choice | money | money | money | event", "open_card")
    assert story.right_after("chooses_freely").supply == Gems()
    assert list_texts(story.state, ADA) == {"exchange red red", "exchange blue blue", "decline"}
    after = play(story.state, "exchange red red").right_after("exchanges")
    assert (after.gems[ADA], after.supply) == (gems("rrb"), Gems())


@pytest.mark.rule("E4.4")
def test_exchange_takes_no_more_than_the_supply_has() -> None:
    owned = {ADA: "b", BEN: "y" * 22, CARLA: "g" * 22, DORA: "b" * 20, EMIL: "r" * 21}
    story = play(a_table(5, holdings=owned), "free_choice | money | money | money | event", "open_card")
    assert story.right_after("chooses_freely").supply == gems("rb")
    assert list_texts(story.state, ADA) == {"exchange blue red blue", "exchange blue blue blue", "decline"}


@pytest.mark.rule("E4.4")
def test_free_choice_alone_needs_a_gem_to_return() -> None:
    story = play(a_table(5, holdings={ADA: ""}), "free_choice | money | money | money | gems")
    declined = story.the("declines_free_choice")
    assert (declined.seat, declined.detail("could")) == (ADA, "no")
    assert story.state.gems[ADA] == Gems()


@pytest.mark.rule("E4.4", "E5.1")
def test_shared_free_choice_gives_one_gem_each_in_order() -> None:
    table = a_table(5, holdings={ADA: "rrr", BEN: "r", CARLA: "ry"})
    story = play(table, ALL_FREE)
    assert story.the("chooses_freely").detail("seats") == (1, 2, 0)
    assert kinds_of_asks(story.state) == {BEN: "free_choice"}
    assert list_texts(story.state, BEN) == {"take red", "take yellow", "take green", "take blue", "decline"}
    story = play(story.state, "take red", "decline")
    assert kinds_of_asks(story.state) == {ADA: "free_choice"}
    story = play(story.state, "take blue")
    assert story.state.gems[:3] == (gems("rrrb"), gems("rr"), gems("ry"))


@pytest.mark.rule("E4.4")
def test_the_order_is_read_once_before_anything_is_taken() -> None:
    table = a_table(5, holdings={ADA: "ry", BEN: "r", CARLA: "rr"})
    story = play(table, ALL_FREE, "take red")
    assert story.state.gems[BEN] == gems("rr"), "now richer than Ada"
    assert kinds_of_asks(story.state) == {ADA: "free_choice"}
    assert view(story.state).queue == (ADA, CARLA)


@pytest.mark.rule("E4.4")
def test_the_last_gem_can_be_taken_once() -> None:
    owned = {ADA: "", BEN: "b" * 22, CARLA: "r" * 22, DORA: "g" * 22, EMIL: "y" * 21}
    story = play(a_table(5, holdings=owned), "free_choice | free_choice | free_choice | money | event", "open_card")
    assert list_texts(story.state, ADA) == {"take yellow", "decline"}
    story = play(story.state, "take yellow")
    assert [told.detail("could") for told in story.effects("declines_free_choice")] == ["no", "no"]
    assert [told.seat for told in story.effects("declines_free_choice")] == [BEN, CARLA]


@pytest.mark.rule("E4.5")
def test_event_cards_are_reshuffled_when_the_next_is_needed() -> None:
    table = a_table(3, event="swap_1", face_down=0, cards={ADA: "certificate_1 sole_red"})
    order = ScriptedChance({"edel_stein_reich/events/2": ["swap_1", "halve_1"]})
    story = play(table, "money | money | money", chance=order)
    assert story.kinds[2:] == ["gem_cards_open", "old_event_leaves", "events_shuffled", "event_opens"]
    assert story.the("event_opens").detail("card") == "swap_1", "the old open card was shuffled in"
    assert story.state.under == ()
    assert event_ids(story.state.cards[ADA]) == ["certificate_1", "sole_red"], "they stay out of it"
    assert story.the("events_shuffled").detail("cards") == 37


@pytest.mark.rule("E4.5")
def test_each_shuffle_has_a_number_and_canonical_start() -> None:
    one = play(a_table(3, event="swap_1", face_down=0), "money | money | money").state
    other = play(a_table(3, event="swap_1", pile="halve_2 score_1", face_down=0), "money | money | money").state
    assert one.event_pile == other.event_pile, "how the cards lay before does not matter"
    again = one._replace(event_pile=(), under=(*one.under, *one.event_pile))
    assert play(again, "money | money | money").state.event_pile != one.event_pile
    assert (one.shuffles, play(again, "money | money | money").state.shuffles) == (2, 3)


@pytest.mark.rule("E4.5")
def test_while_a_card_lies_face_down_nothing_is_shuffled() -> None:
    story = play(a_table(3, event="swap_1", pile="halve_1", face_down=1), "money | money | money")
    assert "events_shuffled" not in story.kinds
    assert event_id(story.state.open_event) == "halve_1"
