"""Options that a host is editing: they survive a new player and a redrawing."""

from collections.abc import Iterator
from dataclasses import dataclass

import httpx2
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePlayer
from tests.browser.cookies import get_device_cookie_name

pytestmark = pytest.mark.browser


@dataclass(frozen=True, slots=True)
class Lobby:
    """Host's page in a lobby with a guest, and actions of others there."""

    page: Page
    client: httpx2.Client
    path: str
    key: str
    token: str

    def add_player(self, name: str) -> None:
        """Let one more player sit down."""
        answer = self.client.post(f"{self.path}/seats", json={"name": name, "key": self.key})
        assert answer.status_code == 201, answer.text

    def set_elsewhere(self, **options: object) -> None:
        """Set options as the host, from elsewhere."""
        said, bearer = {"do": "options", "options": options}, {"authorization": f"Bearer {self.token}"}
        answer = self.client.post(f"{self.path}/commands", json=said, headers=bearer)
        assert answer.status_code == 200, answer.text


@pytest.fixture
def lobby(person: MakePlayer) -> Iterator[Lobby]:
    """Lobby of *Adel verpflichtet* with a relaxed clock.

    A third player takes an option away."""
    ada = person("Ada")
    with httpx2.Client(base_url=ada.url, timeout=60) as client:
        said = {"game": "adel_verpflichtet", "name": "Ada", "options": {"clock": "relaxed"}}
        opened = client.post("/api/rooms", json=said).json()
        ada.context.add_cookies([{"name": get_device_cookie_name(ada.url), "value": opened["token"], "url": ada.url}])
        key = opened["links"]["join"].rpartition("/")[2]
        made = Lobby(ada.page, client, f"/api/rooms/{opened['room']}", key, opened["token"])
        made.add_player("Ben")
        ada.page.goto(f"{ada.url}/r/{opened['room']}")
        expect(ada.page.locator("#status")).to_have_attribute("data-state", "live")
        yield made


def test_open_clock_stays_when_options_are_redrawn(lobby: Lobby) -> None:
    options = lobby.page.locator("#options")
    expect(options.locator("#option-variant")).to_be_visible()
    options.get_by_text("Clock and pace").click()
    options.get_by_label("Custom").check()
    figure = options.locator("#option-clock-per_ask")
    figure.focus()
    lobby.add_player("Carla")
    expect(options.locator("#option-variant")).to_have_count(0)
    lobby.set_elsewhere(bot_pace=30)
    expect(options.locator("#option-bot_pace")).to_have_value("30")
    expect(options.locator("#options-pace")).to_have_attribute("open", "")
    expect(options.get_by_label("Custom")).to_be_checked()
    expect(figure).to_be_visible()
    expect(figure).to_be_focused()
