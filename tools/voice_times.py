"""Times of voices at five browsers.

``python -m tools.voice_times [GAME]`` seats five people, each with a browser context of their own. It measures two
times, on the clock that all pages share, and prints their median and their 95th percentile:

- from the press on *Send* to the bubble on each other page
- from the tap on a sign to the sign over the board of each other page

With ``--film`` all pages play a film meanwhile. All five pages share the processors of this machine with the server."""

import argparse
import random
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, expect, sync_playwright

from engine import registry
from tools.player import Player
from tools.screenshots.cast import AT_ONCE, launch
from tools.served import Served

NAMES: Final = ("Ada", "Ben", "Carla", "Dora", "Emil")
TIMES: Final = 12
WAIT_MS: Final = 900
MOST_S: Final = 60.0

NOTED = """(() => {
    const now = () => performance.timeOrigin + performance.now();
    window.voices = { voice: [], reaction: [], pressed: [] };
    for (const kind of ["voice", "reaction"]) {
        document.addEventListener(`signet:${kind}`, () => {
            // the next frame shows it
            requestAnimationFrame(() => window.voices[kind].push(now()));
        });
    }
    document.addEventListener("submit", () => window.voices.pressed.push(now()), true);
    // a film that is measured rests
    if (%s) {
        const real = setTimeout;
        window.setTimeout = (act, ms, ...rest) => real(act, ms > 700 && ms < 2_500 ? 3_600_000 : ms, ...rest);
    }
})()"""
"""Script that notes when something was sent and shown, in milliseconds since 1970.

With a film, waits of its length never end."""

TAKEN = "kind => { const found = window.voices[kind]; window.voices[kind] = []; return found; }"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the times of a game's table."""
    parser = argparse.ArgumentParser(description="How fast voices are at five browsers.")
    parser.add_argument("game", nargs="?", default=next(iter(registry.GAMES)), choices=list(registry.GAMES))
    parser.add_argument("--film", action="store_true", help="all pages play a film meanwhile")
    parser.add_argument("--times", type=int, default=TIMES, help="so many messages, and as many signs")
    given = parser.parse_args(arguments)
    expect.set_options(timeout=MOST_S * 1000)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Served(Path(data))
        server.start()
        browser = launch(playwright.chromium)
        try:
            players = begin_game(browser, server, given.game, is_filmed=given.film)
            if given.film:
                start_film(players)
            print(f"message to bubble: {describe(measure_messages(players, given.times))}", flush=True)
            print(f"tap to sign: {describe(measure_signs(players, given.times, is_filmed=given.film))}", flush=True)
        finally:
            browser.close()
            server.stop()


def begin_game(browser: Browser, server: Served, game: str, *, is_filmed: bool) -> list[Player]:
    """Seat five people at a table and begin the game."""
    players = []
    for number, name in enumerate(NAMES):
        context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="no-preference")
        context.add_init_script(NOTED % ("true" if is_filmed else "false"))
        players.append(Player(context, server.url, name, random.Random(number)))  # noqa: S311 - a player's whims
    host, *others = players
    link = host.open_room(game, **AT_ONCE)
    for player in others:
        player.sit_down(link)
    host.begin()
    for player in players:
        player.wait_for_game()
    return players


def start_film(players: Sequence[Player]) -> None:
    """Let everybody seal, until all pages show the film of the reveal."""
    for player in players:
        player.pick()
        player.page.locator(".seal-button").click()
    for player in players:
        player.page.locator("#film:not([hidden])").wait_for()


def measure_messages(players: Sequence[Player], times: int) -> list[float]:
    """Return the milliseconds from a message's press to its bubble on each other page."""
    found: list[float] = []
    for turn in range(times):
        page = players[turn % len(players)].page
        page.evaluate("() => document.getElementById('chat').showPopover()")
        page.locator("#chat-text").fill(f"Line {turn}")
        page.locator("#chat-text").press("Enter")
        found += collect(players, turn % len(players), "voice")
        page.evaluate("() => document.getElementById('chat').hidePopover()")
    return found


def measure_signs(players: Sequence[Player], times: int, *, is_filmed: bool) -> list[float]:
    """Return the milliseconds from a tap on a sign to the sign on each other page."""
    form = "#film-signs" if is_filmed else "#sign-form"
    found: list[float] = []
    for turn in range(times):
        page = players[turn % len(players)].page
        page.evaluate(f"() => document.querySelector('{form} button').click()")
        found += collect(players, turn % len(players), "reaction")
    return found


def collect(players: Sequence[Player], sender: int, kind: str) -> list[float]:
    """Return the milliseconds from the last press to what other pages show."""
    players[sender].page.wait_for_timeout(WAIT_MS)
    pressed = players[sender].page.evaluate(TAKEN, "pressed")[-1]
    shown = [player.page.evaluate(TAKEN, kind) for player in players]
    return [at - pressed for place, moments in enumerate(shown) if place != sender for at in moments]


def describe(found: Sequence[float]) -> str:
    """Return the median and the 95th percentile in words."""
    if len(found) < 2:
        return "nothing was shown"
    p95 = statistics.quantiles(found, n=20)[-1]
    return f"{len(found)} shown, p50 {statistics.median(found):.0f} ms, p95 {p95:.0f} ms"


if __name__ == "__main__":
    main()
