"""File descriptors of this process, and how many connections they allow."""

import os
import sys

from app.web.server.port import BACKLOG

FILES = 256
"""Descriptors kept for the database, pipes, logs and outgoing connections."""

OPEN_MAX = 10_240
"""Most that macOS allows, whatever its hard limit says."""

if sys.platform == "win32":

    def raise_soft_limit(connections: int) -> None:
        """Do nothing: Windows has no such limit."""

    def soft_limit() -> int | None:
        """None: Windows has no such limit."""
        return None

else:
    import resource

    def raise_soft_limit(connections: int) -> None:
        """Raise the limit of open files for so many connections, up to the hard limit.

        Processes that are started later inherit it."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        needed = connections + FILES + BACKLOG
        if hard != resource.RLIM_INFINITY:
            needed = min(needed, hard)
        for wanted in (needed, min(needed, OPEN_MAX)):
            if soft == resource.RLIM_INFINITY or wanted <= soft:
                return
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            except (ValueError, OSError):
                continue
            return

    def soft_limit() -> int | None:
        """Return how many files this process may open; None for any number."""
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return None if soft == resource.RLIM_INFINITY else soft


def bound_connections(wanted: int) -> int:
    """Return how many connections the limit of open files allows, up to ``wanted``.

    The loop may accept a whole queue of connections before it closes one, so that many descriptors are kept as well.
    Where the limit is low, half of it is kept."""
    limit = soft_limit()
    if limit is None:
        return wanted
    return max(1, min(wanted, limit - min(FILES + BACKLOG, limit // 2)))


def is_exhausted() -> bool:
    """Return whether this process cannot open one more file."""
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError:
        return True
    return False
