"""On what the main threads of a server spend their processor time, and how long they are held at a time, as what looks
on in its processes writes it down."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools.bench_server.figures import Figures

SPAN_PATIENCE_S = 60.0


def read(folder: Path) -> dict[str, float]:
    """Seconds by part so far, of all processes."""
    spent: dict[str, float] = {}
    for path in folder.glob("*.json"):
        for part, seconds in json.loads(path.read_text(encoding="utf-8")).items():
            spent[part] = spent.get(part, 0.0) + seconds
    return spent


def a_round(before: Mapping[str, float], after: Mapping[str, float], rounds: int) -> dict[str, float]:
    """Microseconds a round by part between two readings, the most first."""
    spent = {part: 1e6 * (after[part] - before.get(part, 0.0)) / rounds for part in after}
    return dict(sorted(spent.items(), key=lambda each: -each[1]))


def held(folder: Path, since: float) -> dict[str, float]:
    """What the loop watches of all processes have found since that moment of ``time.monotonic``, in whole spans of half
    a second: the longest, and how many were long, by name."""
    found: dict[str, float] = {}
    for path in folder.glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            span = json.loads(line)
            for name, value in span.items() if span.pop("began") >= since else ():
                before = found.get(name, 0.0)
                found[name] = max(value, before) if name.startswith("longest") else value + before
    return found


async def whole_spans(folder: Path, since: float) -> dict[str, float]:
    """The same, once the first span is whole: a busy machine takes its time. Raises TimeoutError."""
    async with asyncio.timeout(SPAN_PATIENCE_S):
        while not (found := held(folder, since)):
            await asyncio.sleep(0.1)
    return found


def table(runs: Sequence[tuple[str, Figures]]) -> str:
    """The parts of some runs, as a Markdown table with a column for each."""
    parts = dict.fromkeys(part for _, run in runs for part in run.parts)
    lines = [
        f"| µs a round, main thread | {' | '.join(name for name, _ in runs)} |",
        f"|---|{'--:|' * len(runs)}",
    ]
    for name in parts:
        lines.append(f"| {name} | {' | '.join(_share(run.parts, name) for _, run in runs)} |")
    lines.append(f"| together | {' | '.join(f'{sum(run.parts.values()):,.0f}' for _, run in runs)} |")
    return "\n".join(lines)


def _share(parts: Mapping[str, float], name: str) -> str:
    whole = sum(parts.values()) or 1.0
    return f"{parts.get(name, 0.0):,.0f} ({100 * parts.get(name, 0.0) / whole:.0f} %)"
