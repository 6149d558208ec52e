"""Evening of many tables on one server with faults.

Tables are kept full, judged by the oracle, and must all make progress after every fault."""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from app.journal.store import Store
from app.rooms.model.ids import RoomCode
from app.tasks import end_tasks
from tests.faults.oracle import find_faults
from tests.faults.players import History, Player, open_table
from tools.served import Served

MOVE_ON_S = 60.0
"""Seconds within which every table must make progress after a fault."""


@dataclass(frozen=True)
class Knowledge:
    """Snapshot of what a player sent and received."""

    token: str
    history: History


def snapshot(player: Player) -> Knowledge:
    """Return what was acknowledged and refused so far.

    Commands in flight count as attempted."""
    known = player.history
    return Knowledge(player.token, History(known.attempted, dict(known.acknowledged), dict(known.refused)))


class Evening:
    """Tables of a server."""

    def __init__(self, server: Served, rng: random.Random, tables: int) -> None:
        self.acknowledged = 0
        self._server = server
        self._rng = rng
        self._count = tables
        self._players: dict[str, list[Player]] = {}
        self._playing: dict[str, list[asyncio.Task[None]]] = {}

    async def fill(self) -> None:
        """Open a new table for each finished game."""
        for room in [room for room in self._playing if self._is_finished(room)]:
            del self._playing[room]
        while len(self._playing) < self._count:
            clock = self._rng.choice([{"mode": "off"}, {"mode": "hard", "bank": 0, "per_ask": 1}])
            options = {"grace": self._rng.choice([0, 0.05]), "bot_pace": 0, "clock": clock}
            room, players = await asyncio.to_thread(open_table, self._server.url, self._rng, options)
            self._players[room] = players
            self._playing[room] = [asyncio.create_task(player.play()) for player in players]

    def list_broken(self) -> list[str]:
        """Return the players who stopped on an error that must not occur."""
        return [
            f"{room}: player {number} stopped: {error!r}"
            for room, tasks in self._playing.items()
            for number, task in enumerate(tasks)
            if task.done() and not task.cancelled() and (error := task.exception()) is not None
        ]

    async def list_stuck(self) -> list[str]:
        """Return the tables without progress after a sufficient wait."""
        before = {room: self._count_shown(room) for room in self._playing}
        until = time.monotonic() + MOVE_ON_S
        while time.monotonic() < until:
            before = {
                room: shown
                for room, shown in before.items()
                if self._count_shown(room) <= shown and not self._is_finished(room)
            }
            if not before:
                break
            await asyncio.sleep(0.02)
        return self.list_broken() + [
            f"{room}: nothing happens after {shown}: {[player.waits_for for player in self._players[room]]}"
            for room, shown in before.items()
        ]

    async def judge(self, store: Store) -> list[str]:
        """Return the oracle's findings in the journals of all tables so far."""
        found = []
        self.acknowledged = 0
        for room, players in self._players.items():
            witnesses = [snapshot(player) for player in players]
            self.acknowledged += sum(len(witness.history.acknowledged) for witness in witnesses)
            found += [f"{room}: {fault}" for fault in find_faults(await store.load(RoomCode(room)), witnesses)]
        return found

    async def end(self) -> None:
        """Stop all players."""
        await end_tasks([task for tasks in self._playing.values() for task in tasks])

    def _count_shown(self, room: str) -> int:
        return max(player.history.version for player in self._players[room])

    def _is_finished(self, room: str) -> bool:
        return all(player.is_finished for player in self._players[room])


async def run_evening(
    server: Served,
    store: Callable[[], Store],
    strike: Callable[[], None],
    strikes: int,
    rng: random.Random,
    tables: int,
) -> tuple[list[str], int]:
    """Return the oracle's findings after so many strikes, and the acknowledged count."""
    evening = Evening(server, rng, tables)
    found: list[str] = []
    reading = store()
    try:
        for _ in range(strikes):
            await evening.fill()
            await asyncio.sleep(rng.uniform(0.1, 0.8))
            await asyncio.to_thread(strike)
            found += evening.list_broken() + await evening.judge(reading)
            if not found:
                found += await evening.list_stuck()
            if found:
                break
        else:
            found += evening.list_broken() + await evening.judge(reading)
    finally:
        await evening.end()
        await reading.close()
    return found, evening.acknowledged
