"""Game by three of whom two share a tablet."""

from playwright.sync_api import expect

from tests.browser.conftest import MakePlayer
from tools.shared_tablet import CURTAIN, TABLET, SharedTablet


def share_tablet(person: MakePlayer, url: str | None = None, game: str = "", **options: str | bool) -> SharedTablet:
    """Begin a game by three: Ada and Ben share a tablet, Cleo has her own page."""
    ada, cleo = person("Ada", url, viewport=TABLET, film="none"), person("Cleo", url)
    link = ada.open_room(game, grace="0", bot_pace="0", **options)
    tablet = SharedTablet(ada, cleo)
    tablet.add("Ben")
    cleo.sit_down(link)
    tablet.open_hand("Ada")
    ada.page.get_by_role("button", name="Start with 3").click()
    cleo.wait_for_game()
    # two people look at the page when a game begins
    expect(ada.page.locator(CURTAIN)).to_be_visible()
    return tablet
