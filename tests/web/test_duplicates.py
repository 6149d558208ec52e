"""Duplicate commands: answered twice and carried out once."""

from typing import Any

import pytest

from tests.web.tables import Table, Web, receive_answer


def test_a_repeated_command_is_answered_alike_and_carried_out_once(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    for command in ({"do": "say", "text": "Once"}, {"do": "pause"}, {"do": "resume"}):
        first = table.post(0, id=f"d-{command['do']}", **command).json()
        after = table.fingerprint()
        assert [table.post(0, id=f"d-{command['do']}", **command).json() for _ in range(3)] == [first] * 3
        assert first["ok"] is True
        assert table.fingerprint() == after


def test_a_repeated_command_is_known_on_another_connection(web: Web) -> None:
    table = web.open("Ada", "Ben")
    first = table.post(0, id="d1", do="say", text="Once").json()
    after = table.fingerprint()
    with table.socket(0) as socket:
        socket.receive_json()
        socket.send_json({"id": "d1", "do": "say", "text": "Once"})
        assert receive_answer(socket, "d1") == first
    assert table.fingerprint() == after


def test_the_same_id_with_another_body_is_refused(web: Web) -> None:
    table = web.open("Ada", "Ben")
    assert table.post(0, id="d1", do="say", text="Once").json()["ok"] is True
    after = table.fingerprint()
    for other in ({"do": "say", "text": "Twice"}, {"do": "begin"}, {"do": "leave"}):
        answer = table.post(0, id="d1", **other)
        assert (answer.status_code, answer.json()["refused"]) == (409, "id_used")
    assert table.fingerprint() == after


def test_another_seat_may_use_the_same_id(web: Web) -> None:
    table = web.open("Ada", "Ben")
    for seat in (0, 1):
        assert table.post(seat, id="d1", do="say", text=f"Seat {seat}").json()["ok"] is True
    assert [line["text"] for line in table.view(0)["said"]] == ["Seat 0", "Seat 1"]


def test_without_an_id_every_command_counts(web: Web) -> None:
    table = web.open("Ada", "Ben")
    for _ in range(2):
        assert table.post(0, do="say", text="Hello").json()["ok"] is True
    assert len(table.view(0)["said"]) == 2


def test_a_refused_id_may_be_used_for_another_try(web: Web) -> None:
    table = web.open("Ada")
    assert table.post(0, id="d1", do="begin").json()["refused"] == "too_few"
    table.sit("Ben")
    assert table.post(0, id="d1", do="begin").json()["ok"] is True
    assert table.post(0, id="d1", do="begin").json()["ok"] is True
    assert table.view(0)["room"]["number"] == 1


def test_late_duplicate_of_seal_does_not_affect_next_ask(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    ask = table.view(0)["ask"]
    sealing: dict[str, Any] = {"id": "s1", "do": "seal", "ask": ask["ask"], "choice": ask["choices"][0]}
    assert table.post(0, **sealing).json()["ok"] is True
    reveal_by(table, 1)
    after = table.fingerprint()
    assert table.post(0, **sealing).json()["ok"] is True
    assert table.post(0, **{**sealing, "id": "s2"}).json()["refused"] == "ask_is_over"
    assert table.fingerprint() == after


def reveal_by(table: Table, seat: int) -> None:
    """Seal the last card at the seat, and so reveal all."""
    ask = table.view(seat)["ask"]["ask"]
    assert table.seal(seat).status_code == 200
    if table.view(seat)["ask"] is not None and table.view(seat)["ask"]["ask"] == ask:
        pytest.fail("the cards were not revealed")
