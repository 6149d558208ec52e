"""Estimate of the bots: sound chances for every choice, from a view alone."""

import random

import pytest

from engine.core.seats import Seat
from engine.edel_stein_reich import GAME
from engine.edel_stein_reich.bot.judging import Judgements, chances, judge_choices
from engine.edel_stein_reich.bot.model.weights import weights
from engine.edel_stein_reich.choices import Action, Guess, Word
from engine.edel_stein_reich.edition import read_shipped
from engine.edel_stein_reich.gems import COLOURS
from engine.edel_stein_reich.state import State
from tests.engine.edel_stein_reich.tables import ADA, BEN, CARLA, a_table, play, random_stories, view

SIZES = pytest.mark.parametrize("seats", GAME.table_sizes)


def judgement(state: State, seat: Seat) -> Judgements:
    """Return the judgement of a seat's ask."""
    return judge_choices(view(state, seat), GAME.asks(state)[seat], random.Random(1))


def texts(found: Judgements) -> dict[str, float]:
    """Return the chances by the text of the choice."""
    return {GAME.text(choice): chance for choice, chance in found.chances.items()}


def test_the_figures_belong_to_the_shipped_edition() -> None:
    assert weights().edition == read_shipped().digest
    assert len(weights().kept) == len(COLOURS)
    assert set(weights().surprise) == {face.effect for face in view(a_table(3)).faces if not face.scoring}


@SIZES
def test_every_choice_of_every_ask_is_judged(seats: int) -> None:
    kinds = set()
    for story in list(random_stories(2, seats))[::5]:
        table = chances(view(story.before))
        assert sum(table) == pytest.approx(1) and min(table) > 0
        for seat, ask in GAME.asks(story.before).items():
            kinds.add(ask.kind)
            assert chances(view(story.before, seat)) == table, "all know the same"
            found = judgement(story.before, seat)
            assert tuple(found.chances) == ask.choices
            assert all(0 < chance < 1 for chance in found.chances.values())
            assert len(found.mixes) == seats
            for mix in found.mixes:
                assert not mix or sum(mix.values()) == pytest.approx(1)
            if ask.kind in ("action", "guess"):
                assert set(found.mixes[seat]) == set(ask.choices)
            else:
                assert not any(found.mixes)
    assert {"action", "bid"} <= kinds


def test_the_public_is_asked_nothing() -> None:
    state = a_table(3)
    with pytest.raises(ValueError, match="view"):
        judge_choices(view(state), GAME.asks(state)[ADA], random.Random(1))


def test_the_richer_is_likelier_to_win() -> None:
    even = chances(view(a_table(4)))
    assert even == pytest.approx([0.25] * 4)
    ahead = chances(view(a_table(4, money={ADA: 20, BEN: 5})))
    assert ahead[ADA] > 0.45 > ahead[BEN] > ahead[CARLA]


def test_gems_count_for_less_when_no_round_follows() -> None:
    holdings = {ADA: "rrrryyyyggggbbbb", BEN: "rrrrryyyyygggggbbbbb", CARLA: "r"}
    early, late = (chances(view(a_table(3, holdings=holdings, turn=8, number=number)))[ADA] for number in (1, 3))
    assert early > late


@pytest.mark.rule("E3.3")
def test_no_action_is_expected_of_all() -> None:
    table = a_table(4, event="certificate_1", gem_cards="bb7 bbb7 gb7 gg7")
    found = judgement(table, ADA)
    for action in (Action.MONEY, Action.EVENT, Action.GEMS):
        assert sum(mix[action] for mix in found.mixes) < 2.5, "three get nothing"


def test_judge_prefers_accepting_many_red_gems() -> None:
    table = a_table(3, holdings={ADA: "rrrrrrrr", BEN: "rrrrrrrrr", CARLA: "b"}, gem_cards="ryy4 rb6 bb7")
    found = texts(judgement(play(table, "money | money | gems", "bid red red red red red").state, BEN))
    assert max(found, key=lambda text: found[text]) == "accept"
    higher = [chance for text, chance in found.items() if text != "accept"]
    assert found["accept"] > max(higher) + 0.05


def test_what_was_guessed_wrong_is_not_guessed_again() -> None:
    table = a_table(2, holdings={ADA: "rygb", BEN: "rygb"}, gem_cards="bbb7", event="halve_1")
    second = judgement(play(table, "gems", "guess event").state, BEN)
    assert second.mixes[ADA][Action.EVENT] == 0
    assert set(second.chances) == {Guess(Action.MONEY), Guess(Action.GEMS)}
    likelier = max((Action.MONEY, Action.GEMS), key=lambda action: second.mixes[ADA][action])
    assert second.mixes[ADA][likelier] > 0.5


def test_judge_prefers_unseen_card_to_worthless_open_one() -> None:
    table = a_table(3, holdings={ADA: "r"}, event="sole_blue", turn=8, number=3)
    found = judgement(play(table, "event | gems | money").state, ADA)
    assert found.chances[Word.UNSEEN_CARD] > found.chances[Word.OPEN_CARD]
