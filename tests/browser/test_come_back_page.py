"""A lost phone: its player opens the invite again, says who they are, and the table lets them back with one tap."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.access import fits
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.tables import mixed_table, table
from tools.player import Player

pytestmark = pytest.mark.browser

ASKS = "Someone says they are Gina, and asks to come back on another device."
CAME = "Gina's seat was opened on one more device."


def says_who_she_is(lost: Player) -> None:
    """On the page of the invite, be it refused or not."""
    page = lost.page
    assert fits(page)
    page.get_by_role("button", name="I'm Gina").click()
    expect(page.get_by_role("heading", name="Waiting for the table")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("You said you are Gina.")
    assert fits(page)


def is_let_in(ada: Player, ben: Player, lost: Player) -> None:
    """The host taps once; everybody reads it, and the lost phone's page comes to the seat by itself."""
    asker = ada.page.locator("#votes .asker")
    expect(asker).to_contain_text(ASKS)
    expect(ben.page.locator("#votes .asker")).to_contain_text(ASKS)
    expect(ben.page.locator("#votes .asker button")).to_have_count(0)
    assert fits(ada.page)
    asker.get_by_role("button", name="Let them in").click()
    for player in (ada, ben):
        expect(player.page.locator("#votes .asker")).to_have_count(0)
        expect(player.page.locator("#chat")).to_contain_text(CAME)
    lost.page.wait_for_url("**/r/*")
    lost.wait_for_game()


def cards(player: Player) -> list[str]:
    """The cards of the seat, as its page names them."""
    names = player.page.locator("#hand .piece .unseen")
    expect(names).not_to_have_count(0)
    return names.all_text_contents()


@pytest.mark.slow("four pages at a table")
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_whoever_lost_the_phone_comes_back_with_one_tap_of_the_host(person: MakePlayer, size: ViewportSize) -> None:
    ada, ben, gina = table(person, "Ada", "Ben", "Gina", settings={"viewport": size})
    link = ada.page.locator("#menu-join-link").input_value()
    lost = person("Gina's new phone", viewport=PHONE, has_touch=True)
    lost.page.goto(link)
    lost.page.locator(".back-again summary").click()
    says_who_she_is(lost)
    is_let_in(ada, ben, lost)
    assert cards(lost) == cards(gina) != cards(ada), "the old device keeps the seat too"


@pytest.mark.slow("two tables, with a refusal at each")
@pytest.mark.parametrize(
    ("leaves", "said"),
    [("", "All seats are taken."), ("Emil", "Someone here already has that name")],
    ids=["full", "name"],
)
def test_both_refusals_lead_back(person: MakePlayer, leaves: str, said: str) -> None:
    (ada, ben), others = mixed_table(person, ["Ada", "Ben"], ["Gina", "Emil"])
    if leaves:
        # the seat is free, but the name isn't
        others[1].do(do="leave")
    lost = person("Gina", viewport=PHONE, has_touch=True)
    page = lost.page
    page.goto(ada.page.locator("#menu-join-link").input_value())
    page.get_by_label("Your name").fill("Gina")
    page.get_by_role("button", name="Join the table").click()
    expect(page.locator("main")).to_contain_text(said)
    lost.problems.clear()  # the browser itself notes the refusal's status
    expect(page.get_by_role("button", name="I'm Gina")).to_be_in_viewport()
    says_who_she_is(lost)
    is_let_in(ada, ben, lost)
    assert cards(lost) != cards(ada)
