"""Series of commands of which the last one counts: a late one is refused."""

from typing import Any

import pytest

from tests.web.tables import Table, Web, a_web


def sealing(table: Table, seat: int, place: int, id: str) -> dict[str, Any]:
    """Return a command that seals one of the choices that the seat is offered."""
    ask = table.view(seat)["ask"]
    return {"id": id, "do": "seal", "ask": ask["ask"], "choice": ask["choices"][place]}


def test_late_seal_is_refused_and_later_choice_stays(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    late, later = sealing(table, 0, 0, "choice~1"), sealing(table, 0, 1, "choice~2")
    assert table.post(0, **later).json()["ok"] is True
    after = table.fingerprint()
    answer = table.post(0, **late)
    assert (answer.status_code, answer.json()["refused"]) == (409, "superseded")
    assert answer.json()["ask"]["sealed"] == later["choice"]
    assert table.fingerprint() == after
    # the later one gets the same answer each time
    assert table.post(0, **later).json()["ok"] is True
    assert table.post(0, **sealing(table, 0, 0, "choice~3~b")).json()["ok"] is True
    assert table.view(0)["ask"]["sealed"] == late["choice"]


def test_executed_command_gets_same_answer_after_later_one(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    first, second = sealing(table, 0, 0, "choice~1"), sealing(table, 0, 1, "choice~2")
    done = table.post(0, **first).json()
    assert table.post(0, **second).json()["ok"] is True
    assert table.post(0, **first).json() == done
    assert table.view(0)["ask"]["sealed"] == second["choice"]


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ({"do": "seal"}, {"do": "lift"}),
        ({"do": "plan", "choices": ["exhibit"]}, {"do": "plan", "choices": ["cheque 1"]}),
        ({"do": "vote", "motion": "end", "on": False}, {"do": "vote", "motion": "end", "on": True}),
        ({"do": "stand_in", "seat": 0, "level": "normal"}, {"do": "stand_in", "seat": 0, "level": "easy"}),
        ({"do": "away", "on": False}, {"do": "away", "on": True}),
        ({"do": "instructions", "instructions": ["careful"]}, {"do": "instructions", "instructions": ["no_thief"]}),
    ],
)
def test_every_command_in_series_is_refused_after_later_one(
    web: Web, earlier: dict[str, Any], later: dict[str, Any]
) -> None:
    table = web.playing("Ada", "Ben")
    assert table.seal(0).status_code == 200
    ask = sealing(table, 0, 1, "-")
    for command in (earlier, later):
        if command["do"] in ("seal", "lift", "plan"):
            command["ask"] = ask["ask"]
        if command["do"] == "seal":
            command["choice"] = ask["choice"]
    assert table.post(0, id="x~8", **later).json()["ok"] is True
    after = table.fingerprint()
    assert table.post(0, id="x~7", **earlier).json()["refused"] == "superseded"
    assert table.fingerprint() == after


def test_commands_of_other_devices_series_or_no_series_count_separately(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    assert table.post(0, id="talk~9", do="say", text="nine").json()["ok"] is True
    for seat, id in (
        (1, "talk~1"),
        (0, "other~1"),
        (0, "talk"),
        (0, "talk~"),
        (0, "talk~x1"),
        (0, "Talk~1"),
        (0, "~1"),
    ):
        assert table.post(seat, id=id, do="say", text=id).json()["ok"] is True
    assert table.post(0, id="talk~8~z", do="say", text="eight").json()["refused"] == "superseded"


def test_a_refused_command_supersedes_nothing(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    late, later = sealing(table, 0, 0, "choice~1"), sealing(table, 0, 1, "choice~2") | {"choice": "nothing"}
    assert table.post(0, **later).json()["refused"] == "choice_not_legal"
    assert table.post(0, **late).json()["ok"] is True


def test_it_is_refused_after_a_restart_too(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    late, later = sealing(table, 0, 0, "choice~1"), sealing(table, 0, 1, "choice~2")
    assert table.post(0, **later).json()["ok"] is True
    with a_web(web.store) as again:
        answer = again.client.post(f"{table.path}/commands", json=late, headers=table.bearer(0))
        assert answer.json()["refused"] == "superseded"
