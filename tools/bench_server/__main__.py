"""Command line of ``python -m tools.bench_server``.

It prints a line of a Markdown table for each run, then the medians with their ratios to the floor."""

import argparse
import asyncio
import itertools
import resource
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import uvloop

from engine import registry
from tools.bench_server.beside import BotTables
from tools.bench_server.cases import CLIENTS, FLOOR, Case, Load
from tools.bench_server.figures import HEAD, RULE, Figures, line, medians
from tools.bench_server.machine import describe_machine
from tools.bench_server.profiles import table
from tools.bench_server.run import run
from tools.served import ROOT

BARE = "bare"


def main() -> None:
    """Print the table."""
    asked = read()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"{describe_machine()}\n\n{HEAD}\n{RULE}", flush=True)
    shown: dict[tuple[Load, Case], list[Figures]] = defaultdict(list)
    for repeat, load in itertools.product(range(asked.repeats), loads(asked)):
        order = cases(asked)
        # each repeat rotates the order, so that no case always follows the same one
        for case in order[repeat % len(order) :] + order[: repeat % len(order)]:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                one = run(
                    case, load, asked.seconds, is_killed=asked.kill, is_profiled=asked.profile, is_watched=asked.watch
                )
                figures = runner.run(one)
            shown[load, case].append(figures)
            print(line(str(case), str(load), figures), flush=True)
    print(f"\nMedians of {asked.repeats}:\n\n{HEAD}\n{RULE}")
    middle = {key: medians(runs) for key, runs in shown.items()}
    for (load, case), figures in middle.items():
        print(line(str(case), str(load), figures, middle.get((load, Case(FLOOR)))))
    if asked.profile:
        print("", table([(f"{case}, {load}", figures) for (load, case), figures in middle.items()]), sep="\n")


def loads(asked: argparse.Namespace) -> Sequence[Load]:
    """Return the loads in the order in which they run."""
    bots = [BotTables(tables, asked.level, asked.pace) for tables in asked.beside]
    flat = (Load(rooms, None, beside) for rooms, beside in itertools.product(asked.flat, bots))
    return (*flat, *(Load(rooms, asked.every, beside) for rooms, beside in itertools.product(asked.paced, bots)))


def cases(asked: argparse.Namespace) -> list[Case]:
    """Return the cases in the order in which they run.

    The floor has no pages, no Postgres and no earlier version."""
    stores = (0,) * ("sqlite" in asked.stores) + tuple(asked.workers) * ("postgres" in asked.stores)
    found = []
    for game in asked.games:
        if game == FLOOR:
            found.append(Case(FLOOR))
        else:
            roots = [ROOT, *(root.resolve() for root in asked.tree)]
            for root, clients, workers in itertools.product(roots, asked.clients, stores):
                found.append(Case(game, root, clients, workers, is_proxied=asked.caddy and workers > 0))
    return found


def read() -> argparse.Namespace:
    """Parse the command line."""
    known = (FLOOR, BARE, *registry.GAMES)
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench_server",
        description="How fast the server is, beside the least that one would write.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--games", nargs="+", choices=known, default=list(known), help="what plays")
    parser.add_argument("--tree", nargs="+", type=Path, default=[], help="other checkouts whose servers run besides")
    parser.add_argument("--clients", nargs="+", choices=tuple(CLIENTS), default=["json"])
    parser.add_argument("--stores", nargs="+", choices=("sqlite", "postgres"), default=["sqlite"])
    parser.add_argument("--workers", nargs="+", type=int, default=[1, 2, 4], help="numbers of processes on Postgres")
    parser.add_argument("--caddy", action="store_true", help="a proxy sends each room to one of those processes")
    parser.add_argument("--flat", nargs="*", type=int, default=[50], help="numbers of rooms that play flat out")
    parser.add_argument("--paced", nargs="*", type=int, default=[250, 1000], help="numbers of rooms that play paced")
    parser.add_argument("--every", type=float, default=1.0, help="seconds from one paced round to the next")
    parser.add_argument("--beside", nargs="+", type=int, default=[0], help="numbers of tables of bots that play beside")
    parser.add_argument("--level", default="strong", help="how well those bots play")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds those bots seem to think")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each run counts")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--profile", action="store_true", help="say on what our main thread spends its time")
    parser.add_argument("--watch", action="store_true", help="say how long the event loop was held at a time")
    parser.add_argument("--kill", action="store_true", help="in the end of each run kill -9, and start again")
    return parser.parse_args()


if __name__ == "__main__":
    main()
