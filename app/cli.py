"""The command line: ``python -m app serve``, ``migrate``, ``backup``, ``restore``, ``check`` and ``verify``."""

import argparse
import errno
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path

import structlog
from pydantic import ValidationError

from app import logs
from app.backup_note import note_backup
from app.gc_tuning import loading
from app.journal.errors import StoreError
from app.settings import EVERYWHERE, Figures, Settings

log = structlog.get_logger(__name__)

DONE, FAILED = 0, 2
"""The exit codes when all went well, and when the program cannot start."""

NOWHERE = ("192.0.2.1", 9)
"""An address for examples: asking which way leads there sends nothing."""


class CannotStart(Exception):
    """Why not, in one sentence for the person at the keyboard."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Carries out a command line and gives the exit code."""
    asked = _parser().parse_args(arguments)
    if asked.command == "verify":
        from app.records.verify import verify

        return tell(*verify(asked.file, asked.commitment))
    try:
        given = {name: getattr(asked, name, None) for name in ("host", "port", "workers")}
        settings = read_settings({name: value for name, value in given.items() if value is not None})
        logs.set_up(settings.log)
        if asked.command == "serve":
            serve(settings)
        elif asked.command == "migrate":
            migrate(settings)
        else:
            return maintain(asked.command, settings, getattr(asked, "file", None))
    except CannotStart as reason:
        print(f"Signet cannot start: {reason}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return DONE
    return DONE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m app", description="Signet, the table for games of sealed choices.")
    commands = parser.add_subparsers(dest="command", required=True)
    serving = commands.add_parser("serve", help="start the server")
    serving.add_argument("--host", help="the address to listen on")
    serving.add_argument("--port", type=int, help="the port to listen on")
    serving.add_argument("--workers", type=int, help="how many processes serve; more than one needs Postgres")
    commands.add_parser("migrate", help="bring the database up to date")
    writing = commands.add_parser("backup", help="write all rooms into a file; may be done beside a running server")
    writing.add_argument("file", type=Path, help="the new file; - for the standard output")
    reading = commands.add_parser("restore", help="read a backup into an empty database")
    reading.add_argument("file", type=Path, help="the backup; - for the standard input")
    commands.add_parser("check", help="play every room's journal again and say which are broken")
    proving = commands.add_parser("verify", help="deal the games of a room's record again, and play them again")
    proving.add_argument("file", type=Path, help="the record, as downloaded after a game")
    proving.add_argument("--commitment", help="the number that was published when a game began, if you noted it")
    return parser


def tell(code: int, lines: Sequence[str], *, is_aside: bool = False) -> int:
    """Prints what came of a command, on the error stream unless all is well and nothing else stands on the output; the
    exit code."""
    print("\n".join(lines), file=sys.stdout if code == DONE and not is_aside else sys.stderr)
    return code


def read_settings(given: dict[str, object]) -> Settings:
    """The settings of the environment, below those of the command line. Raises CannotStart."""
    try:
        return Settings.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = str(first["loc"][0]) if first["loc"] else ""
        prefix = "SIGNET_LIMIT_" if name in Figures.model_fields else "SIGNET_"
        why = first["msg"].removeprefix("Value error, ")
        raise CannotStart(f"{prefix}{name.upper()} is not as it should be: {why[:1].lower()}{why[1:]}.") from error


def maintain(command: str, settings: Settings, file: Path | None) -> int:
    """Does something with the database as a whole; the exit code."""
    from app import maintenance

    code, lines = maintenance.carry_out(command, settings.database, file)
    if (command, code) == ("backup", maintenance.DONE):
        note_backup(settings.data)
    # what stands on the output then is the backup
    return tell(code, lines, is_aside=(command, file) == ("backup", maintenance.STREAM))


def migrate(settings: Settings) -> None:
    """Brings the database up to date. Raises CannotStart."""
    from app.journal.sql.migrate import upgrade

    try:
        upgrade(settings.database)
    except StoreError as error:
        raise CannotStart(sentence(error)) from error
    print("The database is up to date.")


def serve(settings: Settings) -> None:
    """Serves until it is told to stop. Raises CannotStart."""
    if settings.workers > 1 and not settings.is_for_many:
        raise CannotStart(
            "an SQLite database serves one process; leave --workers out, or set SIGNET_DATABASE_URL to a Postgres."
        )
    with loading():
        check_complete()
        check_editions()
    listening = open_port(settings)
    with listening:
        if settings.workers > 1:
            serve_together(settings, listening)
        else:
            serve_alone(settings, listening)


def serve_together(settings: Settings, listening: socket.socket) -> None:
    """Serves with several processes. Raises CannotStart."""
    # this one answers nobody, and needs nothing of what they need
    from app.journal.sql.migrate import upgrade
    from app.metrics import process_gone, shared_folder
    from app.supervisor import Workers

    try:
        upgrade(settings.database)
    except StoreError as error:
        raise CannotStart(sentence(error)) from error
    tell_addresses(settings, listening.getsockname()[1])
    with shared_folder() if settings.metrics_token else nullcontext():
        Workers(settings.workers, work, settings, listening, process_gone).run()


def serve_alone(settings: Settings, listening: socket.socket) -> None:
    """Serves with this process. Raises CannotStart."""
    with loading():
        from app.journal.sql.store import SqlStore
        from app.main import create_app
        from app.web.server.server import server
    try:
        store = SqlStore(settings.database)
    except StoreError as error:
        raise CannotStart(sentence(error)) from error
    tell_addresses(settings, listening.getsockname()[1])
    running = server(create_app(settings, store), settings)
    running.run(sockets=[listening])
    if not running.started:
        raise CannotStart("the database did not answer; the log says more.")


def work(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serves as one of several processes."""
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
    server(create_app(settings, store), settings, ready).run(sockets=[listening])


def check_complete() -> None:
    """Raises CannotStart when a game of the registry lacks something that players would miss."""
    from app.web.games.complete import Incomplete, check_games

    try:
        check_games()
    except Incomplete as error:
        raise CannotStart(sentence(error)) from error


def check_editions() -> None:
    """Raises CannotStart when the component figures of a game are not as its rules want them."""
    from engine import registry
    from engine.core.errors import BadEdition

    for game in registry.GAMES.values():
        try:
            game.edition()
        except BadEdition as error:
            raise CannotStart(f"the component figures of {game.title} are wrong: {sentence(error)}") from error


def open_port(settings: Settings) -> socket.socket:
    """The socket that listens. Raises CannotStart."""
    from app.web.server.port import listen

    place = f"port {settings.port} on {settings.host}"
    try:
        return listen(settings.host, settings.port)
    except socket.gaierror as error:
        raise CannotStart(f"{settings.host} is no address of this machine.") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            why = "is in use by another program; stop it, or choose another port with --port"
        elif error.errno == errno.EACCES:
            why = "may not be used by this user; choose a port above 1023 with --port"
        elif error.errno == errno.EADDRNOTAVAIL:
            why = "cannot be used, because the address is not one of this machine"
        else:
            why = f"cannot be used ({error.strerror})"
        raise CannotStart(f"{place} {why}.") from error


def tell_addresses(settings: Settings, port: int) -> None:
    """Prints where the server is reached, with a QR code for phones."""
    import segno

    here, there = addresses(settings.host, port, settings.public_url)
    print("Signet is ready.\n")
    print(f"  On this machine:   {here}")
    if there is not None:
        print(f"  For your friends:  {there}\n")
        if (sys.stdout.encoding or "").lower().startswith("utf"):
            segno.make(there, error="l", micro=False).terminal(sys.stdout, border=2, compact=True)
    if there is not None and there == settings.public_url and there.startswith("http://"):
        print("  Without https, whoever is on the way can read along.")
    print("\nStop it with Ctrl-C; running games go on where they were.", flush=True)


def addresses(host: str, port: int, public_url: str | None) -> tuple[str, str | None]:
    """The address for this machine and the one for others, if there is one."""
    is_everywhere = host in ("", EVERYWHERE, "::")
    here = f"http://{'localhost' if is_everywhere else _in_url(host)}:{port}"
    if public_url is not None:
        return here, public_url
    lan = _lan_address() if is_everywhere else None
    return here, f"http://{lan}:{port}" if lan else None


def sentence(error: Exception) -> str:
    """An error's message as a sentence."""
    text = " ".join(str(error).split())
    return text if text.endswith(".") else f"{text}."


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _lan_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address
