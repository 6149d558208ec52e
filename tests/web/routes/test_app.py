"""Signet as an app on a phone: its manifest, its pictures and its offline page."""

import re

import pytest

from app.paths import STATIC
from app.web.text.languages import LANGUAGES
from tests.web.tables import Web
from tools.app_icons import DRAWING, FOLDER, ICONS, digest, embed_source, side_of, source_of


@pytest.mark.parametrize("name", ICONS)
def test_every_app_icon_matches_current_drawing_and_its_size(name: str) -> None:
    picture = (FOLDER / name).read_bytes()
    assert source_of(picture) == digest(DRAWING), "draw it anew: python -m tools.app_icons"
    assert side_of(picture) == (ICONS[name][0],) * 2


def test_a_picture_of_another_drawing_is_found() -> None:
    picture = (FOLDER / "icon-192.png").read_bytes()
    assert source_of(embed_source(picture, "another")) == "another"
    assert source_of(picture.replace(b"tEXtSource", b"tEXtAuthor")) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_names_pictures_that_are_there(web: Web, language: str) -> None:
    answer = web.client.get("/manifest.webmanifest", headers={"accept-language": language})
    assert answer.headers["content-type"] == "application/manifest+json"
    app = answer.json()
    assert (app["name"], app["start_url"], app["scope"], app["display"]) == ("Signet", "/", "/", "standalone")
    assert app["lang"] == language
    assert {icon["purpose"] for icon in app["icons"]} == {"any", "maskable"}
    for icon in app["icons"]:
        picture = web.client.get(icon["src"])
        assert picture.headers["content-type"] == "image/png"
        assert "x".join(map(str, side_of(picture.content))) == icon["sizes"]


def test_every_page_links_manifest_and_apple_icon_is_served(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    for path, cookie in (("/", {}), (f"/r/{table.code}", {"cookie": f"dev={table.tokens[0]}"})):
        assert '<link rel="manifest" href="/manifest.webmanifest">' in web.client.get(path, headers=cookie).text
    picture = web.client.get("/apple-touch-icon.png")
    assert picture.headers["content-type"] == "image/png"
    assert side_of(picture.content) == (180, 180)


@pytest.mark.parametrize("language", LANGUAGES)
def test_offline_page_is_identical_for_all_readers_of_its_language(web: Web, language: str) -> None:
    table = web.playing("Ada", "Ben")
    path = f"/offline?language={language}"
    page = web.client.get(path)
    assert f'<html lang="{language}">' in page.text
    mine = web.client.get(path, headers={"cookie": f"dev={table.tokens[0]}", "accept-language": "nl"})
    assert mine.content == page.content
    assert "set-cookie" not in mine.headers
    # the worker answers for all its files, and it needs no script
    worker = (STATIC / "js" / "alerts" / "worker.js").read_text(encoding="utf-8")
    parts = set(re.findall(r'(?:href|src)="(/static/[^"?]+)', page.text))
    assert parts == set(re.findall(r"`\$\{BASE\}(/static/[^`]+)`", worker.split("OF_PAGE = ")[1].split(";")[0]))
    assert "<script" not in page.text


def test_offline_page_with_unknown_language_uses_device_language(web: Web) -> None:
    page = web.client.get("/offline?language=xx", headers={"accept-language": "de"})
    assert '<html lang="de">' in page.text
