"""Options: every one has a value, and only values that were offered."""

import pytest

from engine.core.errors import BadOptions
from engine.core.options import Option, Value, chosen

OPTIONS = (
    Option("variant", ("surprise", "confrontation"), "surprise", (2,)),
    Option("open_memory", (True, False), True, (2, 3)),
    Option("rounds", (1, 3), 3, (2, 3)),
)


def test_what_nobody_chose_has_its_default() -> None:
    assert chosen(OPTIONS, {}) == {"variant": "surprise", "open_memory": True, "rounds": 3}
    assert chosen(OPTIONS, {"rounds": 1}) == {"variant": "surprise", "open_memory": True, "rounds": 1}


def test_a_false_value_is_a_value() -> None:
    assert chosen(OPTIONS, {"open_memory": False})["open_memory"] is False


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
    ],
)
def test_nothing_else_is_accepted(given: dict[str, Value]) -> None:
    with pytest.raises(BadOptions, match=next(iter(given))):
        chosen(OPTIONS, given)
