"""Short runs over real servers: the counts match the rounds played."""

import asyncio
from functools import cache

import pytest

from tools.bench_server.beside import BotTables
from tools.bench_server.cases import Case, Load
from tools.bench_server.figures import Figures
from tools.bench_server.run import run


@cache
def flat_out(game: str) -> Figures:
    """Return the figures of a run with all measurements."""
    return asyncio.run(run(Case(game), Load(2), 1.0, is_profiled=True, is_watched=True))


@pytest.mark.parametrize("game", ["floor", "bare"])
def test_a_run_flat_out_plays_rounds_of_four_seals(game: str) -> None:
    figures = flat_out(game)
    assert bool(figures.parts) == (game == "bare")
    assert figures.rounds_a_second > 0
    assert figures.seals_a_round == 4
    assert 0 < figures.p50 <= figures.p95 <= figures.p99 <= figures.most
    assert figures.missed == 0
    assert figures.update_bytes > 0


def test_a_watched_run_tells_its_longest_pause() -> None:
    figures = asyncio.run(run(Case("bare"), Load(2), 1.0, is_watched=True))
    assert figures.pauses["longest"] >= figures.pauses["longest_work"]


@pytest.mark.slow("several processes are started twice")
def test_paced_run_on_two_processes_plays_a_round_each_interval() -> None:
    # the database needs a millisecond or two for a round, and the system counts in steps of 10 ms
    case, load = Case("adel_verpflichtet", workers=2), Load(12, every=0.5)
    figures = asyncio.run(run(case, load, 4.0, is_killed=True))
    assert figures.rounds + figures.missed == 96
    assert figures.killed is not None
    assert len(figures.processes) >= 3, "the one that starts the others, and those"
    assert figures.database > 0, figures


@pytest.mark.slow("bots play without a pause")
def test_beside_a_run_tables_of_bots_play_game_after_game() -> None:
    load = Load(2, every=0.5, beside=BotTables(2, "normal", 0.0))
    assert str(load) == "2 paced, 2 tables of normal at 0 s beside"
    alone, beside = (asyncio.run(run(Case("edel_stein_reich"), each, 2.0)) for each in (Load(2, every=0.5), load))
    assert alone.rounds + alone.missed == beside.rounds + beside.missed == 8
    assert beside.main > 2 * alone.main, "the bots' rounds cost the server what nobody counts"
