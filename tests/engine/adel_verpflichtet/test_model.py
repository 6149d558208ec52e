"""Bots' model of a round compared with the engine, with equal greedy choices."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.bot.model import rounds
from engine.adel_verpflichtet.bot.model.box import Box, box_of
from engine.adel_verpflichtet.bot.model.cards import (
    AUCTION_HOUSE,
    AUCTION_THIEF,
    CASTLE,
    CASTLE_THIEF,
    DETECTIVE,
    EXHIBIT,
    PASS,
    place_of,
)
from engine.adel_verpflichtet.bot.model.position import Position, cards_at, locations_of
from engine.adel_verpflichtet.bot.model.prospects import final_shares
from engine.adel_verpflichtet.choices import (
    Action,
    Card,
    Choice,
    Location,
    LocationAction,
    buy,
    cheque,
    show,
    steal,
    thief,
)
from engine.adel_verpflichtet.objects import NONE
from engine.adel_verpflichtet.state import Stage, State, owner
from engine.core.chance import SeededChance
from engine.core.seats import Seat
from tests.whole import whole

GAMES = whole(60, 16)
TABLES: list[tuple[int, Mapping[str, Any]]] = [
    (2, {"variant": "surprise"}),
    (2, {"variant": "confrontation"}),
    (3, {}),
    (4, {}),
    (5, {}),
    (2, {"variant": "confrontation", "rules": "1990"}),
    (4, {"rules": "1990"}),
    (5, {"rules": "1990"}),
]


def position_of(state: State) -> Position:
    """Return the model's table, with all shown objects back in the hands."""
    first, second = state.windows
    return Position(
        pawns=list(state.pawns),
        hands=[hand | shown for hand, shown in zip(state.hands, state.exhibitions, strict=True)],
        cheques=[sum(1 << value for value in purse) for purse in state.cheques],
        thieves=[sum(1 << value for value in held) for held in state.thieves],
        cells=[(value, owner(state, value)) for value in state.cells],
        left=len(first) + len(second),
        faces=(first[0] if first else NONE, second[0] if second else NONE),
    )


def action_of(card: int) -> Action:
    """Return the action card with that code."""
    if card == DETECTIVE:
        return Action(Card.DETECTIVE)
    if card == EXHIBIT:
        return Action(Card.EXHIBIT)
    if card >= CASTLE_THIEF:
        return thief(card - CASTLE_THIEF)
    return thief(card - AUCTION_THIEF) if card >= AUCTION_THIEF else cheque(card)


def location_of(card: int) -> Location:
    """Return the location of a card."""
    return Location.CASTLE if place_of(card) == CASTLE else Location.AUCTION_HOUSE


def joint(box: Box, position: Position, state: State, rng: random.Random) -> list[int]:
    """Return random cards for all seats, with more exhibitions than usual.

    Most exhibitions lead to further decisions."""
    cards = []
    for seat in range(len(position.pawns)):
        given = state.locations[seat]
        if given is None:
            place = rng.choice(locations_of(position, seat))
        else:
            place = CASTLE if given is Location.CASTLE else AUCTION_HOUSE
        mine = cards_at(box, position, seat, place)
        cards.append(EXHIBIT if EXHIBIT in mine and rng.random() < 0.5 else rng.choice(mine))
    return cards


def greedy(box: Box, state: State) -> dict[Seat, Choice]:
    """Return the model's purchases, exhibitions and thefts."""
    edition = state.table.edition
    choices: dict[Seat, Choice] = {}
    for seat in GAME.asks(state):
        hand = state.hands[seat]
        if state.stage is Stage.PURCHASE:
            bought = box.prefer(hand, state.windows[0][0], state.windows[1][0])
            choices[seat] = buy(*edition.ids(bought))
        elif state.stage is Stage.EXHIBITION:
            choices[seat] = show(*edition.ids(box.best(hand)))
        else:
            taken = NONE
            for victim, shown in enumerate(state.exhibitions):
                if shown:
                    loot = box.loot(hand, shown, state.hands[victim] | shown)
                    taken |= loot
                    hand |= loot
            choices[seat] = steal(*edition.ids(taken))
    return choices


def play_by_engine(box: Box, state: State, cards: list[int], chance: SeededChance) -> State:
    """Return the state in which the next round begins or the game has ended."""
    asked = GAME.asks(state)
    if state.stage is Stage.LOCATION:
        state = GAME.after(state, {seat: location_of(cards[seat]) for seat in asked}, chance)
        asked = GAME.asks(state)
    if state.stage is Stage.ACTION:
        state = GAME.after(state, {seat: action_of(cards[seat]) for seat in asked}, chance)
    elif state.stage is Stage.LOCATION_ACTION:
        both: dict[Seat, Choice] = {
            seat: LocationAction(location_of(cards[seat]), action_of(cards[seat])) for seat in asked
        }
        state = GAME.after(state, both, chance)
    while state.stage in (Stage.PURCHASE, Stage.EXHIBITION, Stage.THEFT):
        state = GAME.after(state, greedy(box, state), chance)
    return state


def rounds_compared(seats: int, options: Mapping[str, Any]) -> int:
    """Return how many rounds of random games agree between model and engine."""
    compared = 0
    for number in range(GAMES):
        rng, chance = random.Random(number), SeededChance(number.to_bytes(2, "big"))
        state = GAME.new(seats, options, chance)
        box = box_of(GAME.view(state, None))
        while GAME.asks(state):
            before = position_of(state)
            cards = joint(box, before, state, rng)
            expected = rounds.play_round(box, before, cards)
            state = play_by_engine(box, state, cards, chance)
            compared += 1
            outcome = GAME.outcome(state)
            if outcome is None:
                assert position_of(state)._replace(faces=(NONE, NONE)) == expected, (number, state.round, cards)
            else:
                shares = final_shares(box, expected)
                assert tuple(seat for seat, share in enumerate(shares) if share) == outcome.ranking[0]
    return compared


@pytest.mark.rule(
    "A4.1", "A4.3", "A4.4", "A6.1", "A6.2", "A6.3", "A6.4", "A6.6", "A6.7", "A7.1", "A8.2", "A8.3", "A11.1"
)
@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_the_models_round_equals_the_engines(seats: int, options: Mapping[str, Any]) -> None:
    assert rounds_compared(seats, options) > 20 * GAMES


def test_a_model_with_other_rules_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "_detect", lambda box, pawns, detectives: pawns)
    with pytest.raises(AssertionError):
        rounds_compared(4, {})


def test_a_seat_without_a_playable_card_passes() -> None:
    state = GAME.new(3, {}, SeededChance(b"pass"))
    box = box_of(GAME.view(state, None))
    position = position_of(state)._replace(cheques=[0] * 3, thieves=[0] * 3)
    assert cards_at(box, position, 0, AUCTION_HOUSE) == (PASS,)
    assert locations_of(position, 0) == (CASTLE,)
