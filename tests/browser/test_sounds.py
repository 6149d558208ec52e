"""Sounds: loudness and length of each, and the settings that mute them."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.rooms.chat.words import SIGNS
from tests.browser.conftest import MakePlayer
from tests.browser.sheets import ensure_chat, find_row
from tests.browser.tables import start_table_with_remote
from tools.player import Player

pytestmark = pytest.mark.browser

MEASURE = """async ([address, others]) => {
    const { SOUNDS } = await import(address);
    const RATE = 44_100, SIZE = RATE / 5, HEARD = 0.001, AFTER_S = 1.5;
    const found = {};
    for (const [name, sound] of Object.entries(SOUNDS)) {
        const { play, long, level, kind } = { ...sound, ...others };
        const audio = new OfflineAudioContext(1, RATE * (sound.long + AFTER_S), RATE);
        const out = new GainNode(audio, { gain: level });
        out.connect(audio.destination);
        play({ audio, out, now: 0 });
        const plain = (await audio.startRendering()).getChannelData(0);
        // the weighting of ITU-R BS.1770: a shelf and a high pass
        const weighing = new OfflineAudioContext(1, plain.length, RATE);
        const buffer = weighing.createBuffer(1, plain.length, RATE);
        buffer.copyToChannel(plain, 0);
        const source = new AudioBufferSourceNode(weighing, { buffer });
        source
            .connect(new BiquadFilterNode(weighing, { type: "highshelf", frequency: 1_500, gain: 4 }))
            .connect(new BiquadFilterNode(weighing, { type: "highpass", frequency: 38, Q: 0.5 }))
            .connect(weighing.destination);
        source.start();
        const wave = (await weighing.startRendering()).getChannelData(0);
        let most = 0;
        for (let from = 0; from + SIZE <= wave.length; from += SIZE / 4) {
            most = Math.max(most, wave.subarray(from, from + SIZE).reduce((sum, each) => sum + each * each, 0) / SIZE);
        }
        const peak = plain.reduce((top, each) => Math.max(top, Math.abs(each)), 0);
        const lasts = (plain.findLastIndex(each => Math.abs(each) > HEARD) + 1) / RATE;
        found[name] = { kind, long, peak, lasts, loud: 10 * Math.log10(most + 1e-12) };
    }
    return found;
}"""
"""Script that measures every sound: loudest fifth of a second, peak and length.

Its second argument overrides fields of every sound."""

BAND_DB = 6
"""Most decibels between the loudest and the softest sound."""

HEARD = """() => {
    window.heard = 0;
    window.contexts = [];
    for (const node of [OscillatorNode, AudioBufferSourceNode]) {
        const start = node.prototype.start;
        node.prototype.start = function (...all) { window.heard += 1; return start.apply(this, all); };
    }
    const Context = AudioContext;
    window.AudioContext = class extends Context {
        constructor(...all) { super(...all); window.contexts.push(this); }
    };
}"""
"""Script that counts what sounds, and keeps the page's audio contexts."""

REST = "() => window.contexts.length === 1 && window.contexts[0].state === 'suspended'"
"""Script for whether the page's audio rests."""

SIGHT = """isHidden => Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden })"""
"""Script that pretends that the page is hidden, or visible."""

Measured = Mapping[str, Mapping[str, Any]]


def measure(page: Page, url: str, **others: float) -> Measured:
    """Return the measures of every sound by name."""
    page.goto(url)
    found: Measured = page.evaluate(MEASURE, [f"{url}/static/js/sounds/sounds.js", others])
    return found


def list_faults(found: Measured) -> Iterator[str]:
    """Yield every fault of measured sounds."""
    loud = [each["loud"] for each in found.values()]
    if max(loud) - min(loud) > BAND_DB:
        yield "unequal"
    for each in found.values():
        if each["loud"] < -40:
            yield "silent"
        if each["peak"] > 0.95:
            yield "clipped"
        if each["lasts"] > each["long"]:
            yield "too long"


def test_every_sound_is_heard_unclipped_as_loud_and_short(person: MakePlayer) -> None:
    ada = person()
    found = measure(ada.page, ada.url)
    assert [*list_faults(found)] == []
    assert {name for name, each in found.items() if each["kind"] == "reaction"} == SIGNS.keys()
    assert len(found) > 20


@pytest.mark.parametrize(
    ("others", "fault"),
    [({"level": 0}, "silent"), ({"level": 9}, "clipped"), ({"long": 0.1}, "too long"), ({"level": 1}, "unequal")],
)  # fmt: skip - one line each
def test_a_faulty_sound_is_found(person: MakePlayer, others: dict[str, float], fault: str) -> None:
    ada = person()
    assert fault in {*list_faults(measure(ada.page, ada.url, **others))}


def start_heard(person: MakePlayer) -> Player:
    """Return Ada at a table; her page counts what sounds, and may sound after a touch."""
    ada, _ = start_table_with_remote(person, "Ben")
    ada.context.add_init_script(f"({HEARD})()")
    ada.page.reload()
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "live")
    # Settings work once the later script is there.
    expect(ada.page.locator("#settings [data-setting=volume]")).to_have_attribute("aria-valuetext", "70%")
    ada.page.locator("#stage").click()
    return ada


def count_heard(ada: Player, event: str, detail: Mapping[str, object]) -> int:
    """Dispatch an event of the page and return how many tones it made."""
    ada.page.evaluate("window.heard = 0")
    ada.page.evaluate(
        "([name, detail]) => document.dispatchEvent(new CustomEvent(`signet:${name}`, { detail }))", [event, detail]
    )
    ada.page.wait_for_timeout(150)
    return int(ada.page.evaluate("window.heard"))


def test_page_sounds_for_events_and_rests_in_between(person: MakePlayer) -> None:
    ada = start_heard(person)
    ada.page.wait_for_function(REST)
    assert count_heard(ada, "step", {"sound": "gavel"})
    assert ada.page.evaluate("window.contexts[0].state") == "running"
    ada.page.wait_for_function(REST)
    assert not count_heard(ada, "step", {"say": ["Nothing sounds."]})
    assert not count_heard(ada, "step", {"sound": "of a newer server"})
    assert count_heard(ada, "beat", {"name": "bars"})
    assert not count_heard(ada, "beat", {"name": "hat"})
    for sign in SIGNS:
        assert count_heard(ada, "reaction", {"sign": sign})
    assert not count_heard(ada, "reaction", {"sign": "gavel"})
    assert count_heard(ada, "voice", {})
    ada.page.evaluate(SIGHT, True)
    assert not count_heard(ada, "reaction", {"sign": "laugh"})
    assert not count_heard(ada, "voice", {})
    ada.page.wait_for_function(REST)


def test_volume_and_switches_mute_by_kind_and_stay(person: MakePlayer) -> None:
    ada = start_heard(person)
    find_row(ada.page, "Settings").click()
    slider = ada.page.get_by_role("slider", name="Volume")
    expect(slider).to_have_value("70")
    slider.press("ArrowUp")
    expect(slider).to_have_attribute("aria-valuetext", "80%")
    ada.page.get_by_role("switch", name="Reactions").uncheck()
    assert not count_heard(ada, "reaction", {"sign": "tear"})
    assert count_heard(ada, "step", {"sound": "coins"})
    ada.page.get_by_role("switch", name="What happens in the game").uncheck()
    assert not count_heard(ada, "step", {"sound": "coins"})
    assert count_heard(ada, "voice", {})
    slider.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", "Silent")
    assert not count_heard(ada, "voice", {})
    ada.page.reload()
    expect(ada.page.locator("[data-setting=volume]")).to_have_js_property("value", "0")
    expect(ada.page.locator("[data-setting=sound-reaction]")).not_to_be_checked()
    expect(ada.page.locator("[data-setting=sound-chat]")).to_be_checked()


def test_what_people_say_sounds_once_for_others(person: MakePlayer) -> None:
    ada, (ben,) = start_table_with_remote(person, "Ben")
    ada.context.add_init_script(f"({HEARD})()")
    ada.page.reload()
    expect(ada.page.locator("#settings [data-setting=volume]")).to_have_attribute("aria-valuetext", "70%")
    ada.page.locator("#stage").click()
    for event, detail, said in (
        ("voice", {}, {"do": "say", "text": "Good evening"}),
        ("voice", {}, {"do": "phrase", "phrase": "hurry"}),
        ("reaction", {"sign": "eye"}, {"do": "react", "sign": "eye"}),
        ("reaction", {"sign": "laugh"}, {"do": "react", "sign": "laugh"}),
    ):
        once = count_heard(ada, event, detail)
        entries = ada.page.locator(".chat-lines [data-line]")
        count = entries.count()
        ada.page.evaluate("window.heard = 0")
        ben.do(**said)
        expect(entries).to_have_count(count + 1)
        ada.page.wait_for_timeout(150)
        assert ada.page.evaluate("window.heard") == once > 0
    ada.page.evaluate("window.heard = 0")
    ada.say("Nobody told me")
    expect(ada.page.locator(".bubble")).to_contain_text(["Nobody told me"])
    ada.page.wait_for_timeout(150)
    assert ada.page.evaluate("window.heard") == 0


def test_watchers_do_not_hear_their_own_messages(person: MakePlayer) -> None:
    ada, _ = start_table_with_remote(person, "Ben", watchers="public")
    link = ada.page.locator("#menu").get_by_label("Watch link").input_value()
    wim, zoe = person("Wim"), person("Zoe")
    for watcher in (wim, zoe):
        watcher.context.add_init_script(f"({HEARD})()")
        watcher.page.goto(link)
        expect(watcher.page.locator("#settings [data-setting=volume]")).to_have_attribute("aria-valuetext", "70%")
        watcher.page.locator("#stage").click()
        watcher.page.evaluate("window.heard = 0")
        ensure_chat(watcher.page)
        watcher.page.locator("#watcher-name").fill(watcher.name)
    zoe.page.locator("#chat-text").fill("  Who  is the thief? ")
    zoe.page.locator("#chat-text").press("Enter")
    for watcher in (wim, zoe):
        expect(watcher.page.locator(".bubble")).to_contain_text(["Who is the thief?"])
        watcher.page.wait_for_timeout(150)
    heard = [watcher.page.evaluate("window.heard") for watcher in (wim, zoe)]
    assert heard == [count_heard(wim, "voice", {}), 0]
