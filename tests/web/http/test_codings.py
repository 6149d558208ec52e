"""Compression of responses: permitted or not, for every response there is."""

import gzip

import pytest
from starlette.datastructures import Headers

from app.web.http.codings import accepts_gzip
from tests.web.tables import Web

CASES = {
    "gzip": True,
    "GZIP": True,
    "x-gzip": True,
    "gzip, deflate, br, zstd": True,
    "deflate, gzip;q=1.0, *;q=0.5": True,
    "br;q=1.0, gzip;q=0.8, *;q=0.1": True,
    "gzip ; q=0.001": True,
    "*": True,
    "*;q=0.5": True,
    "identity;q=0, *": True,
    "identity;q=0.5, gzip;q=0.5": True,
    "": False,
    "identity": False,
    "br": False,
    "gzip;q=0": False,
    "gzip;q=0.000": False,
    "gzip; Q=0": False,
    "gzip;q=0, *": False,
    "x-gzip;q=0": False,
    "*;q=0": False,
    "identity;q=1, gzip;q=0.2": False,
    "identity, *;q=0": False,
    "notgzip": False,
    "gzipped": False,
    "gzip;q=much": False,
    "gzip;q=-1": False,
    "gzip;q=2": False,
}


@pytest.mark.parametrize(("header", "expected"), CASES.items())
def test_a_request_says_whether_it_takes_gzip(header: str, *, expected: bool) -> None:
    assert accepts_gzip(Headers({"accept-encoding": header})) is expected


def test_two_headers_are_one_list() -> None:
    raw = [(b"accept-encoding", b"br"), (b"accept-encoding", b"gzip")]
    assert accepts_gzip(Headers(raw=raw))
    assert not accepts_gzip(Headers({}))


@pytest.mark.parametrize("path", ["/static/css/tokens.css", "/static/tables/room.js", "{watch}"])
@pytest.mark.parametrize("header", ["gzip", "gzip;q=0", "*;q=0", "*", "identity", "br", "gzip;q=0, *"])
def test_every_compressed_answer_goes_by_it(web: Web, path: str, header: str) -> None:
    if path == "{watch}":
        path = web.playing("Ada", "Ben", options={"watchers": "public"}).links["watch"]
    with web.client.stream("GET", path, headers={"accept-encoding": header}) as answer:
        raw = b"".join(answer.iter_raw())
    assert (answer.headers.get("content-encoding") == "gzip") is CASES[header]
    assert raw.startswith(b"\x1f\x8b") is CASES[header]
    assert gzip.decompress(raw) if CASES[header] else raw
    assert answer.headers["vary"].lower() == "accept-encoding"


def test_a_part_of_a_file_is_sent_as_it_is(web: Web) -> None:
    answer = web.client.get("/static/css/tokens.css", headers={"accept-encoding": "gzip", "range": "bytes=0-9"})
    assert (answer.status_code, len(answer.content)) == (206, 10)
    assert "content-encoding" not in answer.headers
