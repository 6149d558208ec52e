"""Secrets, cookies and bearer tokens."""

from http.cookies import SimpleCookie

import pytest
from starlette.requests import HTTPConnection

from app.rooms.model.ids import RoomCode, room_code
from app.web.http.identity import (
    BadBearerError,
    bearer,
    cookie_name,
    digest_of,
    holder,
    is_same,
    is_token,
    list_cookie_devices,
    new_token,
    return_secret,
)
from app.web.keys import new_key, new_room_code
from tests.web.tables import GAME, Web, a_web

ROOM = RoomCode("K7QF2M9X")
TOKEN = "t" * 43


def make_connection(**headers: str) -> HTTPConnection:
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


def test_return_secret_is_same_for_same_sender_room_and_command() -> None:
    mine, other = holder(new_token()), holder(new_token())
    link = return_secret(mine, ROOM, "c1")
    assert is_token(link)
    assert link == return_secret(mine, ROOM, "c1")
    assert len({link, return_secret(mine, ROOM, "c2"), return_secret(other, ROOM, "c1")}) == 3
    assert link != return_secret(mine, RoomCode("00000000"), "c1")
    assert return_secret(mine, ROOM, None) != return_secret(mine, ROOM, None)


def test_bearer_accepts_token_and_rejects_everything_else() -> None:
    found = bearer(make_connection(authorization=f"bearer {TOKEN}"))
    assert found is not None
    assert found.secret == TOKEN
    assert bearer(make_connection(cookie=f"dev={TOKEN}")) is None
    for wrong in ("", TOKEN, f"Basic {TOKEN}", "Bearer", f"Bearer {TOKEN}x", "Bearer a b", f"Bearer {'é' * 43}"):
        with pytest.raises(BadBearerError):
            bearer(make_connection(authorization=wrong))


@pytest.mark.parametrize(
    ("plain_name", "secure_name"), [("signet-dev-8000", "__Host-signet-dev"), ("dev", "__Host-dev")]
)
def test_the_two_names_of_the_cookie_are_never_both_believed(plain_name: str, secure_name: str) -> None:
    plain = make_connection(host="localhost:8000", cookie=f"{plain_name}={TOKEN}")
    secure = make_connection(host="localhost:8000", cookie=f"{secure_name}={TOKEN}")
    assert list_cookie_devices(plain, is_https=False) == (holder(TOKEN),) == list_cookie_devices(secure, is_https=True)
    assert list_cookie_devices(plain, is_https=True) == ()
    assert list_cookie_devices(secure, is_https=False) == ()


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("attic.local:8000", "signet-dev-8000"),
        ("attic.local", "signet-dev-80"),
        ("192.168.1.2:8080", "signet-dev-8080"),
        ("[::1]:8000", "signet-dev-8000"),
        ("[::1]", "signet-dev-80"),
        ("", "signet-dev-80"),
        ("attic:a;b", "signet-dev-80"),
    ],
)
def test_cookie_name_over_http_contains_port_seen_by_browser(host: str, name: str) -> None:
    assert cookie_name(host, is_https=False) == name
    assert cookie_name(host, is_https=True) == "__Host-signet-dev"


def test_a_server_at_another_port_does_not_read_the_cookie() -> None:
    cookie = f"{cookie_name('localhost:8000', is_https=False)}={TOKEN}"
    assert list_cookie_devices(make_connection(host="localhost:8000", cookie=cookie), is_https=False)[0] == holder(
        TOKEN
    )
    assert list_cookie_devices(make_connection(host="localhost:8001", cookie=cookie), is_https=False) == ()


def test_todays_name_goes_before_the_old_one() -> None:
    both = make_connection(host="localhost:8000", cookie=f"dev={'o' * 43}; signet-dev-8000={TOKEN}")
    assert list_cookie_devices(both, is_https=False) == (holder(TOKEN), holder("o" * 43))
    assert list_cookie_devices(both, is_https=False)[0] == holder(TOKEN)


@pytest.mark.parametrize("wrong", ["", "short", "x" * 44, "t" * 42 + "!"])
def test_a_cookie_of_another_form_is_no_device(wrong: str) -> None:
    assert list_cookie_devices(make_connection(cookie=f"dev={wrong}"), is_https=False) == ()


def open_room(web: Web, host: str, **headers: str) -> SimpleCookie:
    form = {"game": GAME, "name": "Ada", "word": "frog"}
    answer = web.client.post(
        "/rooms", data=form, headers={"host": host, "sec-fetch-site": "same-origin", **headers}, follow_redirects=False
    )
    assert answer.status_code == 303, answer.text
    cookies = SimpleCookie()
    for line in answer.headers.get_list("set-cookie"):
        cookies.load(line)
    return cookies


def test_cookie_over_http_is_host_only_and_httponly() -> None:
    with a_web(open_word="frog") as web:
        cookies = open_room(web, "localhost:8000")
    assert list(cookies) == ["signet-dev-8000", "signet-name-8000", "signet-word-8000"]
    assert is_token(cookies["signet-dev-8000"].value)
    for flags in cookies.values():
        assert (flags["httponly"], flags["samesite"], flags["path"], flags["domain"]) == (True, "lax", "/", "")
        assert not flags["secure"]


def test_cookie_over_https_is_secure_and_has_host_prefix() -> None:
    with a_web(public_url="https://play.example.org", open_word="frog") as web:
        cookies = open_room(web, "play.example.org")
    assert list(cookies) == ["__Host-signet-dev", "__Host-signet-name", "__Host-signet-word"]
    assert all((flags["secure"], flags["httponly"], flags["path"]) == (True, True, "/") for flags in cookies.values())


def test_a_browser_keeps_one_device_for_all_its_rooms(web: Web) -> None:
    name = "signet-dev-8000"
    first = open_room(web, "localhost:8000")[name].value
    second = open_room(web, "localhost:8000", cookie=f"{name}={first}")[name].value
    assert first == second


def test_seat_under_old_cookie_name_moves_to_current_name(web: Web) -> None:
    token = web.open("Ada").tokens[0]
    cookies = open_room(web, "localhost:8000", cookie=f"dev={token}")
    assert cookies["signet-dev-8000"].value == token
    assert (cookies["dev"].value, cookies["dev"]["max-age"]) == ("", "0")
