"""The game protocol: everything the table, the bots and the tools know about any game.

A game is a value, never a base class. States are immutable: ``resolve`` returns new ones that share what did not
change. Whoever drives a game (room, bot search, playthrough, test) does the same three things: look at ``asks``,
gather one choice from every asked seat, ``resolve``. Nothing outside a game knows its phases.

What a game may have beyond this protocol: ``orders`` for its bots (``engine.core.bots.orders``), and
``conditions`` for what is sealed ahead (``engine.core.conditions``)."""

import random
from collections.abc import Mapping
from enum import Enum
from typing import Protocol, TypeVar

from engine.core.asks import Ask
from engine.core.chance import Chance
from engine.core.happenings import Step
from engine.core.options import Option, Value
from engine.core.outcome import Outcome
from engine.core.plain import Plain
from engine.core.seats import Seat, Viewer

S = TypeVar("S")
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


class Game(Protocol[S, C, V]):
    """A game with simultaneous choices: S its states, C its choices, V its views."""

    @property
    def key(self) -> str:
        """The game's name in the protocol and in paths, which its folder has too."""
        ...

    @property
    def title(self) -> str:
        """The game's name as printed on its box."""
        ...

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """How many seats can play, ascending."""
        ...

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen before the start."""
        ...

    @property
    def bots(self) -> Mapping[str, Bot[V, C]]:
        """The bots that play this game, by level (``normal``)."""
        ...

    def edition(self) -> Plain:
        """The component figures in force for new games: the shipped ones or the owner's file. Raises BadEdition."""
        ...

    def new(self, seats: int, options: Mapping[str, Value], chance: Chance, edition: Plain = None) -> S:
        """A game set up for that many seats; ``edition`` None means the shipped figures. Raises BadOptions,
        BadEdition."""
        ...

    def asks(self, state: S) -> Mapping[Seat, Ask[C]]:
        """What each seat owes now, in seat order; empty when the game is over."""
        ...

    def resolve(self, state: S, choices: Mapping[Seat, C], chance: Chance) -> tuple[Step[S], ...]:
        """What the choices bring about, step by step; the last step's state is the new state. Never empty.

        Raises NotAsked unless exactly the asked seats chose, IllegalChoice, GameOver."""
        ...

    def after(self, state: S, choices: Mapping[Seat, C], chance: Chance) -> S:
        """The state that ``resolve`` ends in, without the happenings: for search. Checks nothing."""
        ...

    def view(self, state: S, viewer: Viewer) -> V:
        """What the viewer may see, as a frozen value built field by field from an allow-list."""
        ...

    def round(self, state: S) -> int:
        """The number of the round being played, 1 for the first."""
        ...

    def standing(self, state: S) -> tuple[int, ...]:
        """How far each seat is in what decides the game, in seat order: spaces of the track, money."""
        ...

    def colours(self, state: S) -> tuple[str, ...]:
        """Each seat's colour, in seat order: public from the start."""
        ...

    def memory(self, state: S) -> Memory:
        """How much history the table may show while the game runs."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended; None while it runs."""
        ...

    def text(self, choice: C) -> str:
        """The choice's canonical one-line text."""
        ...

    def parse(self, text: str) -> C:
        """The choice that prints as ``text``. Raises BadText."""
        ...

    def dump(self, state: S) -> Plain:
        """The whole state, secrets included, as plain data."""
        ...

    def load(self, data: Plain) -> S:
        """The state that dumps to ``data``: one at which the table waits, and from which the game goes on by the rules.

        Raises BadDump, naming the clause that such a state breaks."""
        ...

    def digest(self, state: S) -> str:
        """SHA-256 over the state, in hexadecimal: equal states have equal digests in every process and version."""
        ...

    def checksum(self, state: S) -> str:
        """The same of the state's own fields rather than of a dump, which costs less (``engine.core.plain.checksum``):
        every opening is proven by it. A field that a later release adds is left out while it has its default."""
        ...
