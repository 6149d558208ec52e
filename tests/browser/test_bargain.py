"""Headline of a bargain: stakes and clock stay in sight for everybody.

It is tested on all screens and in all languages, with the coach open and folded, for both partners, others and
watchers."""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from app.web.text.languages import LANGUAGES
from tests.browser.access import TABLET
from tests.browser.bargains import choose_bargains, write_bargains
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.sample_tables import open_pose, seat_as
from tests.browser.words import WIDE, set_language_and_size
from tests.rooms.builders import WATCH_KEY
from tests.whole import whole
from tools.served import Served

pytestmark = pytest.mark.browser

SIDEWAYS: ViewportSize = {"width": 844, "height": 390}

SIZES: tuple[ViewportSize, ...] = (
    PHONE,
    {"width": 390, "height": 844},
    {"width": 360, "height": 640},
    SIDEWAYS,
    {"width": 667, "height": 375},
    TABLET,
    {"width": 1366, "height": 768},
    DESK,
)

COACHES = ("none", "open", "folded")

LOOKS = tuple(product(SIZES, LANGUAGES, COACHES))

HIDDEN = """part => {
    const found = [], range = document.createRange();
    const clips = element => {
        const boxes = [];
        for (let at = element; at && at !== document.body; at = at.parentElement) {
            if (getComputedStyle(at).overflow !== "visible") boxes.push(at.getBoundingClientRect());
        }
        return boxes;
    };
    for (const name of [".headline", ".stakes", ".deadline time", ".deadline .ring"]) {
        const element = document.querySelector(`#prompt ${name}`);
        if (!element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
            found.push(`no ${name}`);
            continue;
        }
        const rects = [], texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            if (texts.currentNode.parentElement.closest(".unseen")) continue;
            range.selectNodeContents(texts.currentNode);
            rects.push(...[...range.getClientRects()].filter(({ width, height }) => width > 2 && height > 2));
        }
        const looked = rects.length ? rects : [element.getBoundingClientRect()];
        const [boxes, room] = [clips(element), { left: 0, top: 0, right: innerWidth, bottom: innerHeight }];
        for (const rect of looked) {
            const isOut = box => rect.left < box.left - 1 || rect.right > box.right + 1
                || rect.top < box.top - 2 || rect.bottom > box.bottom + 2;
            const { left, top, right, bottom } = rect;
            if ([room, ...boxes].some(isOut)) found.push(`${name} is cut: ${[left, top, right, bottom]}`);
            for (const share of [.1, .5, .9]) {
                const at = document.elementFromPoint(rect.left + share * rect.width, rect.top + rect.height / 2);
                const isFree = at?.closest("#prompt") && !at.closest(".choices, .seal-bar");
                if (!isFree) found.push(`${name} lies under ${at?.localName}.${at?.className}`);
            }
        }
    }
    return [...new Set(found)];
}"""
"""Script for parts of the headline or clock that are cut, off screen or covered."""

COVERED = """() => {
    const [one, two] = ["#prompt .prompt-head", "#waiting"].map(name =>
        document.querySelector(name).getBoundingClientRect());
    const isApart = one.bottom <= two.top + 2 || two.bottom <= one.top + 2 || one.right <= two.left;
    return isApart ? [] : [JSON.stringify([one, two])];
}"""
"""Script for whether a watcher's notice covers the headline."""

COACH = "localStorage['signet-coach-edel_stein_reich'] = JSON.stringify({ table: 'x/1', mode: 'on', said: [] });"
"""Init script that opens the coach."""


@pytest.fixture(scope="module")
def bargaining(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Server with all posed bargains."""
    server = Served(tmp_path_factory.mktemp("bargains"), {"SIGNET_KEEP_DAYS": "0"})
    write_bargains(server.database)
    server.start()
    yield server
    server.stop()


def show_coach(page: Page, coach: str) -> None:
    """Wait for the coach, and fold it if wanted."""
    if coach == "none":
        return
    expect(page.locator("#coach")).to_be_visible()
    expect(page.locator("#coach .coach-says")).not_to_be_empty()
    if coach == "folded":
        page.locator("#coach [data-fold]").click()
        expect(page.locator("#coach [data-unfold]")).to_be_visible()


@pytest.mark.slow("draws many bargains in many sizes")
@pytest.mark.parametrize("coach", COACHES)
def test_stakes_and_clock_are_in_sight(person: MakePlayer, bargaining: Served, coach: str) -> None:
    ada = seat_as(person(url=bargaining.url, is_new=True, film="none"))
    if coach != "none":
        ada.context.add_init_script(COACH)
    else:
        ada.context.add_init_script(COACH.replace("'on'", "'off'"))
    looks = [(size, language) for size, language, which in LOOKS if which == coach]
    found = []
    for place, (key, shown) in enumerate(choose_bargains().items()):
        for size, language in whole(looks, looks[place % 13 :: 13]):
            look = set_language_and_size(ada, language, size)
            page = open_pose(ada, shown)
            expect(page.locator("#prompt .deadline time")).not_to_be_empty()
            show_coach(page, coach)
            for fonts in ("usual", "wide"):
                if fonts == "wide":
                    page.evaluate(WIDE)
                found += [f"{key} {look} {fonts}: {each}" for each in page.evaluate(HIDDEN)]
    assert found == []


WORDS = {
    "opens": r"wants the money too\.",
    "answers": r"offers you .* to step back from the money\.",
    "awaits_offer": r"is making you an offer for the money\.",
    "awaits_answer": r"is weighing your offer of .* for the money\.",
    "awaits_buyer": r"You offered nothing, so one gem buys .* the money\.",
    "looks_on": r"(is making .* an offer for|offers .* to step back from|so one gem buys .*) the money\.",
}


@pytest.mark.parametrize("role", WORDS)
def test_each_player_reads_their_part_in_the_bargain(person: MakePlayer, bargaining: Served, role: str) -> None:
    page = open_pose(seat_as(person(url=bargaining.url)), choose_bargains()["money", role])
    expect(page.locator("#prompt .headline")).to_have_text(re.compile(WORDS[role]))
    worth = "Worth .* million" if role == "looks_on" else "Worth (the same to both of you: .* million|.* to you)"
    expect(page.locator("#prompt .stakes")).to_have_text(re.compile(worth))


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS, DESK])
def test_watcher_reads_the_headline(person: MakePlayer, bargaining: Served, size: ViewportSize) -> None:
    shown = choose_bargains()["money", "answers"]
    watcher = person(url=bargaining.url, viewport=size)
    watcher.page.goto(f"{watcher.url}/r/{shown.code}/watch/{WATCH_KEY}")
    expect(watcher.page.locator("#status")).to_have_attribute("data-state", "live")
    expect(watcher.page.locator("#prompt .headline")).to_have_text(re.compile(r"offers Ada .* from the money\."))
    assert watcher.page.evaluate(HIDDEN) == []
    expect(watcher.page.locator("#waiting")).to_have_text("You're watching")
    assert watcher.page.evaluate(COVERED) == []
