"""Whole games of both editions of the rules: journal, record, replay and file."""

import random
from functools import cache

import pytest

from app.journal.codec import codec
from app.records.room_file import read_room_file, write_room_file
from app.rooms import commands as c
from app.rooms.events import Entry, GameBegun
from app.rooms.fold import fold
from app.rooms.views.replay import replay
from engine import registry
from engine.core.plain import Plain
from tests.records.evenings import ADEL, OTHER_SEED, check_data, plays, record, sit
from tests.records.seated import assign_devices
from tests.rooms.builders import ADA, AT_ONCE, NAMES, SEED, begin, game_of
from tests.rooms.evening import Evening, check_refold

pytestmark = pytest.mark.usefixtures("light_keys")

EDITIONS = ("2000", "1990")
TABLES: tuple[tuple[int, str], ...] = ((2, "surprise"), (2, "confrontation"), (3, ""), (4, ""), (5, ""))
KEY = b"k" * 32


def begin_game(rules: str, people: int, variant: str) -> Evening:
    """Return a game by these rules that has just begun."""
    options: dict[str, Plain] = {"rules": rules}
    if variant:
        options["variant"] = variant
    evening = Evening(ADEL, **AT_ONCE, **options)
    sit(evening, *NAMES[1:people])
    assert evening.does(begin(SEED, ADEL))
    return evening


@cache
def evening_of(rules: str, people: int, variant: str) -> Evening:
    """Play a game by these rules to its end, and a second one with the seats moved on."""
    evening = begin_game(rules, people, variant)
    plays(evening, random.Random(people))
    assert evening.room.phase == "finished"
    assert evening.does(c.Again(evening.room.hosts[0], OTHER_SEED, registry.find(ADEL).edition(), rotate=True))
    plays(evening, random.Random(people))
    assert evening.room.phase == "finished"
    return evening


def stops(evening: Evening, number: int) -> list[str]:
    """Return the clauses that stopped that game at once."""
    game = replay(evening.entries, number)
    assert game is not None
    happened = [step.effect for moment in game.moments for step in moment.steps]
    return [effect.clause for effect in happened if effect.kind == "game_stops"]


@pytest.mark.rule("A8.1", "A11.1", "A11.4")
@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("people", "variant"), TABLES)
class TestAWholeGame:
    """Tests of two games at one table, for every number of seats."""

    def test_its_journal_folds_to_the_same_room(self, people: int, variant: str, rules: str) -> None:
        evening = evening_of(rules, people, variant)
        check_refold(evening)
        read = [Entry(each.version, each.at, codec.decode(codec.encode(each.event))) for each in evening.entries]
        assert fold(None, read) == evening.room
        begun = [each.event for each in read if isinstance(each.event, GameBegun)]
        assert [event.options["rules"] for event in begun] == [rules] * 2, "one more game keeps the edition"
        assert game_of(evening.room).state.table.rules == rules

    def test_its_record_holds_and_its_replay_ends_by_its_rules(self, people: int, variant: str, rules: str) -> None:
        evening = evening_of(rules, people, variant)
        report = check_data(record(evening))
        assert report.failure is None
        assert [(game.end, game.begun.options["rules"]) for game in report.games] == [("finished", rules)] * 2
        assert [stops(evening, number) for number in (1, 2)] == [["A11.1"] if rules == "1990" else []] * 2

    def test_a_record_that_names_the_other_edition_does_not_hold(self, people: int, variant: str, rules: str) -> None:
        tampered = record(evening_of(rules, people, variant))
        begun = next(event for event in tampered["facts"] if event["fact"] == "GameBegun")
        begun["options"]["rules"] = next(other for other in EDITIONS if other != rules)
        assert check_data(tampered).failure is not None

    def test_table_saved_in_mid_game_continues_by_its_edition(self, people: int, variant: str, rules: str) -> None:
        evening = begin_game(rules, people, variant)
        plays(evening, random.Random(people), reveals=20)
        file = write_room_file(assign_devices(evening), record(evening), "a castle by the lake", KEY)
        restored = read_room_file(file, "a castle by the lake", evening.now)
        evening.room, evening.entries = restored.room, list(restored.entries)
        plays(evening, random.Random(people + 20))
        assert evening.room.phase == "finished"
        assert stops(evening, 1) == (["A11.1"] if rules == "1990" else [])


@pytest.mark.rule("A11.1")
@pytest.mark.parametrize(("people", "variant"), TABLES)
def test_one_more_game_may_be_by_the_other_edition(people: int, variant: str) -> None:
    other = begin_game("2000", people, variant)
    plays(other, random.Random(people))
    assert other.does(c.ChooseOptions(ADA, {"rules": "1990"}))
    assert other.does(c.Again(ADA, OTHER_SEED, registry.find(ADEL).edition()))
    plays(other, random.Random(people))
    assert [stops(other, number) for number in (1, 2)] == [[], ["A11.1"]]
    check_refold(other)
    assert check_data(record(other)).failure is None
