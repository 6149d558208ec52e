"""Plain data, its canonical form, and the digest over that."""

import dataclasses
import enum
import hashlib
import json
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.plain import Plain, canonical, digest, to_plain
from engine.core.seats import Seat


class Colour(enum.StrEnum):
    RED = "red"


class Pair(NamedTuple):
    best: int
    second: int | None


@dataclasses.dataclass(frozen=True, slots=True)
class Card:
    colour: Colour
    pairs: tuple[Pair, ...]


json_values: st.SearchStrategy[Plain] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def test_dataclasses_and_named_tuples_become_mappings_by_field_name() -> None:
    card = Card(Colour.RED, (Pair(2, None), Pair(3, 1)))
    assert to_plain(card) == {"colour": "red", "pairs": [{"best": 2, "second": None}, {"best": 3, "second": 1}]}


def test_keys_become_text() -> None:
    assert to_plain({Seat(0): "a", Colour.RED: (1, 2)}) == {"0": "a", "red": [1, 2]}


def test_plain_data_has_only_plain_types() -> None:
    made = to_plain({"colour": Colour.RED})
    assert isinstance(made, dict)
    assert type(made["colour"]) is str


@given(json_values)
def test_plain_data_is_unchanged(value: Plain) -> None:
    assert to_plain(value) == value


@pytest.mark.parametrize("value", [{1, 2}, b"bytes", object(), 1j, Card, [frozenset()], {"a": range(3)}])
def test_anything_else_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="no plain data"):
        to_plain(value)


@given(json_values)
def test_the_canonical_form_is_json_of_the_same_value(value: Plain) -> None:
    assert json.loads(canonical(value)) == value


@given(st.dictionaries(st.text(), st.integers(), min_size=2))
def test_the_order_in_which_keys_were_added_does_not_matter(value: dict[str, Plain]) -> None:
    backwards: dict[str, Plain] = dict(reversed(value.items()))
    assert canonical(backwards) == canonical(value)


def test_the_canonical_form_is_short_sorted_and_utf_8() -> None:
    assert canonical({"b": [1, None, True], "a": "é"}) == '{"a":"é","b":[1,null,true]}'.encode()


def test_the_digest_is_the_sha_256_of_the_canonical_form() -> None:
    assert digest({"a": 1}) == hashlib.sha256(b'{"a":1}').hexdigest()
    assert digest(None) == "74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b"


@given(json_values, json_values)
def test_different_data_have_different_digests(one: Plain, other: Plain) -> None:
    assert (digest(one) == digest(other)) is (canonical(one) == canonical(other))
