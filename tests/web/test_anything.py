"""Arbitrary input: the response is never a server error.

A refused request changes nothing."""

from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.web.messages.parse import TAGS, InvalidMessage, read_command
from engine.core.plain import Plain
from tests.web.tables import Table, Web, a_web
from tests.whole import whole

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.sampled_from(["id", "ask", "choice", "options", "seat", "level", "text", "token", "name", "key"])
GOOD = st.fixed_dictionaries(
    {"do": st.sampled_from(sorted(TAGS - {"leave"}))},
    optional={
        "id": st.text("abc", min_size=1, max_size=2),
        "ask": st.integers(0, 3),
        "choice": st.sampled_from(["castle exhibit", "castle detective", "castle", "thief 1"]),
        "options": st.dictionaries(st.sampled_from(["grace", "clock", "tell", "open_memory", "x"]), VALUES, max_size=2),
        "seat": st.integers(-1, 6),
        "level": st.sampled_from([None, "normal", "easy", ""]),
        "text": st.text(max_size=10),
    },
)
ANY = st.builds(lambda good, more: good | more, GOOD, st.dictionaries(FIELDS, VALUES, max_size=2)) | st.dictionaries(
    FIELDS | st.just("do"), VALUES, max_size=5
)


def can_be_said(value: Plain) -> bool:
    try:
        orjson.dumps(value)
    except TypeError:
        return False
    return True


@settings(max_examples=whole(500, 200), deadline=None)
@given(st.binary(max_size=200) | ANY.filter(can_be_said).map(orjson.dumps))
def test_every_message_is_read_or_refused(data: bytes) -> None:
    read = read_command(data)
    assert isinstance(read, InvalidMessage) or (read.body is None) == (read.id is None)
    assert isinstance(read, InvalidMessage) or len(read.body or "x" * 64) == 64


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    """Table for all attempts; an accepted request may change it."""
    with a_web() as web:
        yield web.playing("Ada", "Ben", options={"grace": 30})


@settings(max_examples=whole(300, 100), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(message=ANY.filter(can_be_said), seat=st.integers(0, 1))
def test_every_command_is_carried_out_or_refused_without_a_trace(
    table: Table, message: dict[str, Any], seat: int
) -> None:
    before = table.fingerprint()
    headers = {**table.bearer(seat), "content-type": "application/json"}
    answer = table.web.client.post(f"{table.path}/commands", content=orjson.dumps(message), headers=headers)
    assert answer.status_code < 500
    if answer.status_code >= 400:
        assert answer.json()["refused"]
        assert table.fingerprint() == before
    else:
        assert answer.json()["ok"] is True


@settings(max_examples=whole(200, 80), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    method=st.sampled_from(["GET", "POST", "PUT", "HEAD", "OPTIONS"]),
    parts=st.lists(
        st.sampled_from(["api", "rooms", "r", "join", "do", "K7QF2M9X", "live", "journal", "static", "..", "%00", "é"])
    ),
    body=st.binary(max_size=50),
    kind=st.sampled_from(["application/json", "application/x-www-form-urlencoded", "text/plain", ""]),
)
def test_every_address_has_an_answer(web: Web, method: str, parts: list[str], body: bytes, kind: str) -> None:
    headers = {"content-type": kind, "origin": "http://localhost:8000", "accept": "application/json"}
    answer = web.client.request(method, "/" + "/".join(parts), content=body, headers=headers, follow_redirects=False)
    assert answer.status_code < 500
