"""Player at a real page: opens rooms, sits down, chooses cards by clicks.

The browser tests and the pictures use it."""

import json
import random

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from engine import registry

WHILE_AWAY = ("net::ERR_", "WebSocket connection to")
"""Prefixes of a browser's own console lines while the server is down."""

CHOICE = "[data-seal]"

TABLE = "#scene:not([hidden]), #board"
"""Selector of a running game's table: its scene, or else its board."""

SPOT = """label => {
    const field = label.matches("input, button") ? label : label.querySelector("input, button");
    if (!label.closest(".by-piece:not(.is-needed)")) return "";
    const [piece, place] = [field.dataset.piece?.split(" ")[0], field.dataset.place?.split(" ")[0]];
    return piece ? `#it-${piece}` : place ? `#at-${place}` : "";
}"""
"""Script that finds the piece or place of a choice which the dock does not draw."""


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
"""Script that marks every game as played on the device, so no coach comes."""


class Player:
    """Browser context with the page of one person, and its errors."""

    def __init__(
        self, context: BrowserContext, url: str, name: str, rng: random.Random, *, is_new: bool = False
    ) -> None:
        """Open a browser.

        ``is_new`` is True for the first game on this device, which the coach accompanies."""
        if not is_new:
            context.add_init_script(f"({HAS_PLAYED % json.dumps([*registry.GAMES])})()")
        self.context = context
        self.url = url
        self.name = name
        self.rng = rng
        self.problems: list[str] = []
        self.page = self.new_page()

    def new_page(self) -> Page:
        """Open one more page of this person's browser. Its errors are recorded."""
        page = self.context.new_page()
        page.on("console", self._record_problem)
        page.on("pageerror", lambda error: self.problems.append(f"pageerror: {error}"))
        return page

    def open_room(self, game: str = "", **options: str | bool) -> str:
        """Open a room from the shelf and return its join link.

        It is for the game of that key, or for the first one."""
        self.page.goto(self.url)
        box = self.page.locator(f".box:has([name=game][value='{game}'])" if game else ".box").first
        self.page.get_by_label("Your name").fill(self.name)
        box.get_by_role("button", name="Play with friends").click()
        for key, value in options.items():
            self.choose_option(key, value)
        return self.page.locator("#join-link").input_value()

    def choose_option(self, key: str, value: str | bool) -> None:
        """Choose an option of the lobby, and wait until the table has it.

        ``key`` is its key in the protocol."""
        field = self.page.locator(f"#option-{key.replace('.', '-')}")
        field.evaluate("field => field.closest('details')?.setAttribute('open', '')")
        if isinstance(value, bool):
            field.set_checked(value)
        elif field.evaluate("field => field.localName") == "fieldset":
            way = field.locator(f"[type=radio][value='{value}']")
            way.check()
            if value:
                # a field without a name may have its figures already
                expect(way).to_have_attribute("checked", "")
        elif field.evaluate("field => field.localName") == "select":
            field.select_option(value)
            expect(field.locator("option[selected]")).to_have_attribute("value", value)
        else:
            field.fill(value)
            field.press("Tab")
            expect(field).to_have_attribute("value", value)

    def sit_down(self, link: str) -> None:
        """Sit down by a join link."""
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Join the table").click()
        expect(self.page.locator("#chairs")).to_be_visible()

    def seat_bot(self) -> None:
        """Seat a bot on the first free chair."""
        taken = self.page.locator("#chairs .taken")
        before = taken.count()
        self.page.get_by_role("button", name="Add a bot").first.click()
        expect(taken).to_have_count(before + 1)

    def begin(self) -> None:
        """Begin the game."""
        self.page.get_by_role("button", name="Start with").click()
        self.wait_for_game()

    def wait_for_game(self) -> None:
        """Wait until a running game is wholly shown.

        The phase is the last thing that the page shows."""
        expect(self.page.locator("#phase[data-phase='playing']")).to_have_count(1)
        expect(self.page.locator(TABLE).first).to_be_visible()

    @property
    def phase(self) -> str:
        """Phase of the room: lobby, playing, paused or finished."""
        return self._phase("phase")

    @property
    def is_asked(self) -> bool:
        """True if a choice is due and not sealed yet."""
        return self._phase("turn") == "yes"

    def wait_for_turn(self) -> None:
        """Wait until a choice is due."""
        expect(self.page.locator("#phase[data-turn='yes']")).to_have_count(1)

    @property
    def kind(self) -> str:
        """Kind of the open ask; empty without one."""
        form = self.page.locator(CHOICE)
        return self._attribute(form, "class").partition("kind-")[2] if form.count() else ""

    def pick(self) -> None:
        """Pick something legal by chance, without sealing it. An earlier pick stays."""
        composed = self.page.locator(f"{CHOICE} [data-compose]")
        if composed.count():
            if self.page.locator(f"{CHOICE} .seal-button").is_disabled():
                self._compose(composed)
            return
        if self.page.locator(f"{CHOICE} .choice input[name=choice]:checked").count():
            return
        # the location decides which cards can be played there
        for kind in ("[data-where]", "[name=choice]:enabled"):
            cards = self.page.locator(f"{CHOICE} .choice:has({kind})")
            if cards.count():
                self.press(cards.nth(self.rng.randrange(cards.count())))

    def press(self, label: Locator) -> None:
        """Press a choice: its piece or place if in sight, else its drawing in the dock."""
        spot = label.evaluate(SPOT)
        if spot:
            # in a fan of things the upper left corner is free
            self.page.locator(spot).first.click(position={"x": 5, "y": 5})
        else:
            label.click()

    def _compose(self, composed: Locator) -> None:
        """Compose a choice: by one tap if there is such a way, else one thing of each row."""
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
        """Seal the pick, and wait until the table has it."""
        ask = self._phase("ask")
        self.page.locator(f"{CHOICE} .seal-button").click()
        self.page.wait_for_function(
            """ask => document.getElementById("phase").dataset.ask !== ask
                || document.getElementById("phase").dataset.turn === "no" """,
            arg=ask,
        )

    def choose(self) -> None:
        """Pick something and seal it."""
        self.pick()
        self.seal()

    def say(self, text: str) -> None:
        """Write into the chat, which a phone opens by its button."""
        chat = self.page.locator("#chat")
        if not chat.is_visible():
            self.page.locator("#chat-button").click()
        chat.locator("[name=text]").fill(text)
        chat.locator("[name=text]").press("Enter")
        if chat.evaluate("chat => chat.matches(':popover-open')"):
            self.page.keyboard.press("Escape")

    def objects(self) -> list[str]:
        """Return the faces of the objects in the player's hand, in the page's order."""
        faces: list[str] = self.page.locator("#hand .piece-object").evaluate_all(
            "all => all.map(of => of.dataset.face)"
        )
        return faces

    def _phase(self, name: str) -> str:
        return self._attribute(self.page.locator("#phase"), f"data-{name}")

    def _attribute(self, element: Locator, name: str) -> str:
        return element.get_attribute(name) or ""

    def _record_problem(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(words in message.text for words in WHILE_AWAY):
            address = message.location.get("url")
            self.problems.append(f"{message.type}: {message.text}" + (f" ({address})" if address else ""))


def play(players: list[Player], until: str = "", rounds: int = 10_000, choices: int = 10_000) -> None:
    """Let the players choose until an end is reached.

    It ends when the game has finished, somebody has an ask of that kind, round ``rounds`` begins, or they have made
    that many choices together."""
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
