"""What flies at the table of the second game: crests to what was chosen, gems and money from heap to heap, cards from
their piles."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.posed import go, pose, seat
from tests.browser.tables import table

GAME = "edel_stein_reich"
MOVING: dict[str, object] = {"reduced_motion": "no-preference"}

pytestmark = pytest.mark.browser

EXCHANGED = """async ([before, after]) => {
    const { exchanged } = await import("/static/js/film/heaps.js");
    const heapsOf = heaps => new Map(Object.entries(heaps));
    const counts = regions => new Map(Object.entries(regions).map(([id, heaps]) => [id, heapsOf(heaps)]));
    return exchanged(counts(before), counts(after)).map(({ heap, count, from, to }) => [heap, count, from, to]);
}"""

WATCH = """() => {
    window.flew = new Set();
    const begin = Document.prototype.startViewTransition;
    Document.prototype.startViewTransition = function (change) {
        const transition = begin.call(this, change);
        transition.ready.then(() => {
            for (const { effect } of document.getAnimations()) {
                const name = effect.pseudoElement?.match(/^::view-transition-group\\((.+)\\)$/)?.[1];
                if (name) window.flew.add(name);
            }
        }, () => {});
        return transition;
    };
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        if (this.closest?.("#board, .pieces")) window.flew.add(this.dataset.vt ?? this.className);
        return animate.apply(this, given);
    };
}"""
"""Notes the names of all that flies."""

GIVEN = """async gone => {
    const { flown, land } = await import("/static/js/film/flight.js");
    const regions = {};
    for (const [id, name, by] of [["supply", "gem-red", -2], ["holding-0", "gem-red", 2], ["holding-1", "coin", 7]]) {
        const region = document.getElementById(id).cloneNode(true);
        const heap = region.querySelector(`[data-heap=${name}]`);
        heap.dataset.count = Number(heap.dataset.count) + by;
        regions[id] = region;
    }
    const html = Object.fromEntries(Object.entries(regions).map(([id, region]) => [id, region.outerHTML]));
    const put = ([id, region]) => document.getElementById(id).replaceWith(region);
    const change = () => Object.entries(regions).forEach(put);
    await flown(html, change);
    if (gone) land();
    const still = new Set(["computedOffset", "offset", "easing", "composite"]);
    return [...document.querySelectorAll(".piece")].map(piece => {
        const frames = piece.getAnimations().flatMap(({ effect }) => effect.getKeyframes());
        const changes = new Set(frames.flatMap(frame => Object.keys(frame)).filter(name => !still.has(name)));
        return { kind: piece.className, changes: [...changes].sort() };
    });
}"""
"""Two red gems from the supply to a seat, and seven million from the bank to another."""


GIFTS: list[tuple[dict[str, Any], dict[str, Any], list[Any]]] = [
    ({"a": {"x": 3}, "b": {"x": 1}}, {"a": {"x": 1}, "b": {"x": 3}}, [["x", 2, "a", "b"]]),
    ({"a": {"x": 3}, "b": {"x": 1}}, {"a": {"x": 3}, "b": {"x": 1}}, []),
    ({"a": {"x": 3}, "b": {"y": 1}}, {"a": {"x": 2}, "b": {"y": 2}}, [["y", 1, None, "b"], ["x", 1, "a", None]]),
    (
        {"a": {"x": 1}, "b": {"x": 1}, "c": {"x": 0}},
        {"a": {"x": 0}, "b": {"x": 0}, "c": {"x": 3}},
        [["x", 1, "a", "c"], ["x", 1, "b", "c"], ["x", 1, None, "c"]],
    ),
    ({"b": {}}, {"b": {"x": 4}}, []),
]
"""Heaps by region before and after, and what goes from where to where; the bank is None."""


@pytest.fixture
def board(person: MakePlayer) -> Page:
    """The page of somebody at a table with four bots."""
    return table(person, "Ada", bots=4, game=GAME, settings=MOVING)[0].page


def test_what_one_heap_loses_another_wins_and_the_bank_the_rest(board: Page) -> None:
    for before, after, gifts in GIFTS:
        assert board.evaluate(EXCHANGED, [before, after]) == gifts


def test_gems_and_money_fly_from_heap_to_heap_and_are_only_moved_and_faded(board: Page) -> None:
    flown = board.evaluate(GIVEN, False)
    assert sorted(piece["kind"] for piece in flown) == ["piece coin"] * 6 + ["piece gem-red"] * 2
    assert all(piece["changes"] == ["opacity", "transform"] for piece in flown)
    expect(board.locator(".pieces")).to_have_count(0)


def test_who_skips_sees_nothing_fly(board: Page) -> None:
    assert board.evaluate(GIVEN, True) == []
    expect(board.locator(".pieces")).to_have_count(0)


def test_in_a_live_film_crests_go_to_what_was_chosen_and_cards_come_from_their_piles(person: MakePlayer) -> None:
    ada = table(person, "Ada", bots=4, game=GAME, settings=MOVING)[0]
    ada.page.evaluate(WATCH)
    ada.page.locator("#film-speed").evaluate("button => button.click()")  # fast
    wanted = {f"taker-{seat}" for seat in range(5)} | {f"action-{seat}" for seat in range(5)}
    ada.choose()
    ada.page.wait_for_function("wanted => wanted.every(name => window.flew.has(name))", arg=sorted(wanted))
    for _ in range(3_000):
        if any(name.startswith("gems-") for name in ada.page.evaluate("[...window.flew]")):
            return
        if ada.is_asked:
            ada.choose()
        ada.page.wait_for_timeout(20)
    pytest.fail("no card came from its pile")


def test_names_for_flights_are_there_once(person: MakePlayer) -> None:
    ada = seat(person(viewport=PHONE))
    for name in ("action", "event_source", "bid", "return_gem"):
        go(ada, pose(GAME, name))
        names = ada.page.locator("#board [data-vt]").evaluate_all("things => things.map(thing => thing.dataset.vt)")
        assert len(names) == len(set(names))
        assert {f"taker-{seat}" for seat in range(5)} < set(names)
        heaps = """sections => sections.map(section => [...section.querySelectorAll("[data-heap]")]
            .map(heap => heap.dataset.heap))"""
        for section in ada.page.locator("#board > section").evaluate_all(heaps):
            assert len(section) == len(set(section))
