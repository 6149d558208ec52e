"""Umpire: checks that a player keeps to the rules, and names the fault."""

import random
from typing import Any

from engine.arena.errors import PlayerFaultError
from engine.arena.player import Assignment, Player
from engine.core.asks import Ask
from engine.core.errors import BadOptionsError, BadTextError
from engine.core.game import Bot
from engine.core.outcome import Outcome

LISTED = 8
"""Most choices of an ask that are listed in a fault."""


class Umpire:
    """Bot that plays as a player does and checks it, for one game.

    Every method raises PlayerFaultError for any error, with the player's name, the number of the deal, and the ask. So
    does the constructor, which also raises BadOptionsError for a process that does not start."""

    def __init__(self, player: Player, place: Assignment, deal: int) -> None:
        self._player = player
        self._game = place.game
        self._where = f"{player.name}, deal {deal}, seat {place.seat}"
        try:
            self._bot: Bot[Any, Any] = player.sit(place)
        except (BadOptionsError, PlayerFaultError):
            raise
        except Exception as error:
            raise PlayerFaultError(f"{self._where}: {_describe_error(error)}") from error

    def choose(self, view: object, ask: Ask[Any], rng: random.Random) -> Any:
        """Return the legal choice that the player meant."""
        try:
            answer = self._bot.choose(view, ask, rng)
            choice = self._find_choice(answer, ask)
            if choice not in ask:
                raise _illegal_answer(answer)
        except PlayerFaultError as error:
            raise PlayerFaultError(f"{self._where}: {error}. {self._describe_ask(ask)}") from error.__cause__
        except Exception as error:
            raise PlayerFaultError(f"{self._where}: {_describe_error(error)}. {self._describe_ask(ask)}") from error
        return choice

    def over(self, outcome: Outcome) -> None:
        """Tell the player how the game ended."""
        try:
            self._player.over(outcome)
        except PlayerFaultError as error:
            raise PlayerFaultError(f"{self._where}, after the game: {error}") from error.__cause__

    def _find_choice(self, answer: Any, ask: Ask[Any]) -> Any:
        """Return the choice that was answered.

        An answer that only equals a choice, as a text or a tuple may, is replaced by the choice of its text."""
        text = answer
        if not isinstance(answer, str):
            if answer not in ask:
                raise _illegal_answer(answer)
            text = self._game.text(answer)
        if not isinstance(text, str):
            raise _illegal_answer(answer)
        try:
            return self._game.parse(str(text))
        except BadTextError:
            raise PlayerFaultError(f"answered {answer!r}, which is no choice of {self._game.title}") from None

    def _describe_ask(self, ask: Ask[Any]) -> str:
        texts = [self._game.text(choice) for choice in ask.choices]
        more = " | ..." if len(texts) > LISTED or not ask.complete else ""
        return f"The ask was {ask.kind}: {' | '.join(texts[:LISTED])}{more}"


def _illegal_answer(answer: Any) -> PlayerFaultError:
    return PlayerFaultError(f"answered {answer!r}, which the ask does not allow")


def _describe_error(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
