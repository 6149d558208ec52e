"""Tablet that two players share, passed from hand to hand by clicks."""

from playwright.sync_api import Locator, ViewportSize, expect

from tools.player import Player

OPEN = ".holding"
CURTAIN = ".curtain"
TABLET: ViewportSize = {"width": 820, "height": 1180}


class SharedTablet:
    """Page of a tablet, on which one hand is open at a time, or the curtain."""

    def __init__(self, player: Player, remote: Player) -> None:
        """``remote`` is a friend elsewhere."""
        self.player = player
        self.page = player.page
        self.remote = remote

    def add(self, name: str) -> None:
        """Add a person in the lobby, from the page of a player."""
        self.page.locator("#chair-beside summary").click()
        self.page.get_by_label("Their name").fill(name)
        self.page.locator("#chair-beside").get_by_role("button", name="Add").click()
        expect(self.page.locator(CURTAIN)).to_be_visible()

    def find_hands(self, text: str = "") -> Locator:
        """Return the curtain's buttons with that text."""
        return self.page.locator(".hand-of", has_text=text)

    def open_hand(self, name: str) -> None:
        """Open a person's hand from the curtain."""
        self.find_hands(f"I'm {name}").click()
        expect(self.page.locator(f"{OPEN} p .name")).to_have_text(name)

    def pass_on(self) -> None:
        """Cover the open hand."""
        self.page.locator(f"{OPEN} [data-pass]").click()
        expect(self.page.locator(CURTAIN)).to_be_visible()

    def play_due_hands(self) -> int:
        """Let everybody at the tablet choose who has to; return how many did."""
        chosen = 0
        while (due := self.find_hands("still has to choose")).count():
            due.first.click()
            expect(self.page.locator(OPEN)).to_be_visible()
            if self.player.is_asked:
                self.player.choose()
                chosen += 1
            self.pass_on()
        return chosen
