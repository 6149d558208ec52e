"""What was drawn before is used again for the same inputs alone, and not kept without end."""

from app.web.cache import MOST_LINES, TableCache


def test_a_line_is_drawn_once_for_its_inputs_whatever_version_the_room_is_in() -> None:
    table, drawn = TableCache(), list[str]()

    def line(of: str) -> str:
        def draw() -> str:
            drawn.append(of)
            return f"<p>{of}</p>"

        return table.line((of,), draw)

    for version, of in enumerate(("ada", "ben", "ada")):
        table.at(version)
        assert line(of) == f"<p>{of}</p>"
    assert drawn == ["ada", "ben"]


def test_the_lines_drawn_first_make_room_for_others() -> None:
    table, drawn = TableCache(), list[int]()

    def line(number: int) -> None:
        def draw() -> str:
            drawn.append(number)
            return f"<p>{number}</p>"

        table.line(number, draw)

    for number in [*range(MOST_LINES + 1), MOST_LINES, 0]:
        line(number)
    assert drawn == [*range(MOST_LINES + 1), 0]
