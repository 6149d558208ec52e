"""Sections of the operator's page, in the language of the page."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from gettext import NullTranslations

from app.rooms.model.refusals import SENTENCES
from app.web.admin.report import StatusReport

MOST_REFUSALS = 8
"""Maximum number of listed kinds of refusals, the most frequent first."""


@dataclass(frozen=True, slots=True)
class Section:
    """Heading, a sentence about it, and lines of a name and a figure."""

    title: str
    lines: list[tuple[str, str]]
    about: str = ""


def sections(report: StatusReport, words: NullTranslations) -> Iterator[Section]:
    """Yield the sections of the page."""
    _ = words.gettext
    unknown = _("unknown")
    proxies = [
        (
            _("Proxy at %s") % peer,
            _("Not trusted: everyone behind it counts as one address. If it is yours, set %s.") % setting,
        )
        for peer, setting in report.unbelieved.items()
    ]
    yield Section(
        _("Server"),
        [
            (_("Version"), report.version),
            (_("Running for"), _span(report.up_s)),
            (_("Server processes"), unknown if report.processes is None else str(report.processes)),
            (_("Last backup"), _moment(report.last_backup_at, _("none yet"))),
            (_("Last clean-up of old tables"), _moment(report.last_expiry_at, _("none yet"))),
            (_("Server password"), _("set") if report.needs_word else _("not set")),
            *proxies,
        ],
    )
    yield Section(
        _("Database"),
        [
            (_("Kind"), {"sqlite": "SQLite", "postgresql": "Postgres"}.get(report.store, report.store)),
            (_("Time to read"), _("It does not answer.") if report.store_ms is None else _ms(report.store_ms)),
            (_("Time to save"), _("nothing saved") if report.commit_ms is None else _ms(report.commit_ms)),
            *([] if report.disk_free_bytes is None else [(_("Free disk space"), _size(report.disk_free_bytes))]),
        ],
        _("The time to save is the average of the last minute."),
    )
    phases = {
        "lobby": _("Waiting to start"),
        "playing": _("Playing"),
        "paused": _("Paused"),
        "finished": _("Finished"),
    }
    counts = report.rooms
    tables = [(name, unknown if counts is None else str(counts.get(phase, 0))) for phase, name in phases.items()]
    yield Section(_("Tables"), tables)
    yield Section(
        _("This process"),
        [
            (_("Tables in memory"), str(report.rooms_here)),
            (_("Open connections to tables"), str(report.sockets_here)),
            (_("Actions per second"), str(report.commands_per_second)),
        ],
        _("Actions are counted over the last minute."),
    )
    yield Section(_("Refused most often"), _refusals(report.refusals, words) or [(_("Nothing yet"), "")])
    yield Section(
        _("Problems"),
        [
            (one.kind, _("%(times)s×, last at %(at)s") % {"times": one.times, "at": _moment(one.last_at, unknown)})
            for one in report.failures
        ]
        or [(_("None so far"), "")],
        _("Named as in the server's log, which says more.") if report.failures else "",
    )


def _refusals(refusals: Mapping[str, int], words: NullTranslations) -> list[tuple[str, str]]:
    """Return the sentences of refusals with counts; requests and commands together."""
    times: dict[str, int] = {}
    for of, count in refusals.items():
        code = next((each for each in of.split() if each in SENTENCES), "")
        said = words.gettext(SENTENCES[code]) if code else of
        times[said] = times.get(said, 0) + count
    most = sorted(times.items(), key=lambda each: -each[1])[:MOST_REFUSALS]
    return [(said, str(count)) for said, count in most]


def _moment(at: float | None, never: str) -> str:
    return never if at is None else f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC"


def _span(seconds: float) -> str:
    hours, rest = divmod(int(seconds), 3600)
    return f"{hours} h {rest // 60} min"


def _ms(ms: float) -> str:
    return f"{ms:.1f} ms"


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB"
