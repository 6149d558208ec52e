"""Beats of a film: short drawn moments over the board."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.paths import STATIC
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.pieces_on_page import choose_film
from tests.browser.tables import start_table_with_remote
from tests.browser.test_film_queue import MOVING, start_live

pytestmark = pytest.mark.browser

BEATS = re.findall(r"^  (\w+): \{$", (STATIC / "js/beats/moves.js").read_text(encoding="utf-8"), re.MULTILINE)
MOST_MS = 1_200

READY = """() => [...document.styleSheets].some(({ href }) => href?.endsWith("beats.css"))"""
"""Script for whether the sheet of the beats has loaded."""

SHOW = """([name, pace, isOdd]) => {
    const detail = { say: ["Ben wins."], beat: { name, seats: [1, 0] }, pace, moment: null };
    const began = performance.now();
    document.dispatchEvent(new CustomEvent("signet:step", { detail }));
    const layer = document.querySelector(".beat");
    if (isOdd) layer.querySelector(".medallion").animate({ width: ["1px", "2px"] }, 100);
    const all = layer?.getAnimations({ subtree: true }) ?? [];
    const found = {
        isDrawn: Boolean(layer?.querySelector(".medallion")?.offsetWidth),
        hidden: layer?.getAttribute("aria-hidden"),
        lasts: Math.max(0, ...all.map(each => each.effect.getTiming().duration)),
        moved: [...new Set(all.flatMap(each => each.effect.getKeyframes().flatMap(Object.keys)))],
    };
    return detail.moment.ended.then(() => ({
        ...found, isGone: !document.querySelector(".beat"), took: performance.now() - began,
    }));
}"""
"""Script that shows a beat at a pace, and tells of it once it has ended."""

CHEAP = {"translate", "rotate", "scale", "opacity", "offset", "easing", "composite", "computedOffset"}
"""Fields of frames that move without layout and painting."""


def show(page: Page, name: str, pace: float = 1, is_odd: bool = False) -> dict[str, Any]:
    """Show a beat and return what it was."""
    page.wait_for_function(READY)
    found: dict[str, Any] = page.evaluate(SHOW, [name, pace, is_odd])
    return found


@pytest.mark.slow("plays every beat in real time")
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_each_beat_moves_cheaply_for_a_short_time(person: MakePlayer, size: dict[str, int]) -> None:
    ada, _ = start_table_with_remote(person, "Ben", settings={**MOVING, "viewport": size})
    for name in BEATS:
        for pace in (0.5, 2):
            found = show(ada.page, name, pace)
            assert (found["isDrawn"], found["isGone"], found["hidden"]) == (True, True, "true"), name
            assert {*found["moved"]} <= CHEAP
            assert 0 < found["lasts"] <= MOST_MS
    assert "width" in show(ada.page, BEATS[0], is_odd=True)["moved"]


def test_without_motion_a_beat_is_a_still_picture(person: MakePlayer) -> None:
    ada, _ = start_table_with_remote(person, "Ben")
    found = show(ada.page, "scales")
    assert (found["isDrawn"], found["isGone"], found["moved"]) == (True, True, [])
    assert found["took"] > 850


def test_film_waits_for_a_beat_and_skips_it(person: MakePlayer) -> None:
    ada, _ben, send = start_live(person, MOVING)
    choose_film(ada.page, "slow")
    ada.page.wait_for_function(READY)
    ada.page.evaluate("""() => {
        window.struck = [];
        document.addEventListener("signet:beat", ({ detail }) => window.struck.push(detail.name));
    }""")
    send(["Ben's thief is caught."], beat={"name": "bars", "seats": [1]}, sound="whistle")
    expect(ada.page.locator(".beat-bars .medallion")).to_be_visible()
    expect(ada.page.locator(".beat-bars > .crest")).to_have_count(1)
    expect(ada.page.locator("#film-say")).to_have_text("Ben's thief is caught.")
    expect(ada.page.locator(".beat")).to_have_count(0)
    assert ada.page.evaluate("window.struck") == ["bars"]
    expect(ada.page.locator("#film")).not_to_be_visible()
    send(["Ben wins the game."], beat={"name": "laurel", "seats": [1]})
    expect(ada.page.locator(".beat-laurel .medallion")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".beat")).to_have_count(0, timeout=300)
    expect(ada.page.locator("#film")).not_to_be_visible()
    # a beat of a newer server
    send(["Something new."], beat={"name": "comet", "seats": []})
    expect(ada.page.locator("#film-say")).to_have_text("Something new.")
    expect(ada.page.locator(".beat")).to_have_count(0)


def test_without_motion_sentences_beside_the_prompt_have_cues(person: MakePlayer) -> None:
    ada, _ben, send = start_live(person, {})
    choose_film(ada.page, "normal")
    ada.page.wait_for_function(READY)
    ada.page.evaluate("""() => {
        window.sounds = [];
        document.addEventListener("signet:step", ({ detail }) => window.sounds.push(detail.sound));
    }""")
    send(["Ben's thief is caught."], beat={"name": "bars", "seats": [1]}, sound="whistle")
    expect(ada.page.locator(".beat-bars .medallion")).to_be_visible()
    expect(ada.page.locator("#film-say")).to_have_text("Ben's thief is caught.")
    expect(ada.page.locator("#prompt")).to_have_js_property("inert", False)
    expect(ada.page.locator(".beat")).to_have_count(0)
    assert ada.page.evaluate("window.sounds") == ["whistle"]


def test_bell_repeats_the_sentence_large_for_eyes_alone(person: MakePlayer) -> None:
    ada, _ben, send = start_live(person, {**MOVING, "viewport": {"width": 320, "height": 568}})
    ada.page.wait_for_function(READY)
    send(
        ["Ada, Ben, Carla and Sir Dunstan have reached the banquet: that was the last round."],
        beat={"name": "bell", "seats": []},
    )  # fmt: skip - as it stands on the page
    line = ada.page.locator(".beat-bell > .line")
    expect(line).to_be_visible()
    expect(ada.page.locator("#announcer")).to_contain_text("that was the last round")
    fits = """() => {
        const [line, scene] = [".beat-bell > .line", "#scene"].map(each => document.querySelector(each));
        const [inner, outer] = [line.getBoundingClientRect(), scene.getBoundingClientRect()];
        return inner.left >= outer.left && inner.right <= outer.right && inner.bottom <= outer.bottom;
    }"""
    assert ada.page.evaluate(fits)
