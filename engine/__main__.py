"""Command line of the engine, without a server.

It plays in the terminal, prints games, counts choices, and measures courses, bots and speed."""

import argparse
import json
import math
import secrets
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack

from engine import count, course
from engine.arena import report
from engine.arena.errors import PlayerFaultError
from engine.arena.match import Table
from engine.arena.names import FORMS, player_named
from engine.bench import Bench, bench, profile
from engine.bots.seating import RANDOM, bot_of
from engine.core.errors import BadOptionsError
from engine.core.game import AnyGame
from engine.core.options import Option, Value, complete_options
from engine.core.seats import Seat
from engine.playthrough import playthrough
from engine.registry import GAMES, find
from engine.terminal import play

SEED_BYTES = 32


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    parser = arguments()
    given = parser.parse_args(argv)
    try:
        return COMMANDS[given.command](given, find(given.game))
    except BadOptionsError as error:
        parser.error(str(error))
    except PlayerFaultError as fault:
        if fault.__cause__ is not None:
            traceback.print_exception(fault.__cause__)
        print(fault, file=sys.stderr)
        return 1
    except BrokenPipeError:
        # the reader (head, less) closed the pipe
        sys.stderr.close()
        return 0


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="Signet's games without a server.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")

    playing = commands.add_parser("play", help="play one seat in the terminal against bots")
    _table(playing, seats=4)
    playing.add_argument("--seat", type=int, default=0, help="your seat, from 0 (default: %(default)s)")
    playing.add_argument("--bots", default="normal", metavar="LEVEL", help="level of the bots (default: %(default)s)")

    printing = commands.add_parser("playthrough", help="print a whole game as text")
    _table(printing, seats=4)
    printing.add_argument("--bots", default=RANDOM, metavar="LEVEL", help="who plays (default: %(default)s choices)")

    counting = commands.add_parser("count", help="count the joint choices of dealt games")
    _table(counting, seats=None)
    counting.add_argument(
        "--depth", type=_number, default=count.DEEPEST, help="choices in a row (default: %(default)s)"
    )

    going = commands.add_parser("course", help="measure how games go among bots: length, changes of the lead")
    _table(going, seats=None)
    going.add_argument("--bots", default="normal", metavar="LEVEL", help="who plays (default: %(default)s)")
    going.add_argument("--games", type=_several, default=100, help="games at each table (default: %(default)s)")

    matching = commands.add_parser("arena", help="measure how well a player does against others, of ours or of yours")
    _table(matching, seats=4)
    matching.add_argument("--games", type=_number, default=200, help="games of a match (default: %(default)s)")
    matching.add_argument(
        "--time", type=_seconds, default=10.0, help="seconds in which a process must answer (default: %(default)g)"
    )
    matching.add_argument("--json", action="store_true", help="print JSON in place of tables")
    matching.add_argument(
        "players", nargs="+", metavar="PLAYER", help=f"{FORMS}; two: the first against the second, more: a ladder"
    )

    measuring = commands.add_parser("bench", help="measure how fast games are played")
    _table(measuring, seats=4, seed=False)
    measuring.add_argument("--games", type=_number, default=100, help="random games a repeat (default: %(default)s)")
    measuring.add_argument("--repeats", type=_number, default=5, help="repeats (default: %(default)s)")
    measuring.add_argument("--profile", action="store_true", help="list the functions that take the most time instead")
    return parser


def _table(parser: argparse.ArgumentParser, seats: int | None, *, seed: bool = True) -> None:
    first = next(iter(GAMES))
    parser.add_argument("--game", default=first, metavar="GAME", help=f"one of: {', '.join(GAMES)} (default: {first})")
    usual = seats if seats is not None else "every table size"
    parser.add_argument("--seats", type=int, default=seats, help=f"how many play (default: {usual})")
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the game; may be repeated"
    )
    if seed:
        parser.add_argument("--seed", type=_seed, metavar="HEX", help="the seed to deal from, in hexadecimal digits")


def _seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not an even number of hexadecimal digits") from None
    if not seed:
        raise argparse.ArgumentTypeError("a seed has at least one byte")
    return seed


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1")
    return int(text)


def _several(text: str) -> int:
    number = _number(text)
    if number < 2:
        raise argparse.ArgumentTypeError("one game says nothing of others: two at least")
    return number


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return seconds


def _options(game: AnyGame, given: Sequence[str]) -> dict[str, Value]:
    """Parse options typed as ``key=value``.

    Raises BadOptionsError, which names the choices there are."""
    known = {option.key: option for option in game.options}
    options: dict[str, Value] = {}
    for item in given:
        key, _, text = item.partition("=")
        if key not in known:
            raise BadOptionsError(f"no option {key!r}; there are: {', '.join(known)}")
        value = _value(known[key], text.lower())
        if value is None:
            raise BadOptionsError(f"option {key!r} has no value {text!r}; there are: {known[key].offer}")
        options[key] = value
    return options


def _value(option: Option, text: str) -> Value | None:
    """Return the value typed as ``text``, or None if there is none."""
    if isinstance(option.values, range):
        is_number = text.removeprefix("-").isdecimal() and text.isascii()
        return int(text) if is_number and option.offers(int(text)) else None
    return next((value for value in option.values if str(value).lower() == text), None)


def _seats(game: AnyGame, seats: int) -> int:
    if seats not in game.table_sizes:
        sizes = ", ".join(map(str, game.table_sizes))
        raise BadOptionsError(f"{game.title} is played by {sizes} seats, not {seats}")
    return seats


def _play(given: argparse.Namespace, game: AnyGame) -> int:
    seats = _seats(game, given.seats)
    if not 0 <= given.seat < seats:
        raise BadOptionsError(f"there is no seat {given.seat}: seats are numbered from 0 to {seats - 1}")
    seed = given.seed or secrets.token_bytes(SEED_BYTES)
    options, bot = _options(game, given.option), bot_of(game, given.bots)
    ended = play(game, seats, options, seed, Seat(given.seat), bot, sys.stdin, sys.stdout)
    return 0 if ended else 1


def _playthrough(given: argparse.Namespace, game: AnyGame) -> int:
    seats, options = _seats(game, given.seats), _options(game, given.option)
    seed = given.seed or secrets.token_bytes(SEED_BYTES)
    for line in playthrough(game, seats, options, seed, [bot_of(game, given.bots)] * seats):
        print(line)
    return 0


def _count(given: argparse.Namespace, game: AnyGame) -> int:
    rows = (count.count(game, seats, options, seed, given.depth) for seats, options, seed in _deals(given, game))
    for line in count.format_table(rows):
        print(line, flush=True)
    return 0


def _course(given: argparse.Namespace, game: AnyGame) -> int:
    bot = bot_of(game, given.bots)
    rows = (course.course(game, seats, options, bot, seed, given.games) for seats, options, seed in _deals(given, game))
    for line in course.format_table(rows):
        print(line, flush=True)
    return 0


def _arena(given: argparse.Namespace, game: AnyGame) -> int:
    if len(given.players) < 2:
        raise BadOptionsError("one player alone wins nothing: name two at least")
    if len({*given.players}) < len(given.players):
        raise BadOptionsError("each player is named once")
    seed = given.seed or secrets.token_bytes(SEED_BYTES)
    options = complete_options(game.options, _options(game, given.option))
    table = Table(game, _seats(game, given.seats), options, seed)
    with ExitStack() as stack:
        players = []
        for name in given.players:
            players.append(player_named(game, name, given.time))
            stack.callback(players[-1].close)
        if given.json:
            print(json.dumps(report.data(table, players, given.games), indent=2))
            return 0
        for line in report.report(table, players, given.games):
            print(line, flush=True)
    return 0


def _deals(given: argparse.Namespace, game: AnyGame) -> list[tuple[int, dict[str, Value], bytes]]:
    """Return the deals at every table that the arguments allow.

    Raises BadOptionsError."""
    wanted = _options(game, given.option)
    seats = None if given.seats is None else _seats(game, given.seats)
    return [
        (size, options, seed)
        for size, options, seed in count.deals(game, [given.seed or bytes(SEED_BYTES)], wanted)
        if seats in (None, size)
    ]


def _bench(given: argparse.Namespace, game: AnyGame) -> int:
    seats = _seats(game, given.seats)
    plan = Bench(game, seats, _options(game, given.option), given.games, given.repeats)
    for line in profile(plan) if given.profile else bench(plan):
        print(line, flush=True)
    return 0


COMMANDS: Mapping[str, Callable[[argparse.Namespace, AnyGame], int]] = {
    "play": _play,
    "playthrough": _playthrough,
    "count": _count,
    "course": _course,
    "arena": _arena,
    "bench": _bench,
}


if __name__ == "__main__":
    sys.exit(main())
