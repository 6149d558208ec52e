"""Secrets, cookies and bearer tokens."""

from http.cookies import SimpleCookie

import pytest
from starlette.requests import HTTPConnection

from app.rooms.model.ids import RoomCode, room_code
from app.web.http.identity import (
    BadBearer,
    bearer,
    device,
    digest_of,
    holder,
    is_same,
    is_token,
    new_token,
    return_secret,
)
from app.web.keys import new_key, new_room_code
from tests.web.tables import GAME, Web, a_web

ROOM = RoomCode("K7QF2M9X")
TOKEN = "t" * 43


def shown(**headers: str) -> HTTPConnection:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return HTTPConnection({"type": "http", "headers": raw})


def test_a_token_has_256_bits_and_a_key_128() -> None:
    assert len(new_token()) == 43
    assert len(new_key()) == 22
    assert len({new_token() for _ in range(100)} | {new_key() for _ in range(100)}) == 200


def test_a_room_code_reads_back_as_itself() -> None:
    codes = [new_room_code() for _ in range(100)]
    assert [room_code(code) for code in codes] == codes
    assert len(set(codes)) == 100


def test_a_seat_is_held_by_the_sha256_of_its_token() -> None:
    assert digest_of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_a_holder_does_not_print_its_secret() -> None:
    assert TOKEN not in repr(holder(TOKEN)) + str(holder(TOKEN))


@pytest.mark.parametrize(
    ("shown_key", "same"), [("abc", True), ("abd", False), ("", False), ("é", False), ("ab\ud800", False)]
)
def test_keys_are_compared_whole(shown_key: str, same: bool) -> None:
    assert is_same(shown_key, "abc") is same


def test_the_same_command_makes_the_same_return_link_for_its_sender_alone() -> None:
    mine, other = holder(new_token()), holder(new_token())
    link = return_secret(mine, ROOM, "c1")
    assert is_token(link)
    assert link == return_secret(mine, ROOM, "c1")
    assert len({link, return_secret(mine, ROOM, "c2"), return_secret(other, ROOM, "c1")}) == 3
    assert link != return_secret(mine, RoomCode("00000000"), "c1")
    assert return_secret(mine, ROOM, None) != return_secret(mine, ROOM, None)


def test_a_bearer_token_is_read_and_nothing_else_is_taken_for_one() -> None:
    found = bearer(shown(authorization=f"bearer {TOKEN}"))
    assert found is not None
    assert found.secret == TOKEN
    assert bearer(shown(cookie=f"dev={TOKEN}")) is None
    for wrong in ("", TOKEN, f"Basic {TOKEN}", "Bearer", f"Bearer {TOKEN}x", "Bearer a b", f"Bearer {'é' * 43}"):
        with pytest.raises(BadBearer):
            bearer(shown(authorization=wrong))


def test_the_two_names_of_the_cookie_are_never_both_believed() -> None:
    plain, secure = shown(cookie=f"dev={TOKEN}"), shown(cookie=f"__Host-dev={TOKEN}")
    assert device(plain, is_https=False) == holder(TOKEN) == device(secure, is_https=True)
    assert device(plain, is_https=True) is None
    assert device(secure, is_https=False) is None


@pytest.mark.parametrize("wrong", ["", "short", "x" * 44, "t" * 42 + "!"])
def test_a_cookie_of_another_form_is_no_device(wrong: str) -> None:
    assert device(shown(cookie=f"dev={wrong}"), is_https=False) is None


def opened(web: Web, host: str, **headers: str) -> SimpleCookie:
    form = {"game": GAME, "name": "Ada"}
    answer = web.client.post(
        "/rooms", data=form, headers={"host": host, "sec-fetch-site": "same-origin", **headers}, follow_redirects=False
    )
    assert answer.status_code == 303, answer.text
    cookies = SimpleCookie()
    for line in answer.headers.get_list("set-cookie"):
        cookies.load(line)
    return cookies


def test_the_cookie_on_plain_http_is_for_this_host_and_no_script() -> None:
    with a_web() as web:
        cookies = opened(web, "localhost:8000")
    assert list(cookies) == ["dev", "signet-name"]
    flags = cookies["dev"]
    assert is_token(flags.value)
    assert (flags["httponly"], flags["samesite"], flags["path"], flags["domain"]) == (True, "lax", "/", "")
    assert not flags["secure"]


def test_the_cookie_on_https_is_secure_and_bound_to_the_host() -> None:
    with a_web(public_url="https://play.example.org") as web:
        cookies = opened(web, "play.example.org")
    assert list(cookies) == ["__Host-dev", "__Host-signet-name"]
    assert cookies["__Host-dev"]["secure"] is True
    assert cookies["__Host-dev"]["path"] == "/"


def test_a_browser_keeps_one_device_for_all_its_rooms(web: Web) -> None:
    first = opened(web, "localhost:8000")["dev"].value
    second = opened(web, "localhost:8000", cookie=f"dev={first}")["dev"].value
    assert first == second
