"""E8: event cards."""

from collections.abc import Mapping

import pytest

from engine.core.seats import Seat
from engine.edel_stein_reich import GAME
from engine.edel_stein_reich.edition import read_shipped
from engine.edel_stein_reich.gems import Gems
from tests.engine.edel_stein_reich.tables import (
    ADA,
    BEN,
    CARLA,
    DORA,
    Story,
    a_table,
    event_ids,
    gems,
    kinds_of_asks,
    list_texts,
    may,
    play,
    seat_in,
    view,
)
from tests.engine.edel_stein_reich.test_scoring import a_scoring

HIGH = {ADA: "y" * 22, BEN: "r" * 22, CARLA: "g" * 22, DORA: "b" * 22}
"""Holdings with which the supply is empty."""


def ada_takes(event: str, holdings: Mapping[Seat, str], *words: str, seats: int = 3) -> Story:
    """Ada alone takes the open event card and chooses these."""
    table = a_table(seats, holdings=holdings, event=event)
    rest = ["money", "money", "money"] if seats == 4 else ["gems", "gems"]
    return play(table, " | ".join(["event", *rest]), "open_card", *words)


def final_gems(story: Story) -> tuple[Gems, ...]:
    """Return everybody's gems after the card has left."""
    return story.right_after("event_leaves").gems


@pytest.mark.rule("E8.1")
@pytest.mark.parametrize(
    ("colour", "base", "extra"), [("red", 14, 8), ("yellow", 12, 7), ("green", 10, 6), ("blue", 8, 5)]
)
def test_a_sole_majority_pays_the_cards_extra(colour: str, base: int, extra: int) -> None:
    letter = colour[0]
    story = a_scoring({ADA: letter * 3, BEN: letter}, cards={ADA: f"sole_{colour}"})
    assert story.state.money == (base + extra, 0, 0, 0)
    told = story.the("card_pays")
    assert (told.clause, told.detail("card"), told.detail("pays")) == ("E8.1", f"sole_{colour}", extra)
    assert a_scoring({ADA: letter, BEN: letter * 3}, cards={ADA: f"sole_{colour}"}).state.money[ADA] == 0
    assert a_scoring({ADA: letter, BEN: letter}, cards={ADA: f"sole_{colour}"}).state.money[ADA] == base // 2
    assert a_scoring({}, cards={ADA: f"sole_{colour}"}).state.money[ADA] == 0


@pytest.mark.rule("E8.2")
def test_each_colour_with_a_sole_majority_pays_four_extra() -> None:
    story = a_scoring({ADA: "rrgg", BEN: "rgy"}, cards={ADA: "sole_all_1", BEN: "sole_all_2"})
    assert story.state.money == (14 + 4 + 10 + 4, 12 + 4, 0, 0)
    assert {told.clause for told in story.effects("card_pays")} == {"E8.2"}
    assert story.effects("certificates_extra") == []


ON_CERTIFICATES = ("certificates_pay", "certificates_extra")
ALONE: dict[str, tuple[dict[Seat, str], list[int]]] = {
    # the cards in front of seats; what the scoring of certificates pays Ada, in the order it is told
    "alone with most": ({ADA: "sole_all_1 certificate_1 certificate_2", BEN: "certificate_3"}, [10, 4]),
    "alone with any": ({ADA: "certificate_1 sole_all_1"}, [10, 4]),
    "with both cards": ({ADA: "sole_all_1 certificate_1 sole_all_2"}, [10, 4, 4]),
    "with others": ({ADA: "sole_all_1 certificate_1", BEN: "certificate_2"}, [10]),
    "second alone": ({ADA: "sole_all_1 certificate_1", BEN: "certificate_2 certificate_3"}, [4]),
    "without any": ({ADA: "sole_all_1"}, []),
    "another's card": ({ADA: "certificate_1", BEN: "sole_all_1"}, [10]),
    "a colour's card": ({ADA: "certificate_1 sole_red per_gem_red"}, [10]),
}


@pytest.mark.rule("E8.2", "E7.5")
@pytest.mark.parametrize("case", ALONE)
def test_most_certificates_alone_are_a_majority_too(case: str) -> None:
    cards, pays = ALONE[case]
    story = a_scoring({}, cards=cards)
    told = [each for each in (step.effect for step in story.steps) if each.kind in ON_CERTIFICATES and each.seat == ADA]
    assert [each.detail("pays") for each in told] == pays
    assert [each.clause for each in told[1:]] == ["E8.2"] * len(told[1:])
    assert story.state.money[ADA] == sum(pays)


@pytest.mark.rule("E8.3")
@pytest.mark.parametrize("colour", ["red", "yellow", "green", "blue"])
def test_per_gem_card_pays_one_per_gem_without_majority(colour: str) -> None:
    letter = colour[0]
    story = a_scoring({ADA: letter * 2, BEN: letter * 5}, cards={ADA: f"per_gem_{colour}"})
    assert story.state.money[ADA] == 2
    assert story.the("card_pays").detail("count") == 2
    assert a_scoring({BEN: letter}, cards={ADA: f"per_gem_{colour}"}).effects("card_pays") == []


@pytest.mark.rule("E8.4")
def test_a_certificate_is_kept_until_the_scoring_and_counted_there() -> None:
    story = ada_takes("certificate_3", {})
    kept = story.the("keeps_card")
    assert (kept.clause, kept.seat, kept.detail("card")) == ("E8.4", ADA, "certificate_3")
    assert seat_in(story.state, ADA).certificates == 1
    assert a_scoring({}, cards={ADA: "certificate_3"}).state.money[ADA] == 10


@pytest.mark.rule("E8.5", "E7.1", "E7.2")
def test_one_colour_is_scored_at_once_without_scoring_cards() -> None:
    table = a_table(
        3, holdings={ADA: "rrr", BEN: "ry", CARLA: "y"}, cards={ADA: "sole_red per_gem_red"}, event="score_1"
    )
    story = play(table, "event | gems | gems", "open_card")
    assert kinds_of_asks(story.state) == {ADA: "event"}
    assert list_texts(story.state, ADA) == {"score red", "score yellow", "decline"}, "nobody has green or blue"
    red = play(story.state, "score red")
    assert red.kinds[:4] == ["scores_now", "majority_pays", "majority_returns", "event_leaves"]
    assert (red.right_after("event_leaves").money, final_gems(red)[ADA]) == ((14, 0, 0), gems("r"))
    yellow = play(story.state, "score yellow")
    assert (yellow.right_after("event_leaves").money, final_gems(yellow)) == (
        (0, 6, 6),
        (gems("rrr"), gems("r"), Gems()),
    )
    assert event_ids(red.state.cards[ADA]) == ["sole_red", "per_gem_red"]


@pytest.mark.rule("E8.6")
def test_two_colours_are_brought_to_four_each() -> None:
    story = ada_takes("four_each_red_blue", {ADA: "rrrrrryb", BEN: "", CARLA: ""}, "four_each")
    assert final_gems(story)[ADA] == gems("rrrrybbbb")
    brought = story.the("brings_to_four")
    assert (brought.detail("returned"), brought.detail("taken")) == (("red", "red"), ("blue",) * 3)
    other = ada_takes("four_each_yellow_green", {ADA: "rb", BEN: "", CARLA: ""}, "four_each")
    assert final_gems(other)[ADA] == gems("ryyyyggggb")


@pytest.mark.rule("E8.6")
def test_four_each_takes_what_the_supply_has() -> None:
    story = ada_takes("four_each_red_blue", {ADA: "b", BEN: "r" * 20, CARLA: "b" * 21}, "four_each")
    assert final_gems(story)[ADA] == gems("rrb")
    story = ada_takes("four_each_red_blue", {ADA: "bbbbbb", BEN: "r" * 22, CARLA: "b" * 16}, "four_each")
    assert final_gems(story)[ADA] == gems("bbbb"), "returning still works when there is nothing to take"


@pytest.mark.rule("E8.7")
def test_swap_exchanges_gems_without_consent() -> None:
    story = ada_takes("swap_1", {ADA: "bg", BEN: "r", CARLA: "yb"})
    expected = {"swap 1 green red", "swap 1 blue red", "swap 2 green yellow", "swap 2 green blue", "swap 2 blue yellow"}
    assert list_texts(story.state, ADA) == {*expected, "decline"}
    assert not may(story.state, ADA, "swap 0 green blue")
    story = play(story.state, "swap 1 blue red")
    assert story.kinds[:2] == ["swaps", "event_leaves"]
    assert final_gems(story) == (gems("rg"), gems("b"), gems("yb"))
    told = story.the("swaps")
    assert (told.detail("other"), told.detail("gives"), told.detail("takes")) == (1, "blue", "red")


@pytest.mark.rule("E8.7")
@pytest.mark.parametrize("holdings", [{ADA: "", BEN: "r", CARLA: "r"}, {ADA: "r", BEN: "", CARLA: ""}])
def test_swap_without_gems_has_no_effect(holdings: Mapping[Seat, str]) -> None:
    story = ada_takes("swap_2", holdings)
    assert story.kinds[:3] == ["takes_open_event", "has_no_effect", "event_leaves"]
    assert story.the("has_no_effect").clause == "E8.7"


@pytest.mark.rule("E8.8")
def test_every_other_seat_returns_a_gem_of_the_owners_choice() -> None:
    story = ada_takes("return_one_1", {ADA: "rr", BEN: "rb", CARLA: "", DORA: "yyg"}, seats=4)
    assert list_texts(story.state, ADA) == {"return_one", "decline"}
    story = play(story.state, "return_one")
    assert story.the("calls_back").detail("from_seats") == (1, 3)
    assert kinds_of_asks(story.state) == {ADA: "return_gem"}
    assert list_texts(story.state, ADA) == {"return 1 red", "return 1 blue"}
    assert view(story.state).queue == (BEN, DORA)
    story = play(story.state, "return 1 red")
    assert list_texts(story.state, ADA) == {"return 3 yellow", "return 3 green"}
    before = story.state.supply
    story = play(story.state, "return 3 yellow")
    assert final_gems(story) == (gems("rr"), gems("b"), Gems(), gems("yg"))
    assert story.right_after("event_leaves").supply.yellow == before.yellow + 1


@pytest.mark.rule("E8.8")
def test_where_a_seat_has_one_colour_only_nothing_is_asked() -> None:
    story = ada_takes("return_one_1", {ADA: "", BEN: "rr", CARLA: "b"}, "return_one")
    assert story.kinds[:4] == ["calls_back", "sends_back", "sends_back", "event_leaves"]
    assert final_gems(story) == (Gems(), gems("r"), Gems())


@pytest.mark.rule("E8.8")
def test_if_no_other_seat_has_a_gem_nothing_happens() -> None:
    story = ada_takes("return_one_2", {ADA: "rr", BEN: "", CARLA: ""})
    assert story.kinds[:3] == ["takes_open_event", "has_no_effect", "event_leaves"]


@pytest.mark.rule("E8.9")
def test_take_three_takes_what_the_supply_has() -> None:
    story = ada_takes("take_three_1", {ADA: "", BEN: "r" * 20, CARLA: "y" * 22})
    assert list_texts(story.state, ADA) == {"take red", "take green", "take blue", "decline"}
    assert final_gems(play(story.state, "take green"))[ADA] == gems("ggg")
    assert final_gems(play(story.state, "take red"))[ADA] == gems("rr")
    assert play(story.state, "take red").the("takes_three").detail("gems") == ("red", "red")


@pytest.mark.rule("E8.10")
def test_every_seat_returns_half_of_each_colour_rounded_down() -> None:
    story = ada_takes("halve_1", {ADA: "rrrrry", BEN: "rrggggb", CARLA: "rygb"})
    assert list_texts(story.state, ADA) == {"halve", "decline"}
    story = play(story.state, "halve")
    assert final_gems(story) == (gems("rrry"), gems("rggb"), gems("rygb"))
    assert [told.seat for told in story.effects("halves")] == [ADA, BEN]
    assert story.effects("halves")[1].detail("gems") == ("red", "green", "green")


@pytest.mark.rule("E8.10")
def test_single_gems_stay() -> None:
    story = ada_takes("halve_2", {ADA: "rygb", BEN: "ry", CARLA: ""})
    assert story.kinds[:3] == ["takes_open_event", "has_no_effect", "event_leaves"]


EMPTY: dict[str, tuple[str, tuple[Gems, ...] | None]] = {
    # card: what Ada chooses with an empty supply, and the gems afterwards; None: it has no effect
    "score_1": ("score yellow", (gems("y" * 11), gems("r" * 22), gems("g" * 22), gems("b" * 22))),
    "four_each_red_blue": ("", None),
    "four_each_yellow_green": ("four_each", (gems("yyyy"), gems("r" * 22), gems("g" * 22), gems("b" * 22))),
    "swap_1": ("swap 1 yellow red", (gems("r" + "y" * 21), gems("y" + "r" * 21), gems("g" * 22), gems("b" * 22))),
    "return_one_1": ("return_one", (gems("y" * 22), gems("r" * 21), gems("g" * 21), gems("b" * 21))),
    "take_three_1": ("", None),
    "halve_1": ("halve", (gems("y" * 11), gems("r" * 11), gems("g" * 11), gems("b" * 11))),
}


@pytest.mark.rule("E8.5", "E8.6", "E8.7", "E8.8", "E8.9", "E8.10")
@pytest.mark.parametrize("card", EMPTY)
def test_an_immediate_card_against_an_empty_supply(card: str) -> None:
    word, after = EMPTY[card]
    story = ada_takes(card, HIGH, seats=4)
    assert story.before.supply == Gems()
    if after is None:
        assert story.kinds[:3] == ["takes_open_event", "has_no_effect", "event_leaves"]
        assert final_gems(story) == story.before.gems
    else:
        assert final_gems(play(story.state, word)) == after


PAYS_FOR_YELLOW: dict[str, int] = {
    # card: what it pays Ada, who holds all yellow gems
    "sole_red": 0,
    "sole_yellow": 7,
    "sole_green": 0,
    "sole_blue": 0,
    "sole_all_1": 4,
    "per_gem_red": 0,
    "per_gem_yellow": 22,
    "per_gem_green": 0,
    "per_gem_blue": 0,
    "certificate_1": 10,
}


@pytest.mark.rule("E8.1", "E8.2", "E8.3", "E8.4")
@pytest.mark.parametrize(("card", "pays"), PAYS_FOR_YELLOW.items())
def test_a_scoring_card_against_an_empty_supply(card: str, pays: int) -> None:
    story = a_scoring(HIGH, cards={ADA: card})
    assert story.before.supply == Gems()
    assert story.state.money == (12 + pays, 14, 10, 8)


def test_every_face_is_tried_against_an_empty_supply() -> None:
    faces = {card.id: card.face for card in read_shipped().event_cards}
    assert {faces[card] for card in (*EMPTY, *PAYS_FOR_YELLOW)} == set(faces.values())


@pytest.mark.rule("E8.5", "E8.6", "E8.7", "E8.8", "E8.9", "E8.10")
@pytest.mark.parametrize(
    "card", [card for card in read_shipped().event_cards if not card.effect.is_scoring], ids=lambda c: c.id
)
def test_declined_immediate_card_goes_under_the_pile(card: object) -> None:
    name = getattr(card, "id", "")
    story = ada_takes(name, {ADA: "rrrrryb", BEN: "rryybb", CARLA: "g"}, "decline")
    assert story.kinds[:2] == ["declines_event", "event_leaves"]
    assert final_gems(story) == story.before.gems
    after = story.right_after("event_leaves")
    assert (event_ids(after.under), after.event) == ([name], None)


@pytest.mark.rule("E8.11")
def test_scoring_card_is_open_and_cannot_be_traded() -> None:
    table = a_table(3, holdings={ADA: "r", BEN: "r"}, cards={ADA: "certificate_1"}, event="swap_1")
    for viewer in (None, ADA, BEN, CARLA):
        assert [card.id for card in view(table, viewer).seats[ADA].cards] == ["certificate_1"]
    story = play(table, "money | money | event")
    assert list_texts(story.state, ADA) == {"pass", "bid red"}
    story = play(story.state, "pass", "pass", "open_card")
    words = {word for text in list_texts(story.state, CARLA) for word in text.split()}
    assert words <= {"swap", "decline", "0", "1", "red", "yellow", "green", "blue"}


@pytest.mark.rule("E8.12")
def test_several_cards_add_up_even_of_the_same_kind() -> None:
    story = a_scoring({ADA: "rrr", BEN: "r"}, cards={ADA: "sole_red sole_all_1 sole_all_2 per_gem_red"})
    assert story.state.money[ADA] == 14 + 8 + 4 + 4 + 3
    assert [told.detail("card") for told in story.effects("card_pays")] == [
        "sole_red",
        "sole_all_1",
        "sole_all_2",
        "per_gem_red",
    ]


@pytest.mark.rule("E8.12")
def test_a_seats_cards_count_for_that_seat_alone() -> None:
    story = a_scoring({ADA: "rrr", BEN: "r"}, cards={BEN: "sole_red sole_all_1"})
    assert story.state.money == (14, 0, 0, 0)
    assert GAME.outcome(story.state) is not None
