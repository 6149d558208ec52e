"""Command line of the pictures.

They are written to ``screenshots/``, a folder a page, a file a size and scheme. ``--readme`` takes the two of
``docs/img`` that the README shows, and no others."""

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from engine import registry
from tools.screenshots import around
from tools.screenshots.camera import SCHEMES, SIZES, VISIONS, Camera
from tools.screenshots.cast import LONG_NAMES, NAMES, launch, run_server
from tools.screenshots.contacts import sheets
from tools.screenshots.evening import PART as EVENING
from tools.screenshots.evening import evening
from tools.screenshots.games import film, game
from tools.screenshots.lessons import lesson
from tools.screenshots.readme import tables
from tools.screenshots.together.evening import PART as TOGETHER
from tools.screenshots.together.evening import together
from tools.served import ROOT

PATIENCE_MS = 30_000
"""Milliseconds that a page may take on a machine with other work."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Take the pictures that the arguments select."""
    camera = camera_of(arguments)
    expect.set_options(timeout=PATIENCE_MS)
    with tempfile.TemporaryDirectory() as data, run_server(Path(data)) as server, sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        if _parse_arguments(arguments).readme:
            tables(browser, server)
            browser.close()
            return
        if camera.wants_part(around.PART):
            around.pages(browser, server, camera)
        for key in registry.GAMES:
            part = key.partition("_")[0]
            if camera.wants_part(part):
                game(browser, server, camera, key, part, NAMES, bots=2)
                film(browser, server, camera, key, part)
            if camera.wants_part(f"{part}-lesson"):
                lesson(browser, server, camera, key, f"{part}-lesson")
            if camera.wants_part(f"{part}-names"):
                game(browser, server, camera, key, f"{part}-names", LONG_NAMES)
            if camera.wants_part(f"{part}-two"):
                game(browser, server, camera, key, f"{part}-two", NAMES[:2])
        if camera.wants_part(EVENING):
            evening(browser, server, camera)
        if camera.wants_part(TOGETHER):
            together(browser, server, camera)
        sheets(browser, camera)
        browser.close()


def camera_of(arguments: Sequence[str] | None) -> Camera:
    """Return the camera that the arguments describe."""
    given = _parse_arguments(arguments)
    return Camera(given.folder, given.only, given.sizes, given.schemes, given.vision)


def _parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make screenshots", description="Pictures of every page.")
    parser.add_argument(
        "--only", type=_split_commas, default=(), help="patterns of pictures, by commas: around/*,edel/bid-*"
    )
    parser.add_argument("--sizes", type=_split_commas, default=tuple(SIZES), help="sizes, by commas")
    parser.add_argument("--schemes", type=_split_commas, default=SCHEMES, help="light, dark or both, by commas")
    parser.add_argument("--vision", choices=[each for each in VISIONS if each], default="", help="eyes to look with")
    parser.add_argument("--folder", type=Path, default=ROOT / "screenshots", help="where the pictures go")
    parser.add_argument("--readme", action="store_true", help="the pictures of the README, and no others")
    return parser.parse_args(arguments)


def _split_commas(text: str) -> tuple[str, ...]:
    return tuple(each for each in text.split(",") if each)


if __name__ == "__main__":
    main()
