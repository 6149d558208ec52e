"""Start of the server: its ports, its processes, its tunnel."""

import errno
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, nullcontext
from functools import partial

import structlog

from app import gc_policy, logs
from app.console.addresses import address_here, tell_addresses
from app.gc_policy import loading
from app.journal.errors import StoreError
from app.settings.settings import Settings

log = structlog.get_logger(__name__)

FAILED = 2
"""Exit code of a program that cannot start."""


class StartError(Exception):
    """Reason why the program cannot start, in one sentence for its user."""


def serve(settings: Settings, show: Callable[[str], object] | None = None) -> None:
    """Serve until told to stop. Raises StartError.

    ``show`` is called with the local address once the server answers. Then it serves for that alone, from temporary
    data."""
    if settings.workers > 1 and not settings.is_for_many:
        raise StartError(
            "an SQLite database serves one process; leave out --workers, or set SIGNET_DATABASE_URL to a Postgres "
            "database."
        )
    if settings.workers > 1 and (settings.share or settings.share_via):
        raise StartError("a tunnel leads to one process; leave out --workers, or put a proxy in front (see the docs).")
    if settings.base_path and (settings.share or settings.share_via):
        raise StartError("a tunnel has an address of its own; leave out SIGNET_BASE_PATH.")
    from app.web.server.descriptors import raise_soft_limit

    with loading():
        check_complete()
        check_editions()
    listening = open_port(settings)
    raise_soft_limit(settings.figures.connections)
    with listening:
        if settings.workers > 1:
            serve_together(settings, listening)
        else:
            serve_alone(settings, listening, show)


def serve_together(settings: Settings, listening: socket.socket) -> None:
    """Serve with several processes. Raises StartError."""
    # this one answers nobody, and needs nothing of what they need
    from app.journal.sql.migrate import upgrade
    from app.metrics import drop_process, share_metrics
    from app.supervisor import Workers

    with ExitStack() as stack:
        own = [stack.enter_context(open_port(settings, worker)) for worker in range(1, settings.workers + 1)]
        try:
            upgrade(settings.database)
        except StoreError as error:
            raise StartError(sentence(error)) from error
        tell_addresses(settings, listening.getsockname()[1], [each.getsockname()[1] for each in own])
        stack.enter_context(share_metrics() if settings.metrics_token else nullcontext())
        Workers(work, settings, [(listening, each) for each in own], drop_process).run()


def serve_alone(settings: Settings, listening: socket.socket, show: Callable[[str], object] | None = None) -> None:
    """Serve with this process; ``show`` as for :func:`serve`. Raises StartError."""
    with loading():
        from app.console.share import open_share
        from app.journal.sql.store import SqlStore
        from app.main import create_app
        from app.web.server.server import server
    port = listening.getsockname()[1]
    here = f"{address_here(settings.host, port)}{settings.base_path}"
    with ExitStack() as stack:
        share = stack.enter_context(open_share(settings, here)) if settings.share or settings.share_via else None
        settings = share.settings if share is not None else settings
        try:
            store = SqlStore(settings.database)
        except StoreError as error:
            raise StartError(sentence(error)) from error
        shared = share.describe() if share is not None else ("", ())
        tell_addresses(settings, port, is_kept=show is None, shared=shared)
        on_started: list[Callable[[], object]] = [partial(show, here)] if show is not None else []
        if share is not None:
            on_started.append(share.on_started)
        app = create_app(settings, store, tunnel=share.names if share is not None else None)
        running = server(app, settings, lambda: [each() for each in on_started], beat=gc_policy.tick)
        gc_policy.start()
        running.run(sockets=[listening] if share is None else [listening, share.listener.socket])
    if not running.started:
        raise StartError("the database did not answer; see the log.")


def work(
    settings: Settings,
    sockets: Sequence[socket.socket],
    ready: Callable[[], None],
    replaces: str,
    beat: Callable[[], None],
) -> None:
    """Serve as one of several processes."""
    with loading():
        from app.journal.sql.store import SqlStore
        from app.main import create_app
        from app.web.server.server import server
    logs.set_up(settings.log)
    try:
        store = SqlStore(settings.database)
    except StoreError as error:
        log.error("worker cannot start", error=str(error))
        sys.exit(FAILED)

    def tick() -> None:
        beat()
        gc_policy.tick()

    running = server(create_app(settings, store), settings, ready, replaces, tick)
    gc_policy.start()
    running.run(sockets=[*sockets])


def check_complete() -> None:
    """Raise StartError when a registered game lacks a part that players need."""
    from app.web.games.complete import IncompleteGameError, check_games

    try:
        check_games()
    except IncompleteGameError as error:
        raise StartError(sentence(error)) from error


def check_editions() -> None:
    """Raise StartError when a game's edition does not fit its rules."""
    from engine import registry
    from engine.core.errors import BadEditionError

    for game in registry.GAMES.values():
        try:
            game.edition()
        except BadEditionError as error:
            raise StartError(f"the component figures of {game.title} are wrong: {sentence(error)}") from error


def open_port(settings: Settings, worker: int = 0) -> socket.socket:
    """Open the listening socket, or a worker's own (from 1) for this machine.

    Raises StartError."""
    from app.web.server.port import listen

    host, port = "127.0.0.1" if worker else settings.host, settings.port and settings.port + worker
    if port > 65_535:
        raise StartError(f"there is no port {port} for process {worker}; choose a lower port with --port.")
    place = f"port {port} on {host}{f', for process {worker},' if worker else ''}"
    try:
        return listen(host, port)
    except socket.gaierror as error:
        raise StartError(f"{host} isn't an address of this machine.") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            why = "is in use by another program; stop it, or choose another port with --port"
        elif error.errno == errno.EACCES:
            why = "needs more rights than you have; choose a port above 1023 with --port"
        elif error.errno == errno.EADDRNOTAVAIL:
            why = "cannot be used, because the address is not one of this machine"
        else:
            why = f"cannot be used ({error.strerror})"
        raise StartError(f"{place} {why}.") from error


def sentence(error: Exception) -> str:
    """Return an error's message as a sentence."""
    text = " ".join(str(error).split())
    return text if text.endswith(".") else f"{text}."
