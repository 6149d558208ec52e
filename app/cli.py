"""Command line of ``python -m app``.

Its commands are ``serve``, ``migrate``, ``backup``, ``restore``, ``check`` and ``verify``."""

import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_settings import BaseSettings

from app import logs
from app.backup_note import note_backup
from app.console.arguments import read
from app.journal.errors import StoreError
from app.serving import FAILED, StartError, sentence, serve
from app.settings.environment import SettingFileError, is_set
from app.settings.settings import PARTS, Settings

S = TypeVar("S", bound=BaseSettings)

DONE = 0
"""Exit code when all went well."""


def main(arguments: Sequence[str] | None = None, *, program: str = "python -m app", data: Path | None = None) -> int:
    """Run a command line and return the exit code.

    ``program``: how it was called. ``data``: the default data folder; without it ``data`` below the current folder."""
    asked = read(program, sys.argv[1:] if arguments is None else arguments)
    if asked.command == "verify":
        from app.records.verify import verify

        return tell(*verify(asked.file, asked.commitment))
    names = ("host", "port", "workers", "share", "share_via", "seed")
    given = {name: value for name in names if (value := getattr(asked, name, None)) is not None}
    if data is not None and not is_set("SIGNET_DATA"):
        given["data"] = data
    try:
        if getattr(asked, "demo", None) is not None:
            demonstrate(given, asked.demo)
            return DONE
        settings = read_settings(given)
        logs.set_up(settings.log)
        if asked.command == "serve":
            serve(settings)
        elif asked.command == "doctor":
            from app.console.doctor import examine

            return tell(*examine(settings))
        elif asked.command == "migrate":
            migrate(settings)
        else:
            return maintain(asked.command, settings, getattr(asked, "file", None), getattr(asked, "keep", None))
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
    except SettingFileError as error:
        raise StartError(str(error)) from error


def maintain(command: str, settings: Settings, file: Path | None, keep: int | None = None) -> int:
    """Run a maintenance command on the whole database. Return the exit code."""
    from app import maintenance

    code, lines = maintenance.carry_out(command, settings.database, file, keep)
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
    if "port" not in given and not is_set("SIGNET_PORT"):
        given = {**given, "port": 0}
    if not is_set("SIGNET_LOG"):
        # the link is not to be lost among what went well
        given = {**given, "log": "warning"}
    # told to stop in either way, it tidies up
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with TemporaryDirectory(prefix="signet-demo-", ignore_cleanup_errors=True) as folder:
        settings = read_settings({**given, "data": Path(folder), "database_url": None, "public_url": None})
        logs.set_up(settings.log)
        word = settings.open_word.get_secret_value() if settings.open_word is not None else ""

        def show(address: str) -> None:
            Thread(target=demo.show, args=(address, game.key, bots, word), daemon=True).start()

        serve(settings, show)
