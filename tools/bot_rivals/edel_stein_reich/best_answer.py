"""Best answer to shares.

It is the choice that wins most often if each of the others chooses by its own shares."""

import random
from collections.abc import Mapping, Sequence

from engine.core.asks import Ask
from engine.edel_stein_reich.bot.actions import Actions
from engine.edel_stein_reich.bot.equilibrium import evaluate_choices
from engine.edel_stein_reich.bot.guessing import GUESSED, GUESSES, Guesses
from engine.edel_stein_reich.bot.judging import judge_choices
from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.bot.strong import within_reach
from engine.edel_stein_reich.choices import Choice
from engine.edel_stein_reich.view_types import GuessingView, TableView
from tools.bot_rivals.edel_stein_reich.tallies import Tallies, ranking_of


def best_answer(view: TableView, ask: Ask[Choice], others: Sequence[Tallies], rng: random.Random) -> Choice:
    """Return the best choice. Raises ValueError for the public's view.

    ``others`` has what each seat usually does; the player's own entry is ignored. Open decisions are taken as the
    strong bots take them."""
    if view.mine is None:
        raise ValueError("a bot plays for a seat and needs its view")
    ask = within_reach(view, ask)
    if len(ask.choices) == 1:
        return ask.choices[0]
    chances: Mapping[Choice, float]
    if ask.kind not in ("action", "guess"):
        chances = judge_choices(view, ask, rng).chances
    elif view.guessing is not None:
        chances = _evaluate_guessing(Turn(view), view.guessing, ask, others)
    else:
        chances = _evaluate_turn(Turn(view), view.mine.seat, others)
    return max(ask.choices, key=lambda choice: chances[choice])


def _evaluate_turn(turn: Turn, seat: int, others: Sequence[Tallies]) -> Mapping[Choice, float]:
    actions = Actions(turn)
    usual = [tallies.chosen.mix(ranking_of(turn, other)) for other, tallies in enumerate(others)]
    mixes = [[mix[action] for action in actions.actions] for mix in usual]
    return dict(zip(actions.actions, evaluate_choices(actions, mixes, seat), strict=True))


def _evaluate_guessing(
    turn: Turn, guessing: GuessingView, ask: Ask[Choice], others: Sequence[Tallies]
) -> Mapping[Choice, float]:
    ranking, guesses = ranking_of(turn, guessing.active), Guesses(turn, guessing)
    chosen, first = others[guessing.active].chosen.mix(ranking), others[guessing.guesser].guessed.mix(ranking)
    mixes = [[0.0], [0.0]]
    mixes[guessing.active] = [chosen[action] for action in GUESSED]
    # a second guess, after a wrong first one, is each of the others with equal frequency
    mixes[guessing.guesser] = [first[one] * first[other] / (1 - first[one]) for one, other in GUESSES]
    if ask.kind == "guess":
        return guesses.evaluate_guesses(mixes)
    return dict(zip(GUESSED, evaluate_choices(guesses, mixes, guesses.active), strict=True))
