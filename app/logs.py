"""Log: JSON lines on the error stream, or readable lines in a terminal.

A line says what happened, never what was said: no path, query, body, token or name. Of an exception it keeps the
kind and the places in the code. The message is dropped, as it may quote a player."""

import logging
import sys
import time
import traceback
from collections import Counter
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from app.settings.settings import LogLevel

MOST_FRAMES = 12
"""Places in the code kept of an exception, the innermost ones."""

OURS = "app."
"""Prefix of this program's loggers."""


OF_PEERS = frozenset(
    {
        "ASGI callable returned without completing handshake.",
        "Invalid HTTP request received.",
        "Invalid UTF-8 sequence received from client.",
        "Unsupported upgrade request.",
    }
)
"""Messages of uvicorn about peers that break the protocol or leave early.

Such a peer is answered and closed, and nothing is wrong here. Anybody could fill the log and the operator's figures
with them."""


PROCESSORS: list[Processor] = []
"""Processors of this program's log lines, in order, since the latest ``set_up``."""


class Failures:
    """Counts of warnings and errors by name, each with its last second."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.last: dict[str, float] = {}

    def note(self, logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
        """Count a warning or worse. Those of libraries share one name."""
        if event.get("level") in ("warning", "error", "critical"):
            kind = str(event["event"]) if str(event.get("logger", "")).startswith(OURS) else "library"
            self.counts[kind] += 1
            self.last[kind] = time.time()
        return event


failures = Failures()
"""Failures of this process."""


def set_up(level: LogLevel, stream: TextIO | None = None) -> None:
    """Send all logs, also those of libraries, to ``stream`` (default: stderr)."""
    out = stream if stream is not None else sys.stderr
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        drop_message,
        failures.note,
    ]
    if out.isatty():
        render: Processor = structlog.dev.ConsoleRenderer()
    else:
        render = structlog.processors.JSONRenderer()
    # in place: a logger keeps the list it was first used with
    PROCESSORS[:] = [*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter]
    structlog.configure(
        processors=PROCESSORS,
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("app").setLevel(level.upper())
    # these would write the paths of requests, and with them the secrets of links
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets"):
        library = logging.getLogger(name)
        library.handlers, library.propagate = [], True
        library.setLevel(logging.WARNING)
        library.addFilter(is_of_this_server)


def is_of_this_server(record: logging.LogRecord) -> bool:
    """Return whether a library's line is about more than a peer's own mistake."""
    return record.msg not in OF_PEERS


def drop_message(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Replace an exception by its kind and the places it came through."""
    info: Any = event.pop("exc_info", None)
    if info is True:
        info = sys.exc_info()
    error = info[1] if isinstance(info, tuple) else info
    if isinstance(error, BaseException):
        frames = traceback.extract_tb(error.__traceback__)[-MOST_FRAMES:]
        event["exception"] = type(error).__name__
        event["where"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return event
