"""Actions of a player for the own seat, through the whole server.

They are instructions and devices, also from two devices at once."""

import re
from contextlib import ExitStack
from html import unescape
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from app.web.http.identity import kind_of
from engine import registry
from tests.known import lacks
from tests.web.tables import BASE, DEVICE_COOKIE, Table, Web, receive_answer

PHONE = (
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36"
)
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148"
TABLET = "Mozilla/5.0 (Linux; Android 14; SM-X210) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"
DESK = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (PHONE, "phone"),
        (IPHONE, "phone"),
        (TABLET, "tablet"),
        ("Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X) Mobile/15E148", "tablet"),
        (DESK, "computer"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "computer"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0)", "computer"),
        ("curl/8", "other"),
        ("", "other"),
        ("x" * 600 + "iphone", "other"),
    ],
)
def test_device_kind_is_read_coarsely_from_user_agent(said: str, kind: str) -> None:
    assert kind_of(said) == kind


def second_device(table: Table, seat: int, agent: str = PHONE) -> dict[str, str]:
    """Return the headers of a browser that used the seat's return link."""
    client = table.web.client
    link = table.post(seat, do="return_link").json()["link"]
    client.cookies.clear()
    answer = client.post(link, headers={"origin": BASE, "user-agent": agent}, follow_redirects=False)
    assert answer.status_code == 303
    token = answer.cookies[DEVICE_COOKIE]
    client.cookies.clear()
    return {"cookie": f"dev={token}", "origin": BASE, "user-agent": agent}


def does(table: Table, headers: dict[str, str], **fields: str) -> tuple[int, str]:
    """Send a form; return the status and text of the page that it leads to."""
    answer = table.web.client.post(f"/r/{table.code}/do", data=fields, headers=headers, follow_redirects=False)
    return page(table, headers) if answer.status_code == 303 else (answer.status_code, unescape(answer.text))


def page(table: Table, headers: dict[str, str], **query: str) -> tuple[int, str]:
    answer = table.web.client.get(f"/r/{table.code}", headers=headers, follow_redirects=False)
    return answer.status_code, unescape(answer.text)


def end_of(socket: WebSocketTestSession) -> int:
    """Return the code with which the server closes the socket."""
    while True:
        try:
            socket.receive_json()
        except WebSocketDisconnect as closed:
            return int(closed.code)


def find_instructions(game: str) -> list[str]:
    return list(registry.find(game).instructions)


def test_instructions_are_given_and_seen_by_their_player_alone(web: Web, game: str) -> None:
    table, keys = web.playing("Ada", "Ben", game=game, options={"watchers": "public"}), find_instructions(game)
    before = [table.view(0), web.client.get(table.path).json()]
    assert table.post(1, do="instructions", instructions=keys[:2]).json()["ok"] is True
    assert table.view(1)["instructions"] == keys[:2]
    assert [table.view(0), web.client.get(table.path).json()] == before
    assert table.post(1, do="instructions", instructions=["nonsense"]).json()["refused"] == "bad_field"
    assert table.post(1, do="instructions", instructions=[]).json()["ok"] is True
    assert table.view(1)["instructions"] == []


def test_instructions_are_ticked_in_the_menu_by_form(web: Web, game: str) -> None:
    key, *_ = find_instructions(game) or lacks(game, "its bots take no instructions")
    table = web.playing("Ada", "Ben", game=game)
    headers = {"cookie": f"dev={table.tokens[1]}", "origin": BASE}
    for fields, ticked in (({f"instruction.{key}": "on"}, True), ({}, False)):
        status, html = does(table, headers, do="instructions", **fields)
        assert status == 200
        box = re.search(rf'<input[^>]*name="instruction\.{key}"[^>]*>', html)
        assert box is not None and ("checked" in box[0]) is ticked
    mine = {"cookie": f"dev={table.tokens[0]}"}
    table.post(1, do="instructions", instructions=[key])
    assert not re.search(r'name="instruction\.[^>]*checked', page(table, mine)[1])


def test_instructions_and_devices_appear_in_no_record_or_foreign_page(web: Web, game: str) -> None:
    """A word for the secret is searched in all that others can fetch.

    The search runs before and after the end."""
    table, keys = web.playing("Ada", "Ben", game=game, options={"watchers": "public"}), find_instructions(game)
    second_device(table, 1)
    theirs = [table.bearer(0), {"cookie": f"dev={table.tokens[0]}"}, {}]
    paths = [table.path, f"{table.path}/journal", f"/r/{table.code}", table.links["watch"], "/"]

    def fetch_pages() -> list[tuple[str, bytes]]:
        web.client.cookies.clear()
        return [(path, web.client.get(path, headers=each).content) for path in paths for each in theirs]

    before = fetch_pages()
    assert table.post(1, do="instructions", instructions=keys).json()["ok"] is True
    web.time.seconds += 7200
    assert table.post(1, do="ping").json()["ok"] is True
    assert table.post(1, do="revoke", device=2).json()["ok"] is True
    ids = re.compile(rb'name="id" value="[^"]*"')
    for (path, old), (_, new) in zip(before, fetch_pages(), strict=True):
        assert ids.sub(b"", old) == ids.sub(b"", new), path
    for seat in (0, 1):
        table.post(seat, do="vote", motion="end", on=True)
    record = web.client.get(f"{table.path}/journal", headers=table.bearer(0)).text
    assert "GameAborted" in record
    assert not [
        word for word in ("OrdersGiven", "DeviceSeen", "DeviceRevoked", "DeviceAdded", "phone") if word in record
    ]


def test_devices_of_seat_are_listed_for_its_player_only(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    phone = second_device(table, 1)
    web.time.seconds += 3 * 3600
    assert page(table, phone)[0] == 200
    listed = table.view(1)["devices"]
    assert [(each["device"], each["kind"], each["is_this"]) for each in listed] == [
        (1, "program", True),
        (2, "phone", False),
    ]
    assert len(table.view(0)["devices"]) == 1
    html = page(table, phone)[1]
    assert "My devices (2)" in html
    assert html.index("Phone 2") < html.index("this device") < html.index("Program 1")
    token = phone["cookie"].removeprefix("dev=")
    assert token not in html and token not in str(listed)


def test_a_device_is_noticed_again_after_an_hour(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    first = table.view(1)["devices"][0]
    for seconds, hours in ((1800, 0), (9000, 3)):
        web.time.seconds += seconds
        with table.socket(1) as socket:
            socket.receive_json()
        (seen,) = table.view(1)["devices"]
        assert seen["first_seen"] == first["first_seen"]
        assert seen["last_seen"] - first["last_seen"] == hours * 3_600_000


def test_revoked_device_is_disconnected_at_once_and_its_cookie_refused(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    phone = second_device(table, 1)
    with web.socket(f"/r/{table.code}/live", **phone) as socket, table.socket(1) as own:
        socket.receive_json()
        own.receive_json()
        assert table.post(1, do="revoke", device=2).json()["ok"] is True
        assert end_of(socket) == 4001
        own.send_json({"do": "ping", "id": "p1"})
        receive_answer(own, "p1")
    assert page(table, phone)[0] == 404
    assert does(table, phone, do="pause")[0] == 404
    with web.socket(f"/r/{table.code}/live", **phone) as socket:
        assert socket.receive_json()["refused"] == "no_seat"
        assert end_of(socket) == 1008
    assert "Ben" not in web.client.get("/", headers=phone).text


def test_all_other_devices_go_and_the_one_that_asks_stays(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    phone, tablet = second_device(table, 1), second_device(table, 1, TABLET)
    status, html = does(table, phone, do="revoke", device="")
    assert status == 200 and "My devices" not in html
    assert page(table, tablet)[0] == 404
    assert table.post(1, do="ping").status_code == 403


@pytest.mark.parametrize("device", [1, 2, 3, None])
def test_nobody_revokes_a_device_of_another_seat(web: Web, device: int | None) -> None:
    table = web.playing("Ada", "Ben")
    phone = second_device(table, 1)
    table.post(0, do="revoke", device=device)
    assert page(table, phone)[0] == 200
    assert [each["device"] for each in table.view(1)["devices"]] == [1, 2]
    assert web.client.post(f"{table.path}/commands", json={"do": "revoke", "device": device}).status_code == 401


def wait_for_view(socket: WebSocketTestSession, holds: Any) -> dict[str, Any]:
    """Return the first view on the socket that fulfils a condition."""
    while True:
        message = socket.receive_json()
        if "view" in message and holds(message["view"]):
            return dict(message["view"])


def test_card_sealed_on_one_device_appears_on_other_at_once(web: Web, game: str) -> None:
    """Two devices at one seat both show the hand and each other's actions."""
    table = web.playing("Ada", "Ben", "Carla", game=game)
    with ExitStack() as stack:
        one, other = (stack.enter_context(table.socket(0)) for _ in range(2))
        ask = wait_for_view(one, lambda view: True)["ask"]
        wait_for_view(other, lambda view: True)
        one.send_json({"id": "s", "do": "seal", "ask": ask["ask"], "choice": ask["choices"][0]})
        assert wait_for_view(other, lambda view: view["ask"]["sealed"])["ask"]["sealed"] == ask["choices"][0]
        wait_for_view(one, lambda view: view["ask"]["sealed"])
        other.send_json({"id": "l", "do": "lift", "ask": ask["ask"]})
        assert wait_for_view(one, lambda view: view["ask"]["sealed"] is None)["ask"]["choices"] == ask["choices"]
        other.send_json({"id": "t", "do": "seal", "ask": ask["ask"], "choice": ask["choices"][1]})
        assert wait_for_view(one, lambda view: view["ask"]["sealed"])["ask"]["sealed"] == ask["choices"][1]


def test_a_browser_and_its_second_device_both_show_the_seal(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    phone, tablet = second_device(table, 1), second_device(table, 1, TABLET)
    ask = table.view(1)["ask"]
    with web.socket(f"/r/{table.code}/live", **tablet) as board:
        board.receive_json()
        assert does(table, phone, do="seal", ask=str(ask["ask"]), choice=ask["choices"][0])[0] == 200
        message = board.receive_json()
        assert "prompt" in message["regions"]
    assert "is sealed" in page(table, tablet)[1]
    assert table.view(0)["seats"][1]["state"] == "sealed"


def test_tokens_are_kept_as_digests_only(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    token = second_device(table, 1)["cookie"].removeprefix("dev=")
    table.post(1, do="revoke", device=2)
    app, portal = web.client.app, web.client.portal
    assert isinstance(app, FastAPI) and portal is not None
    entries = portal.call(app.state.dependencies.manager.journal, table.code)
    assert any(type(entry.event).__name__ == "DeviceRevoked" for entry in entries)
    assert token not in repr(entries) and PHONE[:20] not in repr(entries)
