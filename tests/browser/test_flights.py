"""Flights of pieces over the table.

Sealed cards fly to the middle and on, gems and money from heap to heap, cards from their piles. Each starts where it
lay, and is drawn once meanwhile."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.pieces_on_page import AT_REST, choose_film
from tests.browser.sample_tables import get_pose, open_pose, seat_as
from tests.browser.tables import start_table_with_remote
from tests.whole import whole

GAME = "edel_stein_reich"
MOVING: dict[str, object] = {"reduced_motion": "no-preference", "viewport": {"width": 720, "height": 800}}
"""Size and settings of pages with motion, small because each frame is drawn."""
SEATS = range(5)
PILES = {"gem-pile", "event-pile"}

pytestmark = pytest.mark.browser

WATCH = """() => {
    window.flew = [];
    const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
    const nearest = ([x, y]) => {
        let [found, least] = [null, Infinity];
        for (const place of document.querySelectorAll(".place[id]")) {
            const box = place.getBoundingClientRect();
            const isIn = x >= box.left - 2 && x <= box.right + 2 && y >= box.top - 2 && y <= box.bottom + 2;
            const far = Math.hypot(middle(box)[0] - x, middle(box)[1] - y);
            if (isIn && far < least) [found, least] = [place.dataset.place, far];
        }
        return found;
    };
    const still = new Set(["computedOffset", "offset", "easing", "composite"]);
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        const animation = animate.apply(this, given);
        if (!this.matches(".flights .flown, .revealed")) return animation;
        const frames = animation.effect.getKeyframes();
        const keys = frames.flatMap(frame => Object.keys(frame)).filter(key => !still.has(key));
        const face = this.dataset.face ?? this.querySelector(".front")?.dataset.face ?? null;
        const heap = this.closest(".heap")?.className.match(/heap-(\\S+)/)[1] ?? null;
        // at its first frame
        const from = nearest(middle(this.getBoundingClientRect()));
        window.flew.push({ face, heap, seat: this.dataset.seat ?? null, from, keys });
        return animation;
    };
}"""
"""Script that records each flying piece and its first place."""

COUNTS = """() => Object.fromEntries([...document.querySelectorAll(".place[id] > [data-heap]")]
    .map(heap => [`${heap.closest("[data-place]").dataset.place}/${heap.dataset.heap}`, Number(heap.dataset.count)])
    .filter(([, count]) => count))"""
"""Script for the number in each heap, without zeros."""

SHOW = """async ([moves, isSkipped]) => {
    const { show } = await import("/static/js/scene/motion.js");
    const { land } = await import("/static/js/scene/flights.js");
    const { Table } = await import("/static/js/scene/table.js");
    const shown = show(new Table(), moves, { pace: 0.2, at: "event" });
    if (isSkipped) land();
    const meanwhile = document.querySelectorAll(".flights .flown, .is-away").length;
    await shown;
    return meanwhile;
}"""
"""Script that shows moves as a film does, at the place of the event.

Gains without a loser fly from there. It returns how many pieces fly or are hidden right after the start."""

TWICE = """() => {
    window.twice = new Set();
    window.flown = 0;
    const isSeen = each => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const look = () => {
        const flown = [...document.querySelectorAll(".flights .flown[data-face], .revealed")];
        window.flown += flown.length;
        const seen = [...document.querySelectorAll(".place[id] > .piece"), ...flown].filter(isSeen);
        const names = seen.map(({ dataset, children }) => {
            const face = dataset.face ?? children[0].querySelector(".front").dataset.face;
            return `${face} of ${dataset.seat ?? "nobody"}`;
        });
        // what there is more than one of is no matter
        for (const [place, name] of names.entries()) {
            if (/^([A-F]\\d{4}|pawn|action-.*|location-.*|gem-card-.*) /.test(name) && names.indexOf(name) !== place) {
                window.twice.add(name);
            }
        }
        requestAnimationFrame(look);
    };
    look();
}"""
"""Script that checks every frame for single pieces that are drawn twice."""

GIFTS: list[tuple[list[dict[str, Any]], dict[str, int]]] = [
    ([{"heap": "red", "from": "supply-red", "to": "tray-0-red", "n": 2}], {"supply-red/red": -2, "tray-0-red/red": 2}),
    ([{"heap": "money", "to": "purse-1", "n": 7}], {"purse-1/money": 7}),
    ([{"heap": "blue", "from": "supply-blue", "n": 1}], {"supply-blue/blue": -1}),
    (
        [
            {"heap": "red", "from": "supply-red", "to": "pan-2", "n": 1},
            {"heap": "money", "to": "purse-2", "n": 3},
            {"heap": "red", "from": "pan-2", "to": "tray-3-red", "n": 1},
        ],
        {"supply-red/red": -1, "purse-2/money": 3, "tray-3-red/red": 1},
    ),
    ([], {}),
]
"""Transfers, and the heaps after them; the bank has none."""


@pytest.fixture
def board(person: MakePlayer) -> Page:
    """Page at a table with four bots that have sealed, with nothing in motion."""
    page = start_table_with_remote(person, bots=4, game=GAME, settings=MOVING)[0].page
    expect(page.locator(".seat[data-state=sealed]")).to_have_count(4)
    page.wait_for_function(AT_REST)
    return page


def test_loss_of_a_heap_goes_to_another_or_the_bank(board: Page) -> None:
    for moves, by in GIFTS:
        before = board.evaluate(COUNTS)
        board.evaluate(SHOW, [moves, False])
        after = board.evaluate(COUNTS)
        changed = {path: after.get(path, 0) - before.get(path, 0) for path in before.keys() | after.keys()}
        assert {path: count for path, count in changed.items() if count} == by


def test_gems_and_money_fly_by_cheap_animations(board: Page) -> None:
    board.evaluate(WATCH)
    moves = [GIFTS[0][0][0], GIFTS[1][0][0]]
    assert board.evaluate(SHOW, [moves, False]) > 0
    flown = board.evaluate("window.flew")
    red, money = ([each["from"] for each in flown if each["heap"] == heap] for heap in ("red", "money"))
    assert (red, money) == (["supply-red"] * 2, ["event"] * 7)
    assert len(flown) == 9
    assert {key for each in flown for key in each["keys"]} <= {"translate", "scale", "rotate", "opacity"}
    board.wait_for_function(AT_REST)


def test_skipping_shows_no_flight(board: Page) -> None:
    before = board.evaluate(COUNTS)
    assert board.evaluate(SHOW, [[GIFTS[0][0][0]], True]) == 0
    board.wait_for_function(AT_REST)
    assert board.evaluate(COUNTS)["supply-red/red"] == before["supply-red/red"] - 2


@pytest.mark.slow("draws several films")
def test_live_film_moves_cards_from_slots_and_piles(person: MakePlayer) -> None:
    ada = start_table_with_remote(person, bots=4, game=GAME, settings=MOVING)[0]
    choose_film(ada.page, "fast")
    ada.page.evaluate(WATCH)
    ada.choose()
    ada.page.wait_for_function("() => window.flew.some(({ face }) => face?.startsWith('action-'))")
    revealed = [each for each in ada.page.evaluate("window.flew") if (each["face"] or "").startswith("action-")]
    assert {(each["seat"], each["from"]) for each in revealed} >= {(str(seat), f"slot-{seat}") for seat in SEATS}
    for _ in range(3_000):
        if any(each["face"] and each["from"] in PILES for each in ada.page.evaluate("window.flew")):
            return
        if ada.is_asked:
            ada.choose()
        ada.page.wait_for_timeout(20)
    pytest.fail("no card came from its pile")


@pytest.mark.slow("looks at every frame of a film")
@pytest.mark.parametrize("game", ["adel_verpflichtet", GAME])
def test_flying_piece_is_drawn_once(person: MakePlayer, game: str) -> None:
    ada = start_table_with_remote(person, bots=4, game=game, settings=MOVING)[0]
    choose_film(ada.page, "fast")
    ada.page.evaluate(TWICE)
    for _ in range(whole(3, 2)):
        ada.wait_for_turn()
        ada.choose()
    ada.wait_for_turn()
    assert ada.page.evaluate("window.flown") > 0
    assert ada.page.evaluate("[...window.twice]") == []


def test_names_on_the_table_are_unique(person: MakePlayer) -> None:
    ada = seat_as(person(viewport=PHONE))
    for name in ("action", "event_source", "bid", "return_gem"):
        open_pose(ada, get_pose(GAME, name))
        names = ada.page.locator("#scene [id]").evaluate_all("things => things.map(thing => thing.id)")
        assert len(names) == len(set(names))
        assert {f"at-slot-{seat}" for seat in SEATS} < set(names)
        heaps = """places => places.map(place => [...place.querySelectorAll("[data-heap]")]
            .map(heap => heap.dataset.heap))"""
        for place in ada.page.locator("#scene .place").evaluate_all(heaps):
            assert len(place) == len(set(place))


def test_check_detects_a_piece_drawn_twice(board: Page) -> None:
    expect(board.locator(".place > .piece").first).to_be_attached()
    board.evaluate(TWICE)
    card = "document.querySelector('.place[id] > .piece[data-face^=gem-card]')"
    board.evaluate(f"{card}.parentElement.append({card}.cloneNode(true))")
    board.wait_for_function("() => window.twice.size > 0")
