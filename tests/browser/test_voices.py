"""Voices: bubbles at crests, unread messages, and reactions over the board."""

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from engine import registry
from tests.browser.access import HELD, find_violations
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.remote import RemotePlayer
from tests.browser.shared_tablet import share_tablet
from tests.browser.tables import start_mixed_table, start_table, start_table_with_remote
from tools.player import Player
from tools.shared_tablet import CURTAIN, OPEN, TABLET

pytestmark = pytest.mark.browser

LOW_PHONE: ViewportSize = {"width": 320, "height": 568}
SIZES = (LOW_PHONE, PHONE, DESK)
MOVING: dict[str, object] = {"reduced_motion": "no-preference"}
LONG = "Nobody has looked at my exhibition. That is typical of this house, and I shall remember it for a long time!"

NEEDED = "#prompt .prompt-head, .seal-button, .stakes, #film:not([hidden]) #film-say, .film-signs, .hands h2, .hands a"
"""Selector of what no bubble and no sign of the bar may cover."""

OVERLAPS = """([one, selector]) => {
    const box = one.getBoundingClientRect();
    return [...document.querySelectorAll(selector)].filter(each => each.checkVisibility()).filter(each => {
        const other = each.getBoundingClientRect();
        return box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom;
    }).map(each => each.outerHTML.slice(0, 80));
}"""

IS_WHOLE = """each => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""


def check_bubble(bubble: Locator) -> None:
    """Assert that a bubble is whole and covers nothing that is needed."""
    expect(bubble).to_be_visible()
    bubble.evaluate("each => Promise.all(each.getAnimations().map(one => one.finished))")
    assert bubble.evaluate(IS_WHOLE)
    assert bubble.evaluate(f"each => ({OVERLAPS})([each, {NEEDED!r}])") == []


def hold_films(person: MakePlayer) -> MakePlayer:
    """Return a factory of players whose films rest on their first sentence."""

    def make(*given: object, **settings: object) -> Player:
        player = person(*given, **settings)
        player.context.add_init_script(HELD)
        return player

    return make


def begin_film(person: MakePlayer, game: str, **options: str | bool) -> tuple[Player, list[RemotePlayer]]:
    """Return a page with a film that rests, and the other players."""
    (ada,), others = start_mixed_table(
        hold_films(person), ["Ada"], ["Ben", "Carla"], game=game, settings=MOVING, options=options
    )
    for other in others:
        other.choose()
    ada.pick()
    ada.page.locator(".seal-button").click()
    expect(ada.page.locator("#film")).to_be_visible()
    return ada, others


def name_unread(page: Page, name: str) -> None:
    """Assert that the chat's button has that accessible name."""
    expect(page.locator("#chat-button")).to_have_accessible_name(name)


@pytest.mark.slow("waits in each size until the bubbles are gone")
@pytest.mark.parametrize("game", registry.GAMES)
def test_bubbles_leave_prompt_and_seal_free(person: MakePlayer, game: str) -> None:
    ada, others = start_table_with_remote(person, "Ben", "Carla", game=game, settings=MOVING)
    for size in SIZES:
        ada.page.set_viewport_size(size)
        for number, other in enumerate(others, start=1):
            other.do(do="say", text=f"{LONG} {size['width']}")
            bubble = ada.page.locator(".bubble").filter(has_text=LONG[:20])
            expect(bubble).to_have_count(number)
        for place in range(len(others)):
            check_bubble(ada.page.locator(".bubble").nth(place))
        assert ada.page.locator(".bubble").first.evaluate(f"each => ({OVERLAPS})([each, '.bubble ~ .bubble'])") == []
        expect(ada.page.locator(".bubble")).to_have_count(0)


@pytest.mark.slow("passes a device on in each size")
def test_bubbles_leave_the_bar_of_a_shared_device_free(person: MakePlayer) -> None:
    tablet = share_tablet(person)
    for size in (TABLET, *SIZES):
        tablet.page.set_viewport_size(size)
        for part in (CURTAIN, OPEN):
            tablet.remote.say(f"{LONG} {part} {size['width']}")
            bubble = tablet.page.locator(".bubble").filter(has_text=f"{part} {size['width']}")
            check_bubble(bubble)
            if part == CURTAIN:
                tablet.open_hand("Ben")
        tablet.pass_on()


def test_newer_line_replaces_the_speakers_bubble(person: MakePlayer) -> None:
    ada, (ben,) = start_table_with_remote(person, "Ben", settings=MOVING)
    ben.do(do="say", text="One")
    expect(ada.page.locator(".bubble-line")).to_have_text("One")
    ben.do(do="phrase", phrase="bluffed")
    expect(ada.page.locator(".bubble-line")).to_have_text("Well bluffed!")
    ada.page.locator(".bubble").click()
    expect(ada.page.locator("#chat")).to_be_visible()
    expect(ada.page.locator(".bubble")).to_have_count(0)
    ada.page.locator("#chat-text").fill("Mine")
    ada.page.locator("#chat-text").press("Enter")
    expect(ada.page.locator(".bubble-line")).to_have_text("Mine")


@pytest.mark.slow("films a reveal in real time")
@pytest.mark.parametrize("game", registry.GAMES)
def test_film_shows_voices_and_takes_reactions(person: MakePlayer, game: str) -> None:
    ada, (ben, _) = begin_film(person, game)
    bar = ada.page.locator("#film-signs")
    for size in SIZES:
        ada.page.set_viewport_size(size)
        expect(bar.locator("button")).to_have_count(6)
        assert bar.evaluate(IS_WHOLE)
        assert bar.evaluate(f"bar => ({OVERLAPS})([bar, '#film-say, #film-skip'])") == []
        assert find_violations(ada.page, part="#film-signs") == []
        ben.do(do="say", text=f"At {size['width']}")
        bubble = ada.page.locator(".bubble").filter(has_text=f"At {size['width']}")
        check_bubble(bubble)
    bar.get_by_role("button", name="Laughter").dblclick()
    # It rises at the tap, and two taps in one movement are one sign.
    expect(ada.page.locator(".risen[data-js-seat='0']")).to_have_count(1)
    ben.do(do="react", sign="hat", ask=1)
    expect(ada.page.locator(".risen[data-js-seat='1'] .token.hat")).to_be_visible()
    expect(ada.page.locator(".risen .crest")).to_have_count(2)
    assert 96 <= ada.page.locator(".risen").first.evaluate("each => each.offsetWidth") <= 140
    expect(ada.page.locator("#film")).to_be_visible()
    assert ada.page.locator("#chat [data-token]").count() == 0, "the film still plays"
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#chat [data-token=laugh]")).to_contain_text("about round 1")
    expect(ada.page.locator("#chat [data-token]")).to_have_count(2)
    expect(bar).to_be_hidden()


@pytest.mark.parametrize("game", registry.GAMES)
def test_reaction_is_one_tap_without_motion(person: MakePlayer, game: str) -> None:
    small: dict[str, object] = {"viewport": PHONE}
    (ada,), others = start_mixed_table(hold_films(person), ["Ada"], ["Ben", "Carla"], game=game, settings=small)
    for other in others:
        other.choose()
    ada.choose()
    expect(ada.page.locator("#film.still")).to_be_visible()
    bar = ada.page.locator("#film-signs")
    assert bar.evaluate(IS_WHOLE)
    assert bar.evaluate(f"bar => ({OVERLAPS})([bar, '.prompt-head, .seal-button, #film-say, .choice'])") == []
    bar.get_by_role("button", name="Laughter").click()
    expect(ada.page.locator(".risen")).to_be_visible()


def test_delayed_watcher_sees_no_sign_of_an_unseen_reveal(person: MakePlayer) -> None:
    ada, (ben, carla) = start_table_with_remote(person, "Ben", "Carla", watchers="delayed")
    walter = person("Walter", film="none")
    walter.page.goto(ada.page.locator("#menu").get_by_label("Watch link").input_value())
    expect(walter.page.locator("#status")).to_have_attribute("data-state", "live")
    assert walter.page.locator("#film-signs").count() == 0
    for _ in range(2):
        ada.wait_for_turn()
        for other in (ben, carla):
            other.choose()
        ada.choose()
    ben.do(do="react", sign="laugh", ask=2)
    ben.do(do="say", text="After it")
    expect(walter.page.locator(".bubble-line")).to_have_text("After it")
    expect(ada.page.locator(".bubble-line")).to_have_text("After it")
    assert walter.page.locator(".risen, #chat [data-token]").count() == 0
    ben.do(do="react", sign="hat", ask=1)
    expect(walter.page.locator(".risen .token.hat")).to_be_visible()


def test_muted_player_has_no_bubble_and_no_sign(person: MakePlayer) -> None:
    ada, (ben, carla) = start_table_with_remote(person, "Ben", "Carla")
    ada.page.locator("#chat-button").click()
    ada.page.locator("#chat-hears > summary").click()
    ada.page.get_by_role("button", name="Mute Ben").click()
    expect(ada.page.get_by_role("button", name="Unmute Ben")).to_be_visible()
    ben.do(do="say", text="Not for Ada")
    ben.do(do="react", sign="hat")
    carla.do(do="say", text="For Ada")
    expect(ada.page.locator(".bubble-line")).to_have_text("For Ada")
    expect(ada.page.locator(".risen")).to_have_count(0)


def test_unread_messages_are_said_in_words_until_seen(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", phone="Ada")
    ada.page.set_viewport_size(LOW_PHONE)
    name_unread(ada.page, "Chat")
    ben.page.locator("#chat-button").click()
    for number, words in enumerate(("Chat: 1 new message", "Chat: 2 new messages"), start=1):
        ben.page.locator("#chat-text").fill(f"Line {number}")
        ben.page.locator("#chat-text").press("Enter")
        name_unread(ada.page, words)
        expect(ada.page.locator(".unread")).to_have_text(str(number))
    ada.page.locator("#chat-button").tap()
    expect(ada.page.locator("#chat-text")).to_be_visible()
    name_unread(ada.page, "Chat")
    expect(ada.page.locator(".unread")).to_have_text("")
    name_unread(ben.page, "Chat")


def test_lobby_has_bubbles_and_a_chat_button(person: MakePlayer) -> None:
    ada, ben = person("Ada", viewport=LOW_PHONE, has_touch=True), person("Ben")
    ben.sit_down(ada.open_room())
    expect(ada.page.locator("#chair-1 .name")).to_have_text("Ben")
    ben.page.locator("#chat-text").fill(LONG)
    ben.page.locator("#chat-text").press("Enter")
    for page in (ada.page, ben.page):
        expect(page.locator(".bubble")).to_contain_text(LONG)
    assert ada.page.locator(".bubble").evaluate(IS_WHOLE)
    assert ada.page.locator(".bubble").evaluate(f"each => ({OVERLAPS})([each, '#chair-0, #chair-2'])") == []
    name_unread(ada.page, "Chat: 1 new message")
    ada.page.locator("#chat-button").tap()
    expect(ada.page.locator("#chat")).to_be_in_viewport(ratio=0.9)
    name_unread(ada.page, "Chat")
    ada.page.keyboard.press("Escape")
    ada.page.evaluate("document.getElementById('chat').scrollIntoView()")
    ben.page.locator("#chat-text").fill("Seen at once")
    ben.page.locator("#chat-text").press("Enter")
    expect(ada.page.locator("#chat .line").filter(has_text="Seen at once")).to_be_in_viewport()
    name_unread(ada.page, "Chat")


def test_reactions_rise_again_in_the_replay(person: MakePlayer) -> None:
    ada, (ben,) = start_table_with_remote(person, "Ben")
    for player in (ada, ben):
        player.choose()
    expect(ada.page.locator("#phase")).to_have_attribute("data-reveal", "1")
    ben.do(do="react", sign="tear", ask=1)
    expect(ada.page.locator("#chat [data-token=tear]")).to_have_count(1)
    ada.page.goto(f"{ada.page.url}/replay?at=1.0")
    signs = ada.page.locator("#replay-signs ul")
    expect(signs).to_be_hidden()
    ada.page.locator("#way-on").click()
    expect(ada.page.locator(".risen[data-js-seat='1'] .token.tear")).to_be_visible()
    expect(signs).to_have_accessible_name("Reactions")
    expect(signs).to_contain_text("Ben: A tear")
    expect(signs.locator(".crest")).to_be_visible()
