"""Messages to a page without a socket: the same as a socket's, for viewers only.

They also decide who counts as connected."""

import json
import re
from typing import Any
from urllib.parse import quote

import pytest

from app.web.html.region_keys import OF_PRESENCE
from app.web.html.regions import WAITING
from tests.web.routes.test_export import play_to_the_end
from tests.web.tables import DEVICE_COOKIE, Table, Web


def ask(table: Table, seat: int | None, **says: str) -> dict[str, Any]:
    """Return the response to a page without a socket."""
    path = f"/r/{table.code}" if seat is not None else table.links["watch"]
    query = "&".join(f"{name}={quote(value)}" for name, value in {"language": "en", **says}.items())
    answer = table.web.client.get(f"{path}/update?{query}", headers=cookie(table, seat))
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    return dict(answer.json())


def cookie(table: Table, seat: int | None) -> dict[str, str]:
    """Return the header of the seat's browser."""
    return {"cookie": f"{DEVICE_COOKIE}={table.tokens[seat]}"} if seat is not None else {}


def first_of_socket(table: Table, seat: int | None, **says: str) -> dict[str, Any]:
    """Return the first message of a socket."""
    path = f"/r/{table.code}" if seat is not None else table.links["watch"]
    query = "&".join(f"{name}={quote(value)}" for name, value in {"language": "en", **says}.items())
    headers = cookie(table, seat) | {"origin": "http://localhost:8000"}
    with table.web.socket(f"{path}/live?{query}", **headers) as socket:
        return dict(socket.receive_json())


@pytest.mark.parametrize("seat", [0, 1, None])
def test_it_is_the_message_with_which_a_socket_begins(web: Web, game: str, seat: int | None) -> None:
    table = web.playing("Ada", "Ben", game=game, options={"watchers": "public"})
    assert ask(table, seat) == first_of_socket(table, seat)
    table_id = ask(table, seat)["table"]["table_id"]
    # a film starts from what the page shows
    for each in (0, 1):
        if table.view(each)["ask"] is not None:
            assert table.seal(each).status_code == 200
    led = ask(table, seat, table_id=table_id)
    assert led.keys() == first_of_socket(table, seat, table_id=table_id).keys()
    assert "table" not in led


def fetch_page_version(table: Table, seat: int | None) -> dict[str, str]:
    """Return the table id and version that the page reports in each request."""
    path = f"/r/{table.code}" if seat is not None else table.links["watch"]
    html = table.web.client.get(path, headers=cookie(table, seat)).text
    found = {name.replace("-", "_"): re.search(f' data-{name}="([^"]*)"', html) for name in ("table-id", "version")}
    return {name: value[1] for name, value in found.items() if value is not None}


@pytest.mark.parametrize("seat", [0, 1, None])
def test_polling_page_receives_presence_but_no_text_again(web: Web, game: str, seat: int | None) -> None:
    table = web.playing("Ada", "Ben", game=game, options={"watchers": "public"})
    says = fetch_page_version(table, seat)
    assert says.keys() == {"table_id", "version"}
    for _ in range(2):
        message = ask(table, seat, **says)
        assert message["regions"].keys() == {WAITING, *OF_PRESENCE}
        assert len(json.dumps(message)) < 5_000
        says["version"] = str(message["version"])
    assert table.post(1, do="say", text="Good evening").status_code == 200
    message = ask(table, seat, **says)
    assert "Good evening" in message["regions"]["chat"] and "prompt" in message["regions"]
    for odd in ("", "x", "-1", "9" * 40, "²", says["version"] + ".0", says["version"] + " "):
        assert ask(table, seat, **says | {"version": odd})["regions"] == message["regions"]


def test_page_that_shows_game_end_does_not_fetch_it_again(web: Web) -> None:
    table = web.playing("Ada", "Ben", options={"watchers": "public", "grace": 0})
    before = fetch_page_version(table, 0)
    play_to_the_end(table)
    for seat in (0, 1, None):
        assert ask(table, seat, **before)["fetch"] == ["end"]
        assert "fetch" not in ask(table, seat, **fetch_page_version(table, seat))
    assert "fetch" not in first_of_socket(table, 0, **fetch_page_version(table, 0))


def test_news_are_told_from_where_the_page_was_told_last(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    before = ask(table, 1)
    assert "toasts" not in before
    assert table.post(0, do="pause").status_code == 200
    announced = str(before["state"]["announced"])
    told = ask(table, 1, announced=announced)
    assert "paused the game" in json.dumps(told["toasts"])
    # a lost answer is sent again
    assert ask(table, 1, announced=announced)["toasts"] == told["toasts"]
    assert "toasts" not in ask(table, 1, announced=str(told["state"]["announced"]))
    for odd in ("x", "-1", "9" * 40, "²"):
        ask(table, 1, announced=odd)


def test_who_asks_counts_as_connected(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    assert not table.view(0)["seats"][1]["here"]
    ask(table, 1)
    assert table.view(0)["seats"][1]["here"]


def test_who_may_not_see_the_table_is_told_nothing(web: Web) -> None:
    table = web.playing("Ada", "Ben", options={"watchers": "none"})
    get = web.client.get
    refused = get(f"/r/{table.code}/update?language=en", headers={"accept": "application/json"})
    assert (refused.status_code, refused.json()["refused"]) == (403, "no_seat")
    gone = get(f"{table.links['watch']}/update?language=en", headers={"accept": "application/json"})
    assert (gone.status_code, gone.json()["refused"]) == (404, "no_such_room")
