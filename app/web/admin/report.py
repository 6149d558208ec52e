"""How the server is, as figures for whoever runs it. None of them names a room, a person, a card or a secret."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

Section = tuple[str, list[tuple[str, str]]]
"""A heading, and lines of a name and a figure."""


NOT_BELIEVED = "not believed: all who come through it count as one address. If it is yours, set {}"


@dataclass(frozen=True, slots=True)
class Failure:
    """One kind of thing that went wrong in this process."""

    kind: str
    """What the log calls it."""
    times: int
    last_at: float
    """Seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class StatusReport:
    """The figures of one moment. What is None is not known, or not by this process."""

    version: str
    up_s: float
    processes: int | None
    """How many serve this store, this one among them."""
    store: str
    """``sqlite`` or ``postgresql``."""
    store_ms: float | None
    """How long the store took for a question of no weight; None: it did not answer."""
    commit_ms: float | None
    """How long an append took until it was on the disk, on average of the last minute."""
    rooms: Mapping[str, int] | None
    """By phase."""
    rooms_here: int
    sockets_here: int
    commands_per_second: float
    refusals: Mapping[str, int]
    """By code and by what was refused, since the start."""
    last_backup_at: float | None
    last_expiry_at: float | None
    unbelieved: Mapping[str, str]
    """Proxies that are not believed about whom they speak for, with the setting that would change it."""
    disk_free_bytes: int | None
    failures: tuple[Failure, ...]

    def plain(self) -> dict[str, object]:
        """As plain data."""
        return asdict(self)

    def sections(self) -> Iterator[Section]:
        """As a person reads it: in English, as the log and the command line."""
        yield (
            "Server",
            [
                ("Version", self.version),
                ("This process has run for", _span(self.up_s)),
                ("Processes that serve", _or_unknown(self.processes)),
                ("Free on the disk of the database", _size(self.disk_free_bytes)),
                ("Last backup by this program", _moment(self.last_backup_at)),
                ("Last look for old rooms by this process", _moment(self.last_expiry_at)),
                *((f"Proxy at {peer}", NOT_BELIEVED.format(write)) for peer, write in self.unbelieved.items()),
            ],
        )
        yield (
            "Journal",
            [
                ("Store", self.store),
                ("Answers within", "does not answer" if self.store_ms is None else f"{self.store_ms} ms"),
                (
                    "From an append to the disk, last minute",
                    "none" if self.commit_ms is None else f"{self.commit_ms} ms",
                ),
                *((f"Rooms: {phase}", str(count)) for phase, count in sorted((self.rooms or {}).items())),
            ],
        )
        yield (
            "Here, in this process",
            [
                ("Rooms alive", str(self.rooms_here)),
                ("Open sockets", str(self.sockets_here)),
                ("Commands a second, last minute", str(self.commands_per_second)),
                *((f"Refused: {of}", str(times)) for of, times in self.refusals.items()),
            ],
        )
        yield (
            "What went wrong here",
            [(one.kind, f"{one.times}, last {_moment(one.last_at)}") for one in self.failures] or [("Nothing", "0")],
        )


Look = Callable[[], Awaitable[StatusReport]]
"""Gives the figures of now."""


def _moment(at: float | None) -> str:
    return "not known" if at is None else f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC"


def _span(seconds: float) -> str:
    hours, rest = divmod(int(seconds), 3600)
    return f"{hours} h {rest // 60} min"


def _size(count: int | None) -> str:
    return "not known" if count is None else f"{count / 1e9:.1f} GB"


def _or_unknown(count: int | None) -> str:
    return "not known" if count is None else str(count)
