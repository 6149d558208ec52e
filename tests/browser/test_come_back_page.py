"""Lost phone: its player opens the invitation again, and the host lets them back."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.access import has_no_overflow
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.tables import start_mixed_table, start_table
from tools.player import Player

pytestmark = pytest.mark.browser

ASKS = "Someone says they are Gina, and asks to come back on another device."
CAME = "Gina's seat was opened on one more device."


def claim_seat(lost: Player) -> None:
    """Send the name and request on the page of the invitation, even if it refused."""
    page = lost.page
    assert has_no_overflow(page)
    page.get_by_role("button", name="I'm Gina").click()
    expect(page.get_by_role("heading", name="Waiting for the table")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("You said you are Gina.")
    assert has_no_overflow(page)


def let_in(ada: Player, ben: Player, lost: Player) -> None:
    """Let the player in by one tap of the host.

    Everybody reads it, and the lost phone's page shows the seat without a reload by hand."""
    asker = ada.page.locator("#votes .asker")
    expect(asker).to_contain_text(ASKS)
    expect(ben.page.locator("#votes .asker")).to_contain_text(ASKS)
    expect(ben.page.locator("#votes .asker button")).to_have_count(0)
    assert has_no_overflow(ada.page)
    asker.get_by_role("button", name="Let them in").click()
    for player in (ada, ben):
        expect(player.page.locator("#votes .asker")).to_have_count(0)
        expect(player.page.locator("#chat")).to_contain_text(CAME)
    lost.page.wait_for_url("**/r/*")
    lost.wait_for_game()


def list_cards(player: Player) -> list[str]:
    """Return the cards of the seat, as its page names them."""
    names = player.page.locator("#hand .piece .unseen")
    expect(names).not_to_have_count(0)
    return names.all_text_contents()


@pytest.mark.slow("four pages at a table")
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_player_returns_with_one_tap_of_the_host(person: MakePlayer, size: ViewportSize) -> None:
    ada, ben, gina = start_table(person, "Ada", "Ben", "Gina", settings={"viewport": size})
    link = ada.page.locator("#menu-join-link").input_value()
    lost = person("Gina's new phone", viewport=PHONE, has_touch=True)
    lost.page.goto(link)
    lost.page.locator(".back-again summary").click()
    claim_seat(lost)
    let_in(ada, ben, lost)
    assert list_cards(lost) == list_cards(gina) != list_cards(ada), "the old device keeps the seat too"


@pytest.mark.slow("two tables, with a refusal at each")
@pytest.mark.parametrize(
    ("leaves", "said"),
    [("", "All seats are taken."), ("Emil", "Someone here already has that name")],
    ids=["full", "name"],
)
def test_both_refusals_offer_a_way_back(person: MakePlayer, leaves: str, said: str) -> None:
    (ada, ben), others = start_mixed_table(person, ["Ada", "Ben"], ["Gina", "Emil"])
    if leaves:
        # The seat is free, but the name is taken.
        others[1].do(do="leave")
    lost = person("Gina", viewport=PHONE, has_touch=True)
    page = lost.page
    page.goto(ada.page.locator("#menu-join-link").input_value())
    page.get_by_label("Your name").fill("Gina")
    page.get_by_role("button", name="Join the table").click()
    expect(page.locator("main")).to_contain_text(said)
    lost.problems.clear()  # The browser itself logs the refusal's status.
    expect(page.get_by_role("button", name="I'm Gina")).to_be_in_viewport()
    claim_seat(lost)
    let_in(ada, ben, lost)
    assert list_cards(lost) != list_cards(ada)
