"""Status figures of the server for its operator.

None of them names a room, a person, a card or a secret."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Failure:
    """Kind of failure in this process."""

    kind: str
    """Name of the failure in the log."""
    times: int
    last_at: float
    """Time of the last failure, in seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class StatusReport:
    """Figures of one moment; None means unknown, at least to this process."""

    version: str
    up_s: float
    processes: int | None
    """Number of processes that serve this store, including this one."""
    store: str
    """``sqlite`` or ``postgresql``."""
    store_ms: float | None
    """Response time of the store for a trivial query; None if it did not answer."""
    commit_ms: float | None
    """Average time of an append until it is on disk, in the last minute."""
    rooms: Mapping[str, int] | None
    """Number of rooms by phase."""
    rooms_here: int
    sockets_here: int
    commands_per_second: float
    refusals: Mapping[str, int]
    """Counts since the start, by code and by the refused request or command."""
    last_backup_at: float | None
    last_expiry_at: float | None
    needs_word: bool
    """True if opening tables takes a word."""
    unbelieved: Mapping[str, str]
    """Untrusted proxies, each with the setting that would trust it.

    Their statements about clients are ignored."""
    disk_free_bytes: int | None
    failures: tuple[Failure, ...]

    def to_json(self) -> dict[str, object]:
        """Return the report as plain data."""
        return asdict(self)


Look = Callable[[], Awaitable[StatusReport]]
"""Function that returns the current figures."""
