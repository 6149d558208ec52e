"""Model of a negotiation: it matches the engine if both seats think to the end."""

import random
from itertools import pairwise

import pytest

from engine.edel_stein_reich import GAME
from engine.edel_stein_reich.bot.model.bargain import Bargain, offers, singles
from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.bot.model.values import Worths
from engine.edel_stein_reich.choices import Action, Bid, Choice, Word
from engine.edel_stein_reich.gems import size
from engine.edel_stein_reich.state import State
from tests.engine.edel_stein_reich.tables import ADA, BEN, CARLA, CHANCE, a_table, play, view


def play_to_end(turn: Turn, bargain: Bargain, state: State, said: int = 0) -> Worths:
    """Return the end of a negotiation at the engine's table.

    Each seat bids one gem more or steps back, as is best for it."""
    if state.negotiation is None:
        return turn.values.worths(Turn(view(state)).position)
    seat = state.negotiation.turn
    asked = GAME.asks(state)[seat]

    def end(choice: Choice) -> Worths:
        return play_to_end(turn, bargain, GAME.after(state, {seat: choice}, CHANCE), said + 1)

    word = end(asked.default)
    number = 0 if state.negotiation.passed else said
    bids = [Bid(offer) for offer in bargain.offers[seat][number : number + 1]]
    if not bids:
        return word
    bid = end(bids[0])
    rate = turn.values.rate
    if asked.default is Word.ACCEPT or state.negotiation.passed:
        return word if rate(word, seat) >= rate(bid, seat) else bid
    return word if rate(word, seat) > rate(bid, seat) else bid


@pytest.mark.rule("E5.3", "E5.6", "E5.7")
@pytest.mark.parametrize("seed", range(12))
def test_a_bargain_comes_to_what_the_engine_makes_of_it(seed: int) -> None:
    dice = random.Random(seed)
    held = {seat: "".join(dice.choices("rygb", k=dice.randrange(6))) for seat in (ADA, BEN)}
    money = {seat: dice.randrange(12) for seat in (ADA, BEN, CARLA)}
    table = a_table(3, holdings={**held, CARLA: "ry"}, money=money, gem_cards="ryy4 rgg5 bb7", turn=dice.randint(1, 8))
    turn = Turn(view(table))
    bargain = Bargain(turn, ADA, BEN)
    opened = play(table, "money | money | event").state
    assert bargain.negotiate(Action.MONEY) == pytest.approx(play_to_end(turn, bargain, opened))


@pytest.mark.rule("E5.1")
def test_the_poorer_one_opens() -> None:
    turn = Turn(view(a_table(3, holdings={ADA: "ryy", BEN: "ryg", CARLA: "ryg"}, money={BEN: 3, CARLA: 2})))
    assert Bargain(turn, ADA, BEN).opener == BEN
    assert Bargain(turn, BEN, CARLA).opener == CARLA
    assert Bargain(turn, CARLA, ADA).opener == CARLA


def test_offers_grow_by_the_gem_that_is_missed_least() -> None:
    turn = Turn(view(a_table(3, holdings={ADA: "rrbbbb", BEN: "yy", CARLA: "g"}, turn=8, number=3)))
    found = offers(turn, ADA, BEN)
    assert [size(offer) for offer in found] == [1, 2, 3, 4, 5, 6]
    assert found[-1] == turn.position.gems[ADA]
    for small, large in pairwise(found):
        assert all(before <= after for before, after in zip(small, large, strict=True))
    ways = [
        turn.values.outlook(turn.position.move_gems(ADA, BEN, gem), ADA) for gem in singles(turn.position.gems[ADA])
    ]
    assert turn.values.outlook(turn.position.move_gems(ADA, BEN, found[0]), ADA) == max(ways)


def test_nobody_gets_what_nobody_can_pay_for() -> None:
    turn = Turn(view(a_table(3, holdings={ADA: "", BEN: "", CARLA: "rygb"})))
    assert Bargain(turn, ADA, BEN).negotiate(Action.MONEY) == turn.now
