"""The commands of the program `signet`: what each of them takes, and their parser."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from app.settings.settings import VERSION

Takes = Literal["text", "number", "file", "game", "nothing"]


@dataclass(frozen=True, slots=True)
class Argument:
    """One thing that a command takes."""

    name: str
    """An option's with its hyphens; without them it is what stands at that place."""
    help: str
    takes: Takes = "text"
    alone: str | None = None
    """Value of the option without an argument; None if it needs one."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something that the program does."""

    name: str
    help: str
    arguments: tuple[Argument, ...] = ()


SERVE = Command(
    "serve",
    "start the server; the same as no command at all",
    (
        Argument("--host", "the address to listen on"),
        Argument("--port", "the port to listen on", "number"),
        Argument("--workers", "how many processes to run; more than one needs Postgres", "number"),
        Argument("--share", "ask a tunnel for a public address, so that friends anywhere can join", "nothing"),
        Argument("--share-via", "the same through your own server, such as user@play.example.org"),
        Argument("--seed", "words of a club: tables that are given the same words deal the same cards"),
        Argument("--demo", "play a game against bots in your browser; nothing is kept", "game", alone=""),
    ),
)
COMMANDS = (
    SERVE,
    Command("migrate", "bring the database up to date"),
    Command(
        "backup",
        "write all rooms to a file; works while the server is running",
        (
            Argument("file", "the new file; - for the standard output; with --keep a folder", "file"),
            Argument(
                "--keep", "write a dated file into the folder, then delete its older backups beyond so many", "number"
            ),
        ),
    ),
    Command(
        "restore",
        "read a backup into an empty database",
        (Argument("file", "the backup; - for the standard input", "file"),),
    ),
    Command("doctor", "check whether the addresses of the running server lead to it, and what is wrong"),
    Command("check", "replay every room's journal and list the broken ones"),
    Command(
        "verify",
        "deal and play the games of a record again, to check that the deal was fair",
        (
            Argument("file", "the record you downloaded after a game", "file"),
            Argument("--commitment", "the commitment that was shown when a game started, if you copied it"),
        ),
    ),
)

OF_ALL = ("-h", "--help", "--version")
"""The options that stand for no command."""

_READ: Mapping[Takes, Mapping[str, Any]] = MappingProxyType(
    {"number": {"type": int}, "file": {"type": Path}, "nothing": {"action": "store_const", "const": True}}
)


def read(program: str, arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments.

    Raises SystemExit, with the usage, for bad ones and for help."""
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in OF_ALL):
        arguments = [SERVE.name, *arguments]
    return _parser(program).parse_args(arguments)


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=program,
        description="Signet, the table for games of sealed choices.",
        epilog=f"Without a command it starts the server; '{program} {SERVE.name} --help' lists the options.",
    )
    parser.add_argument("--version", action="version", version=f"Signet {VERSION}")
    commands = parser.add_subparsers(dest="command", required=True)
    for command in COMMANDS:
        made = commands.add_parser(command.name, help=command.help, description=f"{_capitalize(command.help)}.")
        for each in command.arguments:
            how = dict(_READ.get(each.takes, {}))
            if each.alone is not None:
                how |= {"nargs": "?", "const": each.alone, "metavar": each.takes.upper()}
            made.add_argument(each.name, help=each.help, **how)
    return parser


def _capitalize(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
