"""Components of an edition (A1), and checks of an owner's file."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.components import MOST_CASTLES, MOST_SEATS
from engine.adel_verpflichtet.edition import VARIABLE, read, read_file, read_shipped
from engine.core.chance import SeededChance
from engine.core.errors import BadEditionError
from engine.core.plain import Plain
from tests.engine.adel_verpflichtet.tables import a_table, play

Figures = dict[str, Any]


def club_figures() -> Figures:
    """Return a copy of the shipped data."""
    data = read_shipped().data
    assert isinstance(data, dict)
    return data


def refusal(spoil: Callable[[Figures], object]) -> str:
    """Return the message about the shipped data once it is spoilt."""
    data = club_figures()
    spoil(data)
    with pytest.raises(BadEditionError) as caught:
        read(data)
    return str(caught.value)


@pytest.mark.rule("A1.1")
def test_there_are_five_colours_for_two_to_five_seats() -> None:
    assert list(read_shipped().colours) == ["beige", "blue", "green", "lilac", "red"]
    assert GAME.table_sizes == (2, 3, 4, 5)


@pytest.mark.rule("A1.2")
def test_a_colour_has_four_cheques_and_two_thieves() -> None:
    for colour in read_shipped().colours.values():
        assert (len(colour.cheques), sum(colour.cheques), len(colour.thieves)) == (4, 50, 2)


@pytest.mark.rule("A1.2")
def test_every_seat_begins_with_eight_action_cards() -> None:
    for seat in GAME.view(a_table(5), None).seats:
        assert seat.action_cards == 8


@pytest.mark.rule("A1.3")
def test_no_two_cheques_and_no_two_thieves_are_alike() -> None:
    colours = read_shipped().colours.values()
    assert len({cheque for colour in colours for cheque in colour.cheques}) == 20
    assert len({thief for colour in colours for thief in colour.thieves}) == 10


@pytest.mark.rule("A1.4")
def test_45_objects_in_six_series_have_distinct_years() -> None:
    objects = read_shipped().objects
    assert {thing.letter for thing in objects} == set("ABCDEF")
    assert len({thing.year for thing in objects}) == len({thing.name for thing in objects}) == 45
    assert all(thing.id == f"{thing.letter}{thing.year}" for thing in objects)


@pytest.mark.rule("A1.5")
def test_the_track_runs_from_club_room_to_banquet() -> None:
    club_room, *castles = read_shipped().castles
    assert (club_room.spaces, club_room.pair) == ((0,), (2, 1))
    assert [space for castle in castles for space in castle.spaces] == list(range(1, 52))
    assert {len(castle.spaces) for castle in castles if not castle.corner} == {2}
    assert [castle.number for castle in castles if castle.corner] == [7, 13, 19]
    assert all(len(castle.spaces) == 3 for castle in castles if castle.corner)
    assert read_shipped().banquet_space == 52


@pytest.mark.rule("A1.6")
def test_the_club_edition_has_the_figures_of_the_rules() -> None:
    """Every figure in the tables of RULES.md."""
    rules = (Path(__file__).parents[3] / "engine/adel_verpflichtet/RULES.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in rules.splitlines() if "|" in line]
    tables = {row[0]: row[1:] for row in rows}
    for colour in read_shipped().colours.values():
        cheques, thieves = tables[colour.name]
        assert cheques == ", ".join(map(str, colour.cheques))
        assert thieves == ", ".join(map(str, colour.thieves))
    for series in read_shipped().series:
        assert tables[series.letter] == [series.theme, ", ".join(map(str, series.years))]
    printed = {row[at].split()[0]: row[at + 1 : at + 3] for row in rows if len(row) == 9 for at in (0, 3, 6)}
    for castle in read_shipped().castles[1:]:
        spaces = f"{castle.spaces[0]}–{castle.spaces[-1]}"
        assert printed[str(castle.number)] == [spaces, "/".join(map(str, castle.pair))]


SPOILT: dict[str, tuple[Callable[[Figures], object], str]] = {
    "a colour missing": (
        lambda data: data["colours"].pop(),
        "A1.1: the colours must be beige, blue, green, lilac, red",
    ),
    "another colour": (lambda data: data["colours"][0].update(name="pink"), "A1.1"),
    "three cheques": (lambda data: data["colours"][0]["cheques"].pop(), "A1.2: beige needs 4 cheques that total 50"),
    "too rich": (lambda data: data["colours"][1]["cheques"].__setitem__(0, 26), "A1.2: blue needs 4 cheques"),
    "three thieves": (lambda data: data["colours"][2]["thieves"].append(11), "A1.2: green needs 2 thieves"),
    "cheques alike": (lambda data: data["colours"][1].update(cheques=[25, 14, 9, 2]), "A1.3: two cheques of 25"),
    "thieves alike": (lambda data: data["colours"][1].update(thieves=[9, 1]), "A1.3: two thieves of seniority 1"),
    "a cheque for nothing": (
        lambda data: data["colours"][0].update(cheques=[25, 16, 9, 0]),
        "A1.2: the cheques of beige",
    ),
    "44 objects": (lambda data: data["series"][0]["objects"].pop(), "A1.4: there must be 45 objects, not 44"),
    "five series": (lambda data: data["series"].pop(), "A1.4: the series must be A, B, C, D, E, F"),
    "an empty series": (lambda data: data["series"][3].update(objects=[]), "A1.4: series D has no object"),
    "years alike": (
        lambda data: data["series"][0]["objects"][0].update(year=1534),
        "A1.4: two objects of the year 1534",
    ),
    "half a year": (lambda data: data["series"][0]["objects"][0].update(year=15.5), "A1.4: a year in series A"),
    "no name": (lambda data: data["series"][0]["objects"][0].update(name=" "), "the name of A1598 must be a text"),
    "another club pair": (lambda data: data["club_room"].update(pair=[3, 1]), "A1.5: the club room has the pair 2/1"),
    "a gap": (lambda data: data["castles"].pop(4), "A1.5: castle 5 must own the spaces 9, 10, not 11, 12"),
    "a long castle": (
        lambda data: data["castles"][0].update(spaces=[1, 2, 3]),
        "A1.5: castle 1 must own the spaces 1, 2",
    ),
    "a short corner": (
        lambda data: data["castles"][0].update(corner=True),
        "castle 1 (a corner) must own the spaces 1, 2, 3",
    ),
    "a pair upside down": (lambda data: data["castles"][0].update(pair=[1, 2]), "A1.5: the pair of castle 1"),
    "a pair of three": (lambda data: data["castles"][0].update(pair=[3, 2, 1]), "A1.5: the pair of castle 1"),
    "no castle": (lambda data: data.update(castles=[]), "A1.5: the track needs a castle"),
    "castles without end": (
        lambda data: data.update(
            castles=[{"spaces": [space, space + 1], "pair": [2, 1]} for space in range(1, 2 * MOST_CASTLES + 2, 2)]
        ),
        f"A1.5: the track has at most {MOST_CASTLES} castles, not {MOST_CASTLES + 1}",
    ),
    "a banquet without end": (
        lambda data: data["banquet"].update(seats=MOST_SEATS + 1),
        f"the number of seats at the banquet must be a whole number from 1 to {MOST_SEATS}",
    ),
    "a corner perhaps": (
        lambda data: data["castles"][0].update(corner="yes"),
        "A1.5: castle 1: corner is true or false",
    ),
    "a banquet too far": (
        lambda data: data["banquet"].update(space=60),
        "A1.5: the banquet table must begin at space 52",
    ),
    "a missing part": (lambda data: data.pop("castles"), "an edition lacks 'castles'"),
    "an unknown part": (lambda data: data.update(dice=6), "an edition has an unknown 'dice'"),
    "a list of nothing": (lambda data: data.update(castles=None), "castles must be a list"),
    "a colour of text": (lambda data: data["colours"].__setitem__(0, "beige"), "a colour must be an object with name"),
}


@pytest.mark.rule("A1.1", "A1.2", "A1.3", "A1.4", "A1.5", "A1.6")
@pytest.mark.parametrize("fault", SPOILT)
def test_a_spoilt_edition_is_refused_with_its_fault(fault: str) -> None:
    spoil, sentence = SPOILT[fault]
    assert sentence in refusal(spoil)


@pytest.mark.rule("A1.6")
def test_an_owners_file_is_in_force_for_new_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    figures = club_figures() | {"name": "attic edition"}
    figures["series"][0]["objects"][0] = {"year": 1600, "name": "Grandfather's own"}
    path = tmp_path / "attic.json"
    path.write_text(json.dumps(figures), encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(path))
    state = GAME.new(2, {}, SeededChance(b"attic"), GAME.edition())
    assert "A1600" in state.table.edition.bits
    assert "A1598" not in state.table.edition.bits


@pytest.mark.rule("A1.6")
def test_without_an_owners_file_the_club_edition_is_in_force(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert read(GAME.edition()) is read_shipped()
    assert GAME.new(2, {}, SeededChance(b"club")).table.edition is read_shipped()


@pytest.mark.rule("A1.6")
def test_a_file_without_an_edition_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "attic.json"
    monkeypatch.setenv(VARIABLE, str(path))
    with pytest.raises(BadEditionError, match=r"attic\.json: cannot be read"):
        GAME.edition()
    path.write_text("{", encoding="utf-8")
    with pytest.raises(BadEditionError, match=r"attic\.json: is not JSON"):
        GAME.edition()
    path.write_text(json.dumps(club_figures() | {"castles": []}), encoding="utf-8")
    with pytest.raises(BadEditionError, match=r"attic\.json: A1\.5: the track needs a castle"):
        read_file(path)


@pytest.mark.rule("A1.6")
@pytest.mark.parametrize("data", [None, [], "club", {"colours"}, {1: 2, "name": 3}])
def test_what_is_no_plain_data_at_all_is_refused(data: object) -> None:
    with pytest.raises(BadEditionError):
        read(cast("Plain", data))


def test_equal_editions_are_one_value_even_after_pickling() -> None:
    figures = club_figures()
    assert read(copy.deepcopy(figures)) is read(figures)
    assert copy.deepcopy(read_shipped()) is read_shipped()


def test_an_editions_data_is_a_copy() -> None:
    club_figures().clear()
    assert read_shipped().data == read(read_shipped().data).data != {}


@pytest.mark.rule("A1.5")
def test_a_corner_castle_has_one_pair_for_three_spaces() -> None:
    for space in (13, 14, 15):
        castle = play(a_table(3, pawns=(space, 0, 0)), "castle | castle | castle").state
        seen = GAME.view(castle, None).castle
        assert seen is not None
        assert (seen.number, seen.best, seen.second, seen.corner) == (7, 4, 2, True)
