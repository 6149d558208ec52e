"""Checks of an edition's data: the rules on components (A1.1-A1.5)."""

from typing import NamedTuple

from engine.core import edition_reader
from engine.core.plain import Plain

COLOURS = ("beige", "blue", "green", "lilac", "red")
LETTERS = ("A", "B", "C", "D", "E", "F")
OBJECTS = 45
CHEQUES = 4
CHEQUES_TOTAL = 50
THIEVES = 2
CLUB_PAIR = (2, 1)

_LARGEST = 9999

MOST_CASTLES, MOST_SEATS = 96, 96
"""Limits of castles and of seats at the banquet.

They are far more than a box has, and no more than a page can draw quickly."""


class Colour(NamedTuple):
    """Components of a colour besides its detective and its exhibit card (A1.2)."""

    name: str
    cheques: tuple[int, ...]
    """Worths in thousands, highest first."""
    thieves: tuple[int, ...]
    """Seniorities, highest first."""


class Series(NamedTuple):
    """Series of objects (A1.4)."""

    letter: str
    theme: str
    years: tuple[int, ...]
    """Years of its objects, the oldest first."""


class Collectible(NamedTuple):
    """Object (A1.4)."""

    id: str
    """Letter and year."""
    letter: str
    year: int
    name: str


class Castle(NamedTuple):
    """Castle on the track, or the club room as number 0 (A1.5)."""

    number: int
    spaces: tuple[int, ...]
    pair: tuple[int, int]
    """Spaces for the best exhibition and for the second best."""
    corner: bool


class Components(NamedTuple):
    """Checked components of an edition."""

    name: str
    colours: tuple[Colour, ...]
    series: tuple[Series, ...]
    objects: tuple[Collectible, ...]
    castles: tuple[Castle, ...]
    banquet_space: int
    banquet_seats: int


def components(data: Plain) -> Components:
    """Check and return the components in ``data``. Raises BadEditionError."""
    whole = edition_reader.mapping(
        data, "an edition", "A1.6", "name", "colours", "series", "club_room", "castles", "banquet"
    )
    colours = _colours(edition_reader.items(whole["colours"], "colours", "A1.6"))
    series, objects = _series(edition_reader.items(whole["series"], "series", "A1.6"))
    castles = _castles(whole["club_room"], edition_reader.items(whole["castles"], "castles", "A1.6"))
    banquet = edition_reader.mapping(whole["banquet"], "the banquet", "A1.6", "space", "seats")
    begins = castles[-1].spaces[-1] + 1
    if banquet["space"] != begins or isinstance(banquet["space"], bool):
        edition_reader.bad("A1.5", f"the banquet table must begin at space {begins}, right behind the last castle")
    return Components(
        name=edition_reader.text(whole["name"], "the edition's name", "A1.6"),
        colours=colours,
        series=series,
        objects=objects,
        castles=castles,
        banquet_space=begins,
        banquet_seats=edition_reader.number(
            banquet["seats"], "the number of seats at the banquet", "A1.5", 1, MOST_SEATS
        ),
    )


def _colours(items: list[Plain]) -> tuple[Colour, ...]:
    found = []
    for item in items:
        entry = edition_reader.mapping(item, "a colour", "A1.6", "name", "cheques", "thieves")
        name = edition_reader.text(entry["name"], "a colour's name", "A1.6")
        cheques = _numbers(entry["cheques"], f"the cheques of {name}", "A1.2")
        thieves = _numbers(entry["thieves"], f"the thieves of {name}", "A1.2")
        if len(cheques) != CHEQUES or sum(cheques) != CHEQUES_TOTAL:
            edition_reader.bad(
                "A1.2", f"{name} needs {CHEQUES} cheques that total {CHEQUES_TOTAL}, not {edition_reader.row(cheques)}"
            )
        if len(thieves) != THIEVES:
            edition_reader.bad("A1.2", f"{name} needs {THIEVES} thieves, not {edition_reader.row(thieves)}")
        found.append(Colour(name, tuple(sorted(cheques, reverse=True)), tuple(sorted(thieves, reverse=True))))
    if tuple(colour.name for colour in found) != COLOURS:
        edition_reader.bad("A1.1", f"the colours must be {', '.join(COLOURS)}, in this order")
    _all_differ([value for colour in found for value in colour.cheques], "A1.3", "two cheques of")
    _all_differ([value for colour in found for value in colour.thieves], "A1.3", "two thieves of seniority")
    return tuple(found)


def _series(items: list[Plain]) -> tuple[tuple[Series, ...], tuple[Collectible, ...]]:
    found = []
    objects = []
    for item in items:
        entry = edition_reader.mapping(item, "a series", "A1.6", "letter", "theme", "objects")
        letter = edition_reader.text(entry["letter"], "a series' letter", "A1.6")
        theme = edition_reader.text(entry["theme"], f"the theme of series {letter}", "A1.6")
        years = []
        for thing in edition_reader.items(entry["objects"], f"the objects of series {letter}", "A1.6"):
            described = edition_reader.mapping(thing, f"an object of series {letter}", "A1.6", "year", "name")
            year = _number(described["year"], f"a year in series {letter}", "A1.4")
            years.append(year)
            name = edition_reader.text(described["name"], f"the name of {letter}{year}", "A1.6")
            objects.append(Collectible(f"{letter}{year}", letter, year, name))
        if not years:
            edition_reader.bad("A1.4", f"series {letter} has no object")
        found.append(Series(letter, theme, tuple(sorted(years))))
    if tuple(series.letter for series in found) != LETTERS:
        edition_reader.bad("A1.4", f"the series must be {', '.join(LETTERS)}, in this order")
    if len(objects) != OBJECTS:
        edition_reader.bad("A1.4", f"there must be {OBJECTS} objects, not {len(objects)}")
    _all_differ([thing.year for thing in objects], "A1.4", "two objects of the year")
    return tuple(found), tuple(objects)


def _castles(club_room: Plain, items: list[Plain]) -> tuple[Castle, ...]:
    club_pair = _pair(edition_reader.mapping(club_room, "the club room", "A1.6", "pair")["pair"], "the club room")
    if club_pair != CLUB_PAIR:
        edition_reader.bad("A1.5", f"the club room has the pair 2/1, not {club_pair[0]}/{club_pair[1]}")
    castles = [Castle(0, (0,), club_pair, False)]
    for number, item in enumerate(items, start=1):
        where = f"castle {number}"
        entry = edition_reader.mapping(item, where, "A1.6", "spaces", "pair", optional="corner")
        corner = entry.get("corner", False)
        if not isinstance(corner, bool):
            edition_reader.bad("A1.5", f"{where}: corner is true or false")
        spaces = _numbers(entry["spaces"], f"the spaces of {where}", "A1.5")
        begins = castles[-1].spaces[-1] + 1
        due = tuple(range(begins, begins + (3 if corner else 2)))
        if spaces != due:
            named = f"{where} (a corner)" if corner else where
            edition_reader.bad(
                "A1.5", f"{named} must own the spaces {edition_reader.row(due)}, not {edition_reader.row(spaces)}"
            )
        castles.append(Castle(number, spaces, _pair(entry["pair"], where), corner))
    if len(castles) == 1:
        edition_reader.bad("A1.5", "the track needs a castle")
    if len(castles) > MOST_CASTLES + 1:
        edition_reader.bad("A1.5", f"the track has at most {MOST_CASTLES} castles, not {len(castles) - 1}")
    return tuple(castles)


def _pair(item: Plain, where: str) -> tuple[int, int]:
    pair = _numbers(item, f"the pair of {where}", "A1.5")
    if len(pair) != 2 or pair[0] <= pair[1]:
        edition_reader.bad(
            "A1.5", f"the pair of {where} must be two numbers, the larger first, not {edition_reader.row(pair)}"
        )
    return pair[0], pair[1]


def _all_differ(values: list[int], clause: str, what: str) -> None:
    for value in values:
        if values.count(value) > 1:
            edition_reader.bad(clause, f"{what} {value}")


def _number(item: Plain, what: str, clause: str) -> int:
    return edition_reader.number(item, what, clause, 1, _LARGEST)


def _numbers(item: Plain, what: str, clause: str) -> tuple[int, ...]:
    return tuple(_number(value, what, clause) for value in edition_reader.items(item, what, "A1.6"))
