"""Profiles: each part of the program gets the time that it spends."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.bench_server.test_figures import RUN
from tests.sources import python_files, to_project_path
from tools.bench_server.figures import line, medians
from tools.bench_server.profiles import a_round, read, read_pauses, table
from tools.bench_server.servers.loop_watch import LONG_MS, LoopWatch
from tools.bench_server.servers.sampler import COMMANDS, HOST, JOURNAL, LOOP, PARTS, RULES, SOCKETS, VIEWS, part

LIB = "/usr/lib/python3/site-packages"


@pytest.mark.parametrize(
    ("calls", "found"),
    [
        (["app/web/sockets/program_feed.py", "app/web/sockets/connection.py", "app/main.py"], VIEWS),
        (
            [
                "engine/core/plain.py",
                "app/rooms/model/room.py",
                "app/rooms/views/view.py",
                "app/web/messages/answers.py",
            ],
            VIEWS,
        ),
        (["engine/core/plain.py", "app/rooms/play/fold.py", "app/live/host/host.py"], RULES),
        (["app/rooms/player/view.py", "app/rooms/views/view.py"], VIEWS),
        (["<string>", "app/rooms/play/fold.py", "app/live/host/host.py"], RULES),
        (["app/journal/codec.py", "app/live/host/batch.py"], JOURNAL),
        (["app/live/host/inbox.py", "app/web/service/command_service.py"], HOST),
        (["app/web/messages/parse.py", "app/web/sockets/connection.py"], COMMANDS),
        ([f"{LIB}/websockets/frames.py", "app/web/server/uvicorn_guard.py", "app/cli.py"], SOCKETS),
        ([f"{LIB}/starlette/websockets.py", f"{LIB}/uvicorn/server.py", "app/cli.py"], SOCKETS),
        (["/usr/lib/python3/asyncio/runners.py", f"{LIB}/uvicorn/server.py", "app/cli.py", "app/__main__.py"], LOOP),
        ([], LOOP),
    ],
)
def test_profile_assigns_calls_to_innermost_part_and_views_to_views(calls: list[str], found: str) -> None:
    assert part([call if call[0] in "/<" else f"/checkout/{call}" for call in calls], "/checkout") == found


def test_every_part_has_files_in_the_program() -> None:
    paths = [to_project_path(path) for path in python_files("app")]
    for beginning, name in PARTS:
        assert any(path.startswith(beginning) for path in paths), (beginning, name)


def test_seconds_of_all_processes_become_microseconds_a_round(tmp_path: Path) -> None:
    for pid, spent in ((1, {VIEWS: 1.0, HOST: 0.25}), (2, {VIEWS: 2.0})):
        (tmp_path / f"{pid}.json").write_text(json.dumps(spent), encoding="utf-8")
    now = read(tmp_path)
    assert now == {VIEWS: 3.0, HOST: 0.25}
    assert list(a_round({VIEWS: 1.0}, now, 1_000).items()) == [(VIEWS, 2_000.0), (HOST, 250.0)]


def test_runs_stand_side_by_side() -> None:
    one, two = (replace(RUN, parts=parts) for parts in ({VIEWS: 30.0, HOST: 10.0}, {HOST: 5.0}))
    assert table([("one", one), ("two", two)]).splitlines()[2:] == [
        "| views | 30 (75 %) | 0 (0 %) |",
        "| host | 10 (25 %) | 5 (100 %) |",
        "| together | 40 | 5 |",
    ]


def test_loop_watch_counts_as_work_only_time_the_thread_worked() -> None:
    watch = LoopWatch()
    for late, worked in ((0.2, 4.0), (LONG_MS + 10, 3.0), (LONG_MS + 20, LONG_MS + 22), (1.0, 0.5)):
        watch.saw(late, worked)
    assert (watch.longest, watch.longest_work) == (LONG_MS + 20, LONG_MS + 20)
    assert (watch.long, watch.long_work) == (2, 1)


def test_run_reports_longest_pause_since_load_began_over_all_processes(tmp_path: Path) -> None:
    spans = (("1", 8.0, 400.0), ("1", 12.0, 7.0), ("2", 10.0, 61.0), ("2", 10.5, 53.0))
    for name, began, longest in spans:
        found = {
            "began": began,
            "longest": longest,
            "longest_work": 5.0,
            "longest_collection": 1.0,
            "long": longest > 50,
            "long_work": 0,
        }
        with (tmp_path / f"{name}.jsonl").open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(found) + "\n")
    run = replace(RUN, pauses=read_pauses(tmp_path, 10.0))
    said = line("bare", "50 flat out", medians([RUN, run, RUN]))
    assert "longest pause 61 ms, 5 by its own work, 1 by the collector; over 50 ms 2, 0 by its own work" in said
    assert "pause" not in line("bare", "50 flat out", RUN)
