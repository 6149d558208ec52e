"""Proxy with HTTP basic authentication: foreign pages cannot use its password.

A browser sends the password with a foreign page's forms, too, and withholds our cookie. People and programs play as
before."""

import pytest
from starlette.requests import HTTPConnection
from starlette.testclient import WebSocketDenialResponse

from app.web.http.origin import SAFE_METHODS, Origins
from tests.abuse.browsers import Browser
from tests.web.http.test_origin import CELLS, OPEN, fill_template
from tests.web.tables import BASE, DEVICE_COOKIE, GAME, Web, a_web

BASIC = {"authorization": "Basic ZnJpZW5kczpzZWNyZXQ="}
FOREIGN = (
    {"origin": "http://evil.example", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"},
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site", "origin": "http://localhost:9000"},
)
CHANGING = [(path, method) for path, method in CELLS if method not in {*SAFE_METHODS, "WS"} and path not in OPEN]


def is_refused(web: Web, path: str, method: str, headers: dict[str, str]) -> bool:
    """Return whether the request is refused because of its origin."""
    answer = web.client.request(method, fill_template(path), headers=BASIC | headers | {"accept": "application/json"})
    return (
        answer.status_code == 403 and answer.json()["refused"] == "wrong_origin" and "set-cookie" not in answer.headers
    )


@pytest.mark.parametrize(("path", "method"), CHANGING)
@pytest.mark.parametrize("headers", FOREIGN)
def test_foreign_page_cannot_use_the_proxy_password(web: Web, path: str, method: str, headers: dict[str, str]) -> None:
    assert is_refused(web, path, method, headers)


def test_foreign_page_cannot_remove_a_player(web: Web) -> None:
    victim = Browser(web)
    victim.open_room("Victor")
    for path, fields in (("/rooms", {"game": GAME, "name": "Eve"}), ("/solo", {"game": GAME}), ("/forget", {})):
        answer = web.client.post(path, data=fields, headers=BASIC | FOREIGN[0], follow_redirects=False)
        assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)


@pytest.mark.parametrize("path", [path for path, method in CELLS if method == "WS"])
@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:9000"])
def test_foreign_page_opens_no_socket_with_the_password(web: Web, path: str, origin: str) -> None:
    with pytest.raises(WebSocketDenialResponse) as denied, web.socket(fill_template(path), origin=origin, **BASIC):
        pytest.fail("the socket opened")
    assert denied.value.status_code == 403


def test_people_behind_such_a_proxy_can_play() -> None:
    with a_web(admin_token="a-token-that-nobody-guesses") as web:
        web.client.headers.update(BASIC)
        table, browser = web.open("Ada"), Browser(web)
        assert browser.get("/").status_code == 200
        assert browser.join(table, "Victor").status_code == 303
        assert browser.get(f"/r/{table.code}").status_code == 200
        assert browser.post(f"/r/{table.code}/do", do="say", text="Hello").status_code == 303
        headers = {"cookie": f"{DEVICE_COOKIE}={browser.device}", "origin": BASE}
        with web.socket(f"/r/{table.code}/live", **headers) as socket:
            assert "regions" in socket.receive_json()
        assert browser.get("/admin").status_code == 401
        assert browser.post("/admin", token="a-token-that-nobody-guesses").status_code == 303
        assert browser.get("/admin").status_code == 200


def test_server_that_takes_passwords_for_tokens_is_detected(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Origins.is_own_page

    def is_own_page(origins: Origins, connection: HTTPConnection) -> bool:
        headers = connection.headers
        return ("authorization" in headers and "cookie" not in headers) or found(origins, connection)

    monkeypatch.setattr(Origins, "is_own_page", is_own_page)
    assert [path for path, method in CHANGING if is_refused(web, path, method, FOREIGN[0])] == []
    answer = web.client.post(
        "/rooms", data={"game": GAME, "name": "Eve"}, headers=BASIC | FOREIGN[0], follow_redirects=False
    )
    assert "set-cookie" in answer.headers, "the victim's cookie is replaced"
