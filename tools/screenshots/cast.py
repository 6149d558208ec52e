"""Who plays before the camera, and where."""

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
"""Names that ask much of a page: wide ones, long ones, one read from the right, one of pictures, a short one."""
AT_ONCE = {"grace": "0", "bot_pace": "0"}
"""Options that let nobody wait."""


ADMIN_TOKEN = "for-the-pictures-only"  # noqa: S105 - opens nothing but the server of the pictures
"""What opens the page of whoever runs the server."""


@contextmanager
def served(data: Path) -> Iterator[Served]:
    """A server of one's own."""
    server = Served(data, {"SIGNET_ADMIN_TOKEN": ADMIN_TOKEN})
    server.start()
    try:
        yield server
    finally:
        server.stop()


def launch(chromium: BrowserType) -> Browser:
    """The system's Chromium."""
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    return chromium.launch(executable_path=path, args=[*sandbox, "--disable-gpu"])


def person(browser: Browser, server: Served, name: str, *, is_moved: bool = False, is_new: bool = False) -> Player:
    """Somebody with a browser context of their own; ``is_moved`` who sees films, ``is_new`` who has never
    played."""
    context = browser.new_context(
        viewport={"width": 1440, "height": 900},
        locale="en-GB",
        reduced_motion="no-preference" if is_moved else "reduce",
    )
    return Player(context, server.url, name, random.Random(name), is_new=is_new)  # noqa: S311 - a player's whims
