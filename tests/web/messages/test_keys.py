"""Duplicate keys in JSON objects: refused at any depth and in any spelling."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic_core import from_json

from app.rooms.model.refusals import refuse
from app.web.messages.parse import InvalidMessage, read_json

KEYS = ['"a"', '"b"', '"\\u0061"', '"a:b"', '"\\":"', '""']
LEAVES = ["1", "null", '"::"', '"{\\"a\\":1,\\"a\\":2}"', "9" * 30, "1e400", "[]", "{}"]
VALUES = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[{' , '.join(items)}]"),
        st.lists(st.tuples(st.sampled_from(KEYS), inner), max_size=4).map(
            lambda members: "{" + ",".join(f"{key}: {value}" for key, value in members) + "}"
        ),
    ),
    max_leaves=12,
)

Load = Callable[[str], Any]


def has_a_key_twice(text: str) -> bool:
    """Return whether an object has a key twice, by the standard library alone."""
    found: list[bool] = []

    def looks(members: list[tuple[str, Any]]) -> None:
        found.append(len({key for key, _ in members}) < len(members))

    json.loads(text, object_pairs_hook=looks)
    return any(found)


def refuses(load: Load, text: str) -> bool:
    """Return whether that reader refuses the text because of a key."""
    answer = load(text)
    return isinstance(answer, InvalidMessage) and answer.refusal.code == "bad_field"


@given(text=VALUES)
@settings(max_examples=300, deadline=None)
def test_whatever_has_a_key_twice_is_refused_and_nothing_else(text: str) -> None:
    text = f'{{"k": {text}}}'
    assert refuses(read_json, text) == has_a_key_twice(text)
    assert refuses(lambda said: read_json(said.encode()), text) == has_a_key_twice(text)
    if not has_a_key_twice(text):
        assert read_json(text) == from_json(text)


TWICE = [
    '{"do":"look","do":"seal"}',
    '{"do":"options","options":{"grace":1,"grace":2}}',
    '{"do":"begin","options":{"clock":{"mode":"hard","\\u006dode":"off"}}}',
    '{"a":[{"a":1,"a":1}]}',
    '{"a":"x:y","a":"z"}',
    '{"":1,"":2}',
]


@pytest.mark.parametrize("text", TWICE)
def test_the_refusal_says_so(text: str) -> None:
    for data in (text, text.encode()):
        answer = read_json(data)
        assert isinstance(answer, InvalidMessage)
        assert (answer.refusal.code, answer.refusal.say) == (
            "bad_field",
            "Something was sent twice. Please try again.",
        )


TOLD_TWICE = InvalidMessage(refuse("bad_field"))


def takes_the_last(text: str) -> Any:
    return from_json(text)


def looks_at_the_top_alone(text: str) -> Any:
    def looks(members: list[tuple[str, Any]]) -> dict[str, Any]:
        found.append(len(dict(members)) < len(members))
        return dict(members)

    found = [False]
    json.loads(text, object_pairs_hook=looks)
    if found[-1]:
        return TOLD_TWICE


def compares_what_is_written(text: str) -> Any:
    if any(text.count(f"{key}:") > 1 for key in KEYS):
        return TOLD_TWICE


@pytest.mark.parametrize("load", [takes_the_last, looks_at_the_top_alone, compares_what_is_written])
def test_a_reader_that_looks_less_closely_is_found_out(load: Load) -> None:
    assert not all(refuses(load, text) for text in TWICE)
