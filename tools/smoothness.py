"""Smoothness of a film, by the browser's own trace.

It gives how many frames were drawn while something flew, and what each cost the page's thread. Moments of a trace
are in microseconds."""

import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

Event = Mapping[str, Any]
Span = tuple[float, float]

FRAME_US: Final = 1e6 / 60
LONG_US: Final = 50_000
"""Microseconds from which a task is long: a tap meanwhile is noticeably late."""

BEGIN, SHOWN, FLIES, LANDED = "film-begin", "film-shown", "film-flies", "film-landed"
"""Marks of a film: its begin and its end state; begin and end of a flight."""

KINDS: Final = {
    "FunctionCall": "script",
    "RunMicrotasks": "script",
    "ParseHTML": "script",
    "UpdateLayoutTree": "style",
    "Layout": "layout",
    "PrePaint": "paint",
    "Paint": "paint",
    "Layerize": "paint",
    "Commit": "paint",
}


@dataclass(frozen=True, slots=True)
class Smoothness:
    """Figures of one film, from a trace. Times are in milliseconds."""

    flights: int
    flying: float
    frames: int
    """Number of frames while something flew."""
    in_time: int
    """Number of frames at most half a frame late."""
    of_thread: int
    """Number of frames with flights that needed the page's thread.

    The others needed only the compositor."""
    work: tuple[float, ...]
    """Processor time of the page's thread for each of these frames."""
    longs: tuple[tuple[float, float], ...]
    """Long tasks of the film, the longest first: duration and processor time."""
    kinds: Mapping[str, float]
    """Processor time of the page by kind.

    Layout and style forced by a script count twice."""

    @property
    def rate(self) -> float:
        """Frames a second while something flew."""
        return 1000 * self.frames / self.flying if self.flying else 0.0

    def __str__(self) -> str:
        shares = ", ".join(f"{kind} {spent:.0f}" for kind, spent in sorted(self.kinds.items()))
        longs = ", ".join(f"{took:.0f} ({spent:.0f})" for took, spent in self.longs[:4]) or "none"
        after = f"long tasks {len(self.longs)}: {longs} ms; ms in all: {shares}"
        if not self.frames:
            return f"nothing flew; {after}"
        middle, most = quantile(self.work, 0.5), quantile(self.work, 0.95)
        return (
            f"{self.flights} flights, {self.rate:.0f} frames/s, {self.in_time / self.frames:.0%} in time, "
            f"{self.of_thread / self.flights:.0f} a flight by the page's thread, which spent {middle:.1f} ms a frame "
            f"(95 %: {most:.1f}); {after}"
        )


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value below which this share of them lies."""
    return (
        statistics.quantiles([*values, *values], n=100, method="inclusive")[round(share * 100) - 1] if values else 0.0
    )


def smoothness(events: Iterable[Event]) -> Smoothness:
    """Read a trace with the marks of one film.

    Raises ValueError if there are none."""
    events = sorted(events, key=lambda event: event["ts"])
    marks = [event for event in events if event["name"] in (BEGIN, SHOWN, FLIES, LANDED)]
    if not marks:
        raise ValueError("the trace has no marks of a film")
    pid, tid = marks[0]["pid"], marks[0]["tid"]
    begins, ends = (_moments(marks, name) for name in (BEGIN, SHOWN))
    whole = (min(begins), max(ends))
    flights = _pairs(_moments(marks, FLIES), _moments(marks, LANDED))
    drawn = [event["ts"] for event in events if event["name"] == "DrawFrame" and event["pid"] == pid]
    own = [event["ts"] for event in events if event["name"] == "BeginMainThreadFrame" and event["tid"] == tid]
    of_page = [event for event in events if event["ph"] == "X" and (event["pid"], event["tid"]) == (pid, tid)]
    tasks = [event for event in of_page if event["name"].endswith("RunTask") and _within(event, whole)]
    outer = _outer(tasks)
    gaps = [gap for flight in flights for gap in pairwise([flight[0], *(at for at in drawn if _is_in(at, flight))])]
    kinds: dict[str, float] = defaultdict(float)
    for event in of_page:
        if event["name"] in KINDS and _within(event, whole):
            kinds[KINDS[event["name"]]] += _spent(event) / 1000
    return Smoothness(
        flights=len(flights),
        flying=sum(end - start for start, end in flights) / 1000,
        frames=len(gaps),
        in_time=sum(other - one <= 1.5 * FRAME_US for one, other in gaps),
        of_thread=sum(any(_is_in(at, flight) for flight in flights) for at in own),
        work=tuple(sum(_spent(task) for task in outer if _within(task, gap)) / 1000 for gap in gaps),
        longs=tuple(
            sorted(((task["dur"] / 1000, _spent(task) / 1000) for task in outer if task["dur"] > LONG_US), reverse=True)
        ),
        kinds=kinds,
    )


def _moments(marks: Iterable[Event], name: str) -> list[float]:
    return [mark["ts"] for mark in marks if mark["name"] == name]


def _pairs(begins: Sequence[float], ends: Sequence[float]) -> list[Span]:
    """Return each begin with the first end after it."""
    return [(begin, min(later)) for begin in begins if (later := [end for end in ends if end > begin])]


def _within(event: Event, span: Span) -> bool:
    return _is_in(event["ts"], span)


def _is_in(moment: float, span: Span) -> bool:
    return span[0] <= moment < span[1]


def _spent(event: Event) -> float:
    """Return the processor time; on a busy machine it is less than the duration."""
    return float(event.get("tdur", event.get("dur", 0)))


def _outer(tasks: Iterable[Event]) -> list[Event]:
    """Return the tasks that are not part of others."""
    found: list[Event] = []
    for task in tasks:
        if not found or task["ts"] >= found[-1]["ts"] + found[-1]["dur"]:
            found.append(task)
    return found
