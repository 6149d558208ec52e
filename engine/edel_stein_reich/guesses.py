"""Guesses of onlookers: each seat's action (E3.2), or the guess of it (E10.3)."""

from collections.abc import Mapping

from engine.core.seats import Seat
from engine.edel_stein_reich.bot.past_actions import GUESSES
from engine.edel_stein_reich.state import Stage
from engine.edel_stein_reich.view_types import TableView


def guesses(view: TableView) -> Mapping[Seat, tuple[str, ...]]:
    """Return the possible answers by seat; empty where no action is chosen or guessed."""
    if view.stage == Stage.ACTION and view.guessing is None:
        return {Seat(each.seat): view.actions for each in view.seats}
    if view.stage == Stage.GUESS and view.guessing is not None:
        open_ones = (action for action in view.actions if action not in view.guessing.guesses)
        return {Seat(view.guessing.guesser): tuple(f"{GUESSES}{action}" for action in open_ones)}
    return {}
