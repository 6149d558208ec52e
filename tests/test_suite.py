"""Result of both lanes: one word tells whether all tests passed."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.shares import reorder_for_processes
from tests.sources import ROOT
from tests.whole import ASKED
from tools import costs
from tools.costs import Case, dear_files, format_costs, list_unexplained, read_record, update_record
from tools.faults import FAULTS
from tools.suite import INTERRUPTED, NONE_FOUND, Lane, main

PASSES = "def test_it() -> None:\n    pass\n"
FAILS = "def test_it() -> None:\n    assert False\n"
BREAKS = "import nothing_of_that_name\n"
HAS_NONE = ""
WORKS = """
import time

import pytest

def test_it() -> None:
    until = time.process_time() + {seconds}
    while time.process_time() < until:
        pass

def test_cheap() -> None:
    pass
"""
STARTS_WHAT_NEVER_ENDS = """
import subprocess
import sys
import time
from pathlib import Path

def test_it() -> None:
    begun = [
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=is_apart).pid
        for is_apart in (False, True)
    ]
    print({lines} * "\\n-", flush=True)
    Path({begun!r}).write_text(" ".join(map(str, begun)))
    time.sleep(600)
"""
LINES = 30_000
"""Lines that a lane's pipe holds, and that take longer to print than a kill takes."""

RUNS_TWO_LANES = """
import sys
from pathlib import Path

from tools.suite import Lane, run

plain = ("-s", "-p", "no:cacheprovider", "-p", "no:xdist")
folders = [Path(sys.argv[1]) / name for name in ("one", "other")]
sys.exit(run((), [Lane(folder.name, (*plain, "--rootdir", str(folder)), (str(folder),)) for folder in folders]))
"""


@pytest.fixture(autouse=True)
def plain_pytest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run of pytest without plug-ins, which would take most of a small test's time."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def a_lane(folder: Path, name: str, source: str) -> Lane:
    """Return a lane with one file of tests, whose costs are measured."""
    (folder / name).mkdir()
    (folder / name / "test_it.py").write_text(source, encoding="utf-8")
    (folder / name / "pytest.ini").write_text("[pytest]\nmarkers = slow(reason): why\n", encoding="utf-8")
    plain = ("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "tests.costs")
    of = ("--rootdir", str(folder / name), "-c", str(folder / name / "pytest.ini"))
    return Lane(name, (*plain, *of), (str(folder / name),))


@pytest.mark.parametrize(
    ("one", "other", "code"),
    [
        (PASSES, HAS_NONE, 0),
        (HAS_NONE, HAS_NONE, NONE_FOUND),
        (PASSES, FAILS, 1),
        (BREAKS, PASSES, 2),
    ],
    ids=["one has no test", "none has a test", "the second fails", "the first breaks"],
)
def test_the_suite_passes_when_no_lane_fails(
    one: str, other: str, code: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    lanes = [a_lane(tmp_path, name, source) for name, source in (("one", one), ("other", other))]
    assert main((), lanes, tmp_path / "costs.json") == code
    said = capfd.readouterr().out
    assert "one     | " in said and "other   | " in said
    # a lane's output on a failed test may be far above: repeat its name, its error and its command
    assert ("failed   " in said) == (code in (1, 2))
    if code == 1:
        assert re.search(r"failed   .*test_it\n +assert False\n +\S*test_it\.py:2: AssertionError\n +again: ", said)
        assert re.search(r"again: SIGNET_DRAWN_SEED=\d+ \.venv/bin/python -m pytest \S*test_it\.py::test_it", said)


def dear(folder: Path, source: str, monkeypatch: pytest.MonkeyPatch, known: dict[str, float]) -> int:
    """Run tests that cost a tenth of a second where a twentieth is allowed."""
    monkeypatch.setattr(costs, "DEAR_S", 0.05)
    (folder / "costs.json").write_text(json.dumps(known), encoding="utf-8")
    return main((), [a_lane(folder, "one", source)], folder / "costs.json")


def test_expensive_new_test_without_a_reason_is_reported_but_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    source = WORKS.format(seconds=0.1)
    assert dear(tmp_path, source, monkeypatch, {}) == 0
    said = capfd.readouterr().out
    assert "dear     test_it.py::test_it: 0.1 s" in said and "test_cheap:" not in said
    assert re.search(r"processor seconds, 0\.\d|processor seconds, \d+ in all", said)


def test_one_that_says_why_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a").mkdir()
    source = WORKS.format(seconds=0.1)
    with_reason = source.replace("def test_it", '@pytest.mark.slow("it counts to a million")\ndef test_it')
    assert dear(tmp_path / "a", with_reason, monkeypatch, {}) == 0
    assert "dear  " not in capfd.readouterr().out


def test_expensive_test_limit_allows_for_chance_and_machine_speed() -> None:
    known = {"cheap": 0.5, "dear": 3.5} | dict.fromkeys("abcde", 1.0)
    usual = [a_case(each, 1.0) for each in "abcde"]
    cases = [a_case("cheap", 3.4), a_case("dear", 3.1), a_case("new", 3.1)]
    assert [case.node for case in list_unexplained([*usual, *cases], known)] == ["dear", "new"]
    assert [case.node for case in list_unexplained([*usual, a_case("cheap", 3.6)], known)] == ["cheap"]
    slow = [a_case(each, 2.0) for each in "abcde"]
    assert list_unexplained([*slow, a_case("cheap", 6.9), a_case("dear", 5.9), a_case("new", 5.9)], known) == []
    assert [case.node for case in list_unexplained([*slow, a_case("new", 6.1)], known)] == ["new"]


def test_sums_are_told_by_folder_and_no_deeper() -> None:
    cases = [
        a_case(f"tests/{each}.py::test_it[a/b]", 1.0) for each in ("test_a", "test_b", "web/test_c", "web/d/test_e")
    ]
    assert "2.0  tests (2)" in format_costs(cases)
    assert "2.0  tests/web (2)" in format_costs(cases)


def a_case(node: str, seconds: float, duration: float = 0.0) -> Case:
    return Case(node, node, seconds, duration, error="", reason="")


def test_the_record_follows_what_tests_cost_and_no_chance(tmp_path: Path) -> None:
    record = tmp_path / "costs.json"
    update_record([a_case("new", 0.9), a_case("cheap", 0.05), a_case("near", 0.12), a_case("waits", 0.05, 6.0)], record)
    assert read_record(record) == {"new": 0.9, "near": 0.12, "waits": 0.6}
    update_record([a_case("new", 0.7), a_case("near", 0.09), a_case("waits", 0.3)], record)
    assert read_record(record) == {"new": 0.9, "near": 0.12, "waits": 0.3}
    update_record([a_case("new", 2.04), a_case("near", 0.05)], record)
    assert read_record(record) == {"new": 2.04}


def test_a_file_is_dear_by_all_of_its_tests() -> None:
    assert dear_files({"a.py::one": 2.0, "a.py::other[x::y]": 1.5, "b.py::one": 2.0}) == {"a.py": 3.5}


def is_running(number: int) -> bool:
    status = Path(f"/proc/{number}/stat")
    return status.exists() and status.read_text("utf-8").rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_whoever_ends_the_run_leaves_no_process_behind(by: signal.Signals, tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        source = STARTS_WHAT_NEVER_ENDS.format(begun=str(tmp_path / name / "begun"), lines=LINES * (name == "one"))
        (tmp_path / name / "test_it.py").write_text(source, encoding="utf-8")
    run = subprocess.Popen(
        (sys.executable, "-c", RUNS_TWO_LANES, str(tmp_path)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    files = [tmp_path / name / "begun" for name in ("one", "other")]
    while not all(file.exists() and file.read_text("utf-8") for file in files):
        assert run.poll() is None
        time.sleep(0.05)
    begun = [int(number) for file in files for number in file.read_text("utf-8").split()]
    run.send_signal(by)
    said, _ = run.communicate()
    assert run.returncode == INTERRUPTED
    assert said[-40:].endswith("\nended before all tests have run\n")
    assert (said.count("\none     | -"), said.count("Traceback")) == (LINES, 0)
    assert [number for number in begun if is_running(number)] == []


def test_fault_run_uses_full_counts_for_tests_reduced_daily() -> None:
    files = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py")}
    asking = {
        file for file, text in files.items() if re.search(r"^from tests\.whole import .*\b(whole|WHOLE)\b", text, re.M)
    }
    of_pages = {file for file in asking if file.startswith("tests/browser/")}
    whole = {name for fault in FAULTS if fault.counts.get(ASKED) for name in fault.tests}
    # tools/faults.py names the file without tests
    assert asking - of_pages - whole == {"tests/engine/haste.py"}
    assert of_pages and {"tests/browser", "tests/engine/test_judging.py"} <= whole


@pytest.mark.parametrize("processes", [1, 2, 3, 7])
@pytest.mark.parametrize("names", ["", "a1 b1", "a1 a! b1 b! b! c1 c! d1 d2", "a! a! b! c! d!", "a! b1 b2 b3 b4 b5 c!"])
def test_each_process_begins_with_its_share_of_what_takes_long(names: str, processes: int) -> None:
    items = list(enumerate(names.split()))
    ordered = reorder_for_processes(items, lambda item: item[1].endswith("!"), lambda item: item[1][0], processes)
    assert sorted(ordered) == items
    first = len(items) // processes
    long = [name[0] for _, name in items if name.endswith("!")]
    begin = [name for _, name in ordered[:first]]
    # of the long files: the first and every n-th one after it, as many as fit
    mine = [name for name in long if sorted(set(long)).index(name) % processes == 0]
    assert begin[: len(mine)] == [f"{name}!" for name in mine][:first]
    assert not any(name.endswith("!") for name in begin[len(mine) :])
