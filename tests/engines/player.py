"""Person at a real browser: finds the next control on the page and presses it."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tests.engines.actions import press, type_keys
from tests.engines.browser import Browser, NotReadyError

LONGEST_S = 60.0
AGAIN_S = 8.0
"""Patience with a page until it rests, and after a press until the next one."""

POINT = """selector => {
    const isSeen = each => each.checkVisibility({ visibilityProperty: true });
    const part = [...document.querySelectorAll(selector)].find(isSeen);
    if (!part) return null;
    part.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const { left, top, right, bottom } = part.getBoundingClientRect();
    // of a fan of things the upper left corner is free
    const spots = [[(left + right) / 2, (top + bottom) / 2], [left + 5, top + 5], [right - 5, bottom - 5]];
    const isFree = ([x, y]) => {
        const met = document.elementFromPoint(x, y);
        return met && (part.contains(met) || met.contains(part) && met.closest("label, button") === part);
    };
    return spots.find(isFree) ?? null;
}"""
"""Script for a point of the first visible element that nothing covers, or null."""

NEXT = """() => {
    const form = document.querySelector("[data-seal]");
    if (!form || document.getElementById("phase").dataset.turn !== "yes") return null;
    const by = (...found) => found[Math.floor(Math.random() * found.length)];
    const seal = form.querySelector(".seal-button"), composed = form.querySelector("[data-compose]");
    let chosen = null;
    if (composed && seal.disabled) {
        const picks = [...composed.querySelectorAll("[data-pick]")];
        const best = [...composed.querySelectorAll("[data-pick-best]")];
        const names = [...new Set(picks.map(pick => pick.name))];
        const open = names.find(name => !picks.some(pick => pick.name === name && pick.checked));
        if (best.length) chosen = by(...best);
        else if (open) chosen = by(...picks.filter(pick => pick.name === open)).closest(".pick");
        else chosen = by(...composed.querySelectorAll(".choice"));
    } else if (!composed && !form.querySelector("[name=choice]:checked")) {
        const places = [...form.querySelectorAll("[data-where]")];
        const open = places.length && !places.some(place => place.checked) ? places
            : [...form.querySelectorAll("[name=choice]:enabled")];
        chosen = by(...open).closest(".choice");
    }
    chosen ??= seal;
    const field = chosen.matches("input, button") ? chosen : chosen.querySelector("input, button");
    if (chosen.closest(".by-piece:not(.is-needed)")) {
        const [piece, place] = [field.dataset.piece?.split(" ")[0], field.dataset.place?.split(" ")[0]];
        if (piece) return `#it-${piece}`;
        if (place) return `#at-${place}`;
    }
    document.querySelector("[data-next-press]")?.removeAttribute("data-next-press");
    chosen.dataset.nextPress = "";
    return "[data-next-press]";
}"""
"""Script for the selector of the next control to press.

That is a card, a piece on the table or the seal button; null while no choice is due."""

ASKED = """() => {
    const { turn, ask } = document.getElementById("phase").dataset;
    return turn === "yes" ? ask : "";
}"""
"""Script for the person's open prompt; empty if there is none or it is sealed."""

IS_FILMED = "() => !document.getElementById('film').hidden"
STATUS = "wanted => document.getElementById('status')?.dataset.state === wanted"
OPENED = "() => document.querySelectorAll('#log [data-clause]').length"
"""Script for how many sentences of the log are about reveals."""

WATCH = """() => {
    globalThis.seen = { films: 0, sideways: 0 };
    const film = document.getElementById("film");
    new MutationObserver(() => { seen.films += !film.hidden; }).observe(film, { attributeFilter: ["hidden"] });
    const look = () => {
        const { scrollWidth } = document.documentElement;
        seen.sideways = Math.max(seen.sideways, scrollWidth - innerWidth);
    };
    setInterval(look, 100);
}"""
"""Script that counts films and the page's largest overflow in pixels."""


class Person:
    """Player at one browser."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def wait(self, function: str, *arguments: object) -> Any:
        """Call a function until its value is true, and return the value.

        Raises TimeoutError."""
        return self.wait_for(LONGEST_S, function, *arguments)

    def wait_for(self, longest_s: float, function: str, *arguments: object) -> Any:
        """Call a function until its value is true, for a limited time; return the value.

        Raises TimeoutError."""
        until = time.monotonic() + longest_s
        last: object = None
        while time.monotonic() < until:
            try:
                last = self.browser.run(function, *arguments)
            except NotReadyError as error:
                last = error
            if last and not isinstance(last, NotReadyError):
                return last
            time.sleep(0.05)
        raise TimeoutError(f"{function} {arguments}: {last}")

    def press(self, selector: str) -> None:
        """Press the first visible element of a selector once it rests uncovered."""
        until = time.monotonic() + AGAIN_S
        before, point = None, self.wait(POINT, selector)
        while point != before and time.monotonic() < until:
            time.sleep(0.05)
            before, point = point, self.wait(POINT, selector)
        self.browser.act(press(*point))

    def press_until(self, selector: str, function: str, *arguments: object) -> None:
        """Press an element until the function's value is true.

        A page that moves or is replaced at that moment can lead a press astray. Raises TimeoutError."""
        until = time.monotonic() + LONGEST_S
        while time.monotonic() < until:
            with suppress(NotReadyError):
                if point := self.browser.run(POINT, selector):
                    self.browser.act(press(*point))
            with suppress(TimeoutError):
                self.wait_for(AGAIN_S, function, *arguments)
                return
        raise TimeoutError(f"pressing {selector} has no effect")

    def write(self, selector: str, text: str) -> None:
        """Press the field and type the text."""
        self.press(selector)
        self.browser.act(type_keys(text))

    def choose(self) -> None:
        """Wait for a prompt, choose at random and seal."""
        asked = self.wait(ASKED)
        self._press_next_until(lambda: self.browser.run(ASKED) != asked)

    def begin_film(self) -> None:
        """Wait for a prompt, choose at random and seal, until a film plays."""
        self.wait(ASKED)
        self._press_next_until(lambda: bool(self.browser.run(IS_FILMED)))

    def _press_next_until(self, is_done: Callable[[], bool]) -> None:
        until = time.monotonic() + LONGEST_S
        while time.monotonic() < until:
            with suppress(NotReadyError):
                if is_done():
                    return
                selector = self.browser.run(NEXT)
                point = self.browser.run(POINT, selector) if selector else None
                if point:
                    self.browser.act(press(*point))
            time.sleep(0.1)
        raise TimeoutError("nothing is sealed")
