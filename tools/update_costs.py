"""Benchmark of a program's updates: ``python -m tools.update_costs [GAME ...]``.

Whole games of four seats at random, played in this process with four connections. For each game it prints
microseconds of processor time and bytes a message: of a seal to another seat and to its own, and of a reveal. The
first viewer bears the costs of what all viewers share.

A moment's time is the mean of its viewers, a game's the median of its moments. Of five games the least counts."""

import argparse
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.web.messages.answers import Feed
from app.web.sockets.program_feed import ProgramFeed
from engine import registry
from engine.core.seats import Seat, all_seats
from tests.rooms.builders import SEED, a_game, game_of, run_commands, seal

SEATS: Final = all_seats(4)
HERE: Final = frozenset(SEATS)
KINDS: Final = ("seal", "own seal", "reveal")
GAMES, MOST_REVEALS = 5, 60
NOW: Final = Millis(1_790_000_000_000)

Costs = dict[str, tuple[float, float]]
"""Microseconds and bytes a message, by kind."""


def course(game: str) -> Iterator[tuple[Room, Seat]]:
    """Yield the room and the sealing seat, seal by seal, of a random game."""
    rng = random.Random(game)  # noqa: S311 - no secret is made with it
    room = a_game(4, 0, SEED, game)
    for _ in range(MOST_REVEALS):
        for seat in tuple(game_of(room).asks):
            play = game_of(room)
            room = run_commands(room, seal(room, seat, play.game.text(rng.choice(play.asks[seat].choices))))
            yield room, seat
        if room.phase != "playing":
            return


def costs(game: str) -> Costs:
    """Return the costs of the messages of one game."""
    feeds: dict[Seat, Feed] = {seat: ProgramFeed() for seat in SEATS}
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    room = a_game(4, 0, SEED, game)
    ask = game_of(room).ask
    _measure_update(feeds, room, SEATS)
    for room, sealer in course(game):
        if game_of(room).ask != ask:
            ask = game_of(room).ask
            found["reveal"].append(_measure_update(feeds, room, SEATS))
        else:
            found["seal"].append(_measure_update(feeds, room, [seat for seat in SEATS if seat != sealer]))
            found["own seal"].append(_measure_update(feeds, room, [sealer]))
    return {
        kind: (statistics.median(time for time, _ in each), statistics.mean(size for _, size in each))
        for kind, each in found.items()
    }


def _measure_update(feeds: dict[Seat, Feed], room: Room, viewers: Sequence[Seat]) -> tuple[float, float]:
    """Return microseconds and bytes a message for the update of these viewers."""
    began = time.thread_time_ns()
    messages = [feeds[seat].update(room, seat, HERE, NOW) for seat in viewers]
    took = time.thread_time_ns() - began
    return took / 1000 / len(viewers), sum(len(message or "") for message in messages) / len(viewers)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What an update of a program costs.")
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(registry.GAMES))
    for game in parser.parse_args().games:
        each = [costs(game) for _ in range(GAMES)]
        told = (f"{kind} {min(one[kind][0] for one in each):.1f} us {each[0][kind][1]:,.0f} bytes" for kind in KINDS)
        print(f"{game}: {'; '.join(told)}")


if __name__ == "__main__":
    main()
