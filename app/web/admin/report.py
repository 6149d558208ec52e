"""How the server is, as figures for whoever runs it. None of them names a room, a person, a card or a secret."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass


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


Look = Callable[[], Awaitable[StatusReport]]
"""Gives the figures of now."""
