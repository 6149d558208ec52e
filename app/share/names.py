"""Names under which a tunnel leads to this server."""

import threading
from collections.abc import Callable

from app.origin import Origin, read_origin

MOST_FORMER = 8
"""Former names that are remembered; pages under older ones are lost."""


class TunnelNames:
    """Names of the tunnel, the newest first.

    The tunnel's thread writes them, the event loop reads them."""

    def __init__(self, port: int | None = None) -> None:
        """``port``: its port of loopback here; None for a socket with a path."""
        self.port = port
        self._lock = threading.Lock()
        self._origins: tuple[Origin, ...] = ()
        self._listeners: list[Callable[[], object]] = []
        self.is_believed = False
        """True once a check has shown that nobody can forge an address."""

    @property
    def current(self) -> Origin | None:
        """The address under which the tunnel is reached; None without a tunnel."""
        return next(iter(self._origins), None)

    @property
    def url(self) -> str | None:
        """``current`` as text."""
        return str(self.current) if self.current is not None else None

    @property
    def former(self) -> tuple[Origin, ...]:
        """Addresses that led here before, the newest first."""
        return self._origins[1:]

    @property
    def all(self) -> tuple[Origin, ...]:
        """Every address that leads here, or did."""
        return self._origins

    def put(self, address: str, *, is_same: bool = False) -> None:
        """Take a new address of the tunnel. Raises ValueError for one that is none.

        ``is_same``: whether the service is the same as before, and as believable."""
        new = read_origin(address)
        with self._lock:
            if new == self.current:
                return
            # another service may forward what anybody wrote
            self.is_believed = self.is_believed and is_same
            self._origins = (new, *(each for each in self._origins if each != new))[: MOST_FORMER + 1]
            listeners = tuple(self._listeners)
        for each in listeners:
            each()

    def listen(self, changed: Callable[[], object]) -> None:
        """Call ``changed`` after each new address, in the tunnel's thread."""
        with self._lock:
            self._listeners.append(changed)
