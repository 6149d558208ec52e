"""Documented table of effects: complete and true."""

import re
from collections import defaultdict

import pytest

from engine.adel_verpflichtet import effects
from engine.core.effects import Effect
from tests.engine.adel_verpflichtet.tables import (
    ADA,
    BEN,
    Options,
    a_table,
    play,
    random_steps,
)
from tests.engine.effect_texts import parse_effect

GAMES: list[tuple[int, Options]] = [(2, {"variant": "surprise"}), (2, {"variant": "confrontation"}), (3, {}), (5, {})]


def read_table() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Clause and names of the details of every kind in the table."""
    rows = re.findall(r"^``(\w+)`` +(A[\d.]+) +(.+)$", effects.__doc__ or "", re.MULTILINE)
    return {kind: (clause, tuple(re.findall(r"``(\w+)``", details))) for kind, clause, details in rows}


@pytest.fixture(scope="module")
def told() -> dict[str, list[Effect]]:
    """Effects by kind in many random games, and in one that runs out of rounds."""
    everything = [step for seats, options in GAMES for seed in range(12) for step in random_steps(seed, seats, options)]
    last_round = a_table(3, number=200, hands={ADA: "A1598 A1621 A1655"})
    everything += play(last_round, "castle | castle | castle", "detective | detective | detective").steps
    broke = a_table(2, variant="confrontation", cheques={ADA: (25,), BEN: ()}, cells=(9, 2))
    everything += play(broke, "cheque 25").steps
    everything += play(broke, "cheque 25", "buy A1598").steps
    sold_out = play(a_table(3, piles=("C1468", "")), "castle | castle | auction_house").state
    everything += play(sold_out, "detective | detective | cheque 3").steps
    robbed = play(a_table(5, hands={ADA: "A1598 A1621 A1655"}), "castle | castle | castle | castle | castle")
    robbed = play(robbed.state, "exhibit | thief 9 | thief 8 | thief 7 | thief 6", "show A1598 A1621 A1655")
    everything += play(robbed.state, "steal A1598", "steal A1621").steps
    everything += random_steps(1, 4, {"rules": "1990"})
    by_kind = defaultdict(list)
    for step in everything:
        by_kind[step.effect.kind].append(step.effect)
    return by_kind


def test_every_kind_in_the_table_happens_and_no_other(told: dict[str, list[Effect]]) -> None:
    assert set(told) == set(read_table())


def test_every_effect_has_the_documented_clause_and_details(told: dict[str, list[Effect]]) -> None:
    for kind, (clause, details) in read_table().items():
        for effect in told[kind]:
            assert effect.clause == clause
            assert tuple(name for name, _ in effect.details) == details


def test_every_effect_is_public_and_parses_back(told: dict[str, list[Effect]]) -> None:
    for effect in (one for kind in told.values() for one in kind):
        assert effect.audience is None
        assert parse_effect(effect.text) == effect


def test_a_purchase_reads_as_it_is_documented() -> None:
    story = play(a_table(3), "castle | castle | auction_house", "detective | detective | cheque 23", "buy A1598")
    assert [step.effect.text for step in story.steps] == [
        "A4.1 buys round=1 seat=2 cheque=23 window=1 object=A1598",
        "A4.1 turns_up round=1 window=1 object=A1621 pile=22",
        "A6.0 castle_opens round=1 seats=[0,1] cards=[detective,detective] values=[0,0]",
        "A6.9 detectives_idle round=1 seats=[0,1]",
        "A3.5 round_ends round=1",
    ]


def test_lists_of_an_effect_run_in_parallel(told: dict[str, list[Effect]]) -> None:
    parallel = [
        ("seats", "locations"),
        ("seats", "cards"),
        ("seats", "values"),
        ("seats", "cheques"),
        ("seats", "sizes"),
        ("seats", "thieves"),
        ("seats", "places"),
        ("beaten_seats", "beaten"),
        ("from_seats", "objects"),
    ]
    for effect in (one for kind in told.values() for one in kind):
        details = dict(effect.details)
        for left, right in parallel:
            if left in details and right in details and isinstance(details[left], tuple):
                assert len(str(details[left]).split(",")) == len(str(details[right]).split(","))


def test_exhibitions_are_cut_by_their_sizes(told: dict[str, list[Effect]]) -> None:
    for kind in ("exhibitions_open", "exhibits_return", "finals_open"):
        for effect in told[kind]:
            shown = effects.exhibitions_in(effect)
            assert tuple(int(seat) for seat, _ in shown) == effect.detail("seats")
            assert tuple(len(objects) for _, objects in shown) == effect.detail("sizes")
            assert tuple(name for _, objects in shown for name in objects) == effect.detail("objects")
