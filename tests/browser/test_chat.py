"""Chat in a real browser: phrases, reactions, muting, watchers."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import CUT, DESK_DARK, PHONE_LIGHT, find_faults, has_no_overflow, looks
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.sheets import ensure_chat
from tests.browser.tables import start_table
from tools.player import Player

pytestmark = pytest.mark.browser

LINK = "https://talk.example.org/friends"
TOOLS = ("signs", "phrases", "hears")


def open_tool(page: Page, name: str) -> None:
    """Unfold one of the chat's tools."""
    ensure_chat(page)
    details = page.locator(f"#chat-{name}")
    if details.get_attribute("open") is None:
        details.locator("summary").first.click()
    expect(details).to_have_attribute("open", "")


def say(player: Player, text: str) -> None:
    """Send a message, and wait until it is in the chat."""
    ensure_chat(player.page)
    player.page.locator("#chat-text").fill(text)
    player.page.locator("#chat-text").press("Enter")
    expect(player.page.locator(".line").filter(has_text=text)).to_have_count(1)


def open_watcher(person: MakePlayer, host: Player) -> Player:
    """Return a watcher's page."""
    walter = person("Walter")
    walter.page.goto(host.page.locator("#menu").get_by_label("Watch link").input_value())
    expect(walter.page.locator("#status")).to_have_attribute("data-state", "live")
    return walter


def test_phrase_is_sent_by_keys_and_read_translated(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben")
    ben.context.add_cookies([{"name": "signet-language", "value": "de", "url": ben.url}])
    ben.page.reload()
    expect(ben.page.locator("#status")).to_have_attribute("data-state", "live")
    ada.page.locator("#main").focus()
    ada.page.keyboard.press("c")
    expect(ada.page.locator("#chat-text")).to_be_focused()
    ada.page.locator("#chat-phrases > summary").focus()
    ada.page.keyboard.press("Enter")
    ada.page.keyboard.press("Tab")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".phrase .line")).to_have_text("Well bluffed!")
    expect(ben.page.locator(".phrase .line")).to_have_text("Gut geblufft!")
    # A closed chat shows a badge, only for messages of others.
    expect(ben.page.locator("#announcer")).to_contain_text("Ada Gut geblufft!")
    assert "Well bluffed!" not in ada.page.locator("#announcer").inner_text()


def test_reaction_shows_at_its_seat_and_stays_recorded(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", phone="Ben")
    open_tool(ada.page, "signs")
    ada.page.get_by_role("button", name="Hats off").click()
    for page in (ada.page, ben.page):
        # With reduced motion nothing moves.
        expect(page.locator(".risen.is-still")).to_have_attribute("data-js-seat", "0")
        expect(page.locator("#chat [data-token=hat]")).to_have_count(1)
    # Everybody has seen it, so it is no unread message.
    expect(ben.page.locator("#chat-button")).not_to_have_attribute("data-js-new", "")
    expect(ben.page.locator(".risen")).to_have_count(0)
    ensure_chat(ben.page)
    ben.page.locator(".reactions summary").click()
    expect(ben.page.locator("#chat [data-token=hat]")).to_contain_text("Ada Hats off")


def test_muted_player_disappears_and_returns_silently(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben")
    say(ben, "before")
    expect(ada.page.locator(".line")).to_have_text(["before"])
    open_tool(ada.page, "hears")
    ada.page.get_by_role("button", name="Mute Ben").click()
    expect(ada.page.locator(".line")).to_have_count(0)
    say(ben, "meanwhile")
    open_tool(ben.page, "signs")
    ben.page.get_by_role("button", name="Applause").click()
    expect(ben.page.locator("#chat [data-token]")).to_have_count(1)
    ada.page.get_by_role("button", name="Unmute Ben").click()
    expect(ada.page.locator(".chat-scroll .line")).to_have_text(["Applause", "meanwhile", "before"])
    expect(ada.page.locator(".risen")).to_have_count(0)
    assert "meanwhile" not in ada.page.locator("#announcer").inner_text()


def test_watchers_have_a_chat_that_players_may_read(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", watchers="public")
    walter = open_watcher(person, ada)
    ensure_chat(walter.page)
    walter.page.locator("#watcher-name").fill("Walter")
    say(walter, "<b>What a round!</b>")
    expect(walter.page.locator("#watcher-name")).to_have_value("Walter")
    expect(walter.page.locator(".chat-watchers .line")).to_have_text("<b>What a round!</b>")
    say(ada, "Hm")
    expect(walter.page.locator(".chat-scroll .line")).to_have_text("Hm")
    assert ada.page.locator(".chat-watchers").count() == 0
    open_tool(ada.page, "hears")
    ada.page.get_by_role("button", name="Read it").click()
    expect(ada.page.locator(".chat-watchers .line")).to_have_text("<b>What a round!</b>")
    assert ben.page.locator(".chat-watchers").count() == 0
    # A host ends it.
    ada.choose_option("watchers_talk", False)
    expect(walter.page.locator("#chat-form")).to_have_count(0)
    expect(ada.page.locator(".chat-watchers")).to_have_count(0)


def test_voice_link_names_its_target(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben")
    ensure_chat(ada.page)
    ada.page.get_by_role("button", name="Add a voice call").click()
    expect(ada.page.locator("#chat")).to_be_hidden()
    ada.page.locator("#voice-link").fill(LINK)
    ada.page.locator("#voice-form button").click()
    link = ben.page.locator(".voice-link")
    expect(link).to_have_text(re.compile("talk.example.org"))
    assert [link.get_attribute(name) for name in ("href", "rel", "target")] == [LINK, "noreferrer noopener", "_blank"]
    ada.page.locator("#voice-link").fill("javascript:alert(1)")
    ada.page.locator("#voice-form button").click()
    expect(ada.page.locator("#notice")).to_contain_text("It must start with https://")
    expect(link).to_have_attribute("href", LINK)


@pytest.mark.slow("the rules are asked five times")
def test_opened_chat_breaks_no_rule(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", watchers="public")
    walter = open_watcher(person, ada)
    ensure_chat(walter.page)
    walter.page.locator("#watcher-name").fill("Walter")
    say(walter, "Hello")
    for key in ("luck", "bluffed"):
        open_tool(ben.page, "phrases")
        ben.page.locator(f"#phrase-form [value={key}]").click()
        expect(ben.page.locator(f".phrase[data-phrase={key}]")).to_have_count(1)
    open_tool(ben.page, "signs")
    ben.page.locator("#sign-form [value=eye]").click()
    open_tool(ada.page, "hears")
    ada.page.get_by_role("button", name="Read it").click()
    expect(ada.page.locator(".chat-watchers")).to_be_visible()
    ada.page.locator(".reactions summary").click()
    found: list[str] = []
    for place, name in enumerate(TOOLS):
        ada.page.set_viewport_size(DESK)
        open_tool(ada.page, name)
        for look in looks(place):
            ada.page.set_viewport_size(look.size)
            ensure_chat(ada.page)
            found += find_faults(ada.page, f"{name} {look}", (look,), "#chat")
            found += [f"{name}: {cut}" for cut in ada.page.evaluate(CUT)]
            assert has_no_overflow(ada.page), name
        ada.page.keyboard.press("Escape")
    found += find_faults(walter.page, "watching", (DESK_DARK,), "#chat")
    walter.page.set_viewport_size(PHONE)
    ensure_chat(walter.page)
    assert found + find_faults(walter.page, "watching on a phone", (PHONE_LIGHT,), "#chat") == []
