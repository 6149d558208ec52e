"""Costs of tests: processor seconds of the process and of all that it started.

Each test's report has them."""

import os
import time
from collections.abc import Generator

import pytest

from tools.costs import COST, NODE, REASON
from tools.processes import descendants

_begun = pytest.StashKey[float]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    """Record the time used before the test."""
    item.stash[_begun] = measure_cpu_s()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Write into the test's last report its cost, its name for pytest, and its reason.

    The reason says why it may be dear."""
    report = yield
    if call.when == "teardown" and _begun in item.stash:
        slow = item.get_closest_marker("slow")
        report.user_properties += [
            # the time of a process that ended unnoticed is missing
            (COST, f"{max(0.0, measure_cpu_s() - item.stash[_begun]):.3f}"),
            (NODE, item.nodeid),
            (REASON, str(slow.args[0]) if slow is not None and slow.args else ""),
        ]
    return report


def measure_cpu_s() -> float:
    """Count processor seconds of this process and of all children, ended or running."""
    own = os.times()
    running = sum(descendants(os.getpid()).values()) if _has_children() else 0.0
    return time.process_time() + own.children_user + own.children_system + running


def _has_children() -> bool:
    """Return whether a child process runs.

    A search for all is dear, and most tests have none."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True
