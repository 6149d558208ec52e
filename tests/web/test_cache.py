"""Cache of renderings: reused for equal inputs only, and bounded."""

from app.web.cache import MOST_LINES, TableCache


def test_table_cache_draws_line_once_per_inputs_across_room_versions() -> None:
    table, drawn = TableCache(), list[str]()

    def line(of: str) -> str:
        def draw() -> str:
            drawn.append(of)
            return f"<p>{of}</p>"

        return table.line((of,), draw)

    for version, of in enumerate(("ada", "ben", "ada")):
        table.enter_version(version)
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
