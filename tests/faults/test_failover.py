"""Primary killed amid play, its standby promoted: two servers of Signet play on.

With a synchronous standby no acknowledged command is lost. With an asynchronous one the oracle sees the loss."""

import asyncio
import logging
import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from app.journal.sql.store import SqlStore
from app.rooms.model.ids import RoomCode
from app.tasks import end_tasks
from tests.faults.evening import snapshot
from tests.faults.oracle import find_faults
from tests.faults.players import Player, open_table
from tests.postgres import Postgres, postgres_server, postgres_standby
from tests.seeds import choose_seed
from tools.served import Served

FAILOVERS = int(os.environ.get("SIGNET_FAILOVERS", "1"))
SEED = choose_seed()
TABLES = 4
SEVERED_S = 6.0
"""Longer than the timeout of a statement.

That must not turn a commit that the standby has not confirmed into an acknowledged one."""
SEALS = 5
"""Commands acknowledged to each player before."""
PATIENCE_S = 240.0
SYNCHRONOUS = ("synchronous_standby_names=*",)

log = logging.getLogger(__name__)

pytestmark = [
    pytest.mark.fault,
    pytest.mark.asyncio,
    pytest.mark.slow("whole games are played on two servers and two Postgres"),
]


@dataclass
class Site:
    """Two servers of Signet, as on two machines, over a primary and its standby."""

    primary: Postgres
    standby: Postgres
    servers: list[Served]
    tables: dict[str, list[Player]] = field(default_factory=dict)

    def open_tables(self, rng: random.Random) -> None:
        """Open tables whose seats are at one server and the other by turns."""
        for number in range(TABLES):
            here, there = self.servers[number % 2], self.servers[1 - number % 2]
            clock = rng.choice([{"mode": "off"}, {"mode": "hard", "bank": 0, "per_ask": 1}])
            room, players = open_table(here.url, rng, {"grace": 0.05, "bot_pace": 0, "clock": clock})
            self.tables[room] = [
                player if seat % 2 else Player(there.url, room, player.token, random.Random(rng.random()))
                for seat, player in enumerate(players)
            ]

    @property
    def players(self) -> list[Player]:
        """All players."""
        return [player for players in self.tables.values() for player in players]

    async def judge(self) -> list[str]:
        """Return the oracle's findings in the journals of all tables."""
        known = {room: [snapshot(player) for player in players] for room, players in self.tables.items()}
        store = await asyncio.to_thread(SqlStore, self.servers[0].database)
        try:
            return [
                f"{room}: {fault}"
                for room, witnesses in known.items()
                for fault in find_faults(await store.load(RoomCode(room)), witnesses)
            ]
        finally:
            await store.close()


@contextmanager
def run_site(data: Path, settings: tuple[str, ...]) -> Iterator[Site]:
    """Start all four servers; ``settings`` are the primary's."""
    with ExitStack() as stack:
        primary = stack.enter_context(postgres_server(settings))
        standby = stack.enter_context(postgres_standby(primary))
        hosts = f"127.0.0.1:{primary.port},127.0.0.1:{standby.port}"
        url = f"postgresql://app@{hosts}/postgres?target_session_attrs=read-write"
        servers = []
        for name in ("one", "two"):
            folder = data / name
            folder.mkdir(parents=True)
            servers.append(Served(folder, {"SIGNET_DATABASE_URL": url}))
            servers[-1].start()
            stack.callback(servers[-1].stop)
        try:
            yield Site(primary, standby, servers)
        except BaseException as error:
            for each in servers:
                error.add_note(f"A server's log ends with:\n{each.log[-3000:]}")
            raise


async def wait_for_all(players: Sequence[Player], has: Callable[[Player], bool], patience_s: float) -> list[str]:
    """Return the players who neither come to that state in time nor end their game."""
    until = time.monotonic() + patience_s
    waiting = list(players)
    while waiting and time.monotonic() < until:
        await asyncio.sleep(0.01)
        waiting = [player for player in waiting if not (player.is_finished or has(player))]
    return [player.waits_for for player in waiting]


async def fail_over(data: Path, settings: tuple[str, ...], severed_s: float, *, is_to_end: bool) -> list[str]:
    """Return what is wrong after the primary died and its standby was promoted.

    ``severed_s``: the seconds before in which the standby hears nothing."""
    with run_site(data, settings) as site:
        await asyncio.to_thread(site.open_tables, random.Random(SEED))
        playing = [asyncio.create_task(player.play()) for player in site.players]
        try:
            found = await wait_for_all(
                site.players, lambda player: len(player.history.acknowledged) >= SEALS, PATIENCE_S
            )
            if severed_s:
                await asyncio.to_thread(site.primary.pause_senders)
                await asyncio.sleep(severed_s)
            await asyncio.to_thread(site.primary.kill)
            before = {player: player.history.version for player in site.players}
            died_at = time.monotonic()
            await asyncio.to_thread(site.standby.promote)
            promoted_at = time.monotonic()
            found += await site.judge()
            if found:
                return found
            found += await wait_for_all(
                site.players, lambda player: player.history.version > before[player], PATIENCE_S
            )
            back_at = time.monotonic()
            if is_to_end:
                found += await wait_for_all(site.players, lambda player: player.is_finished, PATIENCE_S)
            found += [repr(error) for task in playing if task.done() and (error := task.exception())]
            found += await site.judge()
        finally:
            await end_tasks(playing)
        log.info(
            f"promoted {promoted_at - died_at:.1f} s after the death, all {len(before)} players back "
            f"{back_at - promoted_at:.1f} s later, {len(found)} faults, "
            f"SIGNET_SEED={SEED}"
        )
        return found


async def test_promoted_standby_has_every_acknowledged_command(tmp_path: Path) -> None:
    for number in range(FAILOVERS):
        folder = tmp_path / str(number)
        assert await fail_over(folder, SYNCHRONOUS, 0, is_to_end=True) == [], f"SIGNET_SEED={SEED}"


async def test_commit_that_the_standby_missed_is_not_acknowledged(tmp_path: Path) -> None:
    assert await fail_over(tmp_path, SYNCHRONOUS, SEVERED_S, is_to_end=False) == [], f"SIGNET_SEED={SEED}"


async def test_asynchronous_standby_loses_acknowledged_commands(tmp_path: Path) -> None:
    found = await fail_over(tmp_path, (), 1.0, is_to_end=False)
    assert any("is gone" in fault for fault in found), found
