"""Reader of dumped states."""

from collections.abc import Callable

import pytest

from engine.core.dump_reader import items, number, numbers, word, words
from engine.core.plain import Plain


def test_data_of_the_right_shape_is_returned() -> None:
    assert items([1, "a", None]) == [1, "a", None]
    assert word("a") == "a"
    assert number(0) == 0
    assert words(["a", "b"]) == ("a", "b")
    assert numbers([0, 7]) == (0, 7)


WRONG: list[tuple[Callable[[Plain], object], Plain]] = [
    (items, {}),
    (items, "ab"),
    (word, 3),
    (word, None),
    (number, -1),
    (number, True),
    (number, 1.0),
    (number, "1"),
    (words, "ab"),
    (words, ["a", 1]),
    (numbers, [1, False]),
    (numbers, None),
]


@pytest.mark.parametrize(("read", "data"), WRONG)
def test_anything_else_is_refused(read: Callable[[Plain], object], data: Plain) -> None:
    with pytest.raises(TypeError):
        read(data)
