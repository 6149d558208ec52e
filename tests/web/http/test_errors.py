"""Refusals over HTTP."""

import pytest

from app.journal.errors import StoreDownError
from app.rooms.model.refusals import SENTENCES, refuse
from app.web.http.errors import STATUS, RefusedError
from tests.web.http.test_origin import EXPECTED, fill_template
from tests.web.tables import UnwellStore, Web, a_web


def test_every_refusal_code_has_a_status() -> None:
    assert STATUS.keys() == SENTENCES.keys()
    assert all(400 <= status < 600 for status in STATUS.values())


@pytest.mark.parametrize("code", sorted(STATUS))
def test_a_refusal_says_its_sentence_with_its_status(code: str) -> None:
    refused = RefusedError(refuse(code))
    assert refused.status == STATUS[code]
    assert refused.headers == ({"retry-after": "2"} if code == "try_again" else {})


def test_a_wait_is_rounded_up_to_whole_seconds() -> None:
    assert RefusedError(refuse("too_fast"), wait=0.2).headers == {"retry-after": "1"}


def test_a_missing_token_is_asked_for() -> None:
    assert RefusedError(refuse("no_seat"), status=401).headers == {"www-authenticate": "Bearer"}


@pytest.mark.parametrize("path", ["/api/", "/api/nothing", "/api/rooms/K7QF2M9X/nothing", "/api/rooms/"])
def test_a_path_that_leads_nowhere_is_answered_in_json(web: Web, path: str) -> None:
    answer = web.client.get(path)
    assert answer.status_code == 404
    assert answer.json() == {"re": None, "refused": "no_such_room", "say": "There's no page here.", "ask": None}


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/api/rooms"), ("DELETE", "/api/rooms/K7QF2M9X"), ("PUT", "/api/rooms/K7QF2M9X/seats")]
)
def test_a_method_that_leads_nowhere_is_no_command(web: Web, method: str, path: str) -> None:
    answer = web.client.request(method, path)
    assert answer.status_code == 405
    assert answer.json()["refused"] == "unknown_command"


PATHS = [(path, methods) for path, methods in EXPECTED.items() if "WS" not in methods]


@pytest.mark.parametrize(("path", "methods"), PATHS, ids=[path for path, _ in PATHS])
def test_unsupported_method_gets_405_with_allowed_methods(web: Web, path: str, methods: tuple[str, ...]) -> None:
    allowed = {*methods, *(["HEAD"] if "GET" in methods else [])}
    for method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"} - allowed:
        answer = web.client.request(method, fill_template(path), headers={"origin": "http://localhost:8000"})
        assert answer.status_code == 405
        assert answer.headers["allow"] == ", ".join(sorted(allowed))


@pytest.mark.parametrize(
    "path", ["/nothing", "/r", "/static/../app/main.py", "/static/%2e%2e/app/main.py", "/static/x%00y"]
)
def test_a_page_that_is_not_there_says_so(web: Web, path: str) -> None:
    answer = web.client.get(path)
    assert answer.status_code == 404
    assert "There&#39;s no page here." in answer.text
    assert answer.headers["content-type"].startswith("text/html")


def test_store_outage_returns_503_and_loses_nothing() -> None:
    store = UnwellStore()
    with a_web(store) as web:
        table = web.open("Ada", "Ben")
        before = table.fingerprint()
        store.pain = StoreDownError("full")
        answer = table.post(0, do="say", text="Hello")
        assert (answer.status_code, answer.json()["refused"]) == (503, "try_again")
        assert answer.headers["retry-after"] == "2"
        assert web.client.get("/healthz").status_code == 503
        store.pain = None
        assert table.fingerprint() == before
        assert table.post(0, do="say", text="Hello").status_code == 200
        assert web.client.get("/healthz").status_code == 200


def test_a_fault_of_the_server_tells_nothing_of_itself() -> None:
    store = UnwellStore()
    with a_web(store) as web:
        store.pain = RuntimeError("a secret of the house")
        answer = web.client.get("/api/rooms/K7QF2M9X")
        assert answer.status_code == 500
        assert answer.json() == {
            "re": None,
            "refused": "try_again",
            "say": "Something went wrong on the server.",
            "ask": None,
        }
        page = web.client.get("/r/K7QF2M9X")
        assert page.status_code == 500
        assert "secret" not in page.text
        assert "Traceback" not in page.text
