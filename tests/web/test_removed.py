"""Removed players: none of their codes, links, cookies or sockets leads back.

All others stay, and the host gets a new code and new links."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.decide import DECISIONS, Events
from app.rooms.model.ids import Millis, room_code
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.web.http.errors import Close
from tests.web.routes.test_rooms import OWN, Browser, join_link
from tests.web.table.test_together import Person, begin, lobby
from tests.web.tables import Web, a_web, receive_answer

NOWHERE = "00000000"
"""Code of no room."""


def find_join_code(page: str) -> str:
    """Return the code to join on a page of the lobby."""
    found = re.search(r'class="doorway-code">.*?<b[^>]*>([0-9A-Z]{4}-[0-9A-Z]{4})</b>', page)
    assert found is not None
    return found[1].replace("-", "")


def watch_link(person: Person) -> str:
    """Return the watchers' link on a page."""
    found = re.search(rf"/r/{person.code}/watch/[\w-]+", person.page)
    assert found is not None
    return found[0]


FORM_ID = re.compile('<input type="hidden" name="id" value="[^"]*">')
"""Form id, which is new on every page, for any room."""


def looks_like_nowhere(browser: Browser, method: str, path: str, code: str, **fields: str) -> bool:
    """Return whether the response is that for an unknown room."""
    answers = [
        browser.get(at) if method == "get" else browser.post(at, **{**fields, **({"code": word} if fields else {})})
        for at, word in ((path, code), (path.replace(code, NOWHERE), NOWHERE))
    ]
    texts = {FORM_ID.sub("", answer.text.replace(code, NOWHERE)) for answer in answers}
    return len(texts) == 1 and all(answer.status_code in (404, 410) for answer in answers)


def find_close_code(socket: WebSocketTestSession) -> int | None:
    """Return the close code of a socket, or None if it still answers."""
    socket.send_json({"id": "c1", "do": "ping"})
    try:
        receive_answer(socket, "c1")
    except WebSocketDisconnect as end:
        return end.code
    return None


def check_removed_means_removed(*, is_playing: bool, is_locked: bool = False) -> None:
    """Try every way back that Ben could have stored.

    Raises AssertionError."""
    with a_web() as web:
        ada, ben, carla = lobby(web)
        ada.post(f"/r/{ada.code}/do", **{"do": "options", "option.watchers": "public"})
        link, watch = join_link(ada, ada.code), watch_link(ben)
        made = re.search(rf"/r/{ada.code}/return/[\w-]+", ben.post(f"/r/{ada.code}/return-link").text)
        assert made is not None
        if is_playing:
            begin([ada, ben, carla])
        if is_locked:
            ada.press("Lock the table")
        with (
            web.socket(f"/r/{ben.code}/live", **OWN, **ben.cookie) as seat,
            web.socket(f"{watch}/live", **OWN) as watcher,
            web.socket(f"/api/rooms/{ben.code}/live") as by_code,
        ):
            by_code.send_json({"do": "hello"})
            for socket in (seat, watcher, by_code):
                assert socket.receive_json()
            ada.press("Remove from the table Ben")
            for socket, close in ((seat, Close.SEAT_GIVEN_UP), (watcher, Close.REFUSED), (by_code, Close.REFUSED)):
                assert find_close_code(socket) == close
        for browser in (ben, Browser(web)):
            for way in (f"/r/{ada.code}", made[0], watch, link):
                assert looks_like_nowhere(browser, "get", way, ada.code), way
            for way in (f"/r/{ada.code}/join", link, made[0]):
                assert looks_like_nowhere(browser, "post", way, ada.code, name="Ben"), way
            assert looks_like_nowhere(browser, "post", "/join", ada.code, name="Ben")
        check_no_program_finds_it(web, ada.code)
        assert ada.get(f"/r/{ada.code}").status_code == carla.get(f"/r/{ada.code}").status_code == 200
        assert join_link(ada, ada.code) != link and watch_link(ada) != watch
        assert web.client.get(watch_link(ada)).status_code == 200, "who is welcome looks on by the new link"


def check_no_program_finds_it(web: Web, code: str) -> None:
    """Check that the JSON routes treat the old code as an unknown one.

    Raises AssertionError."""
    for path, body in (("", None), ("/journal", None), ("/seats", {"name": "Ben"})):
        method = "GET" if body is None else "POST"
        answers = [web.client.request(method, f"/api/rooms/{at}{path}", json=body) for at in (code, NOWHERE)]
        assert {answer.status_code for answer in answers} == {404}
        assert answers[0].json() == answers[1].json()
    with web.socket(f"/api/rooms/{code}/live") as socket:
        socket.send_json({"do": "hello"})
        assert socket.receive_json()["refused"] == "no_such_room"


@pytest.mark.parametrize(("is_playing", "is_locked"), [(False, False), (False, True), (True, False)])
def test_no_way_leads_back_for_who_was_removed(is_playing: bool, is_locked: bool) -> None:
    check_removed_means_removed(is_playing=is_playing, is_locked=is_locked)


@pytest.mark.parametrize("is_playing", [False, True])
@pytest.mark.parametrize("what", ["code", "watch_key"])
def test_check_catches_removal_that_keeps_code_or_watch_link(
    monkeypatch: pytest.MonkeyPatch, what: str, is_playing: bool
) -> None:
    right = DECISIONS[c.Remove]

    def forgetful(room: Room, command: c.Remove, now: Millis) -> Events | Refusal:
        events = right(room, command, now)
        if isinstance(events, Refusal):
            return events
        return tuple(keep_old_key(each) if isinstance(each, e.JoinKeyChanged) else each for each in events)

    def keep_old_key(event: e.JoinKeyChanged) -> e.JoinKeyChanged:
        return replace(event, code=None) if what == "code" else replace(event, watch_key=None)

    monkeypatch.setitem(DECISIONS, c.Remove, forgetful)
    with pytest.raises(AssertionError):
        check_removed_means_removed(is_playing=is_playing)


@pytest.fixture
def people() -> Iterator[list[Person]]:
    """Ada, the host, Ben and Carla in a lobby."""
    with a_web() as web:
        yield lobby(web)


def test_new_code_is_shown_to_seated_players_and_admits_friend(people: list[Person]) -> None:
    ada, _, carla = people
    ada.press("Remove from the table Ben")
    code = find_join_code(ada.page)
    assert room_code(code) == code != ada.code
    assert find_join_code(carla.page) == code
    assert f"{code[:4]}-{code[4:]}" in carla.get("/").text
    dora = Person(ada.web, ada.code)
    assert dora.post("/join", code=code.lower()).headers["location"] == f"/r/{code}"
    assert f'action="/r/{code}/join"' in dora.get(f"/r/{code}").text
    answer = dora.post(f"/r/{code}/join", name="Dora")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/r/{ada.code}")
    assert "Dora" in ada.page and dora.page
    assert dora.post("/join", code=code).headers["location"] == f"/r/{ada.code}"
    assert dora.get(f"/r/{code}").headers["location"] == f"/r/{ada.code}"


def test_program_joining_by_new_code_learns_address_of_room(web: Web) -> None:
    table = web.open("Ada", "Ben")
    assert table.post(0, do="remove", seat=1).status_code == 200
    code = table.view(0)["room"]["join_code"]
    answer = web.client.post(f"/api/rooms/{code}/seats", json={"name": "Dora"})
    assert (answer.status_code, answer.json()["room"]) == (201, table.code)
    table.tokens.append(answer.json()["token"])
    assert table.view(2)["you"] == 1


def test_new_link_voids_old_code_and_keeps_watchers(people: list[Person]) -> None:
    ada = people[0]
    ada.post(f"/r/{ada.code}/do", **{"do": "options", "option.watchers": "public"})
    link, watch, dora = join_link(ada, ada.code), watch_link(ada), Person(ada.web, ada.code)
    ada.press("New code and invite link")
    assert dora.post(link, name="Dora").status_code == dora.get(f"/r/{ada.code}").status_code == 404
    assert dora.get(f"/r/{find_join_code(ada.page)}").status_code == 200
    assert dora.get(watch).status_code == 200


def test_the_new_code_is_no_watchers_and_in_no_record(web: Web) -> None:
    table = web.open("Ada", "Ben", options={"watchers": "public"})
    assert table.post(0, do="remove", seat=1).status_code == 200
    room = table.view(0)["room"]
    secrets = [room["join_code"], room["join_link"].rpartition("/")[2], room["watch_link"].rpartition("/")[2]]
    record = web.client.get(f"{table.path}/journal", headers=table.bearer(0))
    looked = [web.client.get(f"/api/rooms/{secrets[0]}"), record]
    assert all(answer.status_code == 200 for answer in looked)
    with web.socket(f"{room['watch_link']}/live", **OWN) as socket:
        looked_on = str(socket.receive_json())
    page = web.client.get(room["watch_link"]).text
    for told in (*(answer.text for answer in looked), looked_on):
        assert [secret for secret in secrets[:2] if secret in told] == []
    assert secrets[0] not in page and secrets[1] not in page
    assert looked[0].json()["room"]["join_code"] is None
    assert all(secret in str(table.view(0)) for secret in secrets), "they would be seen"
