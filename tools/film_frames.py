"""How smoothly the film runs on a slow phone: frames a second of a reveal's film with the processor throttled, by the
browser's own trace.

``python -m tools.film_frames [GAME ...]`` plays a few rounds against bots and prints, for each film, how many frames a
second were drawn while something moved, how many were dropped, and the longest task of the page meanwhile."""

import argparse
import json
import os
import shutil
import tempfile
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Page, ViewportSize, sync_playwright

from engine import registry
from tools.served import Served

PHONE: ViewportSize = {"width": 360, "height": 740}
SLOWER, FILMS, SEATS = 4, 4, 5
SETTLED_MS = 20_000
CATEGORIES = "devtools.timeline,disabled-by-default-devtools.timeline.frame,toplevel"


@dataclass(frozen=True, slots=True)
class Smoothness:
    """What a trace tells of one film."""

    frames: int
    dropped: int
    seconds: float
    """Time during which something was animated."""
    longest_ms: float
    """The longest task of the page's thread."""

    def __str__(self) -> str:
        rate = self.frames / self.seconds if self.seconds else 0.0
        return (
            f"{rate:5.1f} frames/s while moving ({self.seconds:4.1f} s), {self.dropped} dropped, "
            f"longest task {self.longest_ms:.0f} ms"
        )


def post(url: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
    """The answer of the JSON API."""
    head = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url, json.dumps(body).encode(), head)  # noqa: S310 - our own loopback address
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - our own loopback address
        found: dict[str, Any] = json.load(answer)
    return found


def seated(page: Page, url: str, game: str) -> None:
    """Brings the page to a table with bots that has begun."""
    made = post(f"{url}/api/rooms", {"game": game, "name": "Ada", "options": {"grace": 0, "bot_pace": 0}})
    commands = f"{url}/api/rooms/{made['room']}/commands"
    for seat in range(1, SEATS):
        post(commands, {"id": f"bot{seat}", "do": "bot", "seat": seat, "level": "normal"}, made["token"])
    page.goto(url + made["links"]["return"])
    page.locator("main form button").last.click()
    page.wait_for_url(f"**/r/{made['room']}")
    post(commands, {"id": "begin", "do": "begin"}, made["token"])
    page.locator("#phase[data-turn='yes']").wait_for(state="attached")


def reference(context: BrowserContext, slower: float) -> Smoothness:
    """The same of two seconds of an all but empty page: what this machine can do just now."""
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    style = "<style>@keyframes a { to { transform: translateX(200px) } } p { animation: a 2s }</style>"

    def act() -> None:
        page.set_content(f"{style}<p>o</p>")
        page.wait_for_timeout(2500)

    return traced(page, session, act)


def traced(page: Page, session: CDPSession, act: Callable[[], None]) -> Smoothness:
    """What the trace tells of the time in which something is done."""
    events: list[dict[str, Any]] = []
    ended: list[bool] = []
    session.on("Tracing.dataCollected", lambda batch: events.extend(batch["value"]))
    session.on("Tracing.tracingComplete", lambda _: ended.append(True))
    session.send("Tracing.start", {"categories": CATEGORIES, "transferMode": "ReportEvents"})
    act()
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    return smoothness(events)


def choose(page: Page) -> None:
    """Seals something legal."""
    ways = page.locator("[data-seal] [data-pick-best], [data-seal] .choice input")
    if ways.count():
        ways.first.click(force=True)
    page.locator(".seal-button").click()


def whole_film(page: Page) -> None:
    """Seals, and lets the film run to its end."""
    choose(page)
    page.locator("#film:not([hidden])").wait_for(timeout=SETTLED_MS)
    page.locator("#film").wait_for(state="hidden", timeout=6 * SETTLED_MS)


def smoothness(events: list[dict[str, Any]]) -> Smoothness:
    """Frames between the beginning and the end of animations, from the events of a trace (moments in microseconds)."""
    drawn = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
    dropped = [event["ts"] for event in events if event["name"] == "DroppedFrame"]
    moving = spans(events)
    inside = [sum(start <= at <= end for at in drawn) for start, end in moving]
    lost = sum(start <= at <= end for start, end in moving for at in dropped)
    tasks = [event.get("dur", 0) / 1000 for event in events if event["name"].endswith("RunTask")]
    return Smoothness(sum(inside), lost, sum(end - start for start, end in moving) / 1e6, max(tasks, default=0.0))


def spans(events: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """When at least one animation ran."""
    begun: dict[str, int] = {}
    found: list[tuple[int, int]] = []
    for event in sorted(events, key=lambda each: each["ts"]):
        if event["name"] != "Animation":
            continue
        id = str(event.get("id2", event.get("id")))
        if event["ph"] == "b":
            begun[id] = event["ts"]
        elif event["ph"] == "e" and id in begun:
            found.append((begun.pop(id), event["ts"]))
    merged: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def main() -> None:
    """Prints the smoothness of the films of the games that are named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(registry.GAMES))
    parser.add_argument("--slower", type=float, default=SLOWER, help="how many times the processor is slowed down")
    given = parser.parse_args()
    flags = ["--disable-quic", "--no-first-run", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder))
        served.start()
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        try:
            for game in given.games:
                context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="no-preference")
                page = context.new_page()
                seated(page, served.url, game)
                session = context.new_cdp_session(page)
                session.send("Emulation.setCPUThrottlingRate", {"rate": given.slower})
                for number in range(FILMS):
                    page.locator("#phase[data-turn='yes']").wait_for(state="attached", timeout=2 * SETTLED_MS)
                    film = traced(page, session, partial(whole_film, page))
                    print(f"{game}, film {number + 1}: {film}", flush=True)
                print(f"an empty page: {reference(context, given.slower)}", flush=True)
                context.close()
        finally:
            browser.close()
            served.stop()


if __name__ == "__main__":
    main()
