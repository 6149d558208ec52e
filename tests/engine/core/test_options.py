"""Options: each has a value, and only offered values are accepted."""

import pytest

from engine.core.errors import BadOptionsError
from engine.core.options import Option, Value, complete_options, whole_numbers

OPTIONS = (
    Option("variant", ("surprise", "confrontation"), "surprise", (2,)),
    Option("open_memory", (True, False), True, (2, 3)),
    Option("rounds", (1, 3), 3, (2, 3)),
    Option("points", whole_numbers(10, 50, 5), 25, (2, 3)),
    Option("below", whole_numbers(-2, 2), 0, (2, 3)),
)


def test_unset_options_have_their_defaults() -> None:
    defaults = {"variant": "surprise", "open_memory": True, "rounds": 3, "points": 25, "below": 0}
    assert complete_options(OPTIONS, {}) == defaults
    assert complete_options(OPTIONS, {"rounds": 1}) == defaults | {"rounds": 1}


def test_a_false_value_is_a_value() -> None:
    assert complete_options(OPTIONS, {"open_memory": False})["open_memory"] is False


@pytest.mark.parametrize(
    "given",
    [
        {"speed": 1},
        {"variant": "Surprise"},
        {"variant": True},
        {"open_memory": 1},
        {"open_memory": 0},
        {"rounds": True},
        {"rounds": 2},
        {"rounds": "3"},
        {"points": 9},
        {"points": 26},
        {"points": 51},
        {"points": "25"},
        {"below": True},
        {"below": -3},
    ],
)
def test_unknown_options_and_values_are_refused(given: dict[str, Value]) -> None:
    with pytest.raises(BadOptionsError, match=next(iter(given))):
        complete_options(OPTIONS, given)


@pytest.mark.parametrize("value", [10, 15, 50])
def test_whole_numbers_in_bounds_and_steps_are_accepted(value: int) -> None:
    assert complete_options(OPTIONS, {"points": value})["points"] == value


def test_a_refused_number_lists_the_allowed_ones() -> None:
    with pytest.raises(BadOptionsError, match="whole numbers from 10 to 50 in steps of 5"):
        complete_options(OPTIONS, {"points": 12})
    with pytest.raises(BadOptionsError, match=r"whole numbers from -2 to 2$"):
        complete_options(OPTIONS, {"below": 3})


def test_a_few_whole_numbers_stand_for_all() -> None:
    assert [option.samples for option in OPTIONS[2:]] == [(1, 3), (10, 25, 50), (-2, 0, 2)]


@pytest.mark.parametrize(("least", "most", "step"), [(3, 2, 1), (1, 10, 2), (1, 3, 0), (3, 1, -1)])
def test_ranges_that_miss_their_end_are_refused(least: int, most: int, step: int) -> None:
    with pytest.raises(ValueError, match="no whole numbers"):
        whole_numbers(least, most, step)


@pytest.mark.parametrize(
    ("values", "default"), [(whole_numbers(1, 3), 4), (whole_numbers(1, 3), True), (("a", "b"), "c")]
)
def test_a_default_outside_the_values_is_refused(values: tuple[Value, ...] | range, default: Value) -> None:
    with pytest.raises(ValueError, match="'speed' has no value"):
        Option("speed", values, default, (2,))
