"""E1: what is in the box, and what an owner's file must look like."""

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from engine.core.chance import SeededChance
from engine.core.errors import BadEditionError
from engine.core.plain import Plain
from engine.edel_stein_reich import GAME
from engine.edel_stein_reich.components import CardEffect
from engine.edel_stein_reich.edition import VARIABLE, read, read_shipped
from engine.edel_stein_reich.gems import NO_GEMS, Gems, plus, size
from tests.engine.edel_stein_reich.tables import ADA, BEN, DORA, a_table, all_gems, gems, list_texts, view

Figures = dict[str, Any]


def club_figures() -> Figures:
    """Return a copy of the shipped data, to be damaged."""
    data = read_shipped().data
    assert isinstance(data, dict)
    return data


@pytest.mark.rule("E1.1")
def test_there_are_22_gems_of_each_colour() -> None:
    for seats in GAME.table_sizes:
        assert all_gems(a_table(seats)) == Gems(22, 22, 22, 22)


@pytest.mark.rule("E1.1")
def test_gem_cards_have_the_printed_money_and_gems() -> None:
    cards = read_shipped().gem_cards
    assert len({card.id for card in cards}) == 30
    assert {card.money for card in cards} == {4, 5, 6, 7}
    assert Counter(size(card.gems) for card in cards) == {2: 10, 3: 12, 4: 8}
    total = NO_GEMS
    for card in cards:
        total = plus(total, card.gems)
    assert total == Gems(22, 22, 22, 22)


@pytest.mark.rule("E1.1")
def test_39_event_cards_are_of_the_kinds_of_the_table() -> None:
    cards = read_shipped().event_cards
    assert len({card.id for card in cards}) == 39
    assert Counter(card.effect.value for card in cards) == {
        "sole": 4,
        "sole_all": 2,
        "per_gem": 4,
        "certificate": 15,
        "score": 2,
        "four_each": 2,
        "swap": 4,
        "return_one": 2,
        "take_three": 2,
        "halve": 2,
    }
    assert {card.clause for card in view(a_table()).faces} == {f"E8.{number}" for number in range(1, 11)}


@pytest.mark.rule("E1.2")
def test_seats_have_three_action_cards_and_four_with_five_seats() -> None:
    three = {"money", "event", "gems"}
    for seats in (3, 4):
        assert all(list_texts(a_table(seats), seat) == three for seat in GAME.asks(a_table(seats)))
        assert set(view(a_table(seats)).actions) == three
    assert list_texts(a_table(5), DORA) == {*three, "free_choice"}
    assert list_texts(a_table(2), ADA) == three


@pytest.mark.rule("E1.3")
def test_the_club_edition_has_the_gem_cards_of_the_rules() -> None:
    rules = (Path(__file__).parents[3] / "engine/edel_stein_reich/RULES.md").read_text(encoding="utf-8")
    rows = [line.strip("|").split("|") for line in rules.splitlines() if line[:3] in ("| 4", "| 5", "| 6", "| 7")]
    printed = [(int(money), gems(letters.strip())) for money, row in rows for letters in row.split("·")]
    assert [(card.money, card.gems) for card in read_shipped().gem_cards] == printed


SPOILT: dict[str, tuple[Callable[[Figures], object], str]] = {
    "29 gem cards": (lambda data: data["gem_cards"].pop(), "E1.1: there must be 30 gem cards, not 29"),
    "too rich": (lambda data: data["gem_cards"][0].update(money=8), "E1.1: the money of gem card 1 must be a whole"),
    "too poor": (lambda data: data["gem_cards"][1].update(money=3), "E1.1: the money of gem card 2"),
    "half a million": (lambda data: data["gem_cards"][1].update(money=4.5), "E1.1: the money of gem card 2"),
    "one gem": (
        lambda data: data["gem_cards"][2].update(gems=["red"]),
        "E1.1: gem card 3 must have 2 to 4 gems, not 1",
    ),
    "five gems": (lambda data: data["gem_cards"][2].update(gems=["red"] * 5), "E1.1: gem card 3 must have 2 to 4"),
    "a pink gem": (
        lambda data: data["gem_cards"][0].update(gems=["red", "pink"]),
        "E1.1: the gems of gem card 1 must be of red, yellow, green, blue, not 'pink'",
    ),
    "gems out of order": (
        lambda data: data["gem_cards"][0].update(gems=["blue", "red"]),
        "E1.3: the gems of gem card 1 must be in the order red, yellow, green, blue",
    ),
    "no gems at all": (
        lambda data: data["gem_cards"][0].update(gems="rr"),
        "E1.3: the gems of gem card 1 must be a list",
    ),
    "an unknown effect": (
        lambda data: data["event_cards"][0].update(effect="dance"),
        "E1.3: no event card has the effect 'dance'",
    ),
    "14 certificates": (
        lambda data: data["event_cards"][9].update(copies=14),
        "E8.4: there must be 15 of certificate, not 14",
    ),
    "no swaps": (
        lambda data: data.update(event_cards=[card for card in data["event_cards"] if card["effect"] != "swap"]),
        "E1.1: there is no event card swap",
    ),
    "a card twice": (
        lambda data: data["event_cards"].append(data["event_cards"][0]),
        "E8.1: sole_red stands there twice",
    ),
    "a card of two colours": (
        lambda data: data["event_cards"][0].update(colours=["red", "blue"]),
        "E8.1: there must be 0 of sole_red_blue, not 1",
    ),
    "a majority for nothing": (
        lambda data: data["event_cards"][0].update(pays=0),
        "E8.1: what sole pays must be a whole number from 1 to 99, not 0",
    ),
    "a certificate that pays by itself": (lambda data: data["event_cards"][9].update(pays=3), "E8.4: what certificate"),
    "no name": (lambda data: data.update(name=" "), "E1.3: the edition's name must be a text"),
    "a missing part": (lambda data: data.pop("gem_cards"), "E1.3: an edition lacks 'gem_cards'"),
    "an unknown part": (lambda data: data.update(dice=6), "E1.3: an edition has an unknown 'dice'"),
    "a list of nothing": (lambda data: data.update(event_cards=None), "E1.3: event_cards must be a list"),
    "a card of text": (lambda data: data["gem_cards"].__setitem__(0, "ryy4"), "E1.3: gem card 1 must be an object"),
    "a colour that is a list": (lambda data: data["gem_cards"][0].update(gems=[["red"], "red"]), "E1.1: the gems of"),
}


@pytest.mark.rule("E1.1", "E1.3")
@pytest.mark.parametrize("fault", SPOILT)
def test_bad_edition_is_refused_and_names_the_fault(fault: str) -> None:
    spoil, sentence = SPOILT[fault]
    data = club_figures()
    spoil(data)
    with pytest.raises(BadEditionError) as caught:
        read(data)
    assert sentence in str(caught.value)


@pytest.mark.rule("E1.3")
def test_an_owners_file_is_in_force_for_new_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    figures = club_figures() | {"name": "attic edition"}
    figures["gem_cards"][1] = figures["gem_cards"][0]
    figures["event_cards"][0]["pays"] = 9
    path = tmp_path / "attic.json"
    path.write_text(json.dumps(figures), encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(path))
    edition = GAME.new(2, {}, SeededChance(b"attic"), GAME.edition()).table.edition
    assert [card.id for card in edition.gem_cards[:2]] == ["ryy4", "ryy4_2"], "cards may be alike"
    assert edition.event_cards[0].pays == 9
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(BadEditionError, match=r"attic\.json: E1\.3: an edition lacks 'name'"):
        GAME.edition()


@pytest.mark.rule("E1.3")
def test_without_an_owners_file_the_club_edition_is_in_force(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert read(GAME.edition()) is read_shipped()
    assert GAME.new(2, {}, SeededChance(b"club")).table.edition is read_shipped()


@pytest.mark.parametrize("data", [None, [], "club", {"gem_cards"}, {1: 2, "name": 3}])
def test_what_is_no_plain_data_at_all_is_refused(data: object) -> None:
    with pytest.raises(BadEditionError):
        read(cast("Plain", data))


def test_equal_editions_are_one_value_in_every_process() -> None:
    figures = club_figures()
    assert read(copy.deepcopy(figures)) is read(figures)
    assert copy.deepcopy(read_shipped()) is read_shipped()


def test_edition_is_independent_of_its_source_data() -> None:
    club_figures().clear()
    assert read_shipped().data == read(read_shipped().data).data != {}


@pytest.mark.rule("E8.1", "E8.3", "E8.6")
def test_view_shows_every_event_card_face_with_figures() -> None:
    faces = {face.face: face for face in view(a_table(), BEN).faces}
    assert [faces[f"sole_{colour}"].pays for colour in ("red", "yellow", "green", "blue")] == [8, 7, 6, 5]
    assert faces["per_gem_green"].pays == 1
    assert faces["four_each_red_blue"].colours == ("red", "blue")
    assert faces["certificate"].copies == 15
    assert sum(face.copies for face in faces.values()) == 39
    assert {face.effect for face in faces.values()} == {effect.value for effect in CardEffect}
