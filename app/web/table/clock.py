"""Clock presets with one sentence each, and spans of time in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from app.rooms.model.ids import Millis
from app.rooms.model.options import Clock, ClockMode, clock_name
from app.web.text.sentences import Speech
from engine.core.plain import Plain

MINUTE, HOUR, DAY = 60, 3_600, 86_400

CUSTOM = ""
"""Field value of a custom clock."""


@dataclass(frozen=True, slots=True)
class ClockWay:
    """Clock preset."""

    value: str
    """Its name in the protocol; ``CUSTOM`` for one that has none."""
    label: str
    says: tuple[str, ...]
    """Description, and the effect of a timeout; a sentence each."""


def clock_ways(speech: Speech) -> tuple[ClockWay, ...]:
    """List the clock presets from fast to slow; the custom clock comes last."""
    _ = speech.words.gettext
    helped = _("When time runs out, the others can add time or let a bot stand in.")
    sealed = _("When time runs out, the choice shown under the clock is sealed for you.")
    return (
        ClockWay("none", _("No clock"), (_("Take your time and nudge each other when needed."),)),
        ClockWay("relaxed", _("Relaxed"), (_("2 minutes per choice and 20 minutes in reserve."), helped)),
        ClockWay("brisk", _("Brisk"), (_("45 seconds per choice and 5 minutes in reserve."), helped)),
        ClockWay("blitz", _("Blitz"), (_("15 seconds per choice and 1 minute in reserve."), sealed)),
        ClockWay(
            "day",
            _("One day a move"),
            (_("Play over days: up to 24 hours per choice, and 3 days in reserve for weekends."), helped),
        ),
        ClockWay(
            "week",
            _("One week a move"),
            (_("Play by post: up to 7 days per choice, and 14 days in reserve for holidays."), helped),
        ),
        ClockWay(CUSTOM, _("Custom"), (_("Set your own times."),)),
    )


def way_of(clock: Mapping[str, Plain]) -> str:
    """Return the preset's value for a room's present clock."""
    bank, per_ask = (Millis(round(float(cast(float, clock[key])) * 1000)) for key in ("bank", "per_ask"))
    return clock_name(Clock(cast(ClockMode, clock["mode"]), bank, per_ask)) or CUSTOM


def span_words(seconds: float, speech: Speech) -> str:
    """Write a span in its largest whole unit."""
    n = speech.words.ngettext
    if seconds and seconds % DAY == 0:
        return n("%(num)d day", "%(num)d days", int(seconds // DAY)) % {"num": seconds // DAY}
    if seconds and seconds % HOUR == 0:
        return n("%(num)d hour", "%(num)d hours", int(seconds // HOUR)) % {"num": seconds // HOUR}
    if seconds and seconds % MINUTE == 0:
        return n("%(num)d minute", "%(num)d minutes", int(seconds // MINUTE)) % {"num": seconds // MINUTE}
    if seconds % 1:
        return speech.words.gettext("%(num)s seconds") % {"num": f"{seconds:g}"}
    return n("%(num)d second", "%(num)d seconds", int(seconds)) % {"num": seconds}
