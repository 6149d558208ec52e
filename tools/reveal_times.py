"""How far apart five browsers show the same reveal: ``python -m tools.reveal_times [GAME ...]``.

Five people sit at one table, each with a browser context of their own. Whenever cards open, each page notes the moment
of the first frame in which they rise, by the clock of this machine, which all of them share. Printed are, for each
game, the milliseconds between the first page and the last one: the median of all openings and the most; and from the
press on the last seal until the last page shows it. All five pages share the processors of this machine with the
server: on devices of their own they are nearer to each other."""

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, expect, sync_playwright

from engine import registry
from tools.player import Player
from tools.screenshots.cast import AT_ONCE, launch
from tools.served import Served

NAMES: Final = ("Ada", "Ben", "Carla", "Dora", "Emil")
OPENINGS: Final = 6
MOST_S: Final = 60.0

NOTED = """(() => {
    window.revealed = [];
    const note = () => {
        // this frame is the first in which they are drawn
        const { startTime } = performance.mark("reveal");
        window.revealed.push(performance.timeOrigin + startTime);
    };
    const seen = changes => {
        if (changes.some(({ target }) => target.id === "reveal" && !target.hidden)) requestAnimationFrame(note);
    };
    const looks = { subtree: true, attributeFilter: ["hidden"] };
    new MutationObserver(seen).observe(document, looks);
})()"""
"""Notes the frames in which cards begin to open, in milliseconds since 1970."""

PRESSED = """number => {
    const ways = [...document.querySelectorAll("[data-seal] [data-pick-best], [data-seal] .choice input:enabled")];
    if (!document.querySelector("[data-seal] input:checked")) ways[number % ways.length]?.click();
    const seal = document.querySelector(".seal-button");
    if (!seal || seal.disabled) return null;
    seal.click();
    return performance.timeOrigin + performance.now();
}"""
"""Picks something and seals it. The moment of the press, in milliseconds since 1970; null if it is not to be had."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the times of the games that are named, or of all."""
    parser = argparse.ArgumentParser(description="How far apart five browsers show the same reveal.")
    parser.add_argument("games", nargs="*", default=list(registry.GAMES))
    parser.add_argument("--openings", type=int, default=OPENINGS, help="so many openings of all five are looked at")
    given = parser.parse_args(arguments)
    expect.set_options(timeout=MOST_S * 1000)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Served(Path(data))
        server.start()
        browser = launch(playwright.chromium)
        try:
            for game in given.games:
                measure(browser, server, game, given.openings)
        finally:
            browser.close()
            server.stop()


def measure(browser: Browser, server: Served, game: str, openings: int) -> None:
    """Plays until so many openings were seen by all five; prints how far apart they saw them."""
    players = seated(browser, server, game)
    apart: list[float] = []
    after: list[float] = []
    while len(apart) < openings and players[0].phase != "finished":
        before = [revealed(player) for player in players]
        pressed = choose(players)
        if pressed is None:
            players[0].page.wait_for_timeout(20)
            continue
        if moments := seen_by_all(players, [len(each) for each in before]):
            apart.append(max(moments) - min(moments))
            after.append(max(moments) - pressed)
    for player in players:
        player.context.close()
    if not apart:
        print(f"{game}: no opening was seen by all", flush=True)
        return
    print(
        f"{game}: {len(apart)} openings, apart {statistics.median(apart):.0f} ms in the median, {max(apart):.0f} ms at "
        f"most; the last page {statistics.median(after):.0f} ms after the last seal was pressed",
        flush=True,
    )


def seated(browser: Browser, server: Served, game: str) -> list[Player]:
    """Five people at a table whose game has begun."""
    players = []
    for number, name in enumerate(NAMES):
        context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="no-preference")
        context.add_init_script(NOTED)
        players.append(Player(context, server.url, name, random.Random(number)))  # noqa: S311 - a player's whims
    link = players[0].open_room(game, **AT_ONCE)
    for guest in players[1:]:
        guest.sit_down(link)
    players[0].begin()
    for player in players:
        player.wait_for_game()
    return players


def revealed(player: Player) -> list[float]:
    """The moments that the player's page has noted."""
    moments: list[float] = player.page.evaluate("window.revealed")
    return moments


def choose(players: Sequence[Player]) -> float | None:
    """All who are asked seal. When the last seal was pressed; None if fewer than all were asked."""
    asked = [player for player in players if player.is_asked]
    pressed = None
    for player in asked:
        pressed = player.page.evaluate(PRESSED, player.rng.randrange(100))
        if len(asked) == len(players) and player is not asked[-1]:
            player.page.locator("#phase[data-turn='no']").wait_for(state="attached")
    return pressed if len(asked) == len(players) else None


def seen_by_all(players: Sequence[Player], before: Sequence[int]) -> list[float]:
    """Waits until every page has noted one moment more, and skips the rest of the film. Those moments."""
    until = time.monotonic() + MOST_S
    while not all(len(revealed(player)) > count for player, count in zip(players, before, strict=True)):
        if time.monotonic() > until:
            return []
        players[0].page.wait_for_timeout(50)
    moments = [revealed(player)[count] for player, count in zip(players, before, strict=True)]
    for player in players:
        player.page.keyboard.press("Escape")
    return moments


if __name__ == "__main__":
    main()
