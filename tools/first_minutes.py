"""Steps of a newcomer on a phone up to the first sealed card.

``python -m tools.first_minutes [game]`` walks three ways: a friend's link, the home page to a game against bots, and
the lesson. On each of them a new phone does what its screen asks for and nothing else. It prints for each step the
taps and fields that lead on, the words in sight, and how many of them are new."""

import argparse
import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

from engine import registry
from tools.player import Player
from tools.screenshots.cast import launch
from tools.served import Served

PHONES: tuple[ViewportSize, ...] = ({"width": 390, "height": 844}, {"width": 360, "height": 740})
SAYS = "#coach:not([hidden], .is-folded) .coach-says"
NEXT = "#coach:not([hidden], .is-folded) [data-next]:not([hidden])"

IN_SIGHT = r"""() => {
    const isShown = part => part.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const isLost = part => {
        for (let at = part; at; at = at.parentElement) {
            const { width, height } = at.getBoundingClientRect();
            if (width <= 2 && height <= 2 && getComputedStyle(at).overflow !== "visible") return true;
        }
        return false;
    };
    const isInside = ({ left, right, top, bottom, width }) =>
        width > 2 && right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
    const parts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const said = [];
    while (parts.nextNode()) {
        const { currentNode: text } = parts, range = document.createRange();
        if (!/\p{L}/u.test(text.data) || !isShown(text.parentElement) || isLost(text.parentElement)) continue;
        for (const { 0: word, index } of text.data.matchAll(/\S*\p{L}\S*/gu)) {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            if (isInside(range.getBoundingClientRect())) said.push(word);
        }
    }
    return said;
}"""
"""Script that returns the words on the screen."""


@dataclass(slots=True)
class Step:
    """Screen on the way."""

    name: str
    words: list[str]
    """All words on the screen."""
    new: int
    """Number of these words that were not on the screen before."""
    taps: int = 0
    fields: int = 0
    """Numbers of taps and of filled fields that lead on from here."""


class Walk:
    """Way of a newcomer on a phone, step by step."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.steps: list[Step] = []

    @property
    def page(self) -> Page:
        """Page of the newcomer."""
        return self.player.page

    @property
    def taps(self) -> int:
        """Number of all taps."""
        return sum(step.taps for step in self.steps)

    @property
    def fields(self) -> int:
        """Number of all filled fields."""
        return sum(step.fields for step in self.steps)

    def see(self, name: str) -> Step:
        """Add a new screen."""
        words: list[str] = self.page.evaluate(IN_SIGHT)
        before = list(self.steps[-1].words) if self.steps else []
        new = 0
        for word in words:
            if word in before:
                before.remove(word)
            else:
                new += 1
        self.steps.append(Step(name, words, new))
        return self.steps[-1]

    def tap(self, button: Locator) -> None:
        """Tap the button that leads on from this screen."""
        self.steps[-1].taps += 1
        button.tap()

    def fill(self, field: Locator, text: str) -> None:
        """Tap and fill the field."""
        self.tap(field)
        self.steps[-1].fields += 1
        field.fill(text)

    def first_seal(self) -> None:
        """Go from the table's first screen to a seal: read the coach, choose, seal."""
        page = self.page
        self.player.wait_for_turn()
        expect(page.locator("#film")).not_to_be_visible()
        expect(page.locator(SAYS)).to_be_visible()
        self.see("the coach's first sentence")
        while page.locator(NEXT).count():
            said = page.locator(SAYS).inner_text()
            self.tap(page.locator(NEXT))
            expect(page.locator(SAYS)).not_to_have_text(said)
            self.see("the next sentence")
        said = page.locator(SAYS).inner_text()
        self.steps[-1].taps += 1
        self.player.pick()
        expect(page.locator(SAYS)).not_to_have_text(said)
        self.see("picked")
        self.steps[-1].taps += 1
        self.player.seal()
        self.see("sealed")


def join_by_link(walk: Walk, host: Player, game: str) -> None:
    """Open a friend's link; the host begins as soon as the newcomer sits."""
    link = host.open_room(game)
    host.seat_bot()
    page = walk.page
    page.goto(link)
    walk.see("invitation")
    walk.fill(page.get_by_label("Your name"), walk.player.name)
    walk.tap(page.get_by_role("button", name="Join the table"))
    expect(page.locator("#chairs")).to_be_visible()
    walk.see("lobby")
    host.begin()
    walk.player.wait_for_game()
    walk.first_seal()


def play_against_bots(walk: Walk, _host: Player, game: str) -> None:
    """Start a game against bots from the home page."""
    _box(walk, game, "Play now against bots")
    walk.player.wait_for_game()
    walk.first_seal()


def take_lesson(walk: Walk, _host: Player, game: str) -> None:
    """Start the lesson from the home page, and read its cards."""
    _box(walk, game, "Learn to play")
    page = walk.page
    on = page.locator(".lesson-ways .main")
    page.wait_for_url("**/lesson*")
    while on.count():
        card = page.url
        walk.see(f"card: {card.partition('card=')[2] or 1}")
        walk.tap(on)
        expect(page).not_to_have_url(card)
    walk.player.wait_for_game()
    walk.first_seal()


def _box(walk: Walk, game: str, way: str) -> None:
    walk.page.goto(walk.player.url)
    walk.see("home")
    box = walk.page.locator(f".box:has([name=game][value='{game}'])")
    walk.tap(box.get_by_role("button", name=way))


WAYS: dict[str, Callable[[Walk, Player, str], None]] = {
    "link": join_by_link,
    "bots": play_against_bots,
    "lesson": take_lesson,
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Walk all ways on both phones."""
    parser = argparse.ArgumentParser(description="A newcomer's first minutes.")
    parser.add_argument("game", nargs="*", default=list(registry.GAMES), help="keys of games; without any, all")
    games = parser.parse_args(arguments).game
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Served(Path(data))
        server.start()
        browser = launch(playwright.chromium)
        try:
            for game in games:
                for phone in PHONES:
                    for way, go in WAYS.items():
                        print_walk(
                            f"{game}, {way}, {phone['width']}x{phone['height']}",
                            record_walk(browser, server, go, game, phone),
                        )
        finally:
            browser.close()
            server.stop()


def record_walk(
    browser: Browser, server: Served, go: Callable[[Walk, Player, str], None], game: str, phone: ViewportSize
) -> Walk:
    """Walk one of the ways on a new phone of that size."""
    host = Player(browser.new_context(), server.url, "Ada", random.Random(1))  # noqa: S311 - a player's whims
    context = browser.new_context(viewport=phone, has_touch=True, is_mobile=True, reduced_motion="reduce")
    walk = Walk(Player(context, server.url, "Ben", random.Random(2), is_new=True))  # noqa: S311 - as above
    go(walk, host, game)
    host.context.close()
    context.close()
    return walk


def print_walk(title: str, walk: Walk) -> None:
    """Print a way."""
    print(f"{title}: {walk.taps} taps, {walk.fields} fields, {sum(step.new for step in walk.steps)} words")
    for step in walk.steps:
        print(f"  {step.taps} taps, {step.fields} fields, {len(step.words):3} words ({step.new:3} new): {step.name}")


if __name__ == "__main__":
    main()
