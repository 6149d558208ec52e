"""The listing of exhibitions and thefts."""

import random
from itertools import combinations, product

import pytest

from engine.adel_verpflichtet.asks import ExhibitionAsk, TheftAsk
from engine.adel_verpflichtet.choices import Pick, show, steal
from engine.adel_verpflichtet.edition import shipped
from engine.adel_verpflichtet.exhibition import is_valid
from engine.adel_verpflichtet.samples import FEW

IDS = shipped().canonical_ids


def a_hand(seed: int, size: int) -> list[str]:
    """Some objects."""
    return random.Random(seed).sample(IDS, size)


@pytest.mark.rule("A5.1", "A5.2")
@pytest.mark.parametrize("seed", range(20))
def test_a_small_hand_lists_all_its_exhibitions(seed: int) -> None:
    ids = a_hand(seed, 3 + seed % 6)
    ask = ExhibitionAsk(shipped(), shipped().set_of(ids))
    every = {
        show(*chosen)
        for number in range(3, len(ids) + 1)
        for chosen in combinations(ids, number)
        if is_valid(shipped(), shipped().set_of(chosen))
    }
    assert ask.complete == (len(every) <= FEW)
    if ask.complete:
        assert set(ask.choices) == every
        assert len(ask.choices) == len(every)


@pytest.mark.rule("A5.1", "A5.2", "A5.3")
@pytest.mark.parametrize("seed", range(20))
def test_the_sample_of_a_large_hand_is_legal_and_has_every_size_of_each_unbroken_run(seed: int) -> None:
    ids = a_hand(seed, 13)
    ask = ExhibitionAsk(shipped(), shipped().set_of(ids))
    assert not ask.complete
    assert len(set(ask.choices)) == len(ask.choices) <= FEW
    assert all(choice in ask for choice in ask.choices)
    assert ask.default in ask.choices
    listed = [frozenset(choice.objects) for choice in ask.choices if isinstance(choice, Pick)]
    marks = "".join(letter if any(name[0] == letter for name in ids) else " " for letter in "ABCDEF")
    for letters in marks.split():
        here = [name for name in ids if name[0] in letters]
        oldest = min(here, key=lambda name: int(name[1:]))
        for size in range(max(3, len(letters)), len(here) + 1):
            assert any(
                len(shown) == size and {name[0] for name in shown} == set(letters) and oldest in shown
                for shown in listed
            )


@pytest.mark.rule("A5.2")
def test_an_exhibition_outside_the_sample_is_legal_too() -> None:
    ids = a_hand(3, 16)
    ask = ExhibitionAsk(shipped(), shipped().set_of(ids))
    every = [show(*chosen) for chosen in combinations(sorted(ids), 6) if is_valid(shipped(), shipped().set_of(chosen))]
    unlisted = [choice for choice in every if choice not in ask.choices]
    assert unlisted
    assert all(choice in ask for choice in unlisted)


@pytest.mark.rule("A6.4")
def test_few_thefts_are_all_listed() -> None:
    exhibitions = ["A1598 A1621 A1655", "B1534 B1602", "C1468"]
    ask = TheftAsk(shipped(), tuple(shipped().set_of(shown.split()) for shown in exhibitions))
    assert ask.complete
    assert set(ask.choices) == {steal(*taken) for taken in product(*(shown.split() for shown in exhibitions))}
    assert ask.default == steal("A1598", "B1534", "C1468")


@pytest.mark.rule("A6.4")
def test_a_sample_of_many_thefts_is_legal_and_has_every_object() -> None:
    exhibitions = tuple(shipped().series_objects[:4])
    ask = TheftAsk(shipped(), exhibitions)
    assert not ask.complete
    assert len(set(ask.choices)) == len(ask.choices) <= FEW
    assert all(choice in ask for choice in ask.choices)
    assert ask.default in ask.choices
    named = {name for choice in ask.choices if isinstance(choice, Pick) for name in choice.objects}
    assert named == set(shipped().ids(sum(exhibitions)))


def test_the_same_hand_gives_the_same_sample() -> None:
    hand = shipped().set_of(a_hand(1, 14))
    assert ExhibitionAsk(shipped(), hand).choices == ExhibitionAsk(shipped(), hand).choices
