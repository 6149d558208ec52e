"""Documented table of effects: it is complete, and every effect matches it."""

import re
from collections import defaultdict

import pytest

from engine.core.effects import Effect
from engine.edel_stein_reich import effects
from engine.edel_stein_reich.effects import event, scoring
from tests.engine.edel_stein_reich.tables import ADA, BEN, CARLA, a_table, play, random_steps
from tests.engine.effect_texts import parse_effect


def read_table() -> dict[str, tuple[set[str], tuple[str, ...]]]:
    """Return the clauses and detail names of every kind in the table."""
    rows = re.findall(r"^``(\w+)`` +(E[\d.]+)(?:-E(\d+)\.(\d+))? +(.+)$", effects.__doc__ or "", re.MULTILINE)
    table = {}
    for kind, first, chapter, last, details in rows:
        numbers = range(int(first.split(".")[1]), int(last or first.split(".")[1]) + 1)
        clauses = {f"E{chapter}.{number}" for number in numbers} if chapter else {first}
        names = tuple(name for name in re.findall(r"``(\w+)``", details) if name not in ("yes", "no", "none"))
        table[kind] = (clauses, names)
    return table


@pytest.fixture(scope="module")
def told() -> dict[str, list[Effect]]:
    """Effects of many random games and of some rare tables, by kind."""
    everything = [step for seats in (2, 3, 4, 5) for seed in range(8) for step in random_steps(seed, seats)]
    everything += play(a_table(3, face_down=0), "money | money | money").steps
    nothing = {ADA: "", BEN: "", CARLA: ""}
    everything += play(a_table(3, holdings=nothing, turn=8), "money | money | gems").steps
    everything += play(a_table(3, holdings=nothing, event="halve_1"), "event | money | gems", "open_card").steps
    everything += play(a_table(5, holdings={ADA: ""}), "free_choice | money | money | money | money").steps
    everything += play(a_table(3, cards={ADA: "sole_all_1 certificate_1"}, turn=8), "money | money | money").steps
    by_kind = defaultdict(list)
    for step in everything:
        by_kind[step.effect.kind].append(step.effect)
    return by_kind


def test_every_kind_in_the_table_happens_and_no_other(told: dict[str, list[Effect]]) -> None:
    assert set(told) == set(read_table())


def test_every_kind_has_its_function() -> None:
    modules = (effects, event, scoring)
    functions = {name for module in modules for name, thing in vars(module).items() if _is_its_own(module, thing)}
    assert functions == set(read_table())


def _is_its_own(module: object, thing: object) -> bool:
    return callable(thing) and getattr(thing, "__module__", "") == getattr(module, "__name__", None)


def test_every_effect_matches_the_documented_table(told: dict[str, list[Effect]]) -> None:
    for kind, (clauses, details) in read_table().items():
        for effect in told[kind]:
            assert effect.clause in clauses
            assert sorted(name for name, _ in effect.details) == sorted(details)


def test_every_effect_is_public_and_its_text_parses_back(told: dict[str, list[Effect]]) -> None:
    for effect in (one for kind in told.values() for one in kind):
        assert effect.audience is None
        assert parse_effect(effect.text) == effect


def test_lists_of_an_effect_run_in_parallel(told: dict[str, list[Effect]]) -> None:
    parallel = ["seats", "actions", "cards", "places", "money"]
    for effect in (one for kind in told.values() for one in kind):
        lists = [len(value) for name, value in effect.details if name in parallel and isinstance(value, tuple)]
        assert len(set(lists)) <= 1


def test_a_negotiation_reads_as_it_is_documented() -> None:
    table = a_table(3, holdings={ADA: "rb", BEN: "rrb"}, gem_cards="ryy4 rb6 bb7", event="certificate_1", pile="swap_1")
    story = play(table, "money | money | event", "bid blue", "bid red", "bid red blue", "accept")
    assert [step.effect.text for step in story.steps] == [
        "E5.3 accepts round=1 seat=1 gems=[red,blue] from_seat=0 could_raise=yes action=money",
        "E4.1 takes_money round=1 seat=0 money=4 card=ryy4",
    ]
    story = play(story.state, "open_card")
    assert [step.effect.text for step in story.steps] == [
        "E4.2 takes_open_event round=1 seat=2 card=certificate_1",
        "E8.4 keeps_card round=1 seat=2 card=certificate_1",
        "E3.2 gem_cards_open round=1 turn=2 seats=[0,1,2] cards=[rgg5,rrg5,rry5]",
        "E3.2 event_opens round=1 card=swap_1",
    ]
