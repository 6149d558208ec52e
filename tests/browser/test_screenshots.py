"""Screenshots of ``make screenshots``: selection, files and joined pictures."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import MakePlayer
from tools.screenshots.__main__ import camera_of
from tools.screenshots.camera import Camera
from tools.screenshots.contacts import sheets
from tools.screenshots.readme import capture_webp

pytestmark = pytest.mark.browser


def read_png_size(png: Path) -> tuple[int, int]:
    """Return width and height from a PNG's header."""
    head = png.read_bytes()[:24]
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def test_patterns_select_screenshots(tmp_path: Path) -> None:
    camera = Camera(tmp_path, ["edel/bid-*", "around/home"])
    assert camera.wants("edel/bid-raise")
    assert camera.wants("around/home")
    assert not camera.wants("edel/action")
    assert camera.wants_part("around")
    assert not camera.wants_part("adel")
    assert Camera(tmp_path).wants("adel/theft")


def test_arguments_narrow_the_screenshots(tmp_path: Path) -> None:
    camera = camera_of(["--sizes", "360x740", "--vision", "grey", "--folder", str(tmp_path)])
    assert camera.sizes == ("360x740",)
    assert camera.schemes == ("light", "dark")
    assert camera.picture("edel/end", "360x740", "dark") == tmp_path / "edel/end/360x740-dark-grey.png"


def test_page_is_taken_once_per_look_and_joined(person: MakePlayer, browser: Browser, tmp_path: Path) -> None:
    ada = person("Ada")
    ada.page.goto(ada.url)
    camera = Camera(tmp_path)
    camera.take("around/home", ada.page)
    assert not camera.wants("around/home")
    for size in camera.sizes:
        pictures = [camera.picture("around/home", size, scheme) for scheme in camera.schemes]
        assert [f"{width}x{height}" for width, height in map(read_png_size, pictures)] == [size, size]
        assert pictures[0].read_bytes() != pictures[1].read_bytes()
    (sheet,) = sheets(browser, camera)
    assert read_png_size(sheet)[0] > 1440


def test_page_without_colours_is_grey(person: MakePlayer, tmp_path: Path) -> None:
    ada = person("Ada")
    ada.page.goto(ada.url)
    taken = {}
    for vision in ("", "grey"):
        camera = Camera(tmp_path, (), ("360x740",), ("light",), vision)
        camera.take("around/home", ada.page)
        taken[vision] = camera.picture("around/home", "360x740", "light").read_bytes()
    assert taken[""] != taken["grey"]


def test_readme_picture_is_small(person: MakePlayer) -> None:
    ada = person("Ada")
    ada.page.goto(ada.url)
    picture = capture_webp(ada.page)
    assert picture[:4] + picture[8:12] == b"RIFFWEBP"
    assert len(picture) < len(ada.page.screenshot()) / 2
