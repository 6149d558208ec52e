"""Command line of ``python -m app``.

Its commands are ``serve``, ``migrate``, ``backup``, ``restore``, ``check`` and ``verify``."""

import errno
import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, nullcontext
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, TypeVar

import structlog
from pydantic import ValidationError
from pydantic_settings import BaseSettings

from app import gc_policy, logs
from app.backup_note import note_backup
from app.console.addresses import address_here, tell_addresses
from app.console.arguments import read
from app.gc_policy import loading
from app.journal.errors import StoreError
from app.settings.settings import PARTS, Settings

log = structlog.get_logger(__name__)

S = TypeVar("S", bound=BaseSettings)

DONE, FAILED = 0, 2
"""The exit codes when all went well, and when the program cannot start."""


class StartError(Exception):
    """Reason why the program cannot start, in one sentence for its user."""


def main(arguments: Sequence[str] | None = None, *, program: str = "python -m app", data: Path | None = None) -> int:
    """Run a command line and return the exit code.

    ``program``: how it was called. ``data``: the default data folder; without it ``data`` below the current folder."""
    asked = read(program, sys.argv[1:] if arguments is None else arguments)
    if asked.command == "verify":
        from app.records.verify import verify

        return tell(*verify(asked.file, asked.commitment))
    names = ("host", "port", "workers")
    given = {name: value for name in names if (value := getattr(asked, name, None)) is not None}
    if data is not None and "SIGNET_DATA" not in os.environ:
        given["data"] = data
    try:
        if getattr(asked, "demo", None) is not None:
            demonstrate(given, asked.demo)
            return DONE
        settings = read_settings(given)
        logs.set_up(settings.log)
        if asked.command == "serve":
            serve(settings)
        elif asked.command == "migrate":
            migrate(settings)
        else:
            return maintain(asked.command, settings, getattr(asked, "file", None))
    except StartError as reason:
        print(f"Signet cannot start: {reason}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return DONE
    return DONE


def tell(code: int, lines: Sequence[str], *, is_aside: bool = False) -> int:
    """Print the result of a command and return the exit code.

    It goes to the error stream unless all is well and standard output is free."""
    print("\n".join(lines), file=sys.stdout if code == DONE and not is_aside else sys.stderr)
    return code


def read_settings(given: dict[str, object]) -> Settings:
    """Read settings from the environment, overridden by the command line.

    Raises StartError."""
    for part in PARTS:
        # by itself, for an error of it within the whole does not say whose it is
        _read(part, {})
    return _read(Settings, given)


def _read(kind: type[S], given: dict[str, object]) -> S:
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = f"{kind.model_config['env_prefix']}{first['loc'][0]}".upper()
        why = first["msg"].removeprefix("Value error, ")
        raise StartError(f"{name} isn't right: {why[:1].lower()}{why[1:]}.") from error


def maintain(command: str, settings: Settings, file: Path | None) -> int:
    """Run a maintenance command on the whole database. Return the exit code."""
    from app import maintenance

    code, lines = maintenance.carry_out(command, settings.database, file)
    if (command, code) == ("backup", maintenance.DONE):
        note_backup(settings.data)
    # what stands on the output then is the backup
    return tell(code, lines, is_aside=(command, file) == ("backup", maintenance.STREAM))


def migrate(settings: Settings) -> None:
    """Upgrade the database. Raises StartError."""
    from app.journal.sql.migrate import upgrade

    try:
        upgrade(settings.database)
    except StoreError as error:
        raise StartError(sentence(error)) from error
    print("The database is up to date.")


def demonstrate(given: dict[str, Any], key: str) -> None:
    """Serve a game against bots from temporary data. Raises StartError.

    ``key``: the game's; the first game if empty."""
    from app.console import demo
    from engine import registry
    from engine.core.errors import BadOptionsError

    try:
        game = registry.find(key or next(iter(registry.GAMES)))
    except BadOptionsError as error:
        raise StartError(sentence(error)) from error
    bots = min(demo.MOST_BOTS, max(game.table_sizes) - 1)
    if "port" not in given and "SIGNET_PORT" not in os.environ:
        given = {**given, "port": 0}
    if "SIGNET_LOG" not in os.environ:
        # the link is not to be lost among what went well
        given = {**given, "log": "warning"}
    # told to stop in either way, it tidies up
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with TemporaryDirectory(prefix="signet-demo-", ignore_cleanup_errors=True) as folder:
        settings = read_settings({**given, "data": Path(folder), "database_url": None, "public_url": None})
        logs.set_up(settings.log)
        serve(settings, lambda address: Thread(target=demo.show, args=(address, game.key, bots), daemon=True).start())


def serve(settings: Settings, show: Callable[[str], object] | None = None) -> None:
    """Serve until told to stop. Raises StartError.

    ``show`` is called with the local address once the server answers. Then it serves for that alone, from temporary
    data."""
    if settings.workers > 1 and not settings.is_for_many:
        raise StartError(
            "an SQLite database serves one process; leave out --workers, or set SIGNET_DATABASE_URL to a Postgres "
            "database."
        )
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
        from app.journal.sql.store import SqlStore
        from app.main import create_app
        from app.web.server.server import server
    try:
        store = SqlStore(settings.database)
    except StoreError as error:
        raise StartError(sentence(error)) from error
    port = listening.getsockname()[1]
    tell_addresses(settings, port, is_kept=show is None)
    here = address_here(settings.host, port)
    on_started = partial(show, here) if show is not None else None
    running = server(create_app(settings, store), settings, on_started, beat=gc_policy.tick)
    gc_policy.start()
    running.run(sockets=[listening])
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
