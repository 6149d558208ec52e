"""Browser, server and players for the tests of pages.

Run them with ``pytest -p playwright -m browser``."""

import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, ViewportSize, expect

from tests.browser.sample_tables import write_poses
from tools.player import Player
from tools.served import Served

PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1440, "height": 900}

MakePlayer = Callable[..., Player]

FILM = "try { localStorage['signet-film'] ??= '%s'; } catch { /* a page without an address keeps nothing */ }"
"""Init script with the film speed of a device whose player has chosen none."""

# A busy machine draws late, and no test here is about speed.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Arguments that start the system's Chromium.

    The headless one is preferred where there is one: it takes a third less time."""
    quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    path = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return {**browser_type_launch_args, "executable_path": path, "args": [*sandbox, *quiet]}


@pytest.fixture(scope="module")
def windowed_browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """System's Chromium with windows, so that it has notices."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    one = browser_type.launch(**{**browser_type_launch_args, "executable_path": path})
    yield one
    one.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests that do not stop it, with the posed tables."""
    # The posed rooms are years old. The server must not clear them away during the run.
    server = Served(tmp_path_factory.mktemp("served"), {"SIGNET_KEEP_DAYS": "0"})
    write_poses(server.database)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def own_served(tmp_path: Path) -> Iterator[Served]:
    """Server that the test may kill and start again."""
    server = Served(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def person(browser: Browser, served: Served) -> Iterator[MakePlayer]:
    """Factory of players, each in a browser context of their own.

    At the end no player's page may have had an error. Only the first player's page shows films, and fast ones where
    motion is reduced: drawing them on every page takes longest. Tests that look at other pages set ``film``, the
    speed. A player with ``is_new`` plays for the first time."""
    players: list[Player] = []
    contexts: list[BrowserContext] = []

    def make(
        name: str = "Ada", url: str | None = None, *, is_new: bool = False, film: str = "", **settings: Any
    ) -> Player:
        made = {"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce"} | settings
        contexts.append(browser.new_context(**made))
        speed = film or ("none" if players else "fast" if made["reduced_motion"] == "reduce" else "")
        if speed:
            contexts[-1].add_init_script(FILM % speed)
        contexts[-1].set_default_timeout(15_000)
        # The first page of a server waits until all templates are read.
        contexts[-1].set_default_navigation_timeout(60_000)
        dice = random.Random(len(players) + 7)
        players.append(Player(contexts[-1], url or served.url, name, dice, is_new=is_new))
        return players[-1]

    yield make
    problems = {player.name: player.problems for player in players if player.problems}
    for context in contexts:
        context.close()
    assert problems == {}
