"""Whole-number option: pages and programs set it, it is checked and recorded."""

import re
from typing import Any

import pytest

from tests.dummy.throws import GAME
from tests.web.routes.test_replay import device
from tests.web.routes.test_rooms import OWN
from tests.web.tables import Table, Web


@pytest.fixture
def table(web: Web) -> Table:
    """Two in the lobby of the third game."""
    return web.open("Ada", "Ben", game=GAME.key)


def rounds(table: Table) -> object:
    return table.view(0)["room"]["options"]["rounds"]


def test_it_is_a_field_for_a_number_with_its_bounds(table: Table) -> None:
    page = table.web.client.get(f"/r/{table.code}", headers=device(table, 0)).text
    (field,) = re.findall(r'<input type="number" class="figure" id="option-rounds"[^>]*>', page)
    assert all(part in field for part in ('min="1"', 'max="9"', 'step="1"', 'value="5"', "required"))
    assert "From 1 to 9." in page
    assert re.search(r'id="option-rounds"[^>]*>\s*</div>', page), "no unit behind it"


def test_a_form_says_a_whole_number(table: Table) -> None:
    fields = {"do": "options", "option.rounds": "2"}
    headers = {**device(table, 0), **OWN}
    answer = table.web.client.post(f"/r/{table.code}/do", data=fields, headers=headers, follow_redirects=False)
    assert (answer.status_code, rounds(table)) == (303, 2)


@pytest.mark.parametrize("value", [1, 9])
def test_program_sets_the_option_and_the_game_uses_it(table: Table, value: int) -> None:
    assert table.post(0, do="begin", options={"rounds": value}).status_code == 200
    assert table.view(0)["table"]["rounds"] == value


@pytest.mark.parametrize("value", [0, 10, -1, 2.5, 3.0, "3", True, None, [3], 10**12])
def test_anything_else_is_refused_at_the_door_and_changes_nothing(table: Table, value: Any) -> None:
    before = table.fingerprint()
    answer = table.post(0, do="options", options={"rounds": value})
    assert (answer.status_code, answer.json()["refused"]) == (422, "bad_field")
    assert table.fingerprint() == before


def test_the_refusal_names_the_bounds(table: Table) -> None:
    said = table.post(0, do="options", options={"rounds": 10}).json()["say"]
    assert "'rounds'" in said and "whole numbers from 1 to 9" in said


def test_the_record_of_such_a_game_tells_the_number(table: Table) -> None:
    assert table.post(0, do="begin", options={"rounds": 1}).status_code == 200
    assert all(table.seal(seat).status_code == 200 for seat in (0, 1))
    events = table.web.client.get(f"{table.path}/journal", headers=table.bearer(0)).json()["facts"]
    assert [event["options"]["rounds"] for event in events if event["fact"] == "GameBegun"] == [1]
