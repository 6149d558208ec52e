"""Benchmark of a round in a room alone: microseconds of processor time.

``python -m tools.bench_rooms`` lets tables of four play at random. It measures deciding, folding and writing for
four programs in turns, without sockets and without a journal. Figures are medians over all choices."""

import argparse
import gc
import random
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable
from time import thread_time_ns
from typing import TypeVar

from app.live.host.due_commands import due_by_clock
from app.rooms import commands as c
from app.rooms.decide import decide
from app.rooms.events import Entry, Event
from app.rooms.fold import step
from app.rooms.model.clocks import compute_stored_deadline, next_deadline
from app.rooms.model.ids import Millis, Version
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.web.messages.answers import view_as_json
from engine import registry
from engine.core.seats import all_seats
from tests.rooms.builders import NAMES, a_game, game_of, holder, to_time

SEATS = all_seats(4)
HERE = frozenset(SEATS)
HOLDERS = [holder(NAMES[seat]) for seat in SEATS]
COPIES = 20

R = TypeVar("R")


class Stopwatch:
    """Durations of each kind of work."""

    def __init__(self) -> None:
        self.took: defaultdict[str, list[float]] = defaultdict(list)

    def __call__(self, what: str, work: Callable[[], R], times: int = 1) -> R:
        begun = thread_time_ns()
        made = work()
        self.took[what].append((thread_time_ns() - begun) / 1000 / times)
        return made


def fold_events(room: Room, events: Iterable[Event], now: Millis) -> Room:
    """Return the room after events of that moment."""
    for event in events:
        room = step(room, Entry(Version(room.version + 1), now, event))
    return room


def evaluate_clocks(room: Room, now: Millis) -> None:
    """Evaluate a room's clocks as its host does around one append."""
    tuple(due_by_clock(room, now))
    compute_stored_deadline(room)
    next_deadline(room)


def one_choice(room: Room, command: c.Seal, last: str, watch: Stopwatch, now: Millis) -> Room:
    """Return the room after a choice: a seal, or the reveal with the last of them."""
    events = watch(f"{last}: decided", lambda: decide(room, command, now))
    assert not isinstance(events, Refusal), events
    after = watch(f"{last}: folded", lambda: fold_events(room, events, now))
    watch("clocks, one append", lambda: evaluate_clocks(after, now))
    watch(f"{last}: four views", lambda: [view_as_json(after, seat, HERE, HOLDERS[seat]) for seat in SEATS])
    return after


def one_round(room: Room, watch: Stopwatch, rng: random.Random, now: Millis) -> Room:
    """Return the room after the choices of all asked seats, one after the other."""
    play = game_of(room)
    for number, seat in enumerate(play.asks, start=1):
        command = c.Seal(seat, play.ask, play.game.text(rng.choice(play.asks[seat].choices)))
        room = one_choice(room, command, "reveal" if number == len(play.asks) else "seal", watch, now)
    watch("one copy of the room", lambda: [replace(room, version=Version(1)) for _ in range(COPIES)], COPIES)
    return room


def main() -> None:
    """Print a line for each kind of work."""
    parser = argparse.ArgumentParser(description="What a round costs a room by itself.")
    parser.add_argument("--game", choices=registry.GAMES, default="adel_verpflichtet")
    parser.add_argument("--rounds", type=int, default=200)
    asked = parser.parse_args()
    watch, rng = Stopwatch(), random.Random(1)  # noqa: S311 - play, not secrets
    room = a_game(4, game=asked.game)
    gc.disable()
    for number in range(asked.rounds):
        if room.phase != "playing":
            room = a_game(4, game=asked.game, seed=f"{number % 256:02x}" * 32)
        room = one_round(room, watch, rng, to_time(number * 1000))
        gc.collect()
    for what, took in sorted(watch.took.items()):
        print(f"{what:22}{statistics.median(took):9.2f} µs")


if __name__ == "__main__":
    main()
