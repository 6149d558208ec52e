"""One page on a slow phone: times, bytes, long tasks, processor time.

The processor is slowed down and the line is a slow 4G line, both by the browser's developer tools."""

import re
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Self

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, StorageState, ViewportSize

PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
SLOWER: Final = 6.0
"""Factor by which the processor is slowed down."""
LINE: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 0.75e6 / 8,
    "connectionType": "cellular4g",
}
"""Slow 4G line: latency in milliseconds, throughput in bytes a second."""

SETTLED_MS: Final = 3_000
"""Milliseconds after which a page has loaded what it loads by itself."""
IDLE_S: Final = 10
LONG_MS: Final = 100

WATCHED: Final = """(() => {
    const found = { usable: 0, longs: [], lcp: 0, shift: 0 };
    window.phone = found;
    const watch = (type, add) => new PerformanceObserver(list => list.getEntries().forEach(add))
        .observe({ type, buffered: true });
    watch("longtask", ({ startTime, duration }) => found.longs.push([startTime, duration]));
    watch("layout-shift", ({ value, hadRecentInput }) => { if (!hadRecentInput) found.shift += value; });
    new MutationObserver(() => {
        if (document.querySelector("#status[data-state=live]")) found.usable ||= performance.now();
    }).observe(document, { subtree: true, childList: true, attributeFilter: ["data-state"] });
})()"""
"""Script that notes long tasks, shifts, and when a table's page is live."""

PAINTED: Final = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
READY: Final = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"


@dataclass(frozen=True, slots=True)
class Bytes:
    """Bytes of one style sheet or script, uncompressed."""

    loaded: int
    unused: int


@dataclass(slots=True)
class Load:
    """Figures of one load. Times are in milliseconds."""

    painted: float
    usable: float
    shift: float
    longs: Sequence[float]
    """Durations of the tasks that are too long."""
    files: Mapping[str, Bytes] = field(default_factory=dict)
    """Style sheets and scripts by path."""
    wire: int = 0
    """Bytes on the line until the page rests."""


class PhonePage:
    """Page in a browser context with an empty cache, on a slow phone."""

    def __init__(self, browser: Browser, state: StorageState | None = None, *, slower: float = SLOWER) -> None:
        """Open an empty page; ``state`` has a player's cookies."""
        self.context: BrowserContext = browser.new_context(
            viewport=PHONE,
            has_touch=True,
            is_mobile=True,
            device_scale_factor=2,
            locale="en-GB",
            storage_state=state,
            reduced_motion="no-preference",
        )
        self.context.add_init_script(WATCHED)
        self.page: Page = self.context.new_page()
        self._session: CDPSession = self.context.new_cdp_session(self.page)
        self._sheets: dict[str, tuple[str, int]] = {}
        self._wire = 0
        self.slow_down(slower)
        self._session.send("Network.enable")
        self._session.send("Network.emulateNetworkConditions", LINE)
        self._session.on("Network.loadingFinished", self._count)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()

    def slow_down(self, times: float) -> None:
        """Slow the page's thread down, to a share of its speed."""
        self._session.send("Emulation.setCPUThrottlingRate", {"rate": times})

    def load(self, url: str, *, is_live: bool = True) -> Load:
        """Load a page and let it settle.

        ``is_live`` is True for a page that is usable once its socket is open."""
        self.page.goto(url, wait_until="load")
        if is_live:
            self.page.wait_for_selector("#status[data-state=live]")
        self.page.wait_for_timeout(SETTLED_MS)
        painted, ready = (float(self.page.evaluate(script)) for script in (PAINTED, READY))
        found: dict[str, Any] = self.page.evaluate("window.phone")
        usable = max(painted, found["usable"] if is_live else ready)
        return Load(painted, usable, found["shift"], self._list_long(0), wire=self._wire)

    def long_tasks(self, act: Callable[[], object]) -> list[float]:
        """Return the durations of the tasks that are too long while ``act`` runs."""
        since = float(self.page.evaluate("performance.now()"))
        act()
        return self._list_long(since)

    def thread_seconds(self) -> float:
        """Return the seconds of tasks of the page's thread since the first call."""
        self._session.send("Performance.enable")
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        return sum(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")

    def watch_use(self) -> None:
        """Begin to record which styles and scripts are used."""
        self._session.on("CSS.styleSheetAdded", self._add_sheet)
        for command in ("DOM.enable", "CSS.enable", "CSS.startRuleUsageTracking", "Profiler.enable"):
            self._session.send(command)
        self._session.send("Profiler.startPreciseCoverage", {"callCount": False, "detailed": True})

    def read_use(self) -> dict[str, Bytes]:
        """Return the loaded and the unused bytes of the page so far, by path."""
        return {path: Bytes(size, size - used) for path, size, used in [*self._styles(), *self._scripts()]}

    def _styles(self) -> Iterator[tuple[str, int, int]]:
        spans: dict[str, set[tuple[int, int]]] = {}
        for rule in self._session.send("CSS.stopRuleUsageTracking")["ruleUsage"]:
            if rule["used"]:
                spans.setdefault(rule["styleSheetId"], set()).add((int(rule["startOffset"]), int(rule["endOffset"])))
        for sheet, (path, size) in self._sheets.items():
            yield path, size, sum(end - start for start, end in _union(spans.get(sheet, ())))

    def _scripts(self) -> Iterator[tuple[str, int, int]]:
        for script in self._session.send("Profiler.takePreciseCoverage")["result"]:
            path = _path(script["url"])
            if not path:
                continue
            ranges = [each for function in script["functions"] for each in function["ranges"]]
            size = max(each["endOffset"] for each in ranges)
            yield path, size, _count_used(ranges, size)

    def _add_sheet(self, event: Mapping[str, Any]) -> None:
        header = event["header"]
        if path := _path(header["sourceURL"]):
            self._sheets[header["styleSheetId"]] = (path, int(header["length"]))

    def _count(self, event: Mapping[str, Any]) -> None:
        self._wire += int(event["encodedDataLength"])

    def _list_long(self, since: float) -> list[float]:
        longs: list[tuple[float, float]] = self.page.evaluate("window.phone.longs")
        return [took for start, took in longs if start + took >= since and took > LONG_MS]


def rest(browser: Browser, page: PhonePage, slower: float, seconds: int = IDLE_S) -> tuple[float, float]:
    """Return the shares of a core that a page takes while nobody touches it.

    The first is that of the page's thread on the slow processor. The second is that of the whole process at full
    speed, since the slowing itself takes processor time."""
    page.slow_down(slower)
    # let the page draw what the caller has changed
    page.page.wait_for_timeout(SETTLED_MS)
    thread = _share(page.thread_seconds, page.page, seconds)
    page.slow_down(1)
    return thread, _share(partial(_process_seconds, browser), page.page, seconds)


def _share(read: Callable[[], float], page: Page, seconds: int) -> float:
    before = read()
    page.wait_for_timeout(seconds * 1000)
    return (read() - before) / seconds


def _process_seconds(browser: Browser) -> float:
    """Return the processor seconds of all pages so far."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return sum(float(each["cpuTime"]) for each in processes if each["type"] == "renderer")


def median_load(loads: Sequence[Load]) -> Load:
    """Return the medians of the times.

    Long tasks are those of all loads, files those of the first one."""
    first = loads[0]
    return Load(
        statistics.median(each.painted for each in loads),
        statistics.median(each.usable for each in loads),
        max(each.shift for each in loads),
        [took for each in loads for took in each.longs],
        first.files,
        first.wire,
    )


def _path(url: str) -> str:
    """Return the path of a static file without its version; empty for anything else."""
    found = re.search(r"/static/([^?]+)", url)
    return found[1] if found else ""


def _union(spans: Sequence[tuple[int, int]] | set[tuple[int, int]] | tuple[()]) -> Iterator[tuple[int, int]]:
    """Yield the spans without their overlaps."""
    last = 0
    for start, end in sorted(spans):
        if end > last:
            yield max(start, last), end
            last = end


def _count_used(ranges: Sequence[Mapping[str, int]], size: int) -> int:
    """Return the bytes that ran: of nested ranges the innermost counts."""
    used = bytearray(size)
    for each in sorted(ranges, key=lambda one: (one["startOffset"], -one["endOffset"])):
        start, end = each["startOffset"], each["endOffset"]
        used[start:end] = bytes([min(each["count"], 1)]) * (end - start)
    return sum(used)
