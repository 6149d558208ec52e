"""What the tests cost, by the reports of a run: the sums by folder, the dearest, and the record for ``make quick``."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
RECORD = ROOT / "tests" / "costs.json"
"""What each test costs that costs more than a moment, by its name. Every whole run brings it up to date."""

COST, NODE, REASON = "processor_s", "node", "reason"
"""Properties of a test's report: what it cost, its name for pytest, and why it may be dear."""

QUICK_S = 0.1
"""The most that a test of ``make quick`` costs."""

DEAR_S = 3.0
"""The most that a test costs without a reason beside it."""

STEADY = 1.5
"""A cost that differs by less than this factor from the recorded one stays as it was."""

DEAREST = 10


@dataclass(frozen=True)
class Case:
    """One test as it ran."""

    name: str
    node: str
    """Its name for pytest; empty for one that did not begin."""
    seconds: float
    """Of the processor."""
    duration: float
    """Seconds from its beginning to its end."""
    is_failed: bool
    reason: str
    """Why it may be dear."""

    @property
    def cost(self) -> float:
        """Its processor seconds, or a tenth of its duration if that is more: whoever waits keeps others waiting."""
        return max(self.seconds, self.duration / 10)


def read_report(report: Path) -> list[Case]:
    """List the tests of a JUnit report."""
    cases = []
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314 - pytest wrote it a moment ago
        of = {each.get("name"): each.get("value", "") for each in case.iter("property")}
        is_failed = any(part.tag in ("failure", "error") for part in case)
        name = f"{case.get('classname')}::{case.get('name')}"
        seconds, duration = float(of.get(COST, "0")), float(case.get("time", "0"))
        cases.append(Case(name, of.get(NODE, ""), seconds, duration, is_failed, of.get(REASON, "")))
    return cases


def read_record(path: Path = RECORD) -> dict[str, float]:
    """Read the recorded costs in seconds, by test; empty where none was written."""
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def dear_files(record: Mapping[str, float]) -> dict[str, float]:
    """Return what the files of tests cost that cost more than one test may."""
    sums: dict[str, float] = defaultdict(float)
    for node, seconds in record.items():
        sums[node.partition("::")[0]] += seconds
    return {file: seconds for file, seconds in sums.items() if seconds > DEAR_S}


def update_record(cases: Iterable[Case], path: Path = RECORD) -> None:
    """Write the costs of a whole run. A recorded cost stays unless it has changed by more than chance."""
    known, costs = read_record(path), {}
    for case in cases:
        kept = known.get(case.node, 0.0)
        is_steady = kept / STEADY < case.cost < kept * STEADY if kept else case.cost <= QUICK_S
        cost = kept if is_steady else round(case.cost, 2)
        if case.node and cost > QUICK_S:
            costs[case.node] = cost
    path.write_text(json.dumps(costs, indent=0, sort_keys=True, ensure_ascii=False) + "\n", "utf-8")


def unexplained(cases: Sequence[Case], record: Mapping[str, float]) -> list[Case]:
    """List the tests that cost too much without a reason: those without a record, those that the record, too, says
    cost too much, and those that have become dearer by as much. A single measurement of the others may be chance."""
    allowed = {node: cost + DEAR_S for node, cost in record.items() if cost <= DEAR_S}
    pace = slowness(cases, record)
    return [case for case in cases if case.seconds / pace > allowed.get(case.node, DEAR_S) and not case.reason]


def slowness(cases: Iterable[Case], record: Mapping[str, float]) -> float:
    """Return how many times more tests cost in this run than in the recorded ones, in the median; at least 1."""
    ratios = [case.cost / record[case.node] for case in cases if case.node in record]
    return max(1.0, median(ratios)) if ratios else 1.0


def told(cases: Iterable[Case]) -> str:
    """Tell the processor seconds by folder, the dearest folder first, and the dearest tests."""
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
