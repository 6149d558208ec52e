"""What is told of a whole game: the grid of its rounds, the log by topics, and after the end its course, its deeds and
its best moments. One package a game says it all from what was revealed, never from a hidden state."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from app.rooms.model.reveal import Reveal
from app.web.text.sentences import Part, Speech
from engine.core.effects import Effect


@dataclass(frozen=True, slots=True)
class Played:
    """A seat's line in the strip of what was played last."""

    seat: int
    signs: tuple[str, ...]
    """The symbols of what it played, in order: their ids in the sprite (``card-thief``)."""
    label: str
    """The same in words."""
    results: tuple[tuple[Part, ...], ...]
    """What came of it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the grid: what everybody played when cards were revealed."""

    label: str
    """Which round or turn it was."""
    ask: int
    step: int
    """Where the replay shows it: the reveal, and the step of it in which the cards are turned up, 1 for the first."""
    played: Mapping[int, Played]
    """By seat; a seat that played nothing is missing."""


@dataclass(frozen=True, slots=True)
class Chart:
    """How the seats stood from the beginning to the end."""

    title: str
    unit: str
    """What is counted."""
    across: str
    """What the columns are."""
    columns: tuple[str, ...]
    """The names of the points in time, the beginning first."""
    marks: Mapping[int, str]
    """Columns that are marked with a line, and what is written there."""
    lines: Mapping[int, tuple[int, ...]]
    """Each seat's value in every column."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A thing one can do, as the head of a column."""

    sign: str
    """Its drawing: an id in the sprite."""
    label: str
    group: str = ""
    """What several columns side by side have in common, as a head above theirs."""


@dataclass(frozen=True, slots=True)
class Deeds:
    """Who did what how often."""

    columns: tuple[Deed, ...]
    counts: Mapping[int, tuple[int, ...]]
    """By seat, a number a column."""

    @property
    def groups(self) -> tuple[tuple[str, int], ...]:
        """The heads above the columns, each with how many it spans; nothing when there are none."""
        if not any(column.group for column in self.columns):
            return ()
        return tuple((group, len(list(of))) for group, of in groupby(column.group for column in self.columns))


@dataclass(frozen=True, slots=True)
class Ties:
    """Who did something to whom how often."""

    title: str
    by: str
    """What a row's seat did (``robbed``)."""
    counts: Mapping[tuple[int, int], int]
    """By the seat that did it and the seat it was done to."""
    said: str = ""
    """What is counted, in a sentence."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A moment worth telling."""

    said: tuple[Part, ...]
    ask: int
    """The reveal it happened in."""
    weight: int = 0
    """How much there was of it: of two of a sort the one with more is the better story."""
    rank: int = 0
    """Of which sort it is: 0 for what is worth telling the most."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Chronicle:
    """What one game tells of itself, by the reveals that the reader may know, and how many seats play."""

    topics: Callable[[Speech], Mapping[str, str]]
    """The topics by which the log can be filtered, by name, with their words."""
    topic: Callable[[Effect], str]
    """The topic of an effect; empty for none."""
    rounds: Callable[[Sequence[Reveal], Speech], Sequence[Row]]
    """The grid of all cards that were revealed, the oldest row first."""
    chart: Callable[[Sequence[Reveal], int, Speech], Chart]
    """How everybody stood."""
    deeds: Callable[[Sequence[Reveal], int, Speech], Deeds]
    """Who did what how often."""
    ties: Callable[[Sequence[Reveal], Speech], Ties]
    """Who did it to whom."""
    reads: Callable[[Sequence[Reveal], Speech], Ties]
    """Who saw through whom, with a sentence that says what counts as that."""
    highlights: Callable[[Sequence[Reveal], Speech], Sequence[Highlight]]
    """The best moments of a game as far as it is told, up to six, in the order they happened."""


@dataclass(frozen=True, slots=True)
class Told:
    """An effect and the reveal it was told in."""

    ask: int
    step: int
    """Its place in the reveal, 1 for the first."""
    effect: Effect


def all_told(reveals: Sequence[Reveal]) -> tuple[Told, ...]:
    """Everything that was told, in order."""
    return tuple(
        Told(reveal.ask, step, effect) for reveal in reveals for step, effect in enumerate(reveal.effects, start=1)
    )


def topic_in(topics: Mapping[str, frozenset[str]], effect: Effect) -> str:
    """The first of the topics that has the kind of the effect; empty for none."""
    return next((topic for topic, kinds in topics.items() if effect.kind in kinds), "")
