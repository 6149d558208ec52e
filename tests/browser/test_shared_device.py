"""Two people at one tablet and a friend elsewhere."""

import pytest
from playwright.sync_api import ViewportSize, expect

from engine import registry
from tests.browser.access import SMALL_TARGETS, find_violations, has_no_overflow
from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.shared_tablet import share_tablet
from tests.browser.tables import count_first_choices
from tools.served import Served
from tools.shared_tablet import CURTAIN, OPEN, SharedTablet

pytestmark = pytest.mark.browser

KEPT = """async () => {
    const kept = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie, document.title];
    for (const name of await caches.keys()) {
        for (const request of await (await caches.open(name)).keys()) {
            const answer = await (await caches.open(name)).match(request);
            kept.push(request.url, await answer.text());
        }
    }
    for (const { name } of await indexedDB.databases()) kept.push(name);
    kept.push(String(history.length), JSON.stringify(history.state));
    kept.push(document.documentElement.outerHTML.replace(/<template id="faces">[^]*?<\\/template>/, ""));
    return kept.join(" ");
}"""
"""Script that returns all that the browser keeps, with the present page.

The drawings that all pages have are left out."""


def play_game(tablet: SharedTablet, choices: int = 10_000) -> None:
    """Play by clicks until the game is over, or that many choices are made."""
    chosen, cleo = 0, tablet.remote
    while cleo.phase != "finished" and chosen < choices:
        chosen += tablet.play_due_hands()
        if cleo.phase != "finished" and cleo.is_asked:
            cleo.choose()
            chosen += 1
        cleo.page.wait_for_timeout(20)


@pytest.mark.slow("a page is loaded for each hand")
@pytest.mark.parametrize("game", registry.GAMES)
def test_two_at_a_tablet_and_a_friend_play(person: MakePlayer, game: str) -> None:
    tablet = share_tablet(person, game=game)
    play_game(tablet, 6 * count_first_choices())
    expect(tablet.page.locator(CURTAIN)).to_be_visible()


@pytest.mark.slow("a page is loaded for each hand")
def test_seal_of_one_hand_survives_a_killed_server(person: MakePlayer, own_served: Served) -> None:
    tablet = share_tablet(person, own_served.url)
    tablet.open_hand("Ada")
    ada = tablet.player
    ada.wait_for_turn()
    ada.pick()
    own_served.kill()
    expect(tablet.page.locator("#status")).to_have_attribute("data-state", "lost")
    tablet.page.locator("[data-seal] .seal-button").click()
    tablet.page.locator(f"{OPEN} [data-pass]").click()
    # the hand is covered although its card is still on its way
    expect(tablet.page.locator("#hand")).to_be_hidden()
    expect(tablet.page.locator("#scene")).to_be_hidden()
    own_served.start()
    expect(tablet.page.locator(CURTAIN)).to_be_visible(timeout=40_000)
    expect(tablet.find_hands("still has to choose")).to_have_count(1)
    expect(tablet.find_hands("still has to choose")).to_contain_text("Ben")
    expect(tablet.page.locator("#status")).to_have_attribute("data-state", "live", timeout=20_000)
    play_game(tablet, 6)


@pytest.mark.slow("opens and covers hands, and looks in every store")
def test_browser_keeps_nothing_of_a_covered_hand(person: MakePlayer) -> None:
    tablet = share_tablet(person)
    ada = tablet.player
    tablet.open_hand("Ada")
    ada.wait_for_turn()
    address, objects = tablet.page.url, ada.objects()
    assert len(objects) >= 3
    tablet.page.keyboard.press("c")
    tablet.page.keyboard.type("my canary is a postcard")
    ada.page.keyboard.press("Escape")
    ada.choose()
    expect(tablet.page.locator("#log")).to_have_count(1)
    assert any(each in tablet.page.evaluate(KEPT) for each in objects)
    tablet.pass_on()
    kept = tablet.page.evaluate(KEPT)
    assert [each for each in (*objects, "canary") if each in kept] == []
    tablet.open_hand("Ben")
    kept = tablet.page.evaluate(KEPT)
    assert [each for each in (*objects, "canary") if each in kept] == []
    # neither the way back nor the address opens the other hand
    tablet.page.go_back()
    assert tablet.page.url != address
    tablet.page.goto(address)
    expect(tablet.page.locator(CURTAIN)).to_be_visible()
    assert tablet.page.url.endswith("/hands")


@pytest.mark.slow("two tabs open a hand each")
def test_opened_hand_covers_one_in_another_tab(person: MakePlayer) -> None:
    tablet = share_tablet(person)
    tablet.open_hand("Ada")
    other = tablet.player.new_page()
    other.goto(tablet.page.url)
    other.locator(".hand-of", has_text="I'm Ben").click()
    expect(other.locator(OPEN)).to_be_visible()
    expect(tablet.page.locator(CURTAIN)).to_be_visible()


@pytest.mark.slow("films a reveal in real time")
def test_reveal_is_shown_on_the_curtain(person: MakePlayer) -> None:
    tablet = share_tablet(person)
    tablet.play_due_hands()
    before = tablet.page.locator("#scene").get_attribute("data-table-id")
    expect(tablet.page.locator("#waiting")).to_contain_text("Cleo")
    tablet.remote.choose()
    expect(tablet.page.locator("#scene")).not_to_have_attribute("data-table-id", before or "")
    expect(tablet.page.locator(CURTAIN)).to_be_visible()


@pytest.mark.slow("tries all rules at three sizes")
def test_curtain_and_hand_are_accessible(person: MakePlayer) -> None:
    tablet = share_tablet(person)
    sizes: tuple[ViewportSize, ...] = (PHONE, {"width": 320, "height": 568}, {"width": 740, "height": 360})
    for size in sizes:
        tablet.page.set_viewport_size(size)
        for part in (CURTAIN, OPEN):
            assert find_violations(tablet.page, part=part) == []
            assert has_no_overflow(tablet.page)
            assert tablet.page.evaluate(SMALL_TARGETS) == []
            if part == CURTAIN:
                tablet.find_hands("I'm Ben").press("Enter")
                expect(tablet.page.locator(OPEN)).to_be_visible()
        tablet.page.locator(f"{OPEN} [data-pass]").press("Enter")
        expect(tablet.page.locator(CURTAIN)).to_be_visible()
