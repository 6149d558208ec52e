"""The collector: what is there at the start stays, the rest is looked through when nobody asks for anything."""

import gc
import subprocess
import sys
import weakref
from collections.abc import Iterator

import pytest

from app.gc_tuning import THRESHOLDS, GcTuning
from tests.frozen import count_anew
from tests.sources import ROOT


class Knot:
    """Holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def gc_tuning() -> Iterator[GcTuning]:
    """One that has been started."""
    one = GcTuning()
    one.start()
    yield one
    one.stop()


def an_old_knot() -> weakref.ref[Knot]:
    """Something that only a look at everything finds."""
    knot = Knot()
    gc.collect(1)
    gc.collect(1)
    return weakref.ref(knot)


def test_it_tidies_up_in_the_first_quiet_moment_after_work(gc_tuning: GcTuning) -> None:
    gc_tuning.look(1)
    knot = an_old_knot()
    gc_tuning.look(2)
    gc_tuning.look(3)
    assert knot() is not None
    gc_tuning.look(3)
    assert knot() is None


def test_nothing_but_a_look_walks_through_everything(gc_tuning: GcTuning) -> None:
    knot = an_old_knot()
    for number in range(1_000):
        gc.collect(1)
        gc_tuning.tick(number)
    kept = [[number] for number in range(20 * THRESHOLDS[0])]
    assert knot() is not None and kept


def test_it_leaves_all_alone_while_nothing_was_done_since(gc_tuning: GcTuning) -> None:
    gc_tuning.look(1)
    gc_tuning.look(1)
    knot = an_old_knot()
    gc_tuning.look(1)
    assert knot() is not None


FRESH = """
import gc
from app.gc_tuning import THRESHOLDS, GcTuning
before, gc_tuning = gc.get_threshold(), GcTuning()
gc_tuning.start()
print(gc.get_freeze_count() > 0, gc.get_threshold() == THRESHOLDS)
gc_tuning.stop()
print(gc.get_freeze_count() == 0, gc.get_threshold() == before)
"""


def test_what_was_there_at_the_start_is_not_looked_at_until_the_stop() -> None:
    # in a process that only serves: in this one the tests have set things apart themselves
    said = subprocess.run([sys.executable, "-c", FRESH], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said.split() == ["True"] * 4


STAYS = """
import gc, weakref
from app.gc_tuning import THOROUGH, GcTuning
class Knot:
    def __init__(self):
        self.itself = self
gc_tuning, knot = GcTuning(), Knot()
def one_more_quiet_time(number):
    for done in (2 * number, 2 * number + 1, 2 * number + 1):
        gc_tuning.look(done)
gc_tuning.start()
old, knot = weakref.ref(knot), Knot()
one_more_quiet_time(0)
kept, knot = weakref.ref(knot), None
for number in range(1, THOROUGH - 1):
    young = weakref.ref(Knot())
    one_more_quiet_time(number)
    assert young() is None and old() is not None and kept() is not None, number
one_more_quiet_time(THOROUGH)
print(old(), kept(), gc.get_freeze_count() > 0)
gc_tuning.stop()
print(gc.get_freeze_count())
"""


def test_what_stays_is_set_apart_and_looked_through_now_and_then() -> None:
    said = subprocess.run([sys.executable, "-c", STAYS], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said.split() == ["None", "None", "True", "0"]


TICKS = """
import gc, weakref
import app.gc_tuning
from app.gc_tuning import GcTuning
class Knot:
    def __init__(self):
        self.itself = self
app.gc_tuning.FOUND = 1_000
gc_tuning = GcTuning(clock=lambda: 0.0)
gc_tuning.start()
gc_tuning.tick(1)
kept = [[number] for number in range(2_000)]
gc_tuning.tick(2)
print(len(gc.get_objects(0)) + len(gc.get_objects(1)) < 200)
knot = Knot()
gc_tuning.tick(3)
missed, knot = weakref.ref(knot), None
young = weakref.ref(Knot())
gc_tuning.tick(3)
gc_tuning.look(1)
print(young() is None, missed() is not None)
for _ in range(2_000):
    Knot()
gc_tuning.tick(4)
gc_tuning.look(2)
print(missed() is None)
"""


def test_what_is_young_is_looked_at_in_small_helpings_and_set_apart_until_much_was_found() -> None:
    said = subprocess.run([sys.executable, "-c", TICKS], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said.split() == ["True"] * 4


UNSEEN = """
import gc, weakref
import app.gc_tuning
from app.gc_tuning import AFTER, UNSEEN, GcTuning
class Knot:
    def __init__(self):
        self.itself = self
looks = 0
def looked(phase, info):
    global looks
    looks += phase == "start"
def ticks(count):
    global looks
    looks = 0
    for _ in range(count):
        gc_tuning.tick(answered)
    return looks
answered = 0
app.gc_tuning.FOUND = 10 * UNSEEN
gc_tuning = GcTuning(clock=lambda: 0.0)
gc_tuning.start()
gc.callbacks.append(looked)
ticks(AFTER)
print(ticks(10 * (UNSEEN + 1)) == 10, gc.get_count()[0] < 100)
answered = 1
print(ticks(AFTER) == AFTER, ticks(1) == 0)
missed = weakref.ref(Knot())
print(ticks(UNSEEN - 1) == 0, missed() is not None)
for _ in range(10):
    young = weakref.ref(Knot())
print(ticks(1) == 1, young() is None, missed() is not None)
print(ticks(AFTER + UNSEEN) == AFTER)
gc_tuning.look(1)
print(missed() is None)
"""


def test_where_requests_leave_nothing_what_is_young_is_set_apart_unseen_and_a_look_now_and_then_makes_sure() -> None:
    said = subprocess.run([sys.executable, "-c", UNSEEN], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said.split() == ["True"] * 11, said


SERVER = """
import asyncio, gc
from app.gc_tuning import AFTER
from app.journal.memory_store import MemoryStore
from app.main import create_app
from app.settings import Settings
from app.web.server.server import server
settings = Settings()
app = create_app(settings, MemoryStore())
one, looks = server(app, settings), 0
def looked(phase, info):
    global looks
    looks += phase == "start"
async def ticks():
    global looks
    looks = 0
    for _ in range(AFTER + 2):
        await one.on_tick(1)
    return looks
async def course():
    app.state.gc_tuning.start()
    app.state.gc_tuning._clock = lambda: 0.0
    gc.callbacks.append(looked)
    await ticks()
    print(await ticks() == 0)
    one.server_state.total_requests += 1
    print(await ticks() == AFTER, await ticks() == 0)
    app.state.gateway._open[object()] = "00000AA1"
    print(await ticks() == AFTER)
asyncio.run(course())
"""


def test_a_server_looks_at_what_is_young_after_a_request_or_a_handshake_and_not_else() -> None:
    said = subprocess.run([sys.executable, "-c", SERVER], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said.split() == ["True"] * 4, said


DEAR = """
import gc
from app.gc_tuning import SHARE, WAIT_S, GcTuning
now, costs, spent, looks, answered = 0.0, 0.0, 0.0, 0, 0
def looked(phase, info):
    global now, spent, looks
    if phase == "start":
        now, spent, looks = now + costs, spent + costs, looks + 1
gc_tuning = GcTuning(clock=lambda: now)
gc_tuning.start()
gc.callbacks.append(looked)
def a_minute_of_ticks():
    global now, spent, looks, answered
    end, spent, looks = now + 60, 0.0, 0
    while now < end:
        answered += 1
        gc_tuning.tick(answered)
        now += 0.1
a_minute_of_ticks()
print(599 <= looks <= 601)
costs = 0.004
a_minute_of_ticks()
print(0.6 * SHARE < spent / 60 <= SHARE)
costs = 0.1
a_minute_of_ticks()
print(60 / (costs + WAIT_S + 0.1) - 1 <= looks <= 60 / (costs + WAIT_S) + 1)
"""


def test_looks_at_the_young_that_cost_more_are_rarer_within_bounds() -> None:
    said = subprocess.run([sys.executable, "-c", DEAR], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said.split() == ["True"] * 3


def test_what_was_set_apart_before_the_start_stays_so_after_the_stop() -> None:
    gc.freeze()
    before = count_anew()
    gc_tuning = GcTuning()
    gc_tuning.start()
    assert count_anew() == before and gc.get_threshold() == THRESHOLDS
    gc_tuning.stop()
    assert count_anew() == before


def test_without_a_start_it_does_nothing() -> None:
    gc_tuning, before = GcTuning(), gc.get_threshold()
    gc_tuning.look(1)
    knot = an_old_knot()
    gc_tuning.tick(1)
    gc_tuning.look(1)
    gc_tuning.stop()
    assert knot() is not None and gc.get_threshold() == before
