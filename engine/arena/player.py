"""Players of the arena, and the player that is code of this process."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any, NamedTuple, Protocol

from engine.core.asks import Ask
from engine.core.bots.past_actions import inform
from engine.core.game import AnyGame, Bot, PastAction
from engine.core.options import Value
from engine.core.outcome import Outcome
from engine.core.seats import Seat


class Assignment(NamedTuple):
    """Seat of a player in one game."""

    game: AnyGame
    seats: int
    """Number of seats at the table."""
    seat: Seat
    options: Mapping[str, Value]
    """Value of every option of the game."""
    past_actions: Sequence[PastAction] = ()
    """Actions at the table so far that one may look back at; grows with the game."""


@dataclass
class DecisionTimes:
    """Time that a player took for its decisions, in seconds."""

    decisions: int = 0
    seconds: float = 0.0
    worst: float = 0.0

    def add(self, seconds: float) -> None:
        """Add one decision."""
        self.decisions += 1
        self.seconds += seconds
        self.worst = max(self.worst, seconds)

    @property
    def mean(self) -> float:
        """Mean seconds of a decision; 0 without any."""
        return self.seconds / self.decisions if self.decisions else 0.0


class Player(Protocol):
    """Player that is measured. It may sit on several seats of a table at once."""

    @property
    def name(self) -> str:
        """Name in the report."""
        ...

    @property
    def clock(self) -> str:
        """Clock by which its time is taken: ``processor`` or ``wall``."""
        ...

    @property
    def spent(self) -> DecisionTimes:
        """Time it has taken so far."""
        ...

    def sit(self, place: Assignment) -> Bot[Any, Any]:
        """Return the bot that plays that one game for it.

        The bot may answer with the text of a choice. Its errors are the player's fault."""
        ...

    def over(self, outcome: Outcome) -> None:
        """Tell the player how the game of its last seats ended."""
        ...

    def close(self) -> None:
        """Release its resources."""
        ...


class CodePlayer:
    """Player that is code of this process.

    A bot is made for each seat and each game, so none knows of another."""

    clock = "processor"

    def __init__(self, name: str, make: Callable[[], Bot[Any, Any]]) -> None:
        self.name = name
        self.spent = DecisionTimes()
        self._make = make

    def sit(self, place: Assignment) -> Bot[Any, Any]:
        """Return a new bot, timed."""
        return _TimedBot(inform(self._make(), place.past_actions), self.spent)

    def over(self, outcome: Outcome) -> None:
        """Do nothing: a bot is not told."""

    def close(self) -> None:
        """Do nothing: there are no resources."""


class _TimedBot:
    """Bot whose decisions are timed by all processor time of this process.

    Threads of the bot count."""

    def __init__(self, bot: Bot[Any, Any], spent: DecisionTimes) -> None:
        self._bot = bot
        self._spent = spent

    def choose(self, view: object, ask: Ask[Any], rng: Any) -> Any:
        began = process_time()
        choice = self._bot.choose(view, ask, rng)
        self._spent.add(process_time() - began)
        return choice
