"""Figures of a run, their medians, their ratios to the floor, and their output."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

BUSY = 0.9
"""Share of a core above which the driver may have slowed the server down."""

HEAD = (
    "| what | load | rounds/s | of the floor | seals a round | CPU s per 1,000: main + others, database, driver "
    "| CPU of the floor | reveal ms p50 / p95 / p99 / max | missed | bytes an update; a round to each seat "
    "| KB a connection idle / playing | back: ms, bytes | driver | |"
)
RULE = "|---|---|" + "--:|" * 11 + "---|"


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of one run.

    Processor time is in seconds for 1,000 rounds, memory in KB a connection."""

    rounds: float
    rounds_a_second: float
    seals_a_round: float
    main: float
    others: float
    database: float
    driver: float
    p50: float
    """Median latency of the reveal in milliseconds; the next three are likewise."""
    p95: float
    p99: float
    most: float
    missed: float
    update_bytes: float
    round_bytes: float
    """Bytes of a round to each seat."""
    idle_kb: float
    playing_kb: float
    back_ms: float
    back_bytes: float
    load: float
    """Share of a core that the driver used."""
    processes: tuple[float, ...] = ()
    """Processor time of each process of the server; empty if there is only one."""
    parts: Mapping[str, float] = field(default_factory=dict)
    """Microseconds a round of the main threads by part, if profiled."""
    pauses: Mapping[str, float] = field(default_factory=dict)
    """Pauses of the event loops, in milliseconds and numbers.

    See ``servers/loop_watch``."""
    killed: tuple[float, float] | None = None
    """After a ``kill -9``: seconds until it answers, and until all see their tables."""

    @property
    def server(self) -> float:
        """Processor time of the server, all its threads and processes."""
        return self.main + self.others


NUMBERS = tuple(name for name in Figures.__slots__ if name not in ("processes", "parts", "pauses", "killed"))


def medians(runs: Sequence[Figures]) -> Figures:
    """Return each figure's median over the runs; of pauses the maximum."""
    numbers = {name: statistics.median(getattr(run, name) for run in runs) for name in NUMBERS}
    processes = tuple(statistics.median(each) for each in zip(*(run.processes for run in runs), strict=False))
    names = dict.fromkeys(name for run in runs for name in run.parts)
    parts = {name: statistics.median(run.parts.get(name, 0.0) for run in runs) for name in names}
    pauses = {name: max(run.pauses.get(name, 0.0) for run in runs) for run in runs for name in run.pauses}
    kills = [run.killed for run in runs if run.killed is not None]
    answers, see = zip(*kills, strict=True) if kills else ((), ())
    killed = (statistics.median(answers), statistics.median(see)) if kills else None
    return Figures(**numbers, processes=processes, parts=parts, pauses=pauses, killed=killed)


def quantile(ordered: Sequence[float], hundredths: int) -> float:
    """Return the percentile of ordered values."""
    return ordered[min(len(ordered) - 1, len(ordered) * hundredths // 100)]


def line(what: str, load: str, run: Figures, floor: Figures | None = None) -> str:
    """Return a run as a line of the table, with ratios if the floor is given."""
    rounds, cpu = ("", "")
    if floor is not None:
        rounds = f"{run.rounds_a_second / floor.rounds_a_second:.2f}"
        cpu = f"{run.server / floor.server:.2f}"
    said = []
    if run.load > BUSY:
        said.append("**the driver was busy: at least so many rounds**")
    if run.processes:
        said.append(f"each process {' '.join(f'{each:.2f}' for each in run.processes)}")
    if run.pauses:
        most, work, collection = (run.pauses[name] for name in ("longest", "longest_work", "longest_collection"))
        said.append(
            f"the loop's longest pause {most:.0f} ms, {work:.0f} by its own work, {collection:.0f} by the collector; "
            f"over 50 ms {run.pauses['long']:.0f}, {run.pauses['long_work']:.0f} by its own work"
        )
    if run.killed is not None:
        said.append(f"after kill -9 answers {run.killed[0]:.1f} s, all see {run.killed[1]:.1f} s")
    database = f", {run.database:.2f}" if run.database else ", -"
    return (
        f"| {what} | {load} | {run.rounds_a_second:,.0f} | {rounds} | {run.seals_a_round:.1f} "
        f"| {run.server:.2f}: {run.main:.2f} + {run.others:.2f}{database}, {run.driver:.2f} | {cpu} "
        f"| {run.p50:.1f} / {run.p95:.1f} / {run.p99:.1f} / {run.most:.1f} | {run.missed:.0f} "
        f"| {run.update_bytes:,.0f}; {run.round_bytes:,.0f} | {run.idle_kb:.0f} / {run.playing_kb:.0f} "
        f"| {run.back_ms:.1f}, {run.back_bytes:,.0f} | {run.load:.2f} | {'; '.join(said)} |"
    )
