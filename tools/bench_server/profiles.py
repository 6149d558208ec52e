"""Profiles of a server's main threads, and pauses of its event loops.

They are read from the files that the sampler and the loop watch write."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools.bench_server.figures import Figures

SPAN_PATIENCE_S = 60.0


def read(folder: Path) -> dict[str, float]:
    """Return the seconds by part so far, of all processes."""
    spent: dict[str, float] = {}
    for path in folder.glob("*.json"):
        for part, seconds in json.loads(path.read_text(encoding="utf-8")).items():
            spent[part] = spent.get(part, 0.0) + seconds
    return spent


def a_round(before: Mapping[str, float], after: Mapping[str, float], rounds: int) -> dict[str, float]:
    """Return the microseconds a round by part between two readings, the most first."""
    spent = {part: 1e6 * (after[part] - before.get(part, 0.0)) / rounds for part in after}
    return dict(sorted(spent.items(), key=lambda each: -each[1]))


def read_pauses(folder: Path, since: float) -> dict[str, float]:
    """Return the longest pause and the number of long ones, by name.

    They are those of all processes since that moment of ``time.monotonic``, in whole spans of half a second."""
    found: dict[str, float] = {}
    for path in folder.glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            span = json.loads(line)
            for name, value in span.items() if span.pop("began") >= since else ():
                before = found.get(name, 0.0)
                found[name] = max(value, before) if name.startswith("longest") else value + before
    return found


async def whole_spans(folder: Path, since: float) -> dict[str, float]:
    """Return the same, once the first span is complete.

    Raises TimeoutError."""
    async with asyncio.timeout(SPAN_PATIENCE_S):
        while not (found := read_pauses(folder, since)):
            await asyncio.sleep(0.1)
    return found


def table(runs: Sequence[tuple[str, Figures]]) -> str:
    """Return the parts of some runs as a Markdown table with a column for each."""
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
