"""Lists of exhibitions and thefts."""

import random
from collections.abc import Iterable
from itertools import combinations, product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.adel_verpflichtet.asks import ExhibitionAsk, TheftAsk
from engine.adel_verpflichtet.choice_samples import FEW
from engine.adel_verpflichtet.choices import Choice, Pick, show, steal
from engine.adel_verpflichtet.edition import read_shipped
from engine.adel_verpflichtet.objects import Objects, each, size
from engine.adel_verpflichtet.rules.exhibition import is_valid, runs, worth

IDS = read_shipped().canonical_ids


def a_hand(seed: int, size: int) -> list[str]:
    """Return some objects."""
    return random.Random(seed).sample(IDS, size)


def a_set(ids: str) -> Objects:
    """Return these objects."""
    return read_shipped().set_of(ids.split())


@pytest.mark.rule("A5.1", "A5.2")
@pytest.mark.parametrize("seed", range(20))
def test_a_small_hand_lists_all_its_exhibitions(seed: int) -> None:
    ids = a_hand(seed, 3 + seed % 6)
    ask = ExhibitionAsk(read_shipped(), read_shipped().set_of(ids))
    every = {
        show(*chosen)
        for number in range(3, len(ids) + 1)
        for chosen in combinations(ids, number)
        if is_valid(read_shipped(), read_shipped().set_of(chosen))
    }
    assert ask.complete == (len(every) <= FEW)
    if ask.complete:
        assert set(ask.choices) == every
        assert len(ask.choices) == len(every)


@pytest.mark.rule("A5.1", "A5.2")
@pytest.mark.parametrize("seed", range(20))
def test_the_sample_of_a_large_hand_is_legal_and_short(seed: int) -> None:
    ask = ExhibitionAsk(read_shipped(), read_shipped().set_of(a_hand(seed, 13)))
    assert not ask.complete
    assert len(set(ask.choices)) == len(ask.choices) <= FEW
    assert all(choice in ask for choice in ask.choices)
    assert ask.default in ask.choices


def missing(hand: Objects, choices: Iterable[Choice]) -> list[tuple[Objects, int]]:
    """Return the runs and sizes without an exhibition as valuable as possible (A5.3).

    Runs are the unbroken runs of a hand."""
    edition = read_shipped()
    listed = [edition.set_of(choice.objects) for choice in choices if isinstance(choice, Pick)]
    lacking = []
    for run in runs(edition, hand):
        for number in range(3, size(run) + 1):
            every = (sum(chosen) for chosen in combinations(each(run), number))
            best = max(worth(shown) for shown in every if is_valid(edition, shown))
            if best not in [worth(shown) for shown in listed if shown & run == shown]:
                lacking.append((run, number))
    return lacking


ALL_LETTERS = a_set("A1598 A1621 B1602 B1660 C1468 C1517 D1737 D1784 E1583 F1672 F1733")
OLDEST_AMONG_SEVERAL = a_set("A1598 B1534 B1602 C1517 C1571 D1737 D1784 D1829 E1583 F1672 F1733")

hands = st.sets(st.sampled_from(IDS), min_size=3, max_size=12).map(read_shipped().set_of)


@pytest.mark.rule("A5.1", "A5.2", "A5.3")
@settings(max_examples=150, deadline=None)
@given(hand=hands)
@example(hand=ALL_LETTERS)
@example(hand=OLDEST_AMONG_SEVERAL)
def test_each_size_and_run_is_listed_with_its_oldest(hand: Objects) -> None:
    assert missing(hand, ExhibitionAsk(read_shipped(), hand).choices) == []


def test_a_sample_without_short_runs_is_detected() -> None:
    choices = ExhibitionAsk(read_shipped(), ALL_LETTERS).choices
    whole = [
        choice for choice in choices if isinstance(choice, Pick) and {name[0] for name in choice.objects} == {*"ABCDEF"}
    ]
    assert [number for _, number in missing(ALL_LETTERS, whole)] == [3, 4, 5]


@pytest.mark.rule("A5.2")
def test_an_exhibition_outside_the_sample_is_legal_too() -> None:
    ids = a_hand(3, 16)
    ask = ExhibitionAsk(read_shipped(), read_shipped().set_of(ids))
    every = [
        show(*chosen)
        for chosen in combinations(sorted(ids), 6)
        if is_valid(read_shipped(), read_shipped().set_of(chosen))
    ]
    unlisted = [choice for choice in every if choice not in ask.choices]
    assert unlisted
    assert all(choice in ask for choice in unlisted)


@pytest.mark.rule("A6.4")
def test_few_thefts_are_all_listed() -> None:
    exhibitions = ["A1598 A1621 A1655", "B1534 B1602", "C1468"]
    ask = TheftAsk(read_shipped(), tuple(read_shipped().set_of(shown.split()) for shown in exhibitions))
    assert ask.complete
    assert set(ask.choices) == {steal(*taken) for taken in product(*(shown.split() for shown in exhibitions))}
    assert ask.default == steal("A1598", "B1534", "C1468")


@pytest.mark.rule("A6.4")
def test_a_sample_of_thefts_has_every_object() -> None:
    exhibitions = tuple(read_shipped().series_objects[:4])
    ask = TheftAsk(read_shipped(), exhibitions)
    assert not ask.complete
    assert len(set(ask.choices)) == len(ask.choices) <= FEW
    assert all(choice in ask for choice in ask.choices)
    assert ask.default in ask.choices
    named = {name for choice in ask.choices if isinstance(choice, Pick) for name in choice.objects}
    assert named == set(read_shipped().ids(sum(exhibitions)))


def test_the_same_hand_gives_the_same_sample() -> None:
    hand = read_shipped().set_of(a_hand(1, 14))
    assert ExhibitionAsk(read_shipped(), hand).choices == ExhibitionAsk(read_shipped(), hand).choices
