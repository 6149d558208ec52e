"""Garbage collection policy: freeze at the start, collect at each tick.

A tick collects new objects; each hour all objects are collected."""

import subprocess
import sys

from tests.sources import ROOT

COURSE = """
import gc, weakref
from app import gc_policy
class Knot:
    def __init__(self):
        self.itself = self
gc_policy.TICKS_AN_HOUR = 5
gc_policy.start()
print(gc.get_freeze_count() > 0, gc.get_threshold() == gc_policy.THRESHOLDS)
kept = Knot()
frozen, new = weakref.ref(kept), weakref.ref(Knot())
gc_policy.tick()
print(new() is None, len(gc.get_objects()) < 100)
kept = None
for _ in range(3):
    gc_policy.tick()
print(frozen() is not None)
gc_policy.tick()
print(frozen() is None, gc.get_freeze_count() > 0)
"""

LOAD = """
import gc
from app.gc_policy import loading
before = gc.get_freeze_count()
with loading():
    import app.cli
print(gc.get_freeze_count() - before > 10_000, len(gc.get_objects()) < 1000)
"""


def run(code: str) -> list[str]:
    """Run code in a process of its own, as this one has frozen the tests.

    Return the words it prints."""
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return said.split()


def test_gc_freezes_program_collects_new_each_tick_and_all_hourly() -> None:
    assert run(COURSE) == ["True"] * 7


def test_what_was_loaded_is_frozen_before_gc_looks_at_it() -> None:
    assert run(LOAD) == ["True"] * 2
