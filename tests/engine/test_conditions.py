"""Conditions for planned choices: decided by public reveals alone."""

from typing import Any

import pytest

from engine.adel_verpflichtet import GAME as ADEL
from engine.core.conditions import conditions_of, is_met
from engine.core.effects import Effect
from engine.core.errors import BadTextError
from engine.core.game import AnyGame
from engine.core.seats import Seat, all_seats
from engine.edel_stein_reich import GAME as EDEL
from tests.dummy.throws import GAME as THROWS
from tests.engine.deals import DEALS, Deal
from tests.engine.effect_texts import parse_effect
from tests.engine.test_hidden_information import PAIRS
from tests.known import get_for_game, lacks

ADA, BEN, CARLA = Seat(0), Seat(1), Seat(2)


def parse_effects(*texts: str) -> list[Effect]:
    """Return effects by their texts."""
    return [parse_effect(text) for text in texts]


def list_conditions(game: AnyGame, state: Any, seat: Seat | None) -> tuple[str, ...]:
    """Return the conditions that the viewer may name at that state."""
    return conditions_of(game, game.view(state, seat))


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_each_condition_is_sometimes_true_and_sometimes_false(deal: Deal) -> None:
    if deal.game.conditions is None:
        lacks(deal.key, "it knows no conditions")
    found: dict[str, set[bool]] = {}
    for turn in deal.story():
        told = [step.effect for step in turn.steps]
        assert list_conditions(deal.game, turn.before, None) == ()
        for seat in all_seats(deal.seats):
            conditions = list_conditions(deal.game, turn.before, seat)
            assert len({*conditions}) == len(conditions) > 1
            assert not any(name.endswith(f" {seat}") and not name.startswith("pays") for name in conditions)
            for name in conditions:
                found.setdefault(name, set()).add(is_met(deal.game, name, seat, told))
                assert not is_met(deal.game, name, seat, ()), "nothing has been revealed"
    never = sorted(name for name, answers in found.items() if True not in answers)
    assert len(never) < len(found) / 4, never
    assert all(False in answers for answers in found.values())


@pytest.mark.rule("A10.2", "E9.1")
@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_hidden_cards_decide_no_condition(deal: Deal) -> None:
    """Two states differ only in what one seat hides, and get the same choices.

    Choices are limited to legal ones. All others may name the same conditions, and each is decided alike."""
    game, decided = deal.game, 0
    if game.conditions is None:
        lacks(deal.key, "it knows no conditions")
    turns = {id(turn.before): turn for turn in deal.story()}
    for pair in list(get_for_game(PAIRS, deal.key)(deal))[::5]:
        turn = turns[id(pair.one)]
        others = [seat for seat in all_seats(deal.seats) if seat != pair.hider]
        for seat in others:
            assert list_conditions(game, pair.one, seat) == list_conditions(game, pair.other, seat)
        if any(choice not in game.asks(pair.other)[seat] for seat, choice in turn.choices.items()):
            continue
        here, there = (
            [step.effect for step in game.resolve(state, turn.choices, deal.chance)] for state in (pair.one, pair.other)
        )
        if [each.text for each in here] != [each.text for each in there]:
            # the reveal brought it out: what is public then differs
            continue
        for seat in others:
            for name in list_conditions(game, pair.one, seat):
                decided += 1
                assert is_met(game, name, seat, here) == is_met(game, name, seat, there)
    assert decided > 20


@pytest.mark.parametrize("game", [ADEL, EDEL], ids=lambda game: str(game.key))
@pytest.mark.parametrize(
    "text", ["", "castle", "castle x", "castle 9", "castle 1 2", "any", "any luck", "pays", "moon"]
)
def test_other_texts_are_refused_as_conditions(game: AnyGame, text: str) -> None:
    with pytest.raises(BadTextError):
        is_met(game, text, ADA, ())


def test_a_game_without_conditions_has_none() -> None:
    state = THROWS.new(2, {}, DEALS[0].chance)
    assert list_conditions(THROWS, state, ADA) == ()
    assert not is_met(THROWS, "castle 1", ADA, ())


def test_private_effects_of_others_decide_no_condition() -> None:
    for_ben = parse_effects("A3.1 locations_open round=1 seats=[0,1] locations=[castle,castle] for=[1]")
    assert is_met(ADEL, "castle 0", BEN, for_ben)
    assert not is_met(ADEL, "castle 1", ADA, for_ben)


@pytest.mark.rule("A3.1", "A4.0", "A6.0")
@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        *(("castle 1", True), ("castle 2", False), ("auction_house 2", True), ("auction_house 1", False)),
        *(("alone", False), ("thief 2", True), ("thief 1", False), ("detective 1", True), ("detective 2", False)),
        *(("any thief", True), ("any detective", True)),
    ],
)
def test_conditions_of_adel_verpflichtet(condition: str, holds: bool) -> None:
    told = parse_effects(
        "A3.1 locations_open round=1 seats=[0,1,2] locations=[castle,castle,auction_house]",
        "A4.0 auction_opens round=1 seats=[2] cards=[thief] values=[8]",
        "A6.0 castle_opens round=1 seats=[0,1] cards=[exhibit,detective] values=[0,0]",
    )
    assert is_met(ADEL, condition, ADA, told) == holds
    assert is_met(ADEL, "alone", CARLA, told)


@pytest.mark.rule("A9.1")
def test_any_condition_excludes_the_seats_own_card() -> None:
    told = parse_effects(
        "A9.1 cards_open round=1 seats=[0,1] locations=[castle,castle] cards=[thief,exhibit] values=[8,0]"
    )
    assert not is_met(ADEL, "any thief", ADA, told)
    assert is_met(ADEL, "any thief", BEN, told)


@pytest.mark.rule("E3.2", "E8.4", "E10.3")
@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        *(("gems 1", True), ("money 1", False), ("money 2", True), ("event 3", True)),
        *(("scoring", True), ("certificate", False), ("pays 5", True), ("pays 6", False)),
    ],
)
def test_conditions_of_edel_stein_reich(condition: str, holds: bool) -> None:
    told = parse_effects(
        "E3.2 actions_open round=1 seats=[0,1,2] actions=[gems,gems,money]",
        "E10.3 sealed_opens round=1 seat=3 action=event",
        "E3.2 gem_cards_open round=1 turn=2 seats=[0,1] cards=[rgg5_2,gb7]",
        "E3.2 event_opens round=1 card=certificate_7",
        "E3.2 event_opens round=1 card=sole_red",
    )
    assert is_met(EDEL, condition, ADA, told) == holds


@pytest.mark.rule("E8.5")
def test_a_card_scored_at_once_is_not_kept() -> None:
    told = parse_effects("E3.2 event_opens round=1 card=score_1")
    assert not is_met(EDEL, "scoring", ADA, told)
