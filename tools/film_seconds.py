"""Length of films for players who choose at once.

``python -m tools.film_seconds [GAME ...]`` lets bots play whole games. A real page of a table gets their reveals,
each when the film of the last one is over, and its own scripts show them. Only time is faked: whatever waits or
flies is over at once, and its milliseconds are counted. So the seconds are the same on every machine.

It prints the median of a round's (a turn's) films together, and what the kinds of steps take. A round begins where
all seats get the ask that begins the game."""

import argparse
import json
import os
import shutil
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
from playwright.sync_api import Page, ViewportSize, sync_playwright

from app.rooms.model.ids import AskNumber
from app.rooms.model.reveal import RecentReveal
from app.rooms.views.film import film_of
from app.rooms.views.view_cache import find_picture
from app.web.scene.films import Films
from app.web.scene.wire import table
from app.web.text.languages import catalogue
from app.web.text.sentences import Speech
from engine import registry
from engine.bots.seating import bot_of, table_of
from engine.core.chance import SeededChance
from engine.driver import turns
from tools.film_frames import begin_game
from tools.served import Served

SIZES: dict[str, ViewportSize] = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1440, "height": 900}}
SEATS, GAMES = 4, 2

CLOCKED = """(() => {
    const STUCK_MS = 10_000, LONGEST_MS = 600_000;
    const [wait, drop, fly] = [window.setTimeout, window.clearTimeout, Element.prototype.animate];
    let now = 0, isOn = false, last = -1;
    const [waiting, fetched] = [new Map(), []];
    const after = (ms, act, what) => {
        waiting.set(--last, { at: now + Math.max(0, Number(ms) || 0), act, what });
        return last;
    };
    window.setTimeout = (act, ms, ...given) => isOn ? after(ms, () => act(...given), act) : wait(act, ms, ...given);
    window.clearTimeout = id => id < 0 ? waiting.delete(id) : drop(id);
    const time = performance.now.bind(performance);
    performance.now = () => isOn ? now : time();
    Element.prototype.animate = function (frames, timing) {
        if (!isOn) return fly.call(this, frames, timing);
        const { duration = 0, delay = 0 } = typeof timing === "number" ? { duration: timing } : timing;
        const found = { ready: Promise.resolve() };
        found.finished = new Promise((done, fail) => {
            const timer = after(duration + delay, () => done(found), `flight of .${this.className}`);
            found.cancel = () => { if (waiting.delete(timer)) fail(new DOMException("", "AbortError")); };
        });
        found.finished.catch(() => null);
        return found;
    };
    window.WebSocket = class {
        static OPEN = 1;
        readyState = 1;
        constructor() {
            window.hear = message => this.onmessage({ data: JSON.stringify(message) });
            wait(() => this.onopen());
        }
        send(text) {
            const { id, do: what } = JSON.parse(text);
            if (what === "ping") window.hear({ re: id });
        }
        close() {}
    };
    const { port1, port2 } = new MessageChannel();
    const breath = () => new Promise(done => { port1.onmessage = done; port2.postMessage(0); });
    window.told = async message => {
        let isShown = false, fault = null, since = time();
        const said = [];
        const failed = ({ reason }) => { fault = reason; };
        const heard = ({ detail }) => said.push([now, detail.at ?? "", detail.say?.join("") ?? ""]);
        const ended = what => {
            const words = said.at(-1)?.[2] ?? "";
            throw new Error(`film to ${message.film?.to}, ${now} ms, after "${words}": ${what}`);
        };
        window.addEventListener("unhandledrejection", failed);
        document.addEventListener("signet:shown", () => { isShown = true; }, { once: true });
        document.addEventListener("signet:step", heard);
        [now, isOn] = [0, true];
        window.fetch = address => new Promise(() => fetched.push(String(address)));
        window.hear(message);
        while (!isShown) {
            await breath();
            if (fault) throw fault;
            if (isShown) break;
            if (!waiting.size) {
                if (time() - since < STUCK_MS) continue;
                ended(`waits for ${fetched.join() || "what neither flies nor has a time"}`);
            }
            const [id, { at, act, what }] = [...waiting].reduce((one, other) => other[1].at < one[1].at ? other : one);
            if (at > LONGEST_MS) ended(`still waits for ${waiting.size}, next ${what}`);
            waiting.delete(id);
            [now, since] = [at, time()];
            act();
        }
        const took = now;
        for (const { act } of [...waiting.values()]) act();
        waiting.clear();
        await breath();
        isOn = false;
        document.removeEventListener("signet:step", heard);
        window.removeEventListener("unhandledrejection", failed);
        return [took, said];
    };
})()"""
"""Script with a clock that jumps to the next timer while it shows a message.

``told`` shows a message. The script's socket answers pings and sends nothing but such messages, since the table's
own messages would look like the film's end. A film that does not end names what it waits for."""

BORROWED = """document.addEventListener("readystatechange", () => {
    const book = document.getElementById("faces")?.content;
    for (const face of book ? FACES : []) {
        if (book.querySelector(`[data-face="${face}"]`)) continue;
        const like = book.querySelector(`[data-face^="${face.replace(/[^-]*$/, "")}"]`).cloneNode(true);
        like.dataset.face = face;
        book.append(like);
    }
})"""
"""Script that draws missing faces of cheques and pawns like others of their kind.

Such faces belong to another deal."""


Told = tuple[str, dict[str, Any]]
"""Kind of the ask before a message, and the message.

The first message shows the table when the game begins and follows no ask."""


@dataclass
class FilmDurations:
    """Durations of the films of one game, in milliseconds."""

    rounds: list[float] = field(default_factory=list)
    steps: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Durations of whole films by the kind of ask that led to the reveal."""

    def __str__(self) -> str:
        ordered = sorted(self.rounds)
        shown = f"{len(ordered)} rounds, median {statistics.median(ordered) / 1000:.1f} s"
        shown += f", 90 % {ordered[len(ordered) * 9 // 10] / 1000:.1f} s, longest {ordered[-1] / 1000:.1f} s"
        kinds = (
            f"{kind} {statistics.median(each) / 1000:.1f} s x {len(each) / len(ordered):.2f}"
            for kind, each in self.steps.items()
        )
        return f"{shown}; films: {', '.join(kinds)}"


def messages(key: str, number: int, seats: int) -> Iterator[Told]:
    """Yield the table when the game begins, then its films.

    Each comes with the kind of the ask before it."""
    game = registry.GAMES[key]
    seed = number.to_bytes(32, "big")
    chance = SeededChance(seed)
    state = game.new(seats, {}, chance)
    choosers = table_of([bot_of(game, "normal")] * seats, seed)
    films = Films(Speech(catalogue("en")))
    none: dict[str, Any] = {"sealed": {}, "hand": {}, "peeks": {}}
    yield "", none | {"table": _read(table("1/1", find_picture(game, state)))}
    for ask, turn in enumerate(turns(game, state, choosers, chance), 1):
        passed = RecentReveal(game, 1, AskNumber(ask), turn.before, turn.steps)
        film = films.between(f"1/{ask}", f"1/{ask + 1}", [film_of(passed, None, find_picture)])
        kind = next(iter(turn.asks.values())).kind
        yield kind, none | {"film": _read(film)}


def _read(fragment: Any) -> Any:
    return json.loads(orjson.dumps(fragment))


def prepare_page(page: Page, url: str, game: str, seats: int, scripts: Sequence[str]) -> None:
    """Bring the page to such a table and add these scripts."""
    begin_game(page, url, game, seats)
    for script in scripts:
        page.add_init_script(script)
    # the scene is now part of the page itself
    page.reload()
    page.wait_for_function("'hear' in window")


def faces(message: dict[str, Any]) -> Iterator[str]:
    """Yield the faces that the message mentions."""
    yield from (piece[1] for piece in message.get("table", {}).get("pieces", {}).values())
    film = message.get("film", {"seals": [], "steps": []})
    yield from (seal[2] if isinstance(seal, list) else seal["face"] for seal in film["seals"])
    for step in film["steps"]:
        yield from (move["face"] for move in step.get("moves", []) if "face" in move)


def measure_films(page: Page, games: Sequence[Sequence[Told]], given: argparse.Namespace) -> FilmDurations:
    """Measure the films of some games at that page."""
    found = FilmDurations()
    shown = 0
    for game in games:
        first = ""
        for kind, message in game:
            took, said = page.evaluate("message => told(message)", message)
            if not kind:
                continue
            first = first or kind
            if kind == first:
                found.rounds.append(0)
            found.rounds[-1] += took
            found.steps[kind].append(took)
            if shown < given.steps:
                shown += 1
                print(f"  {kind}: {took / 1000:.2f} s")
                for at, place, words in said:
                    print(f"    {at / 1000:5.2f} {place:14} {words}")
    return found


def main() -> None:
    """Print the seconds of the named games, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(registry.GAMES))
    parser.add_argument("--seats", type=int, default=SEATS)
    parser.add_argument("--number", type=int, default=GAMES, help="how many games")
    parser.add_argument("--size", choices=SIZES, default="desk")
    parser.add_argument("--speed", choices=("slow", "normal", "fast"), default="normal")
    parser.add_argument("--steps", type=int, default=0, help="prints so many films, step by step")
    given = parser.parse_args()
    flags = ["--disable-quic", "--no-first-run", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder))
        served.start()
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        try:
            for game in given.games:
                page = browser.new_page(viewport=SIZES[given.size], reduced_motion="no-preference")
                games = [list(messages(game, seed, given.seats)) for seed in range(given.number)]
                known = {face for told in games for _, message in told for face in faces(message)}
                speed = f"localStorage.setItem('signet-film', '{given.speed}')"
                scripts = [CLOCKED, speed, BORROWED.replace("FACES", json.dumps(sorted(known)))]
                prepare_page(page, served.url, game, given.seats, scripts)
                print(f"{game}: {measure_films(page, games, given)}", flush=True)
                page.close()
        finally:
            browser.close()
            served.stop()


if __name__ == "__main__":
    main()
