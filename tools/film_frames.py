"""Smoothness of films on a slow phone, by the browser's trace.

``python -m tools.film_frames [GAME ...]`` plays a few rounds against bots with a throttled processor. For each film
it prints how many frames a second were drawn while something flew, and how many of them in time. It also prints what
a frame cost the page's thread, and its long tasks.

A line after each gives the reference: the same figures of a bare page on which one box moves. Without a graphics
processor, drawing takes a core of its own, and frames a second tell more of the machine than of the page. The page
answers for the time of its thread, which must stay below 16 ms a frame."""

import argparse
import json
import os
import shutil
import tempfile
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Page, ViewportSize, sync_playwright

from engine import registry
from tools.served import Served
from tools.smoothness import BEGIN, FLIES, LANDED, SHOWN, Smoothness, smoothness

PHONE: ViewportSize = {"width": 360, "height": 740}
SLOWER, FILMS, SEATS = 4, 4, 5
READINGS = 3
"""Number of readings of the bare page; the best counts.

The page comes to the front, since a hidden page is drawn only a few times a second."""
SETTLED_MS = 20_000
CATEGORIES = "devtools.timeline,disabled-by-default-devtools.timeline.frame,toplevel,blink.user_timing"

MARKED = f"""(() => {{
    let flying = 0;
    const rise = () => flying++ || performance.mark("{FLIES}");
    const fall = () => --flying || performance.mark("{LANDED}");
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {{
        const animation = animate.apply(this, given);
        const isFlight = this.closest(".flights, #reveal, .place");
        if (isFlight) animation.ready.then(() => {{ rise(); animation.finished.then(fall, fall); }}, () => {{}});
        return animation;
    }};
    document.addEventListener("signet:reveal", () => {{ window.isFilming = true; performance.mark("{BEGIN}"); }});
    document.addEventListener("signet:shown", () => {{ if (window.isFilming) performance.mark("{SHOWN}"); }});
}})()"""
"""Script that puts the marks of a film into the trace."""

WHOLE_FILM = f"""() => new Promise((done, fail) => {{
    const look = () => performance.getEntriesByName("{SHOWN}").length && done();
    document.addEventListener("signet:shown", look);
    look();
    setTimeout(() => fail(new Error("no film")), 120000);
}})"""
"""Waits for the film's end without polling, since polling costs the page's thread."""

BARE = f"""async () => {{
    const flown = document.querySelector("p");
    const frame = () => new Promise(requestAnimationFrame);
    for (let number = 0; number < 10; number++) await frame();
    performance.clearMarks();
    performance.mark("{BEGIN}");
    const flight = flown.animate({{ transform: ["none", "translateX(200px)"] }}, {{ duration: 1000 }});
    await flight.ready;
    performance.mark("{FLIES}");
    await flight.finished;
    performance.mark("{LANDED}");
    performance.mark("{SHOWN}");
}}"""
"""Script with a film of one flight."""


def post(url: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
    """Post to the JSON API and return the answer."""
    head = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url, json.dumps(body).encode(), head)  # noqa: S310 - our own loopback address
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - our own loopback address
        found: dict[str, Any] = json.load(answer)
    return found


def begin_game(page: Page, url: str, game: str, seats: int = SEATS) -> None:
    """Bring the page to a table with bots whose game has begun."""
    made = post(f"{url}/api/rooms", {"game": game, "name": "Ada", "options": {"grace": 0, "bot_pace": 0}})
    commands = f"{url}/api/rooms/{made['room']}/commands"
    for seat in range(1, seats):
        post(commands, {"id": f"bot{seat}", "do": "bot", "seat": seat, "level": "normal"}, made["token"])
    page.goto(url + made["links"]["return"])
    page.locator("main form button").last.click()
    page.wait_for_url(f"**/r/{made['room']}")
    post(commands, {"id": "begin", "do": "begin"}, made["token"])
    page.locator("#phase[data-turn='yes']").wait_for(state="attached")


def reference(context: BrowserContext, slower: float) -> Smoothness:
    """Measure a bare page on which one box moves: the best this machine can do now."""
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.set_content("<style>p { width: 40px; height: 60px; background: brown }</style><p></p>")
    page.bring_to_front()
    found = [trace_smoothness(page, session, lambda: page.evaluate(BARE)) for _ in range(READINGS)]
    page.close()
    return max(found, key=lambda reading: reading.rate)


def trace_smoothness(page: Page, session: CDPSession, act: Callable[[], object]) -> Smoothness:
    """Trace ``act`` and return its smoothness."""
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
    """Seal something legal."""
    ways = page.locator("[data-seal] [data-pick-best], [data-seal] .choice input")
    if ways.count():
        # if a piece of the table stands for the choice, its own drawing is hidden
        ways.first.evaluate("way => way.click()")
    page.locator(".seal-button").click()


def whole_film(page: Page) -> None:
    """Seal, and let the film run to its end."""
    page.evaluate("window.isFilming = false; performance.clearMarks()")
    choose(page)
    page.evaluate(WHOLE_FILM)


def main() -> None:
    """Print the smoothness of the films of the named games, or of all."""
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
                context.add_init_script(MARKED)
                page = context.new_page()
                begin_game(page, served.url, game)
                session = context.new_cdp_session(page)
                session.send("Emulation.setCPUThrottlingRate", {"rate": given.slower})
                for number in range(FILMS):
                    page.locator("#phase[data-turn='yes']").wait_for(state="attached", timeout=2 * SETTLED_MS)
                    page.bring_to_front()
                    film = trace_smoothness(page, session, partial(whole_film, page))
                    most = reference(context, given.slower)
                    print(f"{game}, film {number + 1}: {film}", flush=True)
                    print(
                        f"  a bare page: {most.rate:.0f} frames/s, of which the film {film.rate / most.rate:.0%}",
                        flush=True,
                    )
                context.close()
        finally:
            browser.close()
            served.stop()


if __name__ == "__main__":
    main()
