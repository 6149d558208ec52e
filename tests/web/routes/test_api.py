"""JSON routes for programs: their responses on success, and who may see what."""

import re
from typing import Any

import pytest

from app.settings.limits import Figures
from tests.web.tables import GAME, Table, Web, a_web


def test_a_room_opens_with_its_host_seated_and_three_links(web: Web) -> None:
    answer = web.client.post("/api/rooms", json={"game": GAME, "name": "Ada", "options": {"grace": 0.5}})
    assert answer.status_code == 201
    opened = answer.json()
    assert opened.keys() == {"room", "seat", "token", "base_url", "links"}
    room = opened["room"]
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{8}", room)
    assert opened["seat"] == 0
    assert len(opened["token"]) == 43
    assert re.fullmatch(rf"/r/{room}/join/[\w-]{{22}}", opened["links"]["join"])
    assert re.fullmatch(rf"/r/{room}/watch/[\w-]{{22}}", opened["links"]["watch"])
    assert re.fullmatch(rf"/r/{room}/return/[\w-]{{43}}", opened["links"]["return"])
    seen = web.client.get(f"/api/rooms/{room}", headers={"authorization": f"Bearer {opened['token']}"}).json()
    assert seen["room"]["options"]["grace"] == 0.5
    assert seen["room"]["join_link"] == opened["links"]["join"]


def test_join_key_of_link_takes_a_seat(web: Web) -> None:
    table = web.open("Ada")
    answer = web.client.post(f"{table.path}/seats", json={"name": "Ben", "key": table.join_key})
    assert answer.status_code == 201
    assert answer.json().keys() == {"room", "seat", "token"}
    assert (answer.json()["room"], answer.json()["seat"]) == (table.code, 1)


def test_while_it_is_a_lobby_the_code_alone_is_enough(web: Web) -> None:
    table = web.open("Ada")
    for name, code in (("B", table.code), ("C", table.code.lower()), ("D", f"{table.code[:4]}-{table.code[4:]}")):
        assert web.client.post(f"/api/rooms/{code}/seats", json={"name": name}).status_code == 201


def test_code_alone_joins_no_game_that_has_begun(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    before = table.fingerprint()
    known = web.client.post(f"{table.path}/seats", json={"name": "Eve"})
    unknown = web.client.post("/api/rooms/00000000/seats", json={"name": "Eve"})
    assert (known.status_code, known.json()) == (unknown.status_code, unknown.json())
    assert known.status_code == 404
    assert table.fingerprint() == before


def test_a_view_has_the_shape_of_the_protocol(web: Web) -> None:
    view = web.playing("Ada", "Ben", "Carla").view(1)
    of_table = {"you", "room", "seats", "ask", "table", "outcome", "said", "watchers_said", "gallery"}
    own = {"plan", "plan_when", "nudged", "instructions", "devices", "hears_watchers", "muted"}
    assert view.keys() == of_table | own
    assert view["you"] == 1
    assert view["room"].items() >= {"game": GAME, "phase": "playing", "round": 1, "host": 0}.items()
    assert [seat["name"] for seat in view["seats"]] == ["Ada", "Ben", "Carla"]
    assert view["ask"].keys() >= {"ask", "kind", "choices", "complete", "default", "deadline", "sealed"}
    assert view["table"]["mine"] is not None
    assert view["outcome"] is None


def test_a_choice_is_sealed_changed_and_lifted(web: Web) -> None:
    table = web.playing("Ada", "Ben", "Carla")
    ask = table.view(0)["ask"]
    for choice in ask["choices"][:2]:
        answer = table.post(0, id=choice, do="seal", ask=ask["ask"], choice=choice).json()
        assert answer == {"re": choice, "ok": True, "version": answer["version"]}
        assert table.view(0)["ask"]["sealed"] == choice
        assert answer["version"] == table.view(0)["room"]["version"]
    assert table.post(0, do="lift", ask=ask["ask"]).json()["ok"] is True
    assert table.view(0)["ask"]["sealed"] is None


def test_a_room_without_watchers_is_not_there_for_the_public(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    closed, unknown = web.client.get(table.path), web.client.get("/api/rooms/00000000")
    assert (closed.status_code, closed.json()) == (unknown.status_code, unknown.json())
    assert closed.json()["refused"] == "no_such_room"


def test_a_room_with_watchers_shows_the_public_what_lies_open(web: Web) -> None:
    view = web.client.get(web.playing("Ada", "Ben", options={"watchers": "public"}).path).json()
    assert view["you"] is view["ask"] is view["table"]["mine"] is None
    assert view["room"]["join_link"] is view["room"]["watch_link"] is None


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("header", ["", "Bearer", "Bearer short", "Basic " + "t" * 43, "Bearer " + "t" * 44])
def test_a_header_without_a_token_is_401(web: Web, method: str, header: str) -> None:
    table = web.open("Ada")
    path = table.path if method == "GET" else f"{table.path}/commands"
    answer = web.client.request(method, path, headers={"authorization": header}, json={"do": "ping"})
    assert (answer.status_code, answer.json()["refused"]) == (401, "no_seat")
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_command_without_a_token_is_401(web: Web) -> None:
    for path in (web.open("Ada").path, "/api/rooms/00000000"):
        assert web.client.post(f"{path}/commands", json={"do": "ping"}).status_code == 401


@pytest.mark.parametrize("route", ["", "/commands", "/journal"])
def test_foreign_token_gets_same_answer_whether_room_exists(web: Web, route: str) -> None:
    mine, other = web.open("Ada"), web.open("Eve")
    answers = [
        web.client.request(
            "POST" if route == "/commands" else "GET", f"{path}{route}", headers=other.bearer(0), json={"do": "ping"}
        )
        for path in (mine.path, "/api/rooms/00000000", "/api/rooms/none")
    ]
    assert {(answer.status_code, answer.text) for answer in answers} == {(403, answers[0].text)}
    assert answers[0].json()["refused"] == "no_seat"


def test_a_seat_given_up_is_held_no_more(web: Web) -> None:
    table = web.open("Ada", "Ben")
    assert table.post(1, do="leave").json()["ok"] is True
    assert table.post(1, do="ping").status_code == 403
    assert web.client.get(table.path, headers=table.bearer(1)).status_code == 403


def test_a_browsers_cookie_means_nothing_here(web: Web) -> None:
    table = web.open("Ada")
    headers = {"cookie": f"dev={table.tokens[0]}", "origin": "http://localhost:8000"}
    assert web.client.post(f"{table.path}/commands", json={"do": "ping"}, headers=headers).status_code == 401


def make_return_link(table: Table, **more: Any) -> dict[str, Any]:
    return dict(table.post(0, do="return_link", **more).json())


def test_a_return_link_brings_one_more_device_once(web: Web) -> None:
    table = web.open("Ada")
    link = make_return_link(table)["link"]
    own = {"origin": "http://localhost:8000"}
    taken = web.client.post(link, data={}, headers=own | {"content-type": "application/x-www-form-urlencoded"})
    assert taken.status_code == 200
    assert taken.url.path == f"/r/{table.code}"
    web.client.cookies.clear()
    again = web.client.post(link, headers=own | {"accept": "application/json"})
    assert (again.status_code, again.json()["refused"]) == (410, "link_used")


def test_the_same_return_link_is_given_for_the_same_id(web: Web) -> None:
    table = web.open("Ada")
    first, second = make_return_link(table, id="r1"), make_return_link(table, id="r1")
    assert first == second
    assert make_return_link(table, id="r2")["link"] != first["link"]


def test_a_return_link_runs_out(web: Web) -> None:
    table = web.open("Ada")
    link = make_return_link(table)["link"]
    web.time.seconds += 24 * 3600
    answer = web.client.get(link, headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["refused"]) == (410, "link_used")


def test_a_game_begins_anew_with_a_new_seed(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    other = web.playing("Ada", "Ben")
    assert table.view(0)["room"]["seed_commitment"] != other.view(0)["room"]["seed_commitment"]


def test_an_address_that_guesses_waits_and_its_friends_play_on() -> None:
    with a_web(limits=True, figures=Figures(wrong_burst=10)) as web:
        table = web.playing("Ada", "Ben")
        lobby = web.open("Carla", options={"watchers": "public"})
        stranger = {"authorization": "Bearer " + "t" * 43}
        for number in range(10):
            path, headers = ("/api/rooms/00000009", {}) if number % 2 else (table.path, stranger)
            assert web.client.get(path, headers=headers).status_code == (404 if number % 2 else 403)
        turned_away = web.client.get("/api/rooms/00000009")
        assert (turned_away.status_code, turned_away.json()["refused"]) == (429, "too_fast")
        assert (turned_away.headers["retry-after"], turned_away.json()["say"]) == (
            "6",
            "Too many tries. Try again in 6 seconds.",
        )
        right = web.client.get(lobby.path)
        assert (right.status_code, right.json(), right.headers["retry-after"]) == (429, turned_away.json(), "6")
        assert table.post(0, do="say", text="We play on").status_code == 200
        assert web.client.get(table.path, headers=table.bearer(0)).status_code == 200
        by_link = web.client.post(f"{lobby.path}/seats", json={"name": "C", "key": lobby.join_key})
        assert by_link.status_code == 201
        web.time.seconds += 6
        assert web.client.get(lobby.path).status_code == 200


def test_room_limit_refuses_extra_room_and_ignores_invalid_requests() -> None:
    with a_web(limits=True) as web:
        bad = {"game": GAME, "name": ""}
        assert [web.client.post("/api/rooms", json=bad).status_code for _ in range(40)] == [422] * 40
        for number in range(30):
            web.open(f"Hanna {number}")
        answer = web.client.post("/api/rooms", json={"game": GAME, "name": "One more"})
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "3600")
        assert answer.json()["say"] == "You've started a lot of tables. Try again in 60 minutes."


def test_a_seat_that_hurries_is_told_to_wait() -> None:
    with a_web(limits=True) as web:
        table = web.playing("Ada", "Ben")
        ask = table.view(0)["ask"]
        sealing = {"do": "seal", "ask": ask["ask"], "choice": ask["choices"][0]}
        answers = [table.post(0, id=str(number), **sealing) for number in range(10)]
        assert {answer.status_code for answer in answers} <= {200, 429}
        slow = table.post(0, id="slow", **sealing)
        assert (slow.status_code, slow.json()["refused"], slow.headers["retry-after"]) == (429, "too_fast", "1")
        assert slow.json()["ask"]["ask"] == ask["ask"]
        assert table.post(0, do="ping").status_code == 200
        web.time.seconds += 1
        assert table.post(0, id="slow", **sealing).status_code == 200


def test_requests_of_an_address_are_counted() -> None:
    with a_web(limits=True) as web:
        statuses = [web.client.get("/healthz").status_code for _ in range(121)]
        assert statuses == [200] * 120 + [429]


def test_a_forwarded_address_is_believed_of_the_proxy_alone() -> None:
    forwarded = [{"x-forwarded-for": f"192.0.2.{number}"} for number in range(121)]
    with a_web(limits=True) as web:
        assert [web.client.get("/healthz", headers=each).status_code for each in forwarded][-1] == 429
    with a_web(limits=True, proxy="192.0.2.200", peer="192.0.2.200") as web:
        assert {web.client.get("/healthz", headers=each).status_code for each in forwarded} == {200}
