"""Guesses of onlookers: what a seat will choose, and what came true.

Both follow from what everybody may see: the questions from the public view, the truth from public effects."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from engine.core.bots.past_actions import list_past_actions
from engine.core.effects import Effect
from engine.core.game import AnyGame
from engine.core.seats import Seat

Questions = Mapping[Seat, tuple[str, ...]]
"""Possible answers by seat."""


def list_questions(game: AnyGame, view: Any, asked: Collection[Seat]) -> Questions:
    """Return what may be guessed of the asked seats, from the game's public view.

    Empty for a game without guesses."""
    if game.guesses is None:
        return {}
    return {seat: answers for seat, answers in game.guesses(view).items() if seat in asked}


def find_truth(game: AnyGame, questions: Questions, effects: Iterable[Effect]) -> Mapping[Seat, str]:
    """Return the answer that came true for each seat, as far as the effects tell.

    ``effects`` are those since the question, in order."""
    truth: dict[Seat, str] = {}
    for action in list_past_actions(game, effects):
        if action.what in questions.get(action.seat, ()):
            truth.setdefault(action.seat, action.what)
    return truth
