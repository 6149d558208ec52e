"""How far apart five browsers show the same reveal: ``python -m tools.reveal_times [GAME ...]``.

Five people sit at one table, each with a browser context of their own. Whoever is asked seals, one after the other.
Where the film of a reveal shows cards that rise, each page notes the moment of the first frame in which they do, by
the clock of this machine, which all of them share; then all skip the film. Printed are, for each game, the milliseconds
between the first page and the last one, the median of all reveals and the most: of the moment in which the cards
turn, of the first frame in which they rise, and of the message itself; how long a page takes from hearing it to the
frame; and from the press on the last seal until the last page shows it. All five pages share the processors of this
machine with the server: on devices of their own they are nearer to each other."""

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
"""Until one more reveal must be there; after which no more is waited for."""
LOOK_MS: Final = 40
FILM: Final = "film"
BETWEEN_S, AGAIN_S = 1.5, 3.0
"""Between two presses; until a seal that changed nothing is pressed again."""

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
"""Tells of films that begin, of the frames in which the first cards of one rise, in milliseconds since 1970, and of
what is shown then. A film in which nothing rises is skipped."""

PRESSED = """number => {
    const ways = [...document.querySelectorAll("[data-seal] [data-pick-best], [data-seal] .choice input:enabled")];
    if (!document.querySelector("[data-seal] input:checked")) ways[number % ways.length]?.click();
    const seal = document.querySelector(".seal-button");
    if (!seal || seal.disabled) return null;
    seal.click();
    return performance.timeOrigin + performance.now();
}"""
"""Picks something and seals it. The moment of the press, in milliseconds since 1970; null if it is not to be had."""


class Rise(NamedTuple):
    """When a page heard of a reveal, from when on its cards are under way, and when it first showed it, in
    milliseconds since 1970. Under way they may be a little before they are shown: then they are seen further on."""

    heard: float
    began: float
    seen: float


@dataclass
class Guest:
    """A player, and what the page told of itself."""

    player: Player
    state: str = ""
    """The phase of the room, or that a film runs."""
    ask: str = ""
    """The number of what is asked; empty if nothing is."""
    rises: dict[str, Rise] = field(default_factory=dict)
    """By the table on which cards rose."""
    sealed: tuple[str, float] = ("", 0.0)
    """What was last sealed, and when."""

    def says(self, what: str, which: str, heard: float, began: float, seen: float) -> None:
        """What its script tells."""
        if what == "rise":
            self.rises[which] = Rise(heard, began, seen)
        else:
            self.state, self.ask = what, which

    @property
    def is_due(self) -> bool:
        """Whether it is for them to seal."""
        ask, since = self.sealed
        return bool(self.ask) and (ask != self.ask or time.monotonic() - since > AGAIN_S)

    def seal(self) -> float | None:
        """Picks something and seals it. When that was pressed, in milliseconds since 1970; None if it was not."""
        pressed: float | None = self.player.page.evaluate(PRESSED, self.player.rng.randrange(100))
        if pressed is not None:
            self.sealed = (self.ask, time.monotonic())
        return pressed


@dataclass
class Readings:
    """One reveal each, in milliseconds."""

    apart: list[float] = field(default_factory=list)
    """The first frames."""
    turns: list[float] = field(default_factory=list)
    """How far apart the cards turn: as far as they are under way."""
    heard: list[float] = field(default_factory=list)
    """How far apart its message was."""
    work: list[float] = field(default_factory=list)
    """From hearing it to the frame, of every page."""
    after: list[float] = field(default_factory=list)
    """From the last press to the last page, where one is known."""

    def add(self, rises: Sequence[Rise], pressed: float | None) -> None:
        """One more reveal, as all pages showed it."""
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
    """Prints the times of the games that are named, or of all."""
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
                guests = seated(browser, server, game)
                print(f"{game}: {measured(guests, given.reveals)}", flush=True)
                for guest in guests:
                    guest.player.context.close()
        finally:
            browser.close()
            server.stop()


def seated(browser: Browser, server: Served, game: str) -> list[Guest]:
    """Five people at a table whose game has begun."""
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


def measured(guests: Sequence[Guest], reveals: int) -> Readings:
    """Plays until so many reveals were seen by all, or the game or the time for it is over. Raises RuntimeError when
    nothing goes on."""
    found = Readings()
    pressed: float | None = None
    last, since = 0.0, time.monotonic()
    until = since + LONGEST_S
    while len(found.apart) < reveals and guests[0].state != "finished" and time.monotonic() < until:
        if time.monotonic() - since > MOST_S:
            raise RuntimeError(f"{found}; then nothing for {MOST_S:.0f} s: {guests}")
        guests[0].player.page.wait_for_timeout(LOOK_MS)
        for rises in seen_by_all(guests):
            found.add(rises, pressed)
            pressed, since = None, time.monotonic()
            for guest in guests:
                guest.player.page.keyboard.press("Escape")
        # a page that still shows the one before would show the next one late
        is_over = all(guest.state != FILM for guest in guests)
        due = [guest for guest in guests if guest.is_due]
        if due and is_over and time.monotonic() - last > BETWEEN_S:
            last = time.monotonic()
            pressed = due[0].seal() or pressed
    return found


def seen_by_all(guests: Sequence[Guest]) -> list[list[Rise]]:
    """The reveals that every page has told of by now, each once."""
    known = defaultdict[str, list[Rise]](list)
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
