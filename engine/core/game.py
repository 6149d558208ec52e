"""Interface of a game: a record of functions for tables, bots and tools.

States are immutable: ``resolve`` returns new ones that share what did not change. Every driver of a game (room, bot
search, playthrough, test) does the same three things: read ``asks``, gather one choice from every asked seat,
``resolve``. Nothing outside a game knows its phases."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from engine.core.asks import Ask
from engine.core.chance import Chance
from engine.core.effects import Effect, Step
from engine.core.errors import BadOptionsError
from engine.core.judging import Judge
from engine.core.options import Option, Value
from engine.core.outcome import Outcome
from engine.core.picture import Pictures
from engine.core.plain import Plain
from engine.core.seats import Seat, Viewer

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
C = TypeVar("C")
V = TypeVar("V")
V_contra = TypeVar("V_contra", contravariant=True)


class Memory(Enum):
    """Amount of history that may be shown while the game runs."""

    ALL = "all"
    LAST_ROUND = "last round"


class Bot(Protocol[V_contra, C]):
    """Player made of code. It sees what a seat sees, nothing else."""

    def choose(self, view: V_contra, ask: Ask[C], rng: random.Random) -> C:
        """Return a legal choice for the ask.

        The same view, ask and state of ``rng`` give the same choice."""
        ...


Instruction = Callable[[V, tuple[C, ...]], tuple[C, ...]]
"""Filter of choices for an instruction: takes a view and choices.

It returns the choices that obey, in their order, or none if none does. Pure."""


class PastAction(NamedTuple):
    """One public action of a seat."""

    round: int
    """Round of the action, 1 for the first."""
    seat: Seat
    what: str
    """One word of the game."""


class SetUp(Protocol[S_co]):
    """Function that sets up a game."""

    def __call__(self, seats: int, options: Mapping[str, Value], chance: Chance, edition: Plain = None) -> S_co:
        """Set up a game for that many seats.

        ``edition`` None means the shipped figures. Raises BadOptionsError, BadEditionError."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Conditions(Generic[V]):
    """Conditions of a game for planned choices (``engine.core.conditions``)."""

    named: Callable[[V], tuple[str, ...]]
    """Return the conditions that the viewer may name now, each once.

    Empty for the public. Made of what everybody may see."""
    holds: Callable[[str, Seat, Sequence[Effect]], bool]
    """Return whether the revealed effects fulfil the condition that the seat named.

    False if no effect speaks of the matter. The effects are in order, and the seat may know all of them. Raises
    BadTextError for a text that is no condition of the game."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Game(Generic[S, C, V]):
    """Game with simultaneous choices: S its states, C its choices, V its views.

    Fields with a default are optional."""

    key: str
    """Name of the game in the protocol, in paths and of its folder."""
    title: str
    """Name of the game as printed on its box."""
    book: Path
    """File with its rules, ``RULES.md``."""
    table_sizes: tuple[int, ...]
    """Numbers of seats that can play, ascending."""
    options: tuple[Option, ...]
    """Options that can be chosen before the start."""
    bots: Mapping[str, Bot[V, C]]
    """Bots that play this game, by level (``normal``)."""
    edition: Callable[[], Plain]
    """Component figures for new games: the shipped ones or the owner's file.

    Raises BadEditionError."""
    new: SetUp[S]
    """Set up a game by the present rules."""
    asks: Callable[[S], Mapping[Seat, Ask[C]]]
    """Return what each seat owes now, in seat order; empty if the game is over."""
    resolve: Callable[[S, Mapping[Seat, C], Chance], tuple[Step[S], ...]]
    """Resolve the choices into steps; the last step's state is the new state.

    Never empty. Raises NotAskedError unless exactly the asked seats chose, IllegalChoiceError, GameOverError."""
    after: Callable[[S, Mapping[Seat, C], Chance], S]
    """Return the state that ``resolve`` ends in, without effects: for search.

    Checks nothing."""
    view: Callable[[S, Viewer], V]
    """Return what the viewer may see.

    It is a frozen value, built field by field from an allow-list."""
    round: Callable[[S], int]
    """Return the number of the round being played, 1 for the first."""
    standing: Callable[[S], tuple[int, ...]]
    """Return each seat's progress in seat order: spaces of the track, money."""
    colours: Callable[[S], tuple[str, ...]]
    """Return each seat's colour, in seat order: public from the start."""
    memory: Callable[[S], Memory]
    """Return how much history the table may show while the game runs."""
    outcome: Callable[[S], Outcome | None]
    """Return how the game ended, or None while it runs."""
    text: Callable[[C], str]
    """Format a choice as its canonical one-line text."""
    parse: Callable[[str], C]
    """Parse the text of a choice. Raises BadTextError."""
    dump: Callable[[S], Plain]
    """Dump the whole state, secrets included, as plain data."""
    load: Callable[[Plain], S]
    """Load the state that dumps to these data.

    A table must be able to wait at it, and the game to go on from it by the rules. Raises BadDumpError, which names the
    clause that the state breaks."""
    digest: Callable[[S], str]
    """Return SHA-256 over the state, in hexadecimal.

    Equal states have equal digests in every process and version."""
    checksum: Callable[[S], str]
    """Return SHA-256 over the state's own fields (``engine.core.plain.checksum``).

    It costs less than the digest of a dump. Every reveal is proven by it. A field that a later release adds is left
    out while it has its default."""

    earlier: tuple[SetUp[S], ...] = ()
    """Set-ups of earlier revisions of the rules, the oldest first.

    A game goes on by the revision with which it began."""
    pictures: Pictures[V, C] | None = None
    """Functions that make a picture of pieces of its table."""
    conditions: Conditions[V] | None = None
    """Conditions on which a planned choice may depend."""
    instructions: Mapping[str, Instruction[V, C]] = field(default_factory=dict)
    """Instructions that its bots take, by key, in order of priority.

    If two contradict each other, the first one counts."""
    past_actions: Callable[[Iterable[Effect]], tuple[PastAction, ...]] | None = None
    """Return the actions in public effects, in their order: for bots that learn."""
    guesses: Callable[[V], Mapping[Seat, tuple[str, ...]]] | None = None
    """Return what onlookers may guess of each seat's coming choice.

    It is made of the public view. The answers are past actions: for one kind of ask the same, whatever a seat holds."""
    judge: Judge[V, C] | None = None
    """Estimate of the game, for looking back."""

    @property
    def revision(self) -> int:
        """Revision of the rules for new games: the number of corrections."""
        return len(self.earlier)

    def begin(
        self, revision: int, seats: int, options: Mapping[str, Value], chance: Chance, edition: Plain = None
    ) -> S:
        """Set up a game by that revision of the rules.

        Raises BadOptionsError for an unknown revision, and what ``new`` raises."""
        if not 0 <= revision <= self.revision:
            raise BadOptionsError(f"{self.title} has no rules of revision {revision}")
        return (*self.earlier, self.new)[revision](seats, options, chance, edition)


AnyGame = Game[Any, Any, Any]
"""Game of unknown types."""
