"""Geometry of charts: positions of lines and labels on a sheet of fixed size.

Lengths are units of the drawing's view box."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.web.games.chronicle import Chart

WIDTH, HEIGHT = 400, 230
LEFT, RIGHT, TOP, BOTTOM = 34, 364, 14, 204
"""The edges of the plot."""
LABEL_GAP = 21
"""Least distance between the crests at the ends of the lines."""
MOST_TICKS = 7


@dataclass(frozen=True, slots=True)
class Tick:
    """Tick label of an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Line:
    """A seat's line."""

    seat: int
    points: str
    """Points in the format of an SVG polyline."""
    end: float
    """The height at which the line ends."""
    label: float
    """Height of its crest: near the end of the line, clear of the others."""
    value: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """Chart with its positions."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    lines: tuple[Line, ...]
    up: tuple[Tick, ...]
    """Values at the left, with their heights."""
    along: tuple[Tick, ...]
    """Some of the columns, with their places."""
    marks: tuple[Tick, ...]
    """The marked columns."""


def drawing(chart: Chart) -> Drawing:
    """Return the drawing of a chart."""
    count = len(chart.columns)
    highest = max((value for line in chart.lines.values() for value in line), default=0) or 1
    step = _step(highest)
    top = -(-highest // step) * step

    def across(column: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * column / max(1, count - 1), 1)

    def height(value: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * value / top, 1)

    ends = {seat: height(line[-1]) for seat, line in chart.lines.items()}
    labels = spread_labels(ends)
    lines = tuple(
        Line(
            seat=seat,
            points=" ".join(f"{across(column):g},{height(value):g}" for column, value in enumerate(values)),
            end=ends[seat],
            label=labels[seat],
            value=values[-1],
        )
        for seat, values in chart.lines.items()
    )
    return Drawing(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=RIGHT,
        top=TOP,
        bottom=BOTTOM,
        lines=lines,
        up=tuple(Tick(height(value), str(value)) for value in range(0, top + 1, step)),
        along=tuple(Tick(across(column), chart.columns[column]) for column in _along(chart)),
        marks=tuple(Tick(across(column), label) for column, label in chart.marks.items()),
    )


def spread_labels(ends: Mapping[int, float], gap: float = LABEL_GAP) -> dict[int, float]:
    """Spread heights so that none is nearer to another than the gap.

    All stay within the plot as far as they fit."""
    order = sorted(ends, key=lambda seat: (ends[seat], seat))
    placed: list[float] = []
    for seat in order:
        placed.append(max(ends[seat], placed[-1] + gap) if placed else ends[seat])
    below = placed[-1] - BOTTOM if placed else 0
    if below > 0:
        limit = float(BOTTOM)
        for at in range(len(placed) - 1, -1, -1):
            placed[at] = min(placed[at], limit)
            limit = placed[at] - gap
    return dict(zip(order, placed, strict=True))


def _step(highest: int) -> int:
    """Return a round step that divides ``highest`` into four to seven ticks."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if highest / (size * factor) < MOST_TICKS - 1:
                return size * factor
        size *= 10


def _along(chart: Chart) -> Sequence[int]:
    """Choose the columns labelled below: a few numbers, evenly spread.

    None if the marks suffice."""
    named = [column for column, label in enumerate(chart.columns) if label.isdigit()]
    if not named:
        return ()
    every = next(step for step in (1, 2, 5, 10, 20, 50) if len(named) / step <= MOST_TICKS)
    return [column for column in named if int(chart.columns[column]) % every == 0]
