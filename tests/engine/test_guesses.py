"""Guesses of onlookers in every game: each question is answered, in public."""

from typing import Any

import pytest

from engine.core.conditions.guesses import Questions, find_truth, list_questions
from engine.core.effects import Effect
from engine.registry import GAMES
from tests.engine.deals import DEALS, Deal


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_every_question_is_answered_before_the_next(deal: Deal) -> None:
    game = deal.game
    asked: Questions = {}
    told: list[Effect] = []
    for turn in deal.story():
        questions = list_questions(game, game.view(turn.before, None), game.asks(turn.before))
        if questions:
            assert find_truth(game, asked, told).keys() == asked.keys()
            asked, told = questions, []
        told += [step.effect for step in turn.steps if step.effect.is_for(None)]
    assert find_truth(game, asked, told).keys() == asked.keys()


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_every_seat_has_answers_to_choose_from(deal: Deal) -> None:
    game = deal.game
    for turn in deal.story():
        for answers in list_questions(game, game.view(turn.before, None), game.asks(turn.before)).values():
            assert len(set(answers)) == len(answers) >= 1


@pytest.mark.parametrize("key", GAMES)
def test_a_game_has_nothing_to_guess_once_it_is_over(key: str) -> None:
    game: Any = GAMES[key]
    for deal in (each for each in DEALS if each.key == key):
        assert list_questions(game, game.view(deal.end(), None), game.asks(deal.end())) == {}
