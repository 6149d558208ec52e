"""Players before the camera, and their server."""

import os
import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserType

from tools.player import Player
from tools.served import Served

NAMES = ("Ada", "Ben", "Carla")
LONG_NAMES = ("Wilhelmina MMMMMMMMMMMMM", "Αλεξάνδρα-Κωνσταντίνα Π", "مريم بنت عبد الرحمن", "👑🎩💎🏰🕵️ Ben", "Jo")
"""Names that are hard to lay out: wide, long, right to left, of pictures, short."""
AT_ONCE = {"grace": "0", "bot_pace": "0"}
"""Options without any waiting time."""


ADMIN_TOKEN = "for-the-pictures-only"  # noqa: S105 - opens nothing but the server of the pictures
"""Token that opens the operator's page."""


@contextmanager
def run_server(data: Path) -> Iterator[Served]:
    """Start a server for the pictures."""
    server = Served(data, {"SIGNET_ADMIN_TOKEN": ADMIN_TOKEN})
    server.start()
    try:
        yield server
    finally:
        server.stop()


def launch(chromium: BrowserType) -> Browser:
    """Launch the system's Chromium."""
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    return chromium.launch(executable_path=path, args=[*sandbox, "--disable-gpu"])


def person(browser: Browser, server: Served, name: str, *, is_moved: bool = False, is_new: bool = False) -> Player:
    """Return a player with a browser context of their own.

    ``is_moved`` shows films, ``is_new`` marks a device that has never played."""
    context = browser.new_context(
        viewport={"width": 1440, "height": 900},
        locale="en-GB",
        reduced_motion="no-preference" if is_moved else "reduce",
    )
    return Player(context, server.url, name, random.Random(name), is_new=is_new)  # noqa: S311 - a player's whims
