"""Chronicle of a whole game: rounds, log by topics, course, counts, best moments.

Course, counts and best moments follow after the end. One package per game derives all of it from the reveals, never
from hidden state."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from app.rooms.model.reveal import Reveal
from app.web.text.sentences import Part, Speech
from engine.core.effects import Effect


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """One seat's line in the strip of the last actions."""

    seat: int
    signs: tuple[str, ...]
    """Ids of the symbols of the played cards in the sprite (``card-thief``), in order."""
    label: str
    """Symbols in words."""
    results: tuple[tuple[Part, ...], ...]
    """Results of the seat's actions."""


@dataclass(frozen=True, slots=True)
class Row:
    """Row of the grid: one reveal of cards with the cards of each seat."""

    label: str
    """Name of the round or turn."""
    ask: int
    step: int
    """Step of the reveal that shows the cards, 1 for the first.

    ``ask`` and ``step`` address the replay."""
    played: Mapping[int, PlayedRow]
    """Cards by seat; a seat that played nothing is missing."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Values of the seats from the beginning to the end."""

    title: str
    unit: str
    """Unit of the values."""
    across: str
    """Meaning of the columns."""
    columns: tuple[str, ...]
    """The names of the points in time, the beginning first."""
    marks: Mapping[int, str]
    """Columns that are marked with a line, and what is written there."""
    lines: Mapping[int, tuple[int, ...]]
    """Each seat's value in every column."""


@dataclass(frozen=True, slots=True)
class TallyColumn:
    """Action at the head of a column."""

    sign: str
    """Id of its symbol in the sprite."""
    label: str
    group: str = ""
    """Head above several neighbouring columns, for their common property."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of each seat's actions."""

    columns: tuple[TallyColumn, ...]
    counts: Mapping[int, tuple[int, ...]]
    """Numbers by seat, one per column."""

    @property
    def groups(self) -> tuple[tuple[str, int], ...]:
        """Heads above the columns with the number of columns each spans; empty if none."""
        if not any(column.group for column in self.columns):
            return ()
        return tuple((group, len(list(of))) for group, of in groupby(column.group for column in self.columns))


@dataclass(frozen=True, slots=True)
class Ties:
    """Counts of actions by one seat against another."""

    title: str
    by: str
    """Verb for the seat of the row (``robbed``)."""
    counts: Mapping[tuple[int, int], int]
    """Numbers by acting seat and affected seat."""
    said: str = ""
    """Sentence that says what is counted."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A moment worth telling."""

    said: tuple[Part, ...]
    ask: int
    """Ask whose reveal shows it."""
    weight: int = 0
    """Magnitude; among highlights of one rank the greatest wins."""
    rank: int = 0
    """Rank of its kind: 0 for the most interesting."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Chronicle:
    """Chronicle of one game, from the reveals its reader may see and the seat count."""

    topics: Callable[[Speech], Mapping[str, str]]
    """Topics for filtering the log: names and their words."""
    topic: Callable[[Effect], str]
    """Topic of an effect; empty for none."""
    rounds: Callable[[Sequence[Reveal], Speech], Sequence[Row]]
    """Grid of all revealed cards, the oldest row first."""
    chart: Callable[[Sequence[Reveal], int, Speech], Chart]
    """Values of all seats over time."""
    tally: Callable[[Sequence[Reveal], int, Speech], Tally]
    """Counts of each seat's actions."""
    ties: Callable[[Sequence[Reveal], Speech], Ties]
    """Counts of actions by one seat against another."""
    reads: Callable[[Sequence[Reveal], Speech], Ties]
    """Counts of correct predictions by one seat of another, and their definition."""
    highlights: Callable[[Sequence[Reveal], Speech], Sequence[Highlight]]
    """Best moments so far, up to six, in the order they happened."""


@dataclass(frozen=True, slots=True)
class PlacedEffect:
    """Effect with its reveal."""

    ask: int
    step: int
    """Position in the reveal, 1 for the first."""
    effect: Effect


def place_effects(reveals: Sequence[Reveal]) -> tuple[PlacedEffect, ...]:
    """Return every effect with its reveal, in order."""
    return tuple(
        PlacedEffect(reveal.ask, step, effect)
        for reveal in reveals
        for step, effect in enumerate(reveal.effects, start=1)
    )


def topic_in(topics: Mapping[str, frozenset[str]], effect: Effect) -> str:
    """Return the first topic that has the effect's kind; empty for none."""
    return next((topic for topic, kinds in topics.items() if effect.kind in kinds), "")
