"""One run: a new server over an empty database, one load, and its figures."""

import time
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx2

from tools.bench_server.beside import begin_bot_games, playing_on
from tools.bench_server.cases import FLOOR, Case, Load
from tools.bench_server.figures import Figures, quantile
from tools.bench_server.loads import come_back, measure_recovery, run_flat_out, run_paced, some_at_once, warm
from tools.bench_server.process import Meter, memory_kb, tree
from tools.bench_server.profiles import a_round, read, whole_spans
from tools.bench_server.servers.loop_watch import FOLDER as PAUSES
from tools.bench_server.servers.sampler import FOLDER as SAMPLES

COME_BACK = 40
"""Number of tables at which a seat reconnects."""

KEPT_S = 2.0
"""Seconds that a client keeps an idle connection."""

SETTINGS = {"SIGNET_LIMIT_CONNECTIONS": "100000"}
"""Settings of every server: thousands of tables need so many connections."""


async def run(
    case: Case,
    load: Load,
    seconds: float,
    *,
    is_killed: bool = False,
    is_profiled: bool = False,
    is_watched: bool = False,
) -> Figures:
    """Return the figures of one run.

    ``is_killed``: the server is killed and started again at the end. ``is_profiled``: its main thread is profiled.
    ``is_watched``: the pauses of its event loop are measured."""
    async with AsyncExitStack() as stack:
        samples, pauses = (Path(stack.enter_context(TemporaryDirectory(prefix="bench-server-"))) for _ in range(2))
        looks = ((SAMPLES, samples, is_profiled), (PAUSES, pauses, is_watched))
        watched = {name: str(folder) for name, folder, is_on in looks if is_on}
        running = stack.enter_context(case.run_server(SETTINGS | watched))
        server = running.server
        limits = httpx2.Limits(keepalive_expiry=KEPT_S)
        client = httpx2.AsyncClient(base_url=running.url, timeout=60, limits=limits)
        await stack.enter_async_context(client)
        pids = tree(server.pid)
        empty = memory_kb(pids)
        # the floor has no bots
        bots = await begin_bot_games(client, case.game, load.beside) if case.game != FLOOR else []
        stack.enter_context(playing_on(client, bots))
        tables = await some_at_once(partial(case.table, running.url, client), load.rooms)
        try:
            idle = memory_kb(pids) - empty
            await warm(tables)
            sampled, meter, since = read(samples), Meter(pids, running.database), time.monotonic()
            tally = await (
                run_flat_out(tables, seconds) if load.every is None else run_paced(tables, seconds, load.every)
            )
            spent, parts = meter.spent(), a_round(sampled, read(samples), tally.rounds)
            playing = memory_kb(pids) - empty
            paused = await whole_spans(pauses, since) if is_watched and case.game != FLOOR else {}
            back, size = await come_back(tables[:COME_BACK])
            killed = await measure_recovery(server, tables) if is_killed and case.game != FLOOR else None
        finally:
            for table in tables:
                table.close()
    late, rounds, seats = sorted(tally.latency), tally.rounds, 4 * load.rooms
    return Figures(
        rounds=rounds,
        rounds_a_second=rounds / tally.seconds,
        seals_a_round=tally.seals / rounds,
        main=1000 * spent.main / rounds,
        others=1000 * (spent.server - spent.main) / rounds,
        database=1000 * spent.database / rounds,
        driver=1000 * spent.driver / rounds,
        p50=quantile(late, 50),
        p95=quantile(late, 95),
        p99=quantile(late, 99),
        most=late[-1],
        missed=tally.missed,
        update_bytes=tally.update_bytes / tally.updates,
        round_bytes=(tally.update_bytes + tally.answer_bytes) / (4 * rounds),
        idle_kb=idle / seats,
        playing_kb=playing / seats,
        back_ms=back,
        back_bytes=size,
        load=spent.load,
        processes=tuple(1000 * each / rounds for each in spent.processes) if len(pids) > 1 else (),
        parts=parts,
        pauses=paused,
        killed=killed,
    )
