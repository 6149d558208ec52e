"""Zoomed pages: 200 per cent, 400 per cent on a phone's width, and double letters.

No page scrolls sideways, all controls are in reach, and announced text is not cut."""

import re
from collections.abc import Iterator, Sequence
from itertools import cycle

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from engine import registry
from tests.browser.access import HELD, find_violations, has_no_overflow
from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.sample_tables import get_pose, open_pose, seat_as
from tests.browser.tables import start_table_with_remote
from tests.whole import WHOLE
from tools.player import Player

pytestmark = pytest.mark.browser

SIZES = ((640, 400, 100), (320, 640, 100), (390, 844, 200), (1280, 800, 200))
"""Width and height of a page, and the size of its letters in per cent."""

Sizes = Sequence[tuple[int, int, int]]

SIDEWAYS: ViewportSize = {"width": 740, "height": 360}

LETTERS = "percent => { document.documentElement.style.fontSize = `${percent}%`; dispatchEvent(new Event('resize')); }"

OUT_OF_REACH = """() => {
    const sheet = [...document.querySelectorAll(":popover-open:not(.toasts)")].at(-1);
    const found = [...(sheet ?? document).querySelectorAll("button, a[href], input, select, summary")].filter(each => {
        if (each.type === "hidden" || !each.checkVisibility()) return false;
        if (each.closest(".unseen, .skip, .by-piece")) return false;
        const target = each.closest("label") ?? each;
        target.scrollIntoView({ block: "center", inline: "center" });
        return ![...target.getClientRects()].some(({ x, y, width, height }) => {
            const at = document.elementFromPoint(x + width / 2, y + height / 2);
            return at && (target.contains(at) || at.closest("label")?.control === each);
        });
    }).map(each => each.outerHTML.slice(0, 120));
    scrollTo(0, 0);
    sheet?.scrollTo(0, 0);
    return found;
}"""
"""Script for controls that no scrolling brings into reach.

It looks at the sheet on top, else at the page."""

IS_CUT = "part => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1"


def choose_sizes(game: str = "") -> Iterator[Sizes]:
    """Yield the sizes for one page after the other.

    With ``SIGNET_WHOLE`` these are all; in the daily run two, one with larger letters. In the second game each page
    has the other two."""
    is_second = game in list(registry.GAMES)[1:]
    return cycle((SIZES,) if WHOLE else (SIZES[is_second::2], SIZES[not is_second :: 2]))


def iterate_sizes(page: Page, sizes: Sizes) -> Iterator[str]:
    """Set each of these sizes and yield its name."""
    for width, height, percent in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(LETTERS, percent)
        yield f"{width} {percent}%"
    page.evaluate(LETTERS, 100)


def find_misplaced(page: Page, what: str, sizes: Sizes) -> list[str]:
    """Return the parts beyond the edge or out of reach in any of these sizes."""
    found = []
    for size in iterate_sizes(page, sizes):
        found += [] if has_no_overflow(page) else [f"{what} {size}: wider than the page"]
        found += [f"{what} {size}: {each}" for each in page.evaluate(OUT_OF_REACH)]
    return found


def open_page(player: Player, path: str) -> Page:
    """Open an address, which must exist, and return the player's page."""
    answer = player.page.goto(f"{player.url}/{path}")
    assert answer is not None
    assert answer.ok, path
    return player.page


def test_pages_around_a_table_are_whole(person: MakePlayer) -> None:
    ada, ben, turns = person("Ada"), person("Ben"), choose_sizes()
    found = find_misplaced(open_page(ada, ""), "home", next(turns))
    link = ada.open_room()
    ben.page.goto(link)
    found += find_misplaced(ben.page, "invitation", next(turns))
    ada.page.locator("main details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    found += find_misplaced(ada.page, "lobby", next(turns))
    ada.page.get_by_role("button", name="The game in one minute").click()
    found += find_misplaced(ada.page, "minute", next(turns))
    ada.page.keyboard.press("Escape")
    room = ada.page.url.rpartition("/")[2]
    for path in (f"r/{room}/calls", "rules/adel_verpflichtet", "offline"):
        found += find_misplaced(open_page(ada, path), path, next(turns))
    open_page(ada, "").locator("[formaction='/lesson']").first.click()
    expect(ada.page.locator(".lesson-card")).to_be_visible()
    found += find_misplaced(ada.page, "lesson", next(turns))
    assert found == []


@pytest.mark.parametrize("game", registry.GAMES)
def test_pages_after_a_game_are_whole(person: MakePlayer, game: str) -> None:
    ada = seat_as(person())
    done, turns = get_pose(game, "finished"), choose_sizes(game)
    found = []
    for path in ("", "/statistics", "/replay?catch-up=20"):
        page = open_page(ada, f"r/{done.code}{path}")
        if "catch-up" in path:
            page.get_by_role("button", name="Pause").click()
        found += find_misplaced(page, path or "end", next(turns))
        if "catch-up" in path:
            page.set_viewport_size({"width": 640, "height": 400})
            assert not page.locator("#film-say").evaluate(IS_CUT)
        for see in page.locator(".see").all():
            expect(see).to_have_accessible_description(re.compile(r"\w"))
    assert found == []


def test_sheets_and_pace_page_are_whole(person: MakePlayer) -> None:
    ada, _ = start_table_with_remote(person, "Ben", bots=1, clock="day")
    turns = choose_sizes()
    ada.wait_for_turn()
    page = ada.page
    page.locator(".waiting-call").press("Enter")
    expect(page.get_by_role("region", name="Waiting for")).to_be_visible()
    expect(page.get_by_role("region", name=re.compile("^Ben"))).to_be_visible()
    found = find_misplaced(page, "waiting", next(turns))
    page.keyboard.press("Escape")
    expect(page.locator(".waiting-call")).to_be_focused()
    ada.choose()
    page.set_viewport_size(PHONE)
    page.locator(".plan-button").press("Enter")
    sheet = page.locator("#plan")
    sheet.get_by_role("button", name="Add", exact=True).click()
    expect(sheet.locator(".plan-sentence")).to_be_visible()
    found += find_misplaced(page, "plan", next(turns))
    page.keyboard.press("Escape")
    expect(page.locator(".plan-button")).to_be_focused()
    page = open_page(ada, f"r/{page.url.rpartition('/')[2]}/pace")
    page.get_by_role("radio", name="Custom").check(force=True)
    found += [*find_misplaced(page, "pace", next(turns)), *find_violations(page)]
    assert found == []


@pytest.mark.parametrize("game", registry.GAMES)
def test_coach_text_is_whole(person: MakePlayer, game: str) -> None:
    ada, _ = start_table_with_remote(person, bots=2, game=game, settings={"is_new": True})
    ada.wait_for_turn()
    says = ada.page.locator("#coach:not([hidden]) .coach-says")
    expect(says).to_be_visible()
    for size in iterate_sizes(ada.page, next(choose_sizes(game))):
        assert not says.evaluate(IS_CUT), size
        box = ada.page.locator("#coach").bounding_box()
        assert box is not None
        assert box["y"] >= 0, size
    ada.page.set_viewport_size(PHONE)
    ada.page.get_by_role("button", name="Hide the coach").click()
    folded = ada.page.get_by_role("button", name="Show the coach")
    expect(folded).to_be_focused()
    small = folded.bounding_box()
    assert small is not None
    assert min(small["width"], small["height"]) >= 44


def test_sideways_phone_has_the_skip_button_in_reach(person: MakePlayer) -> None:
    """The button is beside the one that opens the dock."""
    ada, _ = start_table_with_remote(person, bots=1, settings={"reduced_motion": "no-preference"})
    ada.wait_for_turn()
    ada.page.evaluate(f"() => {{ {HELD} }}")
    ada.pick()
    ada.page.locator(".seal-button").click()
    expect(ada.page.locator("#film-say")).not_to_be_empty()
    ada.page.set_viewport_size(SIDEWAYS)
    ada.page.locator("#film-skip").click()
    expect(ada.page.locator("#film")).to_be_hidden()


STILL = """() => {
    const film = document.getElementById("film"), says = document.getElementById("film-say");
    film.hidden = false;
    film.classList.add("still");
    film.dataset.length = "longest";
    says.textContent = "Lord Barnaby goes to the castle, the others go to the auction house, and nobody comes back.";
    const boxesOf = shown => shown
        .filter(each => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .map(each => each.getBoundingClientRect());
    const boxes = boxesOf([says, document.getElementById("film-skip"), document.querySelector(".film-tools")]);
    const beside = boxesOf([".seal-button", ".dock > .waiting"].map(each => document.querySelector(each)));
    const over = boxes.flatMap(box => beside.filter(part => part.width && box.width
        && box.right > part.left + 1 && box.left < part.right - 1
        && box.bottom > part.top + 1 && box.top < part.bottom - 1));
    const dock = document.querySelector(".dock").getBoundingClientRect();
    return { over: over.length, cut: boxes.some(box => box.bottom > dock.bottom + 1 || box.top < dock.top - 1) };
}"""
"""Script that puts a sentence beside the prompt and returns the parts it covers.

It stands there as with reduced motion."""


@pytest.mark.parametrize("size", [(720, 450), (640, 400), (844, 390), (390, 844), (360, 740), (360, 640), (1440, 900)])
@pytest.mark.parametrize("game", registry.GAMES)
def test_sentence_beside_the_prompt_covers_nothing(person: MakePlayer, game: str, size: tuple[int, int]) -> None:
    player = seat_as(person(viewport={"width": size[0], "height": size[1]}))
    page = open_pose(player, get_pose(game, "action"))
    assert page.evaluate(STILL) == {"over": 0, "cut": False}
    if size[0] > size[1] and size[1] <= 500:
        return  # the choices are folded
    player.pick()
    expect(page.locator(".seal-button")).to_be_visible()
    assert page.evaluate(STILL) == {"over": 0, "cut": False}
