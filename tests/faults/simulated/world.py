"""Simulated evening: a storm with random faults, then a calm that must be correct."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

from app.journal.peers import NoPeers, Peers
from app.live.host.clock import SteadyClock
from app.rooms.events import Entry
from app.rooms.model.clocks import compute_stored_deadline
from app.rooms.model.ids import Millis, Version
from engine.registry import GAMES
from tests.faults.simulated.bus import Bus, SimulatedPeers
from tests.faults.simulated.chance import Weather, make_dice
from tests.faults.simulated.client import Client, Known
from tests.faults.simulated.database import Database, Reached
from tests.faults.simulated.network import post
from tests.faults.simulated.process import Process, make_task
from tests.faults.simulated.table import begin_game, make_token
from tests.live.hurried import DeadlockError, HurriedLoop, WallClock
from tests.rooms.builders import CODE, NAMES

STORM_S = 12.0
CALM_S = 9.0
LAST_S = 4.0
MOST_SKEW_MS = 200
"""Largest skew of a process's clock."""

BACK_MS = 1_500
"""Largest delay of the wall clock behind the true time.

A process reads it only at its start."""


MOST_LOOKS = 30_000
"""More clock reads than any evening needs."""


class EndlessRunError(AssertionError):
    """Error of an evening that does not end.

    Something loops for ever, or nothing makes progress."""


class BoundedLoop(HurriedLoop):
    """Event loop of one evening, which stops endless loops.

    ``run_until_complete`` then raises RuntimeError."""

    looks = 0

    def time(self) -> float:
        """Return the time as the standard library does."""
        self.looks += 1
        if self.looks == MOST_LOOKS:
            self.stop()
        return super().time()


@dataclass(frozen=True)
class Outcome:
    """Results of an evening."""

    game: str
    entries: tuple[Entry, ...]
    moments: tuple[Millis, ...]
    """Times of all commits, by the true clock."""
    calm_at: Millis
    """Start of the calm, in which nothing fails."""
    ended_at: Millis
    """Time at which the table was paused."""
    sleeps: tuple[Millis, ...]
    """Times at which the machine had slept for a noticeable span."""
    known: tuple[tuple[str | None, Known], ...]
    """Tokens of the people, and what they know."""
    strikes: int
    troubles: tuple[str, ...]
    """Complaints of the event loop."""


class World:
    """All parts of one simulation."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._rng = make_dice(seed, "world")
        self._weather = Weather.make_storm(make_dice(seed, "weather"))
        self._clock = WallClock()
        """True time, which nobody sets and which counts sleep."""
        self._set_by = 0
        """Offset of the wall clock."""
        self._database = Database(self._clock)
        self._bus = Bus()
        self._count = 1 if self._rng.random() < 0.25 else self._rng.randint(2, 3)
        self._processes: list[Process] = []
        self._dead: list[Process] = []
        self._made = 0
        self._strikes = 0
        self._sleeps: list[Millis] = []
        self._is_calm = False
        self._troubles: list[str] = []
        self._chores: set[asyncio.Task[None]] = set()

    async def run_evening(self) -> None:
        """Run the whole evening; the result is in ``outcome``."""
        loop = asyncio.get_running_loop()
        loop.set_task_factory(make_task)
        loop.set_exception_handler(lambda _, context: self._troubles.append(repr(context.get("exception", context))))
        game, people = self._rng.choice(sorted(GAMES)), self._rng.randint(2, 3)
        room, entries = begin_game(game, people, self._rng.randint(0, 1), self._clock(), make_dice(self._seed, "table"))
        await self._database.append(CODE, Version(0), entries, room.phase, compute_stored_deadline(room))
        # The process that opened the room had a recent heartbeat.
        await self._database.beat(self._clock())
        for _ in range(self._count):
            self._start()
        tokens = [*(make_token(name) for name in NAMES[:people]), None]
        clients = [
            Client(CODE, each, self._list_running, self._weather, make_dice(self._seed, "client", each))
            for each in tokens
        ]
        lives = [asyncio.create_task(client.live()) for client in clients]
        await self._storm(clients)
        calm_at = await self._calm_down(clients)
        ended_at = self._clock()
        self._pause_table(tokens[0] or "")
        await asyncio.sleep(LAST_S)
        entries = await self._database.load(CODE)
        known = tuple((client.token, client.known) for client in clients)
        for process in self._processes:
            process.kill()
        for task in (*lives, *self._chores):
            task.cancel()
        await asyncio.gather(*lives, *self._chores, return_exceptions=True)
        for process in (*self._dead, *self._processes):
            await process.wait_until_gone()
        self.outcome = Outcome(
            game,
            entries,
            tuple(self._database.moments),
            calm_at,
            ended_at,
            tuple(self._sleeps),
            known,
            self._strikes,
            tuple(self._troubles),
        )

    async def _storm(self, clients: list[Client]) -> None:
        until = asyncio.get_running_loop().time() + STORM_S
        while asyncio.get_running_loop().time() < until:
            await asyncio.sleep(self._rng.expovariate(1.0))
            self._replace_dead()
            self._strike(clients)
            self._strikes += 1

    def _strike(self, clients: list[Client]) -> None:
        rng, process = self._rng, self._rng.choice(self._processes)
        what = rng.choice(["kill", "stop", "pause", "cut", "cut", "away", "slow", "back", "sleep", "nothing"])
        if what == "kill":
            process.kill()
        elif what == "stop":
            self._spawn(process.stop())
        elif what == "pause":
            self._spawn(process.suspend(rng.choice([0.1, 1.0, 5.0])))
        elif what == "cut":
            rng.choice(clients).cut()
        elif what == "away":
            self._spawn(self._sleep(rng.choice([0.2, 2.0, 6.0])))
        elif what == "back":
            self._set_by = -rng.randint(0, BACK_MS)
        elif what == "sleep" and rng.random() < 0.3:
            self._clock.jump(rng.choice([30_000, 600_000]))
            self._sleeps.append(self._clock())

    async def _calm_down(self, clients: list[Client]) -> Millis:
        """End all faults, and wait until everything has recovered."""
        self._is_calm = True
        self._weather.clear()
        self._database.is_away = False
        await asyncio.gather(*self._chores)
        self._replace_dead()
        for client in clients:
            client.is_calm = True
        at = self._clock()
        await asyncio.sleep(CALM_S)
        return at

    def _pause_table(self, host: str) -> None:
        """Pause the table, so that nothing more happens by itself."""
        body = {"id": "rest", "do": "pause"}
        post(
            self._list_running()[0], f"/api/rooms/{CODE}/commands", host, body, lambda _: None, self._weather, self._rng
        )

    def _replace_dead(self) -> None:
        """Replace the processes that have died."""
        for process in [process for process in self._processes if process.is_dead]:
            self._processes.remove(process)
            self._dead.append(process)
        while len(self._processes) < self._count:
            self._start()

    def _start(self) -> None:
        self._made += 1
        name = f"process {self._made}"
        skew = make_dice(self._seed, name, "skew").randint(-MOST_SKEW_MS, MOST_SKEW_MS)
        process = Process(name, SteadyClock(lambda: Millis(self._clock() + self._set_by + skew), self._clock))
        peers: Peers = NoPeers()
        if self._count > 1:
            peers = SimulatedPeers(
                self._bus, self._database, process, self._weather, make_dice(self._seed, name, "bus")
            )
        store = Reached(self._database, peers, process, self._weather, make_dice(self._seed, name, "store"))
        self._processes.append(process)
        self._spawn(self._supervise(process, store))

    async def _supervise(self, process: Process, store: Reached) -> None:
        """Run a process; one that cannot start is replaced."""
        started = process.start(store)
        ready = asyncio.create_task(process.is_ready.wait())
        await asyncio.wait([started, ready], return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        if started.done() and not started.cancelled() and started.exception() is not None:
            process.kill()

    def _list_running(self) -> list[Process]:
        return [process for process in self._processes if process.is_ready.is_set() and not process.is_dead]

    async def _sleep(self, seconds: float) -> None:
        self._database.is_away = True
        await asyncio.sleep(seconds)
        self._database.is_away = False

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)


def simulate(seed: int) -> Outcome:
    """Return the outcome of the evening with a seed.

    Raises EndlessRunError."""
    world = World(seed)
    try:
        with asyncio.Runner(loop_factory=BoundedLoop) as runner:
            runner.run(world.run_evening())
    except (RuntimeError, DeadlockError) as error:
        raise EndlessRunError(f"seed {seed}") from error
    return world.outcome
