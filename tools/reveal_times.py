"""Spread of a reveal over five browsers.

``python -m tools.reveal_times [GAME ...]`` seats five people at one table, each with a browser context of their own.
Each player with an ask seals, one after the other. Where the film of a reveal shows cards that rise, each page notes
the moment of the first frame in which they do. All pages share the clock of this machine. Then all skip the film.

For each game it prints the milliseconds between the first page and the last one: the median of all reveals and the
maximum. The measured moments are these:

- the cards turn
- the first frame in which they rise
- the message itself

It also prints two durations: from the message to the frame on a page, and from the press on the last seal until the
last page shows it. All five pages share the processors of this machine with the server. On devices of their own they
are nearer to each other."""

import argparse
import random
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, expect, sync_playwright

from engine import registry
from tools.player import Player
from tools.screenshots.cast import AT_ONCE, launch
from tools.served import Served

NAMES: Final = ("Ada", "Ben", "Carla", "Dora", "Emil")
REVEALS: Final = 12
MOST_S: Final = 60.0
LONGEST_S: Final = 180.0
"""Seconds to wait for one more reveal."""
LOOK_MS: Final = 40
FILM: Final = "film"
BETWEEN_S, AGAIN_S = 1.5, 3.0
"""Seconds between two presses, and until a seal without effect is repeated."""

NOTED = """(() => {
    const PLAIN_MS = 2_000;
    const now = () => performance.timeOrigin + performance.now();
    let heard = 0, revealed = null, plain = 0;
    const Wire = window.WebSocket;
    window.WebSocket = class extends Wire {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", () => { heard = now(); });
        }
    };
    document.addEventListener("signet:reveal", () => {
        revealed = { table_id: document.getElementById("scene").dataset.tableId, heard };
        window.says("film", "", 0, 0, 0);
        const skip = () => document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
        plain = setTimeout(skip, PLAIN_MS);
    });
    document.addEventListener("signet:shown", () => {
        clearTimeout(plain);
        const { phase, turn, ask } = document.getElementById("phase").dataset;
        window.says(phase, turn === "yes" ? ask : "", 0, 0, 0);
    });
    const seen = changes => {
        if (!revealed || !changes.some(({ target }) => target.id === "reveal" && !target.hidden)) return;
        const { table_id, heard } = revealed;
        revealed = null;
        clearTimeout(plain);
        const card = document.querySelector("#reveal .revealed");
        const look = () => {
            const moving = card.getAnimations().find(({ currentTime }) => currentTime > 0);
            if (!moving && card.isConnected) return requestAnimationFrame(look);
            const began = moving ? performance.timeOrigin + moving.startTime : now();
            window.says("rise", table_id, heard, began, now());
        };
        requestAnimationFrame(look);
    };
    new MutationObserver(seen).observe(document, { subtree: true, attributeFilter: ["hidden"] });
})()"""
"""Script that notes a film's begin and the first frames in which its cards rise.

It also notes what is shown then. Moments are in milliseconds since 1970. A film in which nothing rises is skipped."""

PRESSED = """number => {
    const ways = [...document.querySelectorAll("[data-seal] [data-pick-best], [data-seal] .choice input:enabled")];
    if (!document.querySelector("[data-seal] input:checked")) ways[number % ways.length]?.click();
    const seal = document.querySelector(".seal-button");
    if (!seal || seal.disabled) return null;
    seal.click();
    return performance.timeOrigin + performance.now();
}"""
"""Script that picks something and seals it.

It returns the moment of the press, in milliseconds since 1970, or null if the press failed."""


class RevealMoments(NamedTuple):
    """Moments of one reveal at one page, in milliseconds since 1970.

    They are the message's arrival, the begin of the cards' movement, and the first frame that shows it. Cards may
    move a little before a frame shows them; then that frame shows them further on."""

    heard: float
    began: float
    seen: float


@dataclass
class Guest:
    """Player, and the messages of the page's script."""

    player: Player
    state: str = ""
    """Phase of the room, or the film that runs."""
    ask: str = ""
    """Number of the open ask; empty without one."""
    rises: dict[str, RevealMoments] = field(default_factory=dict)
    """Moments by the table on which cards rose."""
    sealed: tuple[str, float] = ("", 0.0)
    """Last seal, and its moment."""

    def says(self, what: str, which: str, heard: float, began: float, seen: float) -> None:
        """Record a message of the page's script."""
        if what == "rise":
            self.rises[which] = RevealMoments(heard, began, seen)
        else:
            self.state, self.ask = what, which

    @property
    def is_due(self) -> bool:
        """True if this guest has to seal."""
        ask, since = self.sealed
        return bool(self.ask) and (ask != self.ask or time.monotonic() - since > AGAIN_S)

    def seal(self) -> float | None:
        """Pick something and seal it.

        Return the press in milliseconds since 1970, or None without one."""
        pressed: float | None = self.player.page.evaluate(PRESSED, self.player.rng.randrange(100))
        if pressed is not None:
            self.sealed = (self.ask, time.monotonic())
        return pressed


@dataclass
class Readings:
    """Lists of milliseconds with one value for each reveal."""

    apart: list[float] = field(default_factory=list)
    """Spread of the first frames."""
    turns: list[float] = field(default_factory=list)
    """Spread of the begin of the cards' movement."""
    heard: list[float] = field(default_factory=list)
    """Spread of the message's arrival."""
    work: list[float] = field(default_factory=list)
    """Time from the message to the frame, of every page."""
    after: list[float] = field(default_factory=list)
    """Time from the last press to the last page, if the press is known."""

    def add(self, rises: Sequence[RevealMoments], pressed: float | None) -> None:
        """Add one reveal, as all pages showed it."""
        heard, began, seen = zip(*rises, strict=True)
        self.apart.append(max(seen) - min(seen))
        self.turns.append(max(began) - min(began))
        self.heard.append(max(heard) - min(heard))
        self.work += [rise.seen - rise.heard for rise in rises]
        if pressed is not None:
            self.after.append(max(seen) - pressed)

    def __str__(self) -> str:
        if not self.apart:
            return "no reveal was seen by all"
        shown = f"{len(self.apart)} reveals, apart: cards turn {_ms(self.turns)}; first frames {_ms(self.apart)}; "
        shown += f"their messages {_ms(self.heard)}; from hearing to showing {_ms(self.work)}"
        return f"{shown}; the last page after the last seal {_ms(self.after)}" if self.after else shown


def _ms(each: Sequence[float]) -> str:
    return f"{statistics.median(each):.0f} ms in the median, {max(each):.0f} ms at most"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the times of the named games, or of all."""
    parser = argparse.ArgumentParser(description="How far apart five browsers show the same reveal.")
    parser.add_argument("games", nargs="*", default=list(registry.GAMES))
    parser.add_argument("--reveals", type=int, default=REVEALS, help="so many reveals are looked at")
    given = parser.parse_args(arguments)
    expect.set_options(timeout=MOST_S * 1000)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Served(Path(data))
        server.start()
        browser = launch(playwright.chromium)
        try:
            for game in given.games:
                guests = begin_game(browser, server, game)
                print(f"{game}: {measure_reveals(guests, given.reveals)}", flush=True)
                for guest in guests:
                    guest.player.context.close()
        finally:
            browser.close()
            server.stop()


def begin_game(browser: Browser, server: Served, game: str) -> list[Guest]:
    """Seat five people at a table and begin the game."""
    guests = []
    for number, name in enumerate(NAMES):
        context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="no-preference")
        context.add_init_script(NOTED)
        guest = Guest(Player(context, server.url, name, random.Random(number)))  # noqa: S311 - a player's whims
        context.expose_function("says", guest.says)
        guests.append(guest)
    host, *others = (guest.player for guest in guests)
    link = host.open_room(game, **AT_ONCE)
    for player in others:
        player.sit_down(link)
    host.begin()
    for guest in guests:
        guest.player.wait_for_game()
    return guests


def measure_reveals(guests: Sequence[Guest], reveals: int) -> Readings:
    """Play until all have seen that many reveals, or the game or its time is over.

    Raises RuntimeError when nothing goes on."""
    found = Readings()
    pressed: float | None = None
    last, since = 0.0, time.monotonic()
    until = since + LONGEST_S
    while len(found.apart) < reveals and guests[0].state != "finished" and time.monotonic() < until:
        if time.monotonic() - since > MOST_S:
            raise RuntimeError(f"{found}; then nothing for {MOST_S:.0f} s: {guests}")
        guests[0].player.page.wait_for_timeout(LOOK_MS)
        for rises in pop_complete_reveals(guests):
            found.add(rises, pressed)
            pressed, since = None, time.monotonic()
            for guest in guests:
                guest.player.page.keyboard.press("Escape")
        # a page that still shows the last reveal would show the next one late
        is_over = all(guest.state != FILM for guest in guests)
        due = [guest for guest in guests if guest.is_due]
        if due and is_over and time.monotonic() - last > BETWEEN_S:
            last = time.monotonic()
            pressed = due[0].seal() or pressed
    return found


def pop_complete_reveals(guests: Sequence[Guest]) -> list[list[RevealMoments]]:
    """Return the reveals that every page has reported by now, each once."""
    known = defaultdict[str, list[RevealMoments]](list)
    for guest in guests:
        for table_id, rise in guest.rises.items():
            known[table_id].append(rise)
    whole = [table_id for table_id, rises in known.items() if len(rises) == len(guests)]
    for guest in guests:
        for table_id in whole:
            del guest.rises[table_id]
    return [known[table_id] for table_id in whole]


if __name__ == "__main__":
    main()
