"""What a player of the arena is, and one that is code of this process."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any, NamedTuple, Protocol

from engine.core.asks import Ask
from engine.core.bots.deeds import informed
from engine.core.game import AnyGame, Bot, Deed
from engine.core.options import Value
from engine.core.outcome import Outcome
from engine.core.seats import Seat


class Place(NamedTuple):
    """Where somebody plays one game."""

    game: AnyGame
    seats: int
    """How many play."""
    seat: Seat
    options: Mapping[str, Value]
    """Every option of the game with its value."""
    deeds: Sequence[Deed] = ()
    """What everybody at the table did so far, as far as one may look back at it: it grows while the game is played."""


@dataclass
class Spent:
    """The time that a player took for its decisions, in seconds."""

    decisions: int = 0
    seconds: float = 0.0
    worst: float = 0.0

    def add(self, seconds: float) -> None:
        """One decision more."""
        self.decisions += 1
        self.seconds += seconds
        self.worst = max(self.worst, seconds)

    @property
    def mean(self) -> float:
        """Of a decision; 0 without any."""
        return self.seconds / self.decisions if self.decisions else 0.0


class Player(Protocol):
    """Whoever is measured. It may sit on several seats of a table at once."""

    @property
    def name(self) -> str:
        """As it is called in the report."""
        ...

    @property
    def clock(self) -> str:
        """By which clock its time is taken: ``processor`` or ``wall``."""
        ...

    @property
    def spent(self) -> Spent:
        """The time it has taken so far."""
        ...

    def sit(self, place: Place) -> Bot[Any, Any]:
        """Who plays that one game for it. It may answer with the text of a choice, and what it raises is its fault."""
        ...

    def over(self, outcome: Outcome) -> None:
        """Tells it how the game ended for which it sat down last, on however many seats."""
        ...

    def close(self) -> None:
        """Lets go of what it holds."""
        ...


class CodePlayer:
    """A player that is code of this process: a bot is made for each seat and each game, so none knows of another."""

    clock = "processor"

    def __init__(self, name: str, make: Callable[[], Bot[Any, Any]]) -> None:
        self.name = name
        self.spent = Spent()
        self._make = make

    def sit(self, place: Place) -> Bot[Any, Any]:
        """As in Player."""
        return _Timed(informed(self._make(), place.deeds), self.spent)

    def over(self, outcome: Outcome) -> None:
        """As in Player: a bot is not told."""

    def close(self) -> None:
        """As in Player: there is nothing to let go of."""


class _Timed:
    """A bot whose decisions are timed, by all processor time of this process: threads of its own count."""

    def __init__(self, bot: Bot[Any, Any], spent: Spent) -> None:
        self._bot = bot
        self._spent = spent

    def choose(self, view: object, ask: Ask[Any], rng: Any) -> Any:
        began = process_time()
        choice = self._bot.choose(view, ask, rng)
        self._spent.add(process_time() - began)
        return choice
