"""Evening of two games: five friends in five languages.

The host goes, one leaves for good, one is away for an hour and one watches. There is a picture of every toast, and
of the menu in each phase."""

import ast
import inspect

from playwright.sync_api import Browser

from app.web.table import toast_words
from engine import registry
from tools.screenshots.album import Album, BrokenEveningError
from tools.screenshots.camera import Camera
from tools.screenshots.first_game import (
    play_absence,
    play_arrival,
    play_connection_loss,
    play_first_film,
    play_first_round,
    play_host_absence,
    play_saving,
)
from tools.screenshots.friends import friend
from tools.screenshots.gathering import Evening
from tools.screenshots.second_game import play_between_games, play_departures
from tools.served import Served

PART = "evening"

PAGE_TOASTS = (
    "Connection lost. Reconnecting…",
    "Still offline. Your seat is safe.",
    "You're back online.",
    "You're back online. You missed %(num)s reveal.",
    "You nudged %(who)s.",
    "You've just nudged them. Give them a minute.",
)
"""Toasts that a page shows by itself, or in answer to a button."""


def evening(browser: Browser, server: Served, camera: Camera) -> None:
    """Play the whole evening. Raises BrokenEveningError, which says where."""
    album = Album(camera.folder / PART)
    seen = Evening(
        friend(browser, server, "Ada", "en", 390, 844),
        friend(browser, server, "Ben", "de", 1440, 900),
        friend(browser, server, "Carla", "nl", 360, 740),
        friend(browser, server, "Dora", "fr", 820, 1180),
        friend(browser, server, "Emma", "it", 390, 844),
        album,
    )
    try:
        first, second = registry.GAMES
        play_arrival(seen, first)
        play_first_round(seen)
        play_first_film(seen)
        play_absence(seen)
        play_connection_loss(seen)
        play_saving(seen)
        play_host_absence(seen)
        play_between_games(seen, second)
        play_departures(seen)
    finally:
        album.binds(browser)
        for each in seen.all:
            each.player.context.close()
    problems = [f"{each.name}: {problem}" for each in seen.all for problem in each.player.problems]
    missing = sorted(_sentences() - album.seen.keys())
    if album.faults or problems or missing:
        found = [*album.faults, *problems, *(f"never told: {each}" for each in missing)]
        raise BrokenEveningError("\n".join(["the evening came to its end, but:", *found]))


def _sentences() -> set[str]:
    """Return every sentence that a toast can say."""
    calls = [each for each in ast.walk(ast.parse(inspect.getsource(toast_words))) if isinstance(each, ast.Call)]
    texts = {each.args[0].value for each in calls if each.args and isinstance(each.args[0], ast.Constant)}
    return {text for text in texts if isinstance(text, str) and text.endswith(".")} | set(PAGE_TOASTS)
