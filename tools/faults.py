"""The fault tests with the whole number of faults: ``python -m tools.faults``, or ``make faults``.

Runs each in turn, with figures; says at the end which held. The numbers can be set beforehand in the environment."""

import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FIGURES = re.compile(r"^INFO +tests\.\S+ (.*)$", re.MULTILINE)
COUNTED = re.compile(r"^=* *(\d+ (?:passed|failed)[^=]*?) *=*$", re.MULTILINE)


@dataclass(frozen=True)
class Fault:
    """One kind of fault, and the tests that bring it about."""

    name: str
    tests: tuple[str, ...]
    counts: dict[str, str]


PAGES = tuple(
    f"tests/browser/test_{each}.py"
    for each in (
        "adel_look",
        "app",
        "dock",
        "edel_game",
        "faults",
        "film",
        "first_minutes",
        "flights",
        "game",
        "home",
        "hostile_text",
        "invitation",
        "keys_game",
        "lesson",
        "mirror",
        "motion",
        "otherwise",
        "places_stay",
        "replay",
        "reveal",
        "scene",
        "story",
        "tree_game",
    )
)
"""Those that play or look longer with ``SIGNET_WHOLE_PAGES``."""

LOOKS = tuple(
    f"tests/browser/test_{each}.py" for each in ("access", "dock", "mirror", "motion", "otherwise", "words_fit", "zoom")
)
"""Those that look at more pages, in more languages, sizes and schemes, with ``SIGNET_EVERY_LOOK``."""

LOOKED_AT = tuple(f"tests/browser/test_{each}.py" for each in ("access", "talk", "invitation"))

WHOLE = (
    "tests/abuse/test_arrivals.py",
    "tests/abuse/test_cached_pages.py",
    "tests/abuse/test_looking_back.py",
    "tests/console/test_demo.py",
    "tests/dummy/test_throws.py",
    "tests/engine/adel_verpflichtet/test_model.py",
    "tests/engine/adel_verpflichtet/test_reading.py",
    "tests/engine/adel_verpflichtet/test_strong.py",
    "tests/engine/test_adel_properties.py",
    "tests/engine/test_bots.py",
    "tests/engine/test_command_line.py",
    "tests/engine/test_course.py",
    "tests/engine/test_game_contract.py",
    "tests/engine/test_hidden_information.py",
    "tests/engine/test_judging.py",
    "tests/engine/test_orders.py",
    "tests/engine/test_state_check.py",
    "tests/journal/test_interleavings.py",
    "tests/live/test_bots.py",
    "tests/notifications/test_secrecy.py",
    "tests/records/test_check_record.py",
    "tests/rooms/test_any_evening.py",
    "tests/rooms/test_fold.py",
    "tests/rooms/test_mirror.py",
    "tests/rooms/test_orders.py",
    "tests/secrecy/test_canaries.py",
    "tests/secrecy/test_delayed.py",
    "tests/test_cli.py",
    "tests/web/http/test_uploads.py",
    "tests/web/html/test_edel_regions.py",
    "tests/web/html/test_region_keys.py",
    "tests/web/replay/test_catch_up.py",
    "tests/web/replay/test_films.py",
    "tests/web/replay/test_otherwise.py",
    "tests/web/routes/test_otherwise.py",
    "tests/web/routes/test_replay.py",
    "tests/web/routes/test_room_files.py",
    "tests/web/service/test_file_reader.py",
    "tests/web/sockets/test_browser_feed.py",
    "tests/web/sockets/test_delta_feed.py",
    "tests/web/sockets/test_first_message.py",
    "tests/web/test_anything.py",
    "tests/web/test_canaries.py",
    "tests/web/test_loop.py",
    "tests/web/test_otherwise_loop.py",
)
"""Those that ask ``tests/whole.py`` how much they are to try."""

FAULTS = (
    Fault("one process killed", ("tests/faults/test_kill.py",), {"SIGNET_KILLS": "100"}),
    Fault(
        "one of four processes killed, Postgres restarted",
        ("tests/faults/test_workers.py",),
        {"SIGNET_WORKER_KILLS": "100", "SIGNET_POSTGRES_RESTARTS": "10", "SIGNET_FAULT_WORKERS": "4"},
    ),
    Fault("processes replaced and renewed", ("tests/faults/test_supervision.py", "tests/faults/test_oracle.py"), {}),
    Fault("power cut", ("tests/faults/test_power_cut.py",), {"POWER_CUTS": "50"}),
    Fault("hints lost, doubled, stale", ("tests/live/test_following.py", "tests/journal/test_peers.py"), {}),
    Fault("everything, simulated", ("tests/faults/test_simulation.py",), {"SIGNET_SIMULATIONS": "2000"}),
    Fault("wrong frames and messages", ("tests/faults/test_frames.py",), {"SIGNET_FRAMES": "100000"}),
    Fault(
        "generated requests",
        ("tests/web/test_schemathesis.py", "tests/web/test_anything.py"),
        {"SIGNET_EXAMPLES": "60"},
    ),
    Fault("a long evening", ("tests/faults/test_soak.py",), {"SIGNET_SOAK_S": "600", "SIGNET_SOAK_CLIENTS": "300"}),
    Fault(
        "crowds that only take",
        ("tests/faults/test_crowds.py",),
        {"SIGNET_SLOW_READERS": "50", "SIGNET_FLOODS": "16", "SIGNET_HALF_REQUESTS": "1000"},
    ),
    Fault(
        "all back after a restart",
        ("tests/faults/test_return.py",),
        {"SIGNET_RETURNING_CLIENTS": "2000", "SIGNET_RETURN_ROOMS": "400"},
    ),
    Fault("everybody seals at once", ("tests/faults/test_seals.py",), {"SIGNET_SEAL_ROUNDS": "1000"}),
    Fault("bad lines", ("tests/faults/test_lines.py",), {"SIGNET_LINE_COMMANDS": "500"}),
    Fault("twin tables", ("tests/secrecy/test_non_interference.py",), {"SIGNET_TWINS": "36"}),
    Fault("hostile words", ("tests/abuse",), {"SIGNET_HOSTILE_ROOMS": "87"}),
    Fault("many games restored", ("tests/faults/test_many_games.py",), {"SIGNET_RESTORED_GAMES": "1000"}),
    Fault("an evening of friends", ("tests/proxied/test_evening.py",), {"SIGNET_EVENING_GAMES": "5"}),
    Fault("whole games by programs", ("tests/web/test_whole_games.py",), {"SIGNET_EVERY_TABLE": "1"}),
    Fault(
        "whole games on pages",
        ("-p", "playwright", "-m", "browser", *PAGES),
        {"SIGNET_WHOLE_PAGES": "1"},
    ),
    Fault(
        "every look",
        ("-p", "playwright", "-m", "browser", *LOOKED_AT),
        ("-p", "playwright", "-m", "browser", *LOOKS),
        {"SIGNET_EVERY_LOOK": "1"},
    ),
    Fault("what is drawn by chance, the whole number of it", WHOLE, {"SIGNET_WHOLE_NUMBERS": "1"}),
    Fault("connections lost", ("tests/journal/test_postgres.py", "tests/live/test_crashes.py"), {}),
)


def run(fault: Fault) -> bool:
    """Runs the tests of one fault and prints what came of it; whether all held."""
    begun = time.monotonic()
    command = (sys.executable, "-m", "pytest", "-q", "--log-cli-level=INFO", *fault.tests)
    done = subprocess.run(
        command, cwd=ROOT, env=fault.counts | dict(os.environ), capture_output=True, text=True, check=False
    )
    held = done.returncode == 0
    summary = COUNTED.findall(done.stdout)
    print(f"{'held' if held else 'FAILED':7} {fault.name}: {summary[-1] if summary else 'no test ran'}", flush=True)
    for figures in FIGURES.findall(done.stdout):
        print(f"        {figures}")
    if not held:
        print(done.stdout[-8000:], done.stderr[-2000:])
    print(f"        {time.monotonic() - begun:.0f} s", flush=True)
    return held


def main() -> int:
    """Runs them all."""
    held = [run(fault) for fault in FAULTS]
    print(f"{sum(held)} of {len(held)} held.")
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
