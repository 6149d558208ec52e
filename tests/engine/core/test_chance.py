"""Deals, recomputed by a second program that follows the description.

It shares no code with the engine."""

import hashlib
import hmac
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.errors import EngineError
from tests.engine.scripted_chance import ScriptedChance

SEED = bytes(range(32))

LARGE = "a large deck, 0"

VECTORS = [
    ("", b"", 5, "4 1 0 2 3"),
    ("adel_verpflichtet/objects", SEED, 5, "2 4 1 3 0"),
    ("adel_verpflichtet/objects", SEED, 45, "7 37 15 24 9 29 31 30 18 3 1 19 36 32 35 33 34 44 26 13 22 21 23 39"),
    ("Schloß/#1", b"\xff", 8, "0 4 1 6 3 2 7 5"),
]


def recompute_shuffle(seed: bytes, label: str, count: int) -> tuple[list[int], int]:
    """Return the order of 0..count-1 and the number of skipped words.

    It is computed from one long text of hexadecimal digits."""
    digits = "".join(
        hmac.new(key=seed, msg=label.encode() + b"#" + str(block).encode(), digestmod=hashlib.sha256).hexdigest()
        for block in range(count // 8 + 2)
    )
    words = iter([int(digits[at : at + 8], 16) for at in range(0, len(digits), 8)])
    order, skipped = list(range(count)), 0
    for i in reversed(range(1, count)):
        while (word := next(words)) >= (2**32 // (i + 1)) * (i + 1):
            skipped += 1
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order, skipped


@given(seed=st.binary(min_size=1, max_size=64), label=st.text(max_size=40), count=st.integers(0, 60))
def test_every_shuffle_follows_the_description(seed: bytes, label: str, count: int) -> None:
    assert list(SeededChance(seed).shuffle(label, range(count))) == recompute_shuffle(seed, label, count)[0]


@pytest.mark.parametrize(("label", "seed", "count", "begins"), VECTORS)
def test_known_shuffles_never_change(label: str, seed: bytes, count: int, begins: str) -> None:
    order = " ".join(map(str, SeededChance(seed).shuffle(label, range(count))))
    assert order.startswith(begins)


def test_a_word_past_the_largest_multiple_is_skipped() -> None:
    """Only a large deck makes a skipped word likely."""
    order, skipped = recompute_shuffle(SEED, LARGE, 100_000)
    assert skipped > 0
    assert list(SeededChance(SEED).shuffle(LARGE, range(100_000))) == order


def test_seed_and_label_determine_the_shuffle() -> None:
    chance = SeededChance(SEED)
    first = chance.shuffle("a", range(30))
    chance.shuffle("b", range(30))
    assert chance.shuffle("a", range(30)) == first == SeededChance(SEED).shuffle("a", range(30))


def test_another_label_or_seed_gives_another_order() -> None:
    orders = {
        SeededChance(seed).shuffle(label, range(30)) for seed in (b"1", b"2", b"12") for label in ("", "1", "2", "a/1")
    }
    assert len(orders) == 12


@given(st.lists(st.integers()))
def test_a_shuffle_keeps_the_items(items: list[int]) -> None:
    assert Counter(SeededChance(SEED).shuffle("x", items)) == Counter(items)


def test_every_order_is_as_likely_as_any_other() -> None:
    """Chi-square over the 24 orders of four: 23 degrees of freedom.

    Chance passes the bound once in 10,000."""
    chance = SeededChance(SEED)
    counts = Counter(chance.shuffle(f"deal {deal}", range(4)) for deal in range(4800))
    assert len(counts) == 24
    assert sum((seen - 200) ** 2 / 200 for seen in counts.values()) < 58


def test_the_top_card_comes_from_everywhere_in_the_deck() -> None:
    chance = SeededChance(SEED)
    tops = Counter(chance.shuffle(f"deal {deal}", range(45))[0] for deal in range(4500))
    assert len(tops) == 45
    assert sum((seen - 100) ** 2 / 100 for seen in tops.values()) < 90


def test_a_shuffle_separates_neighbours() -> None:
    chance = SeededChance(SEED)
    together = sum(
        sum(b - a == 1 for a, b in pairwise(chance.shuffle(f"deal {deal}", range(45)))) for deal in range(1000)
    )
    assert 880 < together < 1080  # 44/45 of a pair is expected each time


def test_a_script_deals_named_items_first() -> None:
    chance = ScriptedChance({"deck": ["d", "b"], "none": []})
    assert chance.shuffle("deck", "abcde") == ("d", "b", "a", "c", "e")
    assert chance.shuffle("none", "abc") == ("a", "b", "c")


def test_a_script_may_repeat_items_that_repeat() -> None:
    chance = ScriptedChance({"deck": ["a", "a"]})
    assert chance.shuffle("deck", "aba") == ("a", "a", "b")
    with pytest.raises(EngineError, match="no 'a' left"):
        chance.shuffle("deck", "ab")


def test_a_script_refuses_unknown_labels_and_items() -> None:
    chance = ScriptedChance({"deck": ["z"]})
    with pytest.raises(EngineError, match="'pile'"):
        chance.shuffle("pile", "abc")
    with pytest.raises(EngineError, match="no 'z' left"):
        chance.shuffle("deck", "abc")
