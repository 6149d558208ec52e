"""Whoever runs both lanes is told by one word whether all tests passed."""

from pathlib import Path

import pytest

from tests.shares import in_shares
from tests.sources import ROOT
from tools.faults import WHOLE
from tools.suite import NONE_FOUND, Lane, main

PASSES = "def test_it() -> None:\n    pass\n"
FAILS = "def test_it() -> None:\n    assert False\n"
BREAKS = "import nothing_of_that_name\n"
HAS_NONE = ""


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
    one: str,
    other: str,
    code: int,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # a test of one line needs none of them, and they take most of its time
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    lanes = []
    for name, source in (("one", one), ("other", other)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "test_it.py").write_text(source, encoding="utf-8")
        lanes.append(Lane(name, ("-p", "no:cacheprovider", "-p", "no:xdist", "--rootdir", str(folder)), (str(folder),)))
    assert main((), lanes) == code
    said = capfd.readouterr().out
    assert "one     | " in said and "other   | " in said
    assert said.count("test_it::test_it") >= (one is PASSES) + (other is PASSES)
    # what a lane said of a test that failed may be far above
    assert ("failed   " in said.splitlines()[-1]) == (code in (1, 2))


def test_whatever_tries_less_every_day_is_tried_whole_by_the_fault_run() -> None:
    asking = {path for path in (ROOT / "tests").rglob("*.py") if "tests.whole import" in path.read_text("utf-8")}
    assert {path.relative_to(ROOT).as_posix() for path in asking - {Path(__file__)}} == set(WHOLE)


@pytest.mark.parametrize("processes", [1, 2, 3, 7])
@pytest.mark.parametrize("names", ["", "a1 b1", "a1 a! b1 b! b! c1 c! d1 d2", "a! a! b! c! d!", "a! b1 b2 b3 b4 b5 c!"])
def test_each_process_begins_with_its_share_of_what_takes_long(names: str, processes: int) -> None:
    items = list(enumerate(names.split()))
    ordered = in_shares(items, lambda item: item[1].endswith("!"), lambda item: item[1][0], processes)
    assert sorted(ordered) == items
    first = len(items) // processes
    long = [name[0] for _, name in items if name.endswith("!")]
    begin = [name for _, name in ordered[:first]]
    # of the files that take long: the first and every so-manieth one after it, as many as fit
    mine = [name for name in long if sorted(set(long)).index(name) % processes == 0]
    assert begin[: len(mine)] == [f"{name}!" for name in mine][:first]
    assert not any(name.endswith("!") for name in begin[len(mine) :])
