"""A player at a real page: opens rooms, sits down, chooses cards by clicks. For the browser tests and for pictures."""

import json
import random

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from engine import registry

WHILE_AWAY = ("net::ERR_", "WebSocket connection to")
"""Console lines that a browser writes by itself while a server is not there."""

CHOICE = "[data-seal]"

TABLE = "#scene:not([hidden]), #board"
"""The table of a running game: its picture, or the board of a game that has none."""

SPOT = """label => {
    const field = label.matches("input, button") ? label : label.querySelector("input, button");
    if (!label.closest(".by-piece:not(.is-needed)")) return "";
    const [piece, place] = [field.dataset.piece?.split(" ")[0], field.dataset.place?.split(" ")[0]];
    return piece ? `#it-${piece}` : place ? `#at-${place}` : "";
}"""
"""Where the piece or the place of a choice is that is not drawn in the dock."""


HAS_PLAYED = """() => {
    for (const game of %s) {
        const name = `signet-coach-${game}`;
        try {
            if (!localStorage.getItem(name)) localStorage.setItem(name, '{"table": "elsewhere/1", "said": []}');
        } catch {
            // no page yet
        }
    }
}"""
"""Keeps on the device that it has seen every game: no coach comes by itself."""


class Player:
    """A browser context with the page of one person, and all that went wrong on it."""

    def __init__(
        self, context: BrowserContext, url: str, name: str, rng: random.Random, *, is_new: bool = False
    ) -> None:
        """``is_new``: whether it is the first game on this device, which the coach comes to."""
        if not is_new:
            context.add_init_script(f"({HAS_PLAYED % json.dumps([*registry.GAMES])})()")
        self.context = context
        self.url = url
        self.name = name
        self.rng = rng
        self.problems: list[str] = []
        self.page = self.new_page()

    def new_page(self) -> Page:
        """One more page of this person's browser; what goes wrong on it is kept."""
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.problems.append(f"pageerror: {error}"))
        return page

    def open_room(self, game: str = "", **options: str | bool) -> str:
        """Opens a room from the shelf, for the game of that key or the first one, and gives the address of its join
        link."""
        self.page.goto(self.url)
        box = self.page.locator(f".box:has([name=game][value='{game}'])" if game else ".box").first
        self.page.get_by_label("Your name").fill(self.name)
        box.get_by_role("button", name="Play with friends").click()
        for key, value in options.items():
            self.choose_option(key, value)
        return self.page.locator("#join-link").input_value()

    def choose_option(self, key: str, value: str | bool) -> None:
        """Chooses an option of the lobby by its key in the protocol, and waits until the table has it."""
        field = self.page.locator(f"#option-{key.replace('.', '-')}")
        field.evaluate("field => field.closest('details')?.setAttribute('open', '')")
        if isinstance(value, bool):
            field.set_checked(value)
        elif field.evaluate("field => field.localName") == "fieldset":
            way = field.locator(f"[type=radio][value='{value}']")
            way.check()
            if value:
                # one without a name may have the figures that are there already
                expect(way).to_have_attribute("checked", "")
        elif field.evaluate("field => field.localName") == "select":
            field.select_option(value)
            expect(field.locator("option[selected]")).to_have_attribute("value", value)
        else:
            field.fill(value)
            field.press("Tab")
            expect(field).to_have_attribute("value", value)

    def sit_down(self, link: str) -> None:
        """Sits down by a join link."""
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Join the table").click()
        expect(self.page.locator("#chairs")).to_be_visible()

    def seat_bot(self) -> None:
        """Seats a bot on the first free chair."""
        taken = self.page.locator("#chairs .taken")
        before = taken.count()
        self.page.get_by_role("button", name="Add a bot").first.click()
        expect(taken).to_have_count(before + 1)

    def begin(self) -> None:
        """Begins the game."""
        self.page.get_by_role("button", name="Start with").click()
        self.wait_for_game()

    def wait_for_game(self) -> None:
        """Waits until a running game is wholly shown: what tells of its phase is put there last."""
        expect(self.page.locator("#phase[data-phase='playing']")).to_have_count(1)
        expect(self.page.locator(TABLE).first).to_be_visible()

    @property
    def phase(self) -> str:
        """Of the room: lobby, playing, paused or finished."""
        return self._phase("phase")

    @property
    def is_asked(self) -> bool:
        """Whether something is to be chosen and is not sealed yet."""
        return self._phase("turn") == "yes"

    def wait_for_turn(self) -> None:
        """Waits until something is to be chosen."""
        expect(self.page.locator("#phase[data-turn='yes']")).to_have_count(1)

    @property
    def kind(self) -> str:
        """The kind of what is asked; empty when nothing is."""
        form = self.page.locator(CHOICE)
        return self._attribute(form, "class").partition("kind-")[2] if form.count() else ""

    def pick(self) -> None:
        """Picks something legal by chance, without sealing it; what is picked already stays."""
        composed = self.page.locator(f"{CHOICE} [data-compose]")
        if composed.count():
            if self.page.locator(f"{CHOICE} .seal-button").is_disabled():
                self._compose(composed)
            return
        if self.page.locator(f"{CHOICE} .choice input[name=choice]:checked").count():
            return
        # a place to go to decides which cards can be played there
        for kind in ("[data-where]", "[name=choice]:enabled"):
            cards = self.page.locator(f"{CHOICE} .choice:has({kind})")
            if cards.count():
                self.press(cards.nth(self.rng.randrange(cards.count())))

    def press(self, label: Locator) -> None:
        """Presses what can be chosen: the piece or the place that it stands for where that is in sight, else its own
        drawing in the dock."""
        spot = label.evaluate(SPOT)
        if spot:
            # of a fan of things the upper left corner is free
            self.page.locator(spot).first.click(position={"x": 5, "y": 5})
        else:
            label.click()

    def _compose(self, composed: Locator) -> None:
        """Puts a choice together: by one of the ways that take a tap, or else by one thing of each row."""
        ways = composed.locator("[data-pick-best], .choice")
        picks = composed.locator("[data-pick]")
        if not picks.count() or composed.locator("[data-pick-best]").count():
            ways.nth(self.rng.randrange(ways.count())).click()
            return
        names = picks.evaluate_all("picks => [...new Set(picks.map(pick => pick.name))]")
        for name in names:
            row = composed.locator(f".pick:has([name='{name}'])")
            self.press(row.nth(self.rng.randrange(row.count())))
        if self.page.locator(f"{CHOICE} .seal-button").is_disabled():
            ways.first.click()

    def seal(self) -> None:
        """Seals what is picked, and waits until the table has it."""
        ask = self._phase("ask")
        self.page.locator(f"{CHOICE} .seal-button").click()
        self.page.wait_for_function(
            """ask => document.getElementById("phase").dataset.ask !== ask
                || document.getElementById("phase").dataset.turn === "no" """,
            arg=ask,
        )

    def choose(self) -> None:
        """Picks something and seals it."""
        self.pick()
        self.seal()

    def objects(self) -> list[str]:
        """The objects of my hand, by their faces, in the order in which the page shows them."""
        faces: list[str] = self.page.locator("#hand .piece-object").evaluate_all(
            "all => all.map(of => of.dataset.face)"
        )
        return faces

    def _phase(self, name: str) -> str:
        return self._attribute(self.page.locator("#phase"), f"data-{name}")

    def _attribute(self, element: Locator, name: str) -> str:
        return element.get_attribute(name) or ""

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(words in message.text for words in WHILE_AWAY):
            self.problems.append(f"{message.type}: {message.text}")


def play(players: list[Player], until: str = "", rounds: int = 10_000, choices: int = 10_000) -> None:
    """Lets the players choose until the game has finished, somebody is asked that kind, round ``rounds`` begins, or
    they have chosen that often, all counted together."""
    chosen = 0
    while players[0].phase != "finished":
        asked = [player for player in players if player.is_asked]
        if until and any(player.kind == until for player in asked):
            return
        if chosen >= choices or rounds <= int(players[0].page.locator("#stage b").inner_text().partition(" ")[2] or 0):
            return
        for player in asked:
            player.choose()
        chosen += len(asked)
        if not asked:
            players[0].page.wait_for_timeout(20)
