"""Input stays visible until the server has it: choices in transit, typed messages."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.bad_proxy import BadProxy
from tests.browser.conftest import MakePlayer
from tests.browser.tables import start_table, start_table_with_remote
from tests.browser.test_bad_lines import reload_without_socket
from tools.player import Player
from tools.served import Served

pytestmark = pytest.mark.browser


@pytest.fixture
def proxy(served: Served) -> Iterator[BadProxy]:
    """Proxy of bad behaviour in front of the server."""
    with BadProxy(served.url).open() as it:
        yield it


def expect_seal_text(player: Player, words: str) -> None:
    """Expect these words on the seal button, which must be disabled."""
    button = player.page.locator(".seal-button")
    expect(button).to_have_text(words, use_inner_text=True, timeout=1_500)
    expect(button).to_be_disabled()
    expect(player.page.locator("#announcer")).to_contain_text(words)


@pytest.mark.slow("what is sent is held for a while")
@pytest.mark.parametrize("is_socket", [True, False])
def test_choice_in_transit_is_marked_at_once(person: MakePlayer, proxy: BadProxy, is_socket: bool) -> None:
    (ada,) = start_table(person, "Ada", away=["Ben"], url=proxy.url)
    ada.wait_for_turn()
    if not is_socket:
        reload_without_socket(ada, proxy)
    proxy.commands = "hang"
    proxy.is_mute = True
    ada.pick()
    picked = ada.page.locator("[data-seal] [name=choice]:checked")
    choice = picked.get_attribute("value")
    ada.page.locator(".seal-button").click()
    expect_seal_text(ada, "On its way…")
    expect(ada.page.locator(".seal-button")).to_have_text("Will be sent when you're back online", use_inner_text=True)
    expect_seal_text(ada, "Will be sent when you're back online")
    expect(picked).to_have_attribute("value", choice or "")
    assert ada.page.locator("#prompt.is-sealed").count() == 0
    proxy.is_mute = False
    proxy.commands = "pass"
    proxy.break_all()
    expect(ada.page.locator("#prompt.is-sealed")).to_be_visible(timeout=30_000)
    expect(ada.page.locator("[data-js-way]")).to_have_count(0)
    expect(ada.page.locator("[data-seal]")).to_have_attribute("data-sealed", choice or "")


@pytest.mark.slow("the page asks now and then")
def test_refused_choice_is_restored(person: MakePlayer, proxy: BadProxy) -> None:
    ada, (ben,) = start_table_with_remote(person, "Ben", settings={"reduced_motion": "reduce"})
    ada.wait_for_turn()
    ada.page.route("**/update*", lambda route: route.abort())
    ada.context.route_web_socket("**/live*", lambda socket: socket.close(code=1013))
    ada.page.reload()
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "lost")
    ben.do(do="pause")
    ada.pick()
    choice = ada.page.locator("[data-seal] [name=choice]:checked").get_attribute("value")
    ada.page.locator(".seal-button").click()
    expect(ada.page.locator("#notice")).to_contain_text("The game is paused.")
    assert "409" in ada.problems.pop()
    expect(ada.page.locator("[data-js-way]")).to_have_count(0)
    expect(ada.page.locator(".seal-button")).to_be_enabled()
    expect(ada.page.locator("[data-seal] [name=choice]:checked")).to_have_attribute("value", choice or "")


@pytest.mark.slow("a line waits for its way")
def test_message_stays_typed_until_accepted(person: MakePlayer, proxy: BadProxy) -> None:
    ada, ben = start_table(person, "Ada", "Ben", url=proxy.url)
    for player in (ada, ben):
        player.page.locator("#chat-button").click()
    ada.context.set_offline(True)
    field = ada.page.locator("#chat-text")
    field.fill("Who has the detective?")
    field.press("Enter")
    field.press("Enter")
    ada.page.wait_for_timeout(500)
    expect(field).to_have_value("Who has the detective?")
    field.press("End")
    field.press_sequentially(" I wonder")
    ada.context.set_offline(False)
    expect(ben.page.locator(".chat-lines")).to_contain_text("Who has the detective?")
    expect(field).to_have_value("I wonder")
    assert ben.page.locator(".chat-lines .line").count() == 1
    # A half typed message survives a reload.
    ada.page.reload()
    expect(field).to_have_value("I wonder")
    field.press("Enter") if field.is_visible() else field.evaluate("field => field.form.requestSubmit()")
    expect(ben.page.locator(".chat-lines .line")).to_have_count(2)
    expect(field).to_have_value("")
    ada.page.reload()
    expect(field).to_have_value("")


def test_refused_message_stays_typed(person: MakePlayer) -> None:
    ada, _ = start_table(person, "Ada", "Ben")
    field = ada.page.locator("#chat-text")
    text = "x" * 501
    field.evaluate("(field, text) => { field.removeAttribute('maxlength'); field.value = text; }", text)
    field.evaluate("field => field.form.requestSubmit()")
    expect(ada.page.locator("#notice")).to_be_visible()
    expect(field).to_have_value(text)
