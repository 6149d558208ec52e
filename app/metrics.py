"""Metrics for Prometheus. No label names a room, a person or a secret.

Several processes on one socket write into files of a shared folder, so that any of them answers for all. The library
reads that folder's name from the environment when it is first imported."""

import os
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import accumulate
from tempfile import TemporaryDirectory

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.metrics_core import HistogramMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

CONTENT_TYPE = CONTENT_TYPE_LATEST
"""The media type of what :meth:`Metrics.told` gives."""

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the shared folder."""

IS_SHARED = FOLDER in os.environ

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds in seconds."""

_count_only: Callable[[], None] = disable_created_metrics
_count_only()


class Durations:
    """Histogram of durations for one thread, cheaper than the library's."""

    def __init__(self, name: str, what: str, registry: CollectorRegistry) -> None:
        self._name, self._what = name, what
        self._sum = 0.0
        self._counts = [0] * (len(BUCKETS) + 1)
        registry.register(self)

    def observe(self, seconds: float) -> None:
        """Count one duration."""
        self._sum += seconds
        self._counts[bisect_left(BUCKETS, seconds)] += 1

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """Yield the counts so far."""
        bounds = [*map(str, BUCKETS), "+Inf"]
        so_far = list(zip(bounds, accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(self._name, self._what, so_far, self._sum)


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.rooms = self._gauge("signet_rooms", "Rooms alive in memory; of several processes each counts its own.")
        self.sockets = self._gauge("signet_sockets", "Open sockets.")
        self.command = self._durations("signet_command_seconds", "From a seat's command to its answer.")
        self.append = self._durations("signet_append_seconds", "From an append to its commit on the disk.")
        self.push = self._durations("signet_push_seconds", "From a change of a room to its way out on a socket.")
        self.connections = self._gauge("signet_connections", "Open connections, sockets included.")
        self.connections_bound = self._gauge("signet_connections_bound", "How many connections may be open.")
        self._connections_refused = self._counter(
            "signet_connections_refused", "Connections and handshakes refused or closed, by reason.", ("why",)
        )
        self._workers_replaced = self._counter("signet_workers_replaced", "Processes replaced, by reason.", ("why",))
        self._refusals = self._counter(
            "signet_refusals", "Refusals by code: of commands, and of requests turned away.", ("code", "of")
        )
        self._responses = self._counter(
            "signet_http_responses", "HTTP responses by class of their status.", ("status",)
        )

        self._failures = self._counter(
            "signet_failures", "What went wrong, by what the log calls it: faults of rooms, bots, database.", ("kind",)
        )

        self._bot_choices = self._counter(
            "signet_bot_choices", "Choices that a bot had to think about, by what came of it.", ("came_of",)
        )

        self._history_time = self._durations(
            "signet_history_seconds", "Processor time of each piece of work for pages about past games."
        )
        self._history_waiting = self._gauge(
            "signet_history_waiting", "Pages about past games that wait for their turn to be computed."
        )
        self._history_pages = self._counter(
            "signet_history_pages", "Answered pages about past games: cached or computed.", ("source",)
        )
        self._history_cache = self._gauge("signet_history_cache_bytes", "Bytes of cached pages about finished games.")
        self._history_refusals = self._counter(
            "signet_history_refusals",
            "Refused pages about past games: over the budget, or the queue full.",
            ("reason",),
        )

    def history_computed(self, seconds: float) -> None:
        """Count the processor time of one page about past games."""
        self._history_time.observe(seconds)

    def history_waits(self, places: int) -> None:
        """Set how many places of the queue for pages about past games are taken."""
        self._history_waiting.set(places)

    def history_page(self, source: str) -> None:
        """Count an answered page about past games: ``cached`` or ``computed``."""
        self._history_pages.labels(source).inc()

    def history_cached(self, size: int) -> None:
        """Set the bytes in the cache of pages about finished games."""
        self._history_cache.set(size)

    def history_refused(self, reason: str) -> None:
        """Count a refused page about past games: over ``budget`` or queue ``full``."""
        self._history_refusals.labels(reason).inc()

    def bot_chose(self, came_of: str) -> None:
        """Count a choice that a bot had to think about."""
        self._bot_choices.labels(came_of).inc()

    def count_failures(self, kind: str, times: int) -> None:
        """Count several failures of one kind."""
        self._failures.labels(kind).inc(times)

    def here(self, name: str) -> dict[str, float]:
        """Return this process's samples of that name, by the values of their labels."""
        return {
            " ".join(sample.labels.values()): sample.value
            for metric in self._registry.collect()
            for sample in metric.samples
            if sample.name == name
        }

    def connection_refused(self, why: str) -> None:
        """Count a refused connection or handshake, or one closed in favour of another."""
        self._connections_refused.labels(why).inc()

    def worker_replaced(self, why: str) -> None:
        """Count that this process replaced another one, which ``died`` or ``hung``."""
        self._workers_replaced.labels(why).inc()

    def count_refusal(self, code: str, of: str) -> None:
        """Count a refusal of a ``command`` or of a ``request``."""
        self._refusals.labels(code, of).inc()

    def count_response(self, status: int) -> None:
        """Count an HTTP response."""
        self._responses.labels(f"{status // 100}xx").inc()

    def render(self) -> bytes:
        """Render all metrics for Prometheus, of all processes that share a folder."""
        registry = self._registry
        if IS_SHARED:
            registry = CollectorRegistry()
            gather: Callable[[CollectorRegistry], object] = MultiProcessCollector
            gather(registry)
        return generate_latest(registry)

    def _gauge(self, name: str, what: str) -> Gauge:
        # what a dead process had is gone
        return Gauge(name, what, registry=self._registry, multiprocess_mode="livesum")

    def _durations(self, name: str, what: str) -> Durations | Histogram:
        if IS_SHARED:
            return Histogram(name, what, registry=self._registry, buckets=BUCKETS)
        return Durations(name, what, self._registry)

    def _counter(self, name: str, what: str, labels: tuple[str, ...]) -> Counter:
        return Counter(name, what, labels, registry=self._registry)


@contextmanager
def share_metrics() -> Iterator[None]:
    """Let processes that are started meanwhile count together."""
    with TemporaryDirectory(prefix="signet-metrics-") as folder:
        os.environ[FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[FOLDER]


def drop_process(pid: int) -> None:
    """Drop the gauges of an ended process; its counters stay.

    Do nothing without a shared folder."""
    if FOLDER in os.environ:
        forget: Callable[[int, str], None] = mark_process_dead
        forget(pid, os.environ[FOLDER])
