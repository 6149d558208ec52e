"""Real devices: keyboard layouts, refused clipboards, moved push subscriptions."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import MakePlayer
from tests.browser.tables import start_table

pytestmark = pytest.mark.browser

PRESS = """([key, code, more]) => {
    const event = new KeyboardEvent("keydown", { key: key ?? "", code, bubbles: true, cancelable: true, ...more });
    if (key === null) Object.defineProperty(event, "key", { get: () => undefined });
    (document.activeElement ?? document.body).dispatchEvent(event);
}"""
LETTERS = {
    "\u0446": "KeyW",  # Russian
    "\u03c2": "KeyW",  # Greek
    "'": "",
    "\u3049": "",
    "W": "KeyW",
    "w": "KeyZ",  # AZERTY: the character counts, not the position.
}


def press(page: Page, key: str | None, code: str = "", **more: bool | int) -> None:
    """Press a key as a keyboard of another layout sends it."""
    page.evaluate(PRESS, [key, code, more])


def test_single_keys_work_on_every_layout(person: MakePlayer) -> None:
    ada = start_table(person, "Ada", away=["Ben"])[0]
    page = ada.page
    for key, code, goal in (
        ("\u0446", "KeyW", "#waiting"), ("\u05d9", "KeyH", "#hand"), ("\u03bb", "KeyL", "#last_round"),
        ("\u3131", "KeyW", "#waiting"), ("w", "Comma", "#waiting"), ("W", "KeyZ", "#waiting"), ("h", "KeyJ", "#hand"),
    ):  # fmt: skip
        page.locator("#main").focus()
        press(page, key, code)
        expect(page.locator(goal)).to_be_focused()
    # On a Latin key the character counts, not the position.
    page.locator("#main").focus()
    for key, code in (
        ("z", "KeyW"),
        ("\u00e9", "Digit2"),
        ("Dead", "KeyW"),
        ("Process", "KeyW"),
        ("Unidentified", "KeyW"),
    ):
        press(page, key, code)
        expect(page.locator("#main")).to_be_focused()


def test_autofill_and_composed_letters_press_nothing(person: MakePlayer) -> None:
    ada = start_table(person, "Ada", away=["Ben"])[0]
    page = ada.page
    page.locator("#main").focus()
    press(page, None)
    press(page, None, "KeyW")
    press(page, "w", "KeyW", isComposing=True)
    press(page, "w", "KeyW", keyCode=229)
    page.evaluate("document.dispatchEvent(new Event('keydown', { bubbles: true }))")
    expect(page.locator("#main")).to_be_focused()
    assert ada.problems == []
    # Escape that ends a composition in the chat must not reach the film or the table.
    page.keyboard.press("c")
    press(page, "Escape", "Escape", isComposing=True)
    expect(page.locator("#chat-text")).to_be_focused()


REFUSED = "Object.defineProperty(navigator, 'clipboard', { get: () => ({ writeText: async () => { throw 0; } }) });"
MISSING = "Object.defineProperty(navigator, 'clipboard', { get: () => undefined });"
NO_COMMAND = "document.execCommand = () => %s;"
TOLD = (
    "Object.defineProperty(navigator, 'clipboard', { get: () => ({ writeText: async t => { window.copied = t; } }) });"
)


@pytest.mark.parametrize("clipboard", [REFUSED, MISSING])
@pytest.mark.parametrize("answer", ["true", "false"])
def test_copied_is_not_said_after_a_failure(person: MakePlayer, clipboard: str, answer: str) -> None:
    ada = person("Ada")
    ada.context.add_init_script(clipboard + NO_COMMAND % answer)
    link = ada.open_room()
    page = ada.page
    expect(page.locator("#status")).to_have_attribute("data-state", "live")
    button = page.get_by_role("button", name="Copy the link")
    button.click()
    expect(page.locator("[data-copy=join-link]")).to_have_text("Selected: copy it by hand")
    assert page.evaluate("document.activeElement.id") == "join-link"
    field = "document.getElementById('join-link')"
    assert page.evaluate(f"{field}.value.slice({field}.selectionStart, {field}.selectionEnd)") == link
    expect(page.get_by_role("button", name="Copy the link")).to_be_visible(timeout=10_000)


def test_copied_is_said_after_success(person: MakePlayer) -> None:
    ada = person("Ada")
    ada.context.add_init_script(TOLD)
    link = ada.open_room()
    page = ada.page
    expect(page.locator("#status")).to_have_attribute("data-state", "live")
    button = page.locator("[data-copy=join-link]")
    button.click()
    button.click()
    expect(button).to_have_text("Copied")
    assert page.evaluate("copied") == link
    expect(button).to_have_text("Copy the link")


def test_copying_works_without_the_clipboard_interface(person: MakePlayer) -> None:
    ada = person("Ada")
    ada.context.add_init_script(MISSING)
    ada.open_room()
    ada.page.evaluate(
        "document.addEventListener('copy', e => { window.copied = e.clipboardData.getData('text/plain'); })"
    )
    ada.page.locator("[data-copy=join-link]").click()
    expect(ada.page.locator("[data-copy=join-link]")).to_have_text("Copied")


MOVE = """async ([old, next]) => {
    const seen = [];
    const fetched = self.fetch;
    self.fetch = async (address, init) => {
        if (init?.method !== "POST") return fetched(address, init);
        seen.push([String(address), Object.fromEntries(init.body)]);
        return new Response("{}");
    };
    const event = new ExtendableEvent("pushsubscriptionchange");
    const done = [];
    Object.defineProperty(event, "waitUntil", { value: promise => done.push(promise) });
    Object.defineProperty(event, "oldSubscription", { value: old && { endpoint: old } });
    Object.defineProperty(event, "newSubscription", { value: { toJSON: () => next } });
    self.dispatchEvent(event);
    await Promise.all(done);
    self.fetch = fetched;
    return seen;
}"""
SHOW = """async said => {
    const shown = [];
    const real = self.registration.showNotification;
    self.registration.showNotification = async (title, look) => { shown.push([title, look]); };
    const event = new ExtendableEvent("push");
    const done = [];
    Object.defineProperty(event, "waitUntil", { value: promise => done.push(promise) });
    Object.defineProperty(event, "data", { value: { json: () => JSON.parse(said) } });
    self.dispatchEvent(event);
    await Promise.all(done);
    self.registration.showNotification = real;
    return shown;
}"""


def test_worker_reports_a_moved_subscription(windowed_browser: Browser, person: MakePlayer) -> None:
    url = person("Ada").url
    context = windowed_browser.new_context()
    page = context.new_page()
    page.goto(url)
    page.evaluate("navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)")
    (worker,) = context.service_workers
    said = json.dumps({"title": "Your turn", "body": "It's your turn.", "tag": "K7QF2M9X", "url": "/r/K7QF2M9X"})
    ((title, look),) = worker.evaluate(SHOW, said)
    assert (title, look["tag"], look["renotify"]) == ("Your turn", "K7QF2M9X", True)
    ((_, untagged),) = worker.evaluate(SHOW, json.dumps({"title": "a", "body": "b", "url": "/"}))
    assert untagged["renotify"] is False, "browsers refuse it without a tag"
    new = {"endpoint": "https://push.example/new", "keys": {"p256dh": "p", "auth": "a"}}
    flat = {"endpoint": "https://push.example/new", "p256dh": "p", "auth": "a"}
    assert worker.evaluate(MOVE, ["https://push.example/old", new]) == [
        ["/calls/push", {"was": "https://push.example/old", **flat}]
    ]
    assert worker.evaluate(MOVE, [None, new]) == [["/calls/push", {"was": "", **flat}]]
    context.close()
