"""Hostile paths and downloads.

Every path below the static files is one of them or not found, byte for byte. Downloads have names of ours."""

import asyncio
import re

import pytest

from app.paths import STATIC
from app.web.static.bundles import bundle
from tests.web.servers import Served, a_server
from tests.web.tables import Web
from tools.served import ROOT

UPWARDS = ("../", "..%2f", "%2e%2e/", "%2e%2e%2f", "%2E%2E%5c", "..\\", "..%5c", "....//", "..;/", ".%2e/",
           "%252e%252e%252f", "..%c0%af", "..%00/", "%uff0e%uff0e/", "./../", "js/../../")  # fmt: skip
OUTSIDE = (
    *(path.relative_to(ROOT).as_posix() for path in (ROOT / "pyproject.toml", ROOT / "app" / "main.py")),
    "etc/passwd",
)
BELOW = ("/static/", "/static/js/", "/static/tables/", "/static/img/games/")
ABSOLUTE = (
    "/static//etc/passwd",
    "/static/%2fetc%2fpasswd",
    f"/static/{ROOT}/pyproject.toml",
    f"/static//{ROOT}/pyproject.toml",
    "/static/file:%2f%2f%2fetc%2fpasswd",
    "/static/C:%5cwindows%5cwin.ini",
    "/static/js/room.js%00",
    "/static/js/room.js%00.svg",
    "/static/%00",
    "/static/js/room.js/",
    "/static/js",
    "/static/js/",
    "/static/",
    "/static",
    "/static/.",
    "/static/..",
    "//static/../pyproject.toml",
    "/static/tables/%2e%2e%2fjs%2froom.js",
    "/static/js/r\u00f6om.js",
    "/static/" + "a/" * 2_000,
    "/static/" + "x" * 5_000,
    "/worker.js/../../pyproject.toml",
    "/worker.js%2f..%2fearly.js",
)
PATHS = [*(f"{below}{up * 4}{file}" for below in BELOW for up in UPWARDS for file in OUTSIDE), *ABSOLUTE]


async def request_raw(served: Served, path: str) -> tuple[int, bytes]:
    """Return status and body of the answer to exactly these bytes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    writer.write(b"GET " + path.encode() + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    answer = await reader.read()
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), body


def list_static_files() -> set[bytes]:
    """Return the contents of the static files."""
    return {each.read_bytes() for each in STATIC.rglob("*") if each.is_file()}


def test_paths_cannot_leave_the_static_files() -> None:
    async def ask_all() -> list[tuple[str, int, bytes]]:
        async with a_server() as served:
            return [(path, *await request_raw(served, path)) for path in PATHS]

    answers = asyncio.run(ask_all())
    assert [path for path, status, body in answers if status == 200 and body not in list_static_files()] == []
    assert {status for _, status, _ in answers} <= {200, 400, 404, 414}
    outside = [(ROOT / "pyproject.toml").read_bytes()[:40], (ROOT / "app" / "main.py").read_bytes()[:40], b"root:x:"]
    assert [path for path, _, body in answers if any(secret in body for secret in outside)] == []


def test_existing_file_is_found() -> None:
    async def ask() -> tuple[int, bytes]:
        async with a_server() as served:
            return await request_raw(served, "/static/js/room.js")

    status, body = asyncio.run(ask())
    assert (status, body) == (200, (STATIC / "js" / "room.js").read_bytes())
    assert body in list_static_files()
    assert (ROOT / "pyproject.toml").read_bytes() not in list_static_files()
    assert bundle("tables/../js/room.js") is None


@pytest.mark.parametrize(
    "written", ["{code}", "{lower}", "{dashed}", "{code}%0d%0aX: y", "../{code}", "{code}%22", "{code}%00"]
)
def test_download_has_a_fixed_name(web: Web, written: str) -> None:
    table = web.playing("<b>", "../../x", options={"watchers": "public"})
    code = str(table.code)
    path = written.format(code=code, lower=code.lower(), dashed=f"{code[:4]}-{code[4:]}")
    cookie = {"cookie": f"dev={table.tokens[0]}"}
    for kind in ("record", "file"):
        answer = web.client.get(f"/r/{path}/{kind}", headers=cookie, follow_redirects=False)
        assert answer.status_code in (200, 404)
        named = answer.headers.get("content-disposition")
        assert named is None or re.fullmatch(rf'attachment; filename="signet-{code}\.json"', named)
        assert "x" not in answer.headers
