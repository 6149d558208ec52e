"""An evening of many tables on one server, while something is done to it: tables are kept full, judged by the oracle
as they go on, and must all get on after every fault."""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from app.journal.store import Store
from app.rooms.model.ids import RoomCode
from app.tasks import end_tasks
from tests.faults.oracle import faults
from tests.faults.players import History, Player, open_table
from tools.served import Served

MOVE_ON_S = 60.0
"""Within this every table must have got on after a fault, however busy the machine is."""


@dataclass(frozen=True)
class Told:
    """What a player was told up to now."""

    token: str
    history: History


def told(player: Player) -> Told:
    """What was acknowledged and refused so far; what is attempted meanwhile counts as attempted."""
    known = player.history
    return Told(player.token, History(known.attempted, dict(known.acknowledged), dict(known.refused)))


class Evening:
    """The tables of a server."""

    def __init__(self, server: Served, rng: random.Random, tables: int) -> None:
        self.acknowledged = 0
        self._server = server
        self._rng = rng
        self._count = tables
        self._players: dict[str, list[Player]] = {}
        self._playing: dict[str, list[asyncio.Task[None]]] = {}

    async def fill(self) -> None:
        """Opens a new table for each that has finished its game."""
        for room in [room for room in self._playing if self._is_finished(room)]:
            del self._playing[room]
        while len(self._playing) < self._count:
            clock = self._rng.choice([{"mode": "off"}, {"mode": "hard", "bank": 0, "per_ask": 1}])
            options = {"grace": self._rng.choice([0, 0.05]), "bot_pace": 0, "clock": clock}
            room, players = await asyncio.to_thread(open_table, self._server.url, self._rng, options)
            self._players[room] = players
            self._playing[room] = [asyncio.create_task(player.play()) for player in players]

    def broken(self) -> list[str]:
        """The players who stopped for what no player may meet, and what that was."""
        return [
            f"{room}: player {number} stopped: {error!r}"
            for room, tasks in self._playing.items()
            for number, task in enumerate(tasks)
            if task.done() and not task.cancelled() and (error := task.exception()) is not None
        ]

    async def stuck(self) -> list[str]:
        """The tables at which nobody is shown anything new, after a wait that is long enough."""
        before = {room: self._shown(room) for room in self._playing}
        until = time.monotonic() + MOVE_ON_S
        while time.monotonic() < until:
            before = {
                room: shown
                for room, shown in before.items()
                if self._shown(room) <= shown and not self._is_finished(room)
            }
            if not before:
                break
            await asyncio.sleep(0.02)
        return self.broken() + [
            f"{room}: nothing happens after {shown}: {[player.waits_for for player in self._players[room]]}"
            for room, shown in before.items()
        ]

    async def judged(self, store: Store) -> list[str]:
        """What the oracle finds in the journals of all tables so far."""
        found = []
        self.acknowledged = 0
        for room, players in self._players.items():
            witnesses = [told(player) for player in players]
            self.acknowledged += sum(len(witness.history.acknowledged) for witness in witnesses)
            found += [f"{room}: {fault}" for fault in faults(await store.load(RoomCode(room)), witnesses)]
        return found

    async def end(self) -> None:
        """Everybody goes home."""
        await end_tasks([task for tasks in self._playing.values() for task in tasks])

    def _shown(self, room: str) -> int:
        return max(player.history.version for player in self._players[room])

    def _is_finished(self, room: str) -> bool:
        return all(player.is_finished for player in self._players[room])


async def an_evening(
    server: Served,
    store: Callable[[], Store],
    strike: Callable[[], None],
    strikes: int,
    rng: random.Random,
    tables: int,
) -> tuple[list[str], int]:
    """What the oracle finds after so many strikes, and how many commands were acknowledged."""
    evening = Evening(server, rng, tables)
    found: list[str] = []
    reading = store()
    try:
        for _ in range(strikes):
            await evening.fill()
            await asyncio.sleep(rng.uniform(0.1, 0.8))
            await asyncio.to_thread(strike)
            found += evening.broken() + await evening.judged(reading)
            if not found:
                found += await evening.stuck()
            if found:
                break
        else:
            found += evening.broken() + await evening.judged(reading)
    finally:
        await evening.end()
        await reading.close()
    return found, evening.acknowledged
