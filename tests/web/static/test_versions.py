"""Versioned addresses: a file is cached for ever under its exact version only."""

from pathlib import Path

import pytest

from app.paths import STATIC
from app.web.static import versions
from app.web.static.bundles import COMMON, ENDINGS
from app.web.static.versions import build_static_url, names_version
from engine import registry
from tests.web.tables import Web

FOR_EVER = "public, max-age=31536000, immutable"

FILES = sorted(str(path.relative_to(STATIC)) for path in STATIC.rglob("*") if path.is_file())
BUNDLES = [
    *(f"tables/{name}" for name in COMMON),
    *(f"tables/{game}{ending}" for game in registry.GAMES for ending in ENDINGS),
]
ONE_OF_EACH = [*{Path(path).suffix: path for path in FILES}.values(), BUNDLES[0], BUNDLES[1]]

OTHERS = ["", "v", "v=", "v=anything", "v=0123456789ab", "x=1", "V={v}", "v={v}0", "v={v}&x=1", "x=1&v={v}", "v={half}"]


def get_cache_control(web: Web, address: str) -> str:
    answer = web.client.get(address)
    assert answer.status_code == 200, address
    return str(answer.headers["cache-control"])


@pytest.mark.parametrize("path", ONE_OF_EACH)
def test_only_its_own_version_is_promised(web: Web, path: str) -> None:
    address = build_static_url(path)
    assert get_cache_control(web, address) == FOR_EVER
    assert web.client.head(address).headers["cache-control"] == FOR_EVER
    version = address.partition("=")[2]
    for other in OTHERS:
        query = other.format(v=version, half=version[:6])
        assert get_cache_control(web, f"/static/{path}?{query}") == "no-cache", query


def test_every_file_has_its_version_and_never_that_of_another(web: Web) -> None:
    for path, other in zip([*FILES, *BUNDLES], [*FILES[1:], *BUNDLES, FILES[0]], strict=True):
        query = build_static_url(path).partition("?")[2].encode()
        assert names_version(f"/static/{path}", query), path
        if build_static_url(other).partition("?")[2].encode() != query:
            assert not names_version(f"/static/{other}", query), other


def test_a_file_that_was_replaced_has_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An upgrade may put new files below a server that still runs."""
    monkeypatch.setattr(versions, "STATIC", tmp_path)
    build_static_url.cache_clear()
    (tmp_path / "a.css").write_text("old")
    query = build_static_url("a.css").partition("?")[2].encode()
    assert names_version("/static/a.css", query)
    (tmp_path / "a.css").write_text("newer")
    assert not names_version("/static/a.css", query)
    (tmp_path / "a.css").unlink()
    assert not names_version("/static/a.css", query)
    build_static_url.cache_clear()


@pytest.mark.parametrize(
    "path", ["/static/../pyproject.toml", "/static/none.css", "/static/", "/static/a\0b", "/", "/r/x"]
)
def test_what_is_no_file_has_none(path: str) -> None:
    assert not names_version(path, b"v=0123456789ab")


@pytest.mark.parametrize(
    "path", ["/worker.js", "/manifest.webmanifest", "/apple-touch-icon.png", "/offline", "/nothing"]
)
def test_nothing_else_is_promised(web: Web, path: str) -> None:
    """The service worker matters most.

    A browser that cached an old one would never learn of a newer one."""
    for query in ("", "?v=0123456789ab"):
        assert web.client.get(f"{path}{query}").headers["cache-control"] == "no-store"


def test_the_manifest_names_its_pictures_by_version(web: Web) -> None:
    icons = web.client.get("/manifest.webmanifest").json()["icons"]
    assert [get_cache_control(web, icon["src"]) for icon in icons] == [FOR_EVER] * len(icons)
