"""Compression of static files: which are compressed, and which never are."""

import mimetypes

import pytest

from app.web.static.static_files import KINDS, static_files
from tests.web.tables import Web

TAKES_GZIP = {"accept-encoding": "gzip"}


@pytest.mark.parametrize("path", ["/static/css/tokens.css", "/static/js/room.js"])
def test_static_files_are_compressed_for_who_takes_them_so(web: Web, path: str) -> None:
    small = web.client.get(path, headers=TAKES_GZIP)
    plain = web.client.get(path, headers={"accept-encoding": "identity"})
    assert (small.headers.get("content-encoding"), plain.headers.get("content-encoding")) == ("gzip", None)
    assert small.content == plain.content
    assert int(small.headers.get("content-length", 0)) < len(plain.content)


@pytest.mark.parametrize("path", ["/", "/api/rooms/{code}", "/r/{code}"])
def test_what_may_hold_a_secret_is_never_compressed(web: Web, path: str) -> None:
    """Its size would reveal how well a hand matches words that an attacker chose."""
    table = web.playing("Ada", "Ben", options={"watchers": "public"})
    answer = web.client.get(path.format(code=table.code), headers={**TAKES_GZIP, **table.bearer(0)})
    assert "content-encoding" not in answer.headers


def test_nothing_else_is_served(web: Web) -> None:
    assert web.client.get("/static/none").status_code == 404


def test_script_has_javascript_type_whatever_the_system_says(web: Web) -> None:
    """Windows reads types from its registry, which any program may have changed."""
    mimetypes.add_type("text/plain", ".js")
    assert web.client.get("/static/js/room.js").headers["content-type"].startswith("text/plain")
    static_files()
    assert web.client.get("/static/js/room.js").headers["content-type"].startswith("text/javascript")
    assert {mimetypes.guess_type(f"file{ending}")[0] for ending in KINDS} == {*KINDS.values()}
