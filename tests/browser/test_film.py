"""The film of a reveal: it leads to the end state, can be skipped, and stands still for whom movement disturbs."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import MakePlayer
from tests.browser.cookies import device_cookie
from tests.browser.laid import AT_REST, HERE, choose_film
from tests.browser.remote import RemotePlayer
from tests.browser.sheets import row
from tests.browser.tables import table, table_with_remote
from tests.whole import whole
from tools.player import Player, play

pytestmark = pytest.mark.browser

MOVING: dict[str, object] = {"reduced_motion": "no-preference", "viewport": {"width": 720, "height": 800}}
"""Pages on which things move, and no larger than needed: what moves is drawn at every frame."""

SHOWN = f"() => ({AT_REST})() && JSON.stringify(({HERE})())"
"""What lies on the table once nothing is told any more."""

OPENED = "#log [data-clause='A9.1']"
"""What the log says of the cards that were revealed."""

BESIDE = """asked => {
    const film = document.getElementById("film");
    const [form, button] = ["[data-seal]", ".seal-button"].map(each => document.querySelector(each));
    const takesTaps = getComputedStyle(form?.querySelector(".choices") ?? film).pointerEvents !== "none";
    const isNew = form && form.id !== asked;
    return !film.hidden && isNew && takesTaps && button.checkVisibility({ visibilityProperty: true });
}"""
"""Whether something is told while the next thing can be chosen already."""


def reveal(ada: Player, ben: Player | RemotePlayer) -> str:
    """Both seal, which opens their cards. The id of what was asked of Ada."""
    ada.choose()
    asked = ada.page.locator("[data-seal]").get_attribute("id")
    assert asked
    if isinstance(ben, RemotePlayer):
        ben.choose()
    else:
        ben.pick()
        ben.page.locator(".seal-button").click()
    return asked


def device(player: Player) -> str:
    """What the player's browser shows to have its seat."""
    return next(each["value"] for each in player.context.cookies() if each["name"] == device_cookie(player.url))


def test_the_film_says_what_happened_before_the_next_prompt_appears(person: MakePlayer) -> None:
    ada, (ben,) = table_with_remote(person, "Ben", settings=MOVING)
    asked = reveal(ada, ben)
    expect(ada.page.locator("#film")).to_be_visible()
    expect(ada.page.locator("#film-say")).not_to_be_empty()
    # what was asked before stays beneath, and cannot be changed any more
    expect(ada.page.locator("#prompt")).to_have_js_property("inert", True)
    expect(ada.page.locator(f"#{asked}")).to_have_count(1)
    for part in (".prompt-head", ".seal-button"):
        expect(ada.page.locator(part)).not_to_be_visible()
    # nobody is called sealed whose card is turning
    states = ada.page.locator("#guests .seat-state")
    for place in range(2):
        expect(states.nth(place)).to_have_css("visibility", "hidden")
    ada.page.get_by_role("button", name="Skip").click()
    expect(ada.page.locator("#film")).not_to_be_visible()
    expect(ada.page.locator("#prompt")).to_have_js_property("inert", False)
    expect(ada.page.locator("#prompt h2")).to_be_visible()
    expect(states.first).to_have_css("visibility", "visible")
    expect(ada.page.locator(f"#{asked}")).to_have_count(0)
    expect(ada.page.locator(OPENED)).to_have_count(1)


def test_a_film_ends_by_itself_in_the_state_it_led_to(person: MakePlayer) -> None:
    ada, (ben,) = table_with_remote(person, "Ben", settings=MOVING)
    choose_film(ada.page, "fast")
    reveal(ada, ben)
    expect(ada.page.locator("#film")).to_be_visible()
    expect(ada.page.locator("#film")).not_to_be_visible(timeout=30_000)
    shown = ada.page.evaluate(HERE)
    ada.page.reload()
    assert ada.page.evaluate(HERE) == shown


@pytest.mark.slow("two pages draw a film")
def test_with_reduced_motion_the_prompt_is_there_at_once_and_the_sentences_are_said(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben")
    for player in (ada, ben):
        choose_film(player.page, "slow")
    asked = reveal(ada, ben)
    for player in (ada, ben):
        expect(player.page.locator(f"#{asked}")).to_have_count(0)
    next(player for player in (ada, ben) if player.is_asked).page.wait_for_function(BESIDE, arg=asked)
    expect(ada.page.locator("#announcer")).to_contain_text("go")


def test_the_last_film_is_seen_again_without_disturbing_what_is_asked(person: MakePlayer) -> None:
    ada, (ben,) = table_with_remote(person, "Ben", settings=MOVING)
    asked = reveal(ada, ben)
    expect(ada.page.locator("#film")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#film")).not_to_be_visible()
    expect(ada.page.locator("#prompt")).to_be_visible()
    expect(ada.page.locator(f"#{asked}")).to_have_count(0)
    prompt, shown = ada.page.locator("#prompt").text_content(), ada.page.evaluate(HERE)
    ada.page.keyboard.press("m")
    expect(ada.page.locator("#film")).to_be_visible()
    expect(ada.page.locator("#prompt")).to_have_js_property("inert", False)
    expect(ada.page.locator("#prompt")).to_be_visible()
    assert ada.page.locator("#prompt").text_content() == prompt
    ada.page.get_by_role("button", name="Skip").click()
    expect(ada.page.locator("#film")).not_to_be_visible()
    assert ada.page.evaluate(HERE) == shown
    (ada if ada.is_asked else ben).choose()


@pytest.mark.slow("two pages draw a film")
def test_everybody_sees_that_all_have_sealed_before_the_cards_are_revealed(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben", settings=MOVING, phone="Ben", grace="3")
    ada.choose()
    expect(ada.page.locator("#reveal-countdown")).not_to_be_visible()
    ben.choose()
    for player in (ada, ben):
        expect(player.page.locator("#reveal-countdown")).to_be_visible()
        expect(player.page.locator("#reveal-countdown .crest")).to_have_count(2)
    expect(ada.page.locator("#film")).to_be_visible(timeout=10_000)
    expect(ada.page.locator("#reveal-countdown")).not_to_be_visible()


def test_settings_are_the_devices_own_and_stay(person: MakePlayer) -> None:
    ada, (ben,) = table_with_remote(person, "Ben", settings=MOVING)
    row(ada.page, "Settings").click()
    sheet = ada.page.locator("#settings")
    sheet.get_by_role("radio", name="Dark").check(force=True)
    sheet.get_by_role("switch", name="Motion").uncheck()
    sheet.get_by_role("switch", name="Someone seals").uncheck()
    ada.page.reload()
    expect(ada.page.locator("html")).to_have_attribute("data-look", "dark")
    expect(ada.page.locator("html")).to_have_attribute("data-motion", "off")
    expect(ada.page.locator("#settings [data-setting=sound-seal]")).not_to_be_checked()
    expect(ada.page.locator("#settings [data-setting=sound-turn]")).to_be_checked()
    reveal(ada, ben)
    # nothing moves: the end state at once, the sentences beside the prompt
    expect(ada.page.locator("#film.still #film-say")).to_be_visible()
    expect(ada.page.locator("#prompt")).to_have_js_property("inert", False)


@pytest.mark.slow("draws slow films")
def test_who_is_behind_comes_to_the_end_state(person: MakePlayer) -> None:
    ada, (ben,) = table_with_remote(person, "Ben", settings=MOVING)
    watching = person("Ada's tablet", **MOVING)
    watching.context.add_cookies([{"name": device_cookie(ada.url), "value": device(ada), "url": ada.url}])
    watching.page.goto(ada.page.url)
    for player, speed in ((ada, "none"), (watching, "slow")):
        choose_film(player.page, speed)
    while int(ada.page.locator("#stage b").inner_text().partition(" ")[2] or 0) < whole(3, 2):
        if ada.is_asked:
            ada.choose()
        elif ben.is_asked:
            ben.choose()
        ada.page.wait_for_timeout(20)
    shown = ada.page.evaluate(SHOWN)
    assert shown
    watching.page.wait_for_function(f"shown => ({SHOWN})() === shown", arg=shown, timeout=60_000)


TELLING = """() => {
    window.told = [];
    const [film, says] = ["film", "film-say"].map(id => document.getElementById(id));
    const note = () => says.textContent !== film.dataset.hush && window.told.push(says.textContent);
    new MutationObserver(note).observe(says, { childList: true });
}"""
"""Notes what the film says."""

LOGGED = """() => [...document.querySelectorAll("#log li")]
    .map(line => line.textContent.replace(/[?\\s]+$/, ""))
    .reverse()"""
"""The lines of the log, the oldest first."""


HEARING = """() => {
    window.heard = 0;
    const parse = JSON.parse;
    JSON.parse = text => {
        const message = parse(text);
        if (message.film) window.heard += 1;
        return message;
    };
}"""
"""Counts the films that arrive."""


def live(person: MakePlayer, settings: dict[str, object]) -> tuple[Player, RemotePlayer, Callable[[list[str]], None]]:
    """Ada and Ben, and what sends her page more films of one sentence each, as the server would. They move nothing."""
    sockets: list[WebSocketRoute] = []
    table_id: list[Any] = []

    def listen(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)

        def forward(message: str | bytes) -> None:
            film = json.loads(message).get("film")
            table_id.extend([film["to"]] if film else [])
            socket.send(message)

        server.on_message(forward)

    def join(*given: Any, **settings: Any) -> Player:
        player = person(*given, **settings)
        player.context.route_web_socket("**/live*", listen)
        return player

    ada, (ben,) = table_with_remote(join, "Ben", settings=settings)
    table_id.append(ada.page.evaluate(HERE)["table_id"])

    def send(sentences: list[str]) -> None:
        for say in sentences:
            step: dict[str, Any] = {"say": [say], "clause": "A9.1", "seat": None, "weight": 1}
            game, ask = table_id[-1].split("/")
            film = {"from": table_id[-1], "to": f"{game}/{int(ask) + 1}", "seals": [], "steps": [step]}
            table_id.append(film["to"])
            sockets[-1].send(json.dumps({"version": 1, "film": film}))

    return ada, ben, send


def reveal_cards(ada: Player, ben: RemotePlayer) -> None:
    """Both seal; what the film says from then on is noted on Ada's page."""
    ada.page.evaluate(TELLING)
    reveal(ada, ben)


@pytest.mark.parametrize("waiting", [3, 100])
def test_a_film_is_seen_to_its_end_and_then_what_came_meanwhile_unless_it_is_far_too_much(
    person: MakePlayer, waiting: int
) -> None:
    ada, ben, send = live(person, MOVING)
    reveal_cards(ada, ben)
    expect(ada.page.locator("#film")).to_be_visible()
    send(more := [f"More {number}" for number in range(waiting)])
    if waiting == 3:
        # between two films the box is away for a moment
        ada.page.wait_for_function("last => window.told.includes(last)", arg=more[-1], timeout=60_000)
    expect(ada.page.locator("#film")).not_to_be_visible(timeout=60_000)
    expect(ada.page.locator("#log").get_by_text(more[-1])).to_have_count(1)
    told, logged = ada.page.evaluate("window.told"), ada.page.evaluate(LOGGED)
    revealed = [say for say in told if say not in more]
    assert len(revealed) > 1
    assert [line for line in logged if line in told or line in more] == revealed + more
    assert told == revealed + more if waiting == 3 else told[: len(revealed)] == revealed and len(told) < waiting


def test_who_skips_a_film_skips_what_waits_behind_it(person: MakePlayer) -> None:
    ada, ben, send = live(person, MOVING)
    reveal_cards(ada, ben)
    expect(ada.page.locator("#film")).to_be_visible()
    ada.page.evaluate(HEARING)
    send(["More 0", "More 1", "More 2"])
    ada.page.wait_for_function("() => window.heard === 3")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#log").get_by_text("More 2")).to_have_count(1)
    send(["Last"])
    expect(ada.page.locator("#film-say")).to_have_text("Last")
    assert not [say for say in ada.page.evaluate("window.told") if say.startswith("More")]


def test_with_reduced_motion_no_sentence_chases_away_those_of_before(person: MakePlayer) -> None:
    ada, ben, send = live(person, {})
    choose_film(ada.page, "normal")
    reveal_cards(ada, ben)
    expect(ada.page.locator("#film-say")).not_to_be_empty()
    send(["More"])
    expect(ada.page.locator("#film-say")).to_have_text("More", timeout=60_000)
    expect(ada.page.locator("#film")).not_to_be_visible()
    # what is said of the revealed cards while they lie in the middle is said once more beside what is asked
    first, *told = ada.page.evaluate("window.told")
    assert first == told[0]
    assert len(told) > 2
    assert [line for line in ada.page.evaluate(LOGGED) if line in told] == told


def test_no_message_is_heavier_than_a_phone_likes(person: MakePlayer) -> None:
    """A whole reveal with its film, at a table of five."""
    heard: list[str] = []

    def listen(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def forward(message: str | bytes) -> None:
            heard.append(str(message))
            socket.send(message)

        server.on_message(forward)

    def join(*given: Any, **settings: Any) -> Player:
        player = person(*given, **settings)
        player.context.route_web_socket("**/live*", listen)
        return player

    ada, _ = table_with_remote(join, bots=4)
    choose_film(ada.page, "none")
    play([ada], rounds=whole(8, 3))
    films: list[dict[str, Any]] = [json.loads(text) for text in heard if '"film"' in text]
    assert films
    assert max(len(text.encode()) for text in heard) < 60_000
    steps = [step for message in films for step in message["film"]["steps"]]
    assert all(step["clause"] for step in steps if "say" in step)
    # what nobody says anything about is at the end of a reveal
    assert all("say" in step for message in films for step in message["film"]["steps"][:-1])
