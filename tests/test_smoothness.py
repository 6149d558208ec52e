"""Reading of a film's trace."""

from typing import Any

import pytest

from tools.smoothness import BEGIN, FLIES, LANDED, SHOWN, quantile, smoothness

PAGE = {"pid": 1, "tid": 7}
COMPOSITOR = {"pid": 1, "tid": 8}
FRAME = 16_667


def mark(name: str, at: int) -> dict[str, Any]:
    return {"name": name, "ph": "R", "ts": at, **PAGE}


def make_frame_event(at: int, pid: int = 1) -> dict[str, Any]:
    return {"name": "DrawFrame", "ph": "I", "ts": at, **COMPOSITOR, "pid": pid}


def make_task_event(name: str, at: int, took: int, spent: int, **where: int) -> dict[str, Any]:
    return {"name": name, "ph": "X", "ts": at, "dur": took, "tdur": spent, **PAGE, **where}


FILM = [
    mark(BEGIN, 0),
    # the next frame's tasks
    make_task_event("RunTask", 90_000, 80_000, 60_000),
    make_task_event("ThreadControllerImpl::RunTask", 90_001, 79_000, 59_000),
    make_task_event("Layout", 91_000, 30_000, 20_000),
    mark(FLIES, 200_000),
    make_task_event("RunTask", 201_000, 9_000, 4_000),
    make_task_event("RunTask", 203_000, 9_000, 9_000, **COMPOSITOR),
    make_frame_event(200_000 + FRAME),
    make_frame_event(200_000 + FRAME, pid=2),
    make_task_event("RunTask", 202_000 + FRAME, 30_000, 8_000),
    {"name": "BeginMainThreadFrame", "ph": "I", "ts": 203_000 + FRAME, **PAGE},
    # one frame is missing
    make_frame_event(200_000 + 3 * FRAME),
    mark(LANDED, 200_000 + 4 * FRAME),
    make_frame_event(200_000 + 5 * FRAME),
    mark(SHOWN, 500_000),
    make_task_event("RunTask", 600_000, 400_000, 400_000),
]


def test_frames_are_those_of_this_page_while_something_flies() -> None:
    found = smoothness(FILM)
    assert (found.flights, found.frames, found.in_time) == (1, 2, 1)
    assert found.rate == pytest.approx(2 / (4 / 60), rel=0.01)


def test_frame_work_is_what_its_own_thread_spent() -> None:
    assert smoothness(FILM).work == (4.0, 8.0)


def test_long_tasks_of_the_film_each_count_once() -> None:
    found = smoothness(FILM)
    assert found.longs == ((80.0, 60.0),)
    assert found.kinds == {"layout": 20.0}


def test_frames_drawn_by_the_page_thread_are_reported_separately() -> None:
    found = smoothness(FILM)
    assert found.of_thread == 1
    assert "1 a flight by the page's thread, which spent 6.0 ms" in str(found)


def test_it_does_not_matter_in_which_order_a_trace_comes() -> None:
    assert smoothness(FILM[::-1]) == smoothness(FILM)


def test_a_film_in_which_nothing_flies_says_so() -> None:
    film = [event for event in FILM if event["name"] not in (FLIES, LANDED)]
    assert str(smoothness(film)).startswith("nothing flew")


def test_a_trace_without_a_film_is_refused() -> None:
    with pytest.raises(ValueError, match="no marks"):
        smoothness([make_frame_event(0)])


@pytest.mark.parametrize(("share", "value"), [(0.5, 5.0), (0.95, 9.0)])
def test_quantiles(share: float, value: float) -> None:
    assert quantile([float(value) for value in range(1, 10)], share) == pytest.approx(value, abs=0.5)
    assert quantile([], share) == 0.0
    assert quantile([3.0], share) == 3.0
