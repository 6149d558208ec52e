"""Our cookies: no other program on this host has their names.

They last as long as they are used."""

from collections.abc import Callable
from typing import Any

import pytest

from app.web.http.cookie_names import (
    ADMIN,
    DEVICE,
    FRESH,
    LANGUAGE,
    NAME,
    SCREEN,
    SHARED,
    WATCHER,
    WORD,
    full_name,
)
from app.web.http.identity import COOKIE_S
from tests.abuse.browsers import Browser
from tests.web.tables import GAME, Web, a_web

ALL = (DEVICE, FRESH, NAME, LANGUAGE, ADMIN, WORD, SHARED, WATCHER, SCREEN)
TOKEN = "a-token-that-nobody-guesses"


def cookies_of_a_visit(host: str, origin: str, **settings: Any) -> set[str]:
    """Return the names of all cookies that a server sets during a full visit."""
    names: set[str] = set()
    with a_web(admin_token=TOKEN, open_word="frog", **settings) as web:
        for method, path, form in (
            ("GET", "/", {}),
            ("POST", "/language", {"language": "de", "back": "/"}),
            ("POST", "/rooms", {"game": GAME, "name": "Ada", "word": "frog"}),
            ("POST", "/admin", {"token": TOKEN}),
            ("POST", "/admin/leave", {}),
            ("POST", "/forget", {}),
        ):
            headers = {"host": host, "origin": origin}
            answer = web.client.request(method, path, data=form, headers=headers, follow_redirects=False)
            web.client.cookies.clear()
            names |= {line.partition("=")[0] for line in answer.headers.get_list("set-cookie")}
    return names


@pytest.mark.parametrize(("host", "port"), [("localhost:8000", 8000), ("localhost", 80), ("192.168.1.7:9001", 9001)])
def test_every_cookie_has_our_name_and_the_port(host: str, port: int) -> None:
    names = cookies_of_a_visit(host, f"http://{host}")
    assert names == {f"signet-{what}-{port}" for what in ALL}


def test_over_https_every_cookie_is_bound_to_the_host() -> None:
    origin = "https://play.example.org"
    assert cookies_of_a_visit("play.example.org", origin, public_url=origin) == {f"__Host-signet-{w}" for w in ALL}


@pytest.mark.parametrize(
    ("host", "origin", "name"),
    [
        ("localhost:8000", "http://localhost:8000", f"signet-{WATCHER}-8000"),
        ("play.example.org", "https://play.example.org", f"__Host-signet-{WATCHER}"),
    ],
)
def test_a_watcher_keeps_one_cookie_of_our_name(host: str, origin: str, name: str) -> None:
    with a_web(public_url=origin if origin.startswith("https") else None) as web:
        link = web.open("Ada", options={"watchers": "public"}).links["watch"]
        first = web.client.get(link, headers={"host": host})
        (line,) = first.headers.get_list("set-cookie")
        assert line.startswith(f"{name}=") and "httponly" in line.lower()
        web.client.cookies.clear()
        again = web.client.get(link, headers={"host": host, "cookie": line.partition(";")[0]})
        assert again.headers.get_list("set-cookie") == []


def test_another_program_on_this_host_takes_nothing_away(web: Web) -> None:
    browser = Browser(web)
    code = browser.open_room("Ada")
    browser.jar |= {"dev": "theirs", "signet-language": "theirs", "signet-name": "theirs%20too", "admin": "theirs"}
    assert browser.get(f"/r/{code}").status_code == 200
    assert 'value="Ada"' in browser.get("/").text


def test_what_was_kept_under_the_old_names_is_found(web: Web) -> None:
    table = web.open("Victor")
    old = Browser(web, {"dev": table.tokens[0], "signet-name": "Victor", "signet-language": "de"})
    page = old.get("/")
    assert f"/r/{table.code}" in page.text and 'value="Victor"' in page.text and '<html lang="de"' in page.text
    assert old.device == table.tokens[0], "the page lets it keep the seat under today's name"


def test_seats_under_both_names_are_kept_whatever_happens_next(web: Web) -> None:
    first, second = web.open("Victor"), web.open("Victor")
    browser = Browser(
        web, {"dev": first.tokens[0], full_name(DEVICE, "localhost:8000", is_https=False): second.tokens[0]}
    )
    steps: tuple[Callable[[], object], ...] = (
        lambda: browser.get("/"),
        lambda: browser.get(f"/r/{first.code}"),
        lambda: browser.get(f"/r/{second.code}"),
        lambda: browser.open_room("Victor"),
        lambda: browser.join(web.open("Ada"), "Victor"),
    )
    for step in steps:
        step()
        assert browser.get(f"/r/{first.code}").status_code == browser.get(f"/r/{second.code}").status_code == 200


@pytest.mark.parametrize("path", ["/", "/r/{code}", "/r/{code}/lesson", "/r/{code}/replay", "/r/{code}/file"])
def test_a_page_that_is_used_renews_its_cookies(web: Web, path: str) -> None:
    browser = Browser(web)
    browser.post("/language", language="de", back="/")
    code = browser.open_room("Ada", "/solo")
    kept = dict(browser.jar)
    headers = {"cookie": "; ".join(f"{name}={value}" for name, value in kept.items())}
    answer = web.client.get(path.format(code=code), headers=headers)
    assert answer.status_code == 200
    renewed = {line.partition("=")[0]: line for line in answer.headers.get_list("set-cookie")}
    for what in (DEVICE, NAME, LANGUAGE):
        name = full_name(what, "localhost:8000", is_https=False)
        assert f"{name}={kept[name]};" in renewed[name] and f"Max-Age={COOKIE_S}" in renewed[name]
    assert all("HttpOnly" in line and "Path=/" in line for line in renewed.values())


def test_a_stranger_is_given_nothing_for_looking(web: Web) -> None:
    answer = web.client.get("/rules/adel_verpflichtet", headers={"cookie": "signet-dev-8000=" + "A" * 43})
    assert "set-cookie" not in answer.headers


def test_a_browser_that_is_to_forget_is_given_nothing_back(web: Web) -> None:
    browser = Browser(web)
    browser.post("/language", language="de", back="/")
    browser.open_room("Ada")
    browser.post("/forget")
    assert set(browser.jar) <= {full_name(LANGUAGE, "localhost:8000", is_https=False)}
