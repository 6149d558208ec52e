"""Deal of two tables: no byte of it is told while one of them may still play it.

One table's players could sit at the other one, so even the seats of a finished table get nothing new."""

import io
from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from httpx2 import Response

from app import logs
from app.rooms.views.replay import replay_key
from tests.rooms.builders import game_of
from tests.web.http.test_origin import routes
from tests.web.routes.test_export import play_to_the_end
from tests.web.routes.test_replay import device, some_play
from tests.web.tables import Table, a_web
from tests.web.test_canaries import the_room
from tests.web.two_tables import look, offer, open_second

CLOSED = ("replay", "replay/films", "rounds", "statistics", "mirror", "record", "fairness", "comparison")
"""Pages of a finished game that stay closed while the other table plays."""


def list_keys(table: Table) -> list[str]:
    """Return all secrets of the table's links."""
    room = the_room(table)
    shared = [room.shared.key] if room.shared is not None and room.shared.key else []
    return [
        room.join_key,
        room.watch_key,
        *shared,
        *(replay_key(room, each) for each in range(1, room.games_so_far + 1)),
    ]


def read_everything(table: Table) -> Iterator[Response]:
    """Yield the answers of every page of the room, to seats and to others."""
    client, app = table.web.client, table.web.client.app
    assert isinstance(app, FastAPI)
    for path, methods in routes(app).items():
        if "GET" not in methods or "{room}" not in path:
            continue
        for key in list_keys(table) if "{key}" in path else [""]:
            address = path.replace("{room}", table.code).replace("{key}", key).replace("{part}", "end")
            address += "?language=en&announced=0" if path.endswith("/update") else ""
            for headers in ({}, device(table, 0), table.bearer(1)):
                client.cookies.clear()
                yield client.get(address, headers=headers, follow_redirects=False)


def assert_untold(seed: str, *tables: Table) -> None:
    """Check that no answer holds the seed."""
    answers = [answer for table in tables for answer in read_everything(table)]
    assert sum(answer.status_code == 200 for answer in answers) > 10
    for answer in answers:
        assert seed not in answer.text, answer.url


@pytest.mark.slow("two games to their ends, with all routes at each stage")
def test_seed_is_in_no_answer_until_both_games_are_over() -> None:
    said = io.StringIO()
    logs.set_up("debug", said)
    with a_web() as web:
        first = offer(web, "Ada", "Ben", watchers="public")
        second = open_second(first, "Carla", "Dora")
        shared = the_room(first).shared
        assert shared is not None
        assert_untold(shared.seed, first, second)
        assert first.post(0, do="begin").is_success
        some_play(first, 3)
        assert_untold(shared.seed, first, second)
        play_to_the_end(first)
        look(first, second)
        assert_untold(shared.seed, first, second)
        for path in CLOSED:
            answer = web.client.get(f"/r/{first.code}/{path}", headers=device(first, 0))
            assert (answer.status_code, "stay closed" in answer.text) == (409, True), path
        guest = f"/r/{first.code}/replay/{replay_key(the_room(first), 1)}"
        assert [web.client.get(f"{guest}{end}").status_code for end in ("", "/films", "/rounds")] == [409] * 3
        assert web.client.get(f"/api/rooms/{first.code}/journal", headers=first.bearer(0)).status_code == 409
        assert web.client.get(f"/r/{first.code}/watch/{the_room(first).watch_key}").status_code == 404
        assert first.view(0)["outcome"]["seed"] == ""
        assert first.post(0, do="again", same=True).json()["refused"] == "deal_closed"
        assert second.post(0, do="begin").is_success
        assert game_of(the_room(second)).seed == shared.seed
        play_to_the_end(second)
        look(first, second)
        for table in (first, second):
            assert table.view(0)["outcome"]["seed"] == shared.seed
            shown = web.client.get(f"/r/{table.code}/comparison", headers=device(table, 0)).text
            assert all(name in shown for name in ("Ada", "Ben", "Carla", "Dora", "The other table", "Our table"))
    assert shared.seed not in said.getvalue()


def test_nobody_saves_a_table_that_holds_hidden_cards() -> None:
    with a_web() as web:
        first = offer(web, "Ada", "Ben")
        form = {"passphrase": "a long passphrase", "again": "a long passphrase"}
        headers = {**device(first, 0), "origin": "http://localhost:8000"}
        answer = web.client.post(f"/r/{first.code}/file", data=form, headers=headers)
        assert "stay closed" in answer.text
        assert "attachment" not in answer.headers.get("content-disposition", "")


def test_link_opens_one_table_alone() -> None:
    with a_web() as web:
        first = offer(web, "Ada", "Ben")
        link = first.view(0)["room"]["deal"]["link"]
        assert web.client.get(link[:-1]).status_code == 404
        open_second(first, "Carla", "Dora")
        assert web.client.get(link).status_code == 404
        assert first.view(0)["room"]["deal"] == {"state": "paired", "link": None}
