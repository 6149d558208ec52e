"""Weight and duration of a first visit to a table.

``python -m tools.first_load [game]`` opens the page of a running game with five seats in a browser with an empty
cache. Printed are the bytes on the wire, by kind, and the milliseconds until the page had painted, was interactive
and was live."""

import argparse
import random
import statistics
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, sync_playwright

from app.web.static.bundles import LATER
from engine import registry
from tools.player import Player
from tools.screenshots.cast import launch
from tools.served import Served

RUNS = 5
SEATS = 5
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
READY = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"


def main(arguments: Sequence[str] | None = None) -> None:
    """Open a room with bots and visit it for the first time."""
    parser = argparse.ArgumentParser(description="The first load of a table.")
    parser.add_argument("game", nargs="?", default=next(iter(registry.GAMES)), choices=list(registry.GAMES))
    game = parser.parse_args(arguments).game
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Served(Path(data))
        server.start()
        browser = launch(playwright.chromium)
        try:
            measure(browser, server, game)
        finally:
            browser.close()
            server.stop()


def measure(browser: Browser, server: Served, game: str) -> None:
    """Print the bytes of the first run and the medians of all."""
    ada = Player(browser.new_context(), server.url, "Ada", random.Random(1))  # noqa: S311 - a player's whims
    ada.open_room(game)
    for _ in range(SEATS - 1):
        ada.seat_bot()
    ada.begin()
    state = ada.context.storage_state()
    times: list[tuple[float, float, float]] = []
    for run in range(RUNS):
        context = browser.new_context(storage_state=state)
        page = context.new_page()
        weights, kinds = Counter[str](), dict[str, str]()
        wire = context.new_cdp_session(page)
        wire.send("Network.enable")

        def record_kind(event: dict[str, Any], kinds: dict[str, str] = kinds) -> None:
            is_later = urlsplit(event["response"]["url"]).path.endswith(f"/{LATER}.js")
            kinds[event["requestId"]] = LATER if is_later else event["type"]

        def record_weight(
            event: dict[str, Any], kinds: dict[str, str] = kinds, weights: Counter[str] = weights
        ) -> None:
            weights[kinds.get(event["requestId"], "other")] += int(event["encodedDataLength"])

        wire.on("Network.responseReceived", record_kind)
        wire.on("Network.loadingFinished", record_weight)
        page.goto(ada.page.url, wait_until="load")
        page.wait_for_selector("#status[data-state=live]")
        live = float(page.evaluate("performance.now()"))
        page.wait_for_load_state("networkidle")
        times.append((float(page.evaluate(PAINTED)), float(page.evaluate(READY)), live))
        if run == 0:
            later = weights.pop(LATER, 0)
            said = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in weights.most_common())
            print(f"{game}: {weights.total() / 1000:.1f} KB ({said}), and {later / 1000:.1f} KB once it is live")
        context.close()
    painted, ready, is_live = (statistics.median(each) for each in zip(*times, strict=True))
    print(f"painted after {painted:.0f} ms, ready {ready:.0f} ms, live {is_live:.0f} ms (medians of {RUNS})")


if __name__ == "__main__":
    main()
