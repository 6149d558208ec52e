"""Watch over the loop: it ignores a processor that was away for a moment.

It reports a request that is too long each time."""

import pytest

from tests.web.loop_watch import LoopBlockedError, nobody_waited


def test_request_too_slow_in_only_one_run_is_no_fault() -> None:
    with pytest.raises(LoopBlockedError):
        nobody_waited({"/a": 51.6})
    nobody_waited({"/b": 60.8})


def test_request_too_slow_in_every_run_is_a_fault() -> None:
    for others in ({"/b": 60.0}, {}, {"/c": 70.0}):
        with pytest.raises(LoopBlockedError, match="'/a'"):
            nobody_waited({"/a": 51.6} | others)


def test_what_was_right_in_one_run_is_judged_anew_afterwards() -> None:
    with pytest.raises(LoopBlockedError):
        nobody_waited({"/a": 51.6})
    nobody_waited({})
    with pytest.raises(LoopBlockedError):
        nobody_waited({"/b": 60.0})
