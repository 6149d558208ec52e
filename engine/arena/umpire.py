"""Who looks whether a player keeps to the rules, and says whose fault it was."""

import random
from typing import Any

from engine.arena.errors import PlayerFaultError
from engine.arena.player import Place, Player
from engine.core.asks import Ask
from engine.core.errors import BadOptionsError, BadTextError
from engine.core.game import Bot
from engine.core.outcome import Outcome

LISTED = 8
"""How many choices of an ask are told when a player was at fault."""


class Umpire:
    """Sits beside a player for one game, and plays as it does. Every method raises PlayerFaultError for what goes
    wrong, with the player's name, the number of the deal, and the ask. So does the making, which raises
    BadOptionsError too, for a process that does not start."""

    def __init__(self, player: Player, place: Place, deal: int) -> None:
        self._player = player
        self._game = place.game
        self._where = f"{player.name}, deal {deal}, seat {place.seat}"
        try:
            self._bot: Bot[Any, Any] = player.sit(place)
        except (BadOptionsError, PlayerFaultError):
            raise
        except Exception as error:
            raise PlayerFaultError(f"{self._where}: {_told(error)}") from error

    def choose(self, view: object, ask: Ask[Any], rng: random.Random) -> Any:
        """As in Bot: the legal choice that the player meant."""
        try:
            answer = self._bot.choose(view, ask, rng)
            choice = self._meant(answer, ask)
            if choice not in ask:
                raise _not_allowed(answer)
        except PlayerFaultError as error:
            raise PlayerFaultError(f"{self._where}: {error}. {self._asked(ask)}") from error.__cause__
        except Exception as error:
            raise PlayerFaultError(f"{self._where}: {_told(error)}. {self._asked(ask)}") from error
        return choice

    def over(self, outcome: Outcome) -> None:
        """Tells the player how the game ended."""
        try:
            self._player.over(outcome)
        except PlayerFaultError as error:
            raise PlayerFaultError(f"{self._where}, after the game: {error}") from error.__cause__

    def _meant(self, answer: Any, ask: Ask[Any]) -> Any:
        """The choice that was answered. What only equals one, as a text or a tuple may, becomes one by its text."""
        text = answer
        if not isinstance(answer, str):
            if answer not in ask:
                raise _not_allowed(answer)
            text = self._game.text(answer)
        if not isinstance(text, str):
            raise _not_allowed(answer)
        try:
            return self._game.parse(str(text))
        except BadTextError:
            raise PlayerFaultError(f"answered {answer!r}, which is no choice of {self._game.title}") from None

    def _asked(self, ask: Ask[Any]) -> str:
        texts = [self._game.text(choice) for choice in ask.choices]
        more = " | ..." if len(texts) > LISTED or not ask.complete else ""
        return f"The ask was {ask.kind}: {' | '.join(texts[:LISTED])}{more}"


def _not_allowed(answer: Any) -> PlayerFaultError:
    return PlayerFaultError(f"answered {answer!r}, which the ask does not allow")


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
