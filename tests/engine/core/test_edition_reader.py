"""Reader of component figures: bad data is refused with its clause."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.core import edition_reader
from engine.core.errors import BadEditionError
from engine.core.plain import Plain


def test_figures_of_the_right_shape_are_returned() -> None:
    box: Plain = {"name": "club", "size": 3}
    assert edition_reader.mapping(box, "a box", "A1.6", "name", "size") is box
    assert edition_reader.mapping(box, "a box", "A1.6", "name", optional="size") is box
    assert edition_reader.items([1, 2], "things", "A1.6") == [1, 2]
    assert edition_reader.text("club", "a name", "A1.6") == "club"
    assert [edition_reader.number(value, "a size", "A1.2", 1, 3) for value in (1, 3)] == [1, 3]


REFUSED: dict[str, Callable[[], object]] = {
    "A1.6: a box must be an object with name, size": lambda: edition_reader.mapping(
        [], "a box", "A1.6", "name", "size"
    ),
    "A1.6: a box lacks 'size'": lambda: edition_reader.mapping({"name": "club"}, "a box", "A1.6", "name", "size"),
    "A1.6: a box has an unknown 'dice'": lambda: edition_reader.mapping({"dice": 6}, "a box", "A1.6", optional="name"),
    "E1.3: things must be a list": lambda: edition_reader.items({}, "things", "E1.3"),
    "E1.3: a name must be a text": lambda: edition_reader.text(" ", "a name", "E1.3"),
    "A1.2: a size must be a whole number from 1 to 3, not 4": lambda: edition_reader.number(4, "a size", "A1.2", 1, 3),
    "A1.2: a size must be a whole number from 1 to 3, not 0": lambda: edition_reader.number(0, "a size", "A1.2", 1, 3),
    "A1.2: a size must be a whole number from 1 to 3, not True": lambda: edition_reader.number(
        True, "a size", "A1.2", 1, 3
    ),
    "A1.2: a size must be a whole number from 1 to 3, not '2'": lambda: edition_reader.number(
        "2", "a size", "A1.2", 1, 3
    ),
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_other_data_is_refused_with_its_fault(sentence: str) -> None:
    with pytest.raises(BadEditionError, match=f"^{re.escape(sentence)}$"):
        REFUSED[sentence]()


def test_a_row_lists_its_values_or_none() -> None:
    assert (edition_reader.row([1, "b"]), edition_reader.row([])) == ("1, b", "none")


def test_a_refused_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "box.json"

    def read(data: Plain) -> str:
        return edition_reader.text(data, "a box", "A1.6")

    with pytest.raises(BadEditionError, match=r"box\.json: cannot be read"):
        edition_reader.read_file(path, read)
    path.write_text("{", encoding="utf-8")
    with pytest.raises(BadEditionError, match=r"box\.json: is not JSON"):
        edition_reader.read_file(path, read)
    path.write_text("3", encoding="utf-8")
    with pytest.raises(BadEditionError, match=r"box\.json: A1\.6: a box must be a text"):
        edition_reader.read_file(path, read)
    path.write_text('"club"', encoding="utf-8")
    assert edition_reader.read_file(path, read) == "club"
