"""What can be typed behind the program's name: the commands, and what each of them takes. The parser is made from it,
and so is what shells complete."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from app.settings import VERSION

Takes = Literal["text", "number", "file", "game", "shell"]

SHELLS = ("bash", "zsh", "fish")


@dataclass(frozen=True, slots=True)
class Argument:
    """One thing that a command takes."""

    name: str
    """An option's with its hyphens; without them it is what stands at that place."""
    help: str
    takes: Takes = "text"
    alone: str | None = None
    """What the option says when nothing stands behind it; None: something has to."""

    @property
    def is_option(self) -> bool:
        """Whether it may be left out."""
        return self.name.startswith("-")


@dataclass(frozen=True, slots=True)
class Command:
    """Something that the program does."""

    name: str
    help: str
    arguments: tuple[Argument, ...] = ()


SERVE = Command(
    "serve",
    "start the server; so does no command at all",
    (
        Argument("--host", "the address to listen on"),
        Argument("--port", "the port to listen on", "number"),
        Argument("--workers", "how many processes serve; more than one needs Postgres", "number"),
        Argument("--demo", "open a browser on a game against bots, which is forgotten at the end", "game", alone=""),
    ),
)
COMPLETION = Command(
    "completion", "print what lets a shell complete this command line", (Argument("shell", "which shell", "shell"),)
)
COMMANDS = (
    SERVE,
    Command("migrate", "bring the database up to date"),
    Command(
        "backup",
        "write all rooms into a file; may be done beside a running server",
        (Argument("file", "the new file; - for the standard output", "file"),),
    ),
    Command(
        "restore",
        "read a backup into an empty database",
        (Argument("file", "the backup; - for the standard input", "file"),),
    ),
    Command("check", "play every room's journal again and say which are broken"),
    Command(
        "verify",
        "deal the games of a room's record again, and play them again",
        (
            Argument("file", "the record, as downloaded after a game", "file"),
            Argument("--commitment", "the number that was published when a game began, if you noted it"),
        ),
    ),
    COMPLETION,
)

OF_ALL = ("-h", "--help", "--version")
"""The options that stand for no command."""

_READ: Mapping[Takes, Mapping[str, Any]] = MappingProxyType(
    {"number": {"type": int}, "file": {"type": Path}, "shell": {"choices": SHELLS}}
)


def read(program: str, arguments: Sequence[str]) -> argparse.Namespace:
    """What was typed behind the program's name. Raises SystemExit, with the usage printed, for what means nothing and
    for who asks for help."""
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in OF_ALL):
        arguments = [SERVE.name, *arguments]
    return _parser(program).parse_args(arguments)


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=program,
        description="Signet, the table for games of sealed choices.",
        epilog=f"Without a command it serves; '{program} {SERVE.name} --help' says with which options.",
    )
    parser.add_argument("--version", action="version", version=f"Signet {VERSION}")
    commands = parser.add_subparsers(dest="command", required=True)
    for command in COMMANDS:
        made = commands.add_parser(command.name, help=command.help, description=f"{_begun(command.help)}.")
        for each in command.arguments:
            how = dict(_READ.get(each.takes, {}))
            if each.alone is not None:
                how |= {"nargs": "?", "const": each.alone, "metavar": each.takes.upper()}
            made.add_argument(each.name, help=each.help, **how)
    return parser


def _begun(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
