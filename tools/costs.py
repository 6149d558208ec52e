"""Costs of the tests, by the reports of a run.

Sums by folder, the dearest tests, and the record for ``make quick``."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
RECORD = ROOT / "tests" / "costs.json"
"""Recorded costs by test name, of tests that cost more than a moment.

Every whole run updates it."""

COST, NODE, REASON = "processor_s", "node", "reason"
"""Property names of a test's report: cost, name for pytest, reason to be dear."""

QUICK_S = 0.1
"""Maximum cost in seconds of a test of ``make quick``."""

DEAR_S = 3.0
"""Maximum cost in seconds of a test without a reason."""

STEADY = 1.5
"""Factor of tolerance: a smaller difference leaves the recorded cost unchanged."""

DEAREST = 10

FAILED, LONGEST_ERROR = "failed", 300
"""Error without a message, and the most characters of an error's line."""


@dataclass(frozen=True)
class Case:
    """One test of a run."""

    name: str
    node: str
    """Name for pytest; empty for a test that did not begin."""
    seconds: float
    """Processor seconds."""
    duration: float
    """Seconds from begin to end."""
    error: str
    """Error and its place in two lines; empty for a test that passed."""
    reason: str
    """Reason why it may be dear."""

    @property
    def cost(self) -> float:
        """Processor seconds, or a tenth of the duration if that is more.

        A test that waits holds up others."""
        return max(self.seconds, self.duration / 10)


def read_report(report: Path) -> list[Case]:
    """List the tests of a JUnit report."""
    cases = []
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314 - pytest wrote it a moment ago
        of = {each.get("name"): each.get("value", "") for each in case.iter("property")}
        errors = [_read_error(part) for part in case if part.tag in ("failure", "error")]
        name = f"{case.get('classname')}::{case.get('name')}"
        seconds, duration = float(of.get(COST, "0")), float(case.get("time", "0"))
        cases.append(Case(name, of.get(NODE, ""), seconds, duration, "".join(errors[:1]), of.get(REASON, "")))
    return cases


def _read_error(failure: ElementTree.Element) -> str:
    """Return the first line of a failure's message, and the last line of its text.

    The latter tells file, line and type."""
    (message, *_), (*_, place) = (failure.get("message") or FAILED).splitlines(), (failure.text or FAILED).splitlines()
    return f"{message[:LONGEST_ERROR]}\n{place[:LONGEST_ERROR]}"


def read_record(path: Path = RECORD) -> dict[str, float]:
    """Read the recorded costs in seconds, by test; empty where none was written."""
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def dear_files(record: Mapping[str, float]) -> dict[str, float]:
    """Return the costs of the test files that cost more than one test may."""
    sums: dict[str, float] = defaultdict(float)
    for node, seconds in record.items():
        sums[node.partition("::")[0]] += seconds
    return {file: seconds for file, seconds in sums.items() if seconds > DEAR_S}


def update_record(cases: Iterable[Case], path: Path = RECORD) -> None:
    """Write the costs of a whole run.

    A recorded cost stays unless it has changed by more than chance."""
    known, costs = read_record(path), {}
    for case in cases:
        kept = known.get(case.node, 0.0)
        is_steady = kept / STEADY < case.cost < kept * STEADY if kept else case.cost <= QUICK_S
        cost = kept if is_steady else round(case.cost, 2)
        if case.node and cost > QUICK_S:
            costs[case.node] = cost
    path.write_text(json.dumps(costs, indent=0, sort_keys=True, ensure_ascii=False) + "\n", "utf-8")


def list_unexplained(cases: Sequence[Case], record: Mapping[str, float]) -> list[Case]:
    """List the tests that cost too much without a reason.

    These are tests without a record, tests whose record is too high as well, and tests that have become dearer by as
    much. A single measurement of the others may be chance."""
    allowed = {node: cost + DEAR_S for node, cost in record.items() if cost <= DEAR_S}
    pace = slowness(cases, record)
    return [case for case in cases if case.seconds / pace > allowed.get(case.node, DEAR_S) and not case.reason]


def slowness(cases: Iterable[Case], record: Mapping[str, float]) -> float:
    """Return the median factor by which tests cost more than their record; at least 1."""
    ratios = [case.cost / record[case.node] for case in cases if case.node in record]
    return max(1.0, median(ratios)) if ratios else 1.0


def format_costs(cases: Iterable[Case]) -> str:
    """Format the processor seconds by folder, dearest first, and the dearest tests."""
    sums: dict[str, list[float]] = defaultdict(list)
    for case in cases:
        folder = Path(case.node.partition("::")[0]).parent
        sums["/".join(folder.parts[:2]) if case.node else "not begun"].append(case.seconds)
    folders = sorted(sums.items(), key=lambda each: -sum(each[1]))
    dearest = sorted(cases, key=lambda case: -case.seconds)[:DEAREST]
    return "\n".join(
        (
            f"processor seconds, {sum(case.seconds for case in cases):.0f} in all:",
            *(f"{sum(costs):8.1f}  {folder} ({len(costs)})" for folder, costs in folders),
            f"the {len(dearest)} dearest:",
            *(f"{case.seconds:8.1f}  {case.node}" for case in dearest),
        )
    )
