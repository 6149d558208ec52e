"""What a game is: a record of functions, which the table, the bots and the tools call for any game.

States are immutable: ``resolve`` returns new ones that share what did not change. Whoever drives a game (room, bot
search, playthrough, test) does the same three things: look at ``asks``, gather one choice from every asked seat,
``resolve``. Nothing outside a game knows its phases."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from engine.core.asks import Ask
from engine.core.chance import Chance
from engine.core.errors import BadOptionsError
from engine.core.happenings import Happening, Step
from engine.core.judging import Judge
from engine.core.options import Option, Value
from engine.core.outcome import Outcome
from engine.core.picture import Pictured
from engine.core.plain import Plain
from engine.core.seats import Seat, Viewer

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
C = TypeVar("C")
V = TypeVar("V")
V_contra = TypeVar("V_contra", contravariant=True)


class Memory(Enum):
    """How much of what happened may be shown again while the game runs."""

    ALL = "all"
    LAST_ROUND = "last round"


class Bot(Protocol[V_contra, C]):
    """A player made of code. It sees what a seat sees, nothing else."""

    def choose(self, view: V_contra, ask: Ask[C], rng: random.Random) -> C:
        """A legal choice for the ask. The same view, ask and state of ``rng`` give the same choice."""
        ...


Order = Callable[[V, tuple[C, ...]], tuple[C, ...]]
"""Those of some choices that obey, in their order, for the seat whose view it is; none where none does. Pure."""


class Deed(NamedTuple):
    """One thing that a seat has done."""

    round: int
    """When, 1 for the first round."""
    seat: Seat
    what: str
    """One word of the game."""


class SetUp(Protocol[S_co]):
    """Setting up a game."""

    def __call__(self, seats: int, options: Mapping[str, Value], chance: Chance, edition: Plain = None) -> S_co:
        """A game set up for that many seats; ``edition`` None means the shipped figures. Raises BadOptionsError,
        BadEditionError."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Conditions(Generic[V]):
    """On what a choice that is sealed ahead may depend (``engine.core.conditions``)."""

    named: Callable[[V], tuple[str, ...]]
    """Those that the viewer may name now, each once; empty for the public. Made of what everybody may see."""
    holds: Callable[[str, Seat, Sequence[Happening]], bool]
    """Whether what was opened fulfils the condition that the seat named; where nothing in it speaks of the matter, it
    does not. What was opened is in order, and holds nothing that the seat may not know. Raises BadTextError for a text
    that is no condition of the game."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Game(Generic[S, C, V]):
    """A game with simultaneous choices: S its states, C its choices, V its views. What has a default, a game may
    lack."""

    key: str
    """The game's name in the protocol and in paths, which its folder has too."""
    title: str
    """The game's name as printed on its box."""
    book: Path
    """The file with its rules, ``RULES.md``."""
    table_sizes: tuple[int, ...]
    """How many seats can play, ascending."""
    options: tuple[Option, ...]
    """What can be chosen before the start."""
    bots: Mapping[str, Bot[V, C]]
    """The bots that play this game, by level (``normal``)."""
    edition: Callable[[], Plain]
    """The component figures in force for new games: the shipped ones or the owner's file. Raises BadEditionError."""
    new: SetUp[S]
    """Sets up a game by the present rules."""
    asks: Callable[[S], Mapping[Seat, Ask[C]]]
    """What each seat owes now, in seat order; empty when the game is over."""
    resolve: Callable[[S, Mapping[Seat, C], Chance], tuple[Step[S], ...]]
    """What the choices bring about, step by step; the last step's state is the new state. Never empty.

    Raises NotAskedError unless exactly the asked seats chose, IllegalChoiceError, GameOverError."""
    after: Callable[[S, Mapping[Seat, C], Chance], S]
    """The state that ``resolve`` ends in, without the happenings: for search. Checks nothing."""
    view: Callable[[S, Viewer], V]
    """What the viewer may see, as a frozen value built field by field from an allow-list."""
    round: Callable[[S], int]
    """The number of the round being played, 1 for the first."""
    standing: Callable[[S], tuple[int, ...]]
    """How far each seat is in what decides the game, in seat order: spaces of the track, money."""
    colours: Callable[[S], tuple[str, ...]]
    """Each seat's colour, in seat order: public from the start."""
    memory: Callable[[S], Memory]
    """How much history the table may show while the game runs."""
    outcome: Callable[[S], Outcome | None]
    """How the game ended; None while it runs."""
    text: Callable[[C], str]
    """The choice's canonical one-line text."""
    parse: Callable[[str], C]
    """The choice that prints as that text. Raises BadTextError."""
    dump: Callable[[S], Plain]
    """The whole state, secrets included, as plain data."""
    load: Callable[[Plain], S]
    """The state that dumps to these data: one at which the table waits, and from which the game goes on by the rules.

    Raises BadDumpError, naming the clause that such a state breaks."""
    digest: Callable[[S], str]
    """SHA-256 over the state, in hexadecimal: equal states have equal digests in every process and version."""
    checksum: Callable[[S], str]
    """The same of the state's own fields rather than of a dump, which costs less (``engine.core.plain.checksum``):
    every opening is proven by it. A field that a later release adds is left out while it has its default."""

    earlier: tuple[SetUp[S], ...] = ()
    """How games were set up before each time that a rule was put right, the oldest first: a game goes on as it was
    begun."""
    pictured: Pictured[V, C] | None = None
    """Its table as a picture of pieces."""
    conditions: Conditions[V] | None = None
    """On what a choice that is sealed ahead may depend."""
    orders: Mapping[str, Order[V, C]] = field(default_factory=dict)
    """What its bots can be told, by key, the weightier first: where two contradict each other, the first one counts."""
    deeds: Callable[[Iterable[Happening]], tuple[Deed, ...]] | None = None
    """What was done, by happenings that everybody was told, in their order: for bots that learn from it."""
    judge: Judge[V, C] | None = None
    """Its own estimate, for looking back."""

    @property
    def revision(self) -> int:
        """The revision of the rules for new games: how often a rule was put right."""
        return len(self.earlier)

    def begin(
        self, revision: int, seats: int, options: Mapping[str, Value], chance: Chance, edition: Plain = None
    ) -> S:
        """A game set up by that revision of the rules. Raises BadOptionsError for one that is not known, and what
        ``new`` raises."""
        if not 0 <= revision <= self.revision:
            raise BadOptionsError(f"{self.title} has no rules of revision {revision}")
        return (*self.earlier, self.new)[revision](seats, options, chance, edition)


AnyGame = Game[Any, Any, Any]
"""A game of which nothing more is known."""
