"""What makes a page one that everybody can use, as far as rules can tell: asked of a page in a real browser."""

from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Literal, NamedTuple

from playwright.sync_api import Page, ViewportSize

from tests.browser.conftest import DESK, PHONE
from tests.browser.posed import Pose, poses
from tests.whole import WHOLE

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
OF_COLOURS = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    "resultTypes": ["violations"],
}
"""The rules to which another scheme of colours makes a difference."""

VIOLATIONS = """async ([part, rules]) => (await axe.run(part, rules)).violations
    .flatMap(fault => fault.nodes.map(node => `${fault.id}: ${node.html.slice(0, 300)}`))"""

HELD = """const real = setTimeout;
window.setTimeout = (act, ms, ...rest) => real(act, ms > 700 ? 3_600_000 : ms, ...rest);"""
"""A script for a page before its own: what waits longer than a moment waits on, so that a film rests on its step."""

DONE = """() => Promise.allSettled(document.getAnimations()
    .filter(each => each.effect.getComputedTiming().iterations !== Infinity).map(each => each.finished))"""

# what stands for a piece or a place in sight is pressed there
# a rule's number is a link within a sentence: those may be small, and ours takes the finger beyond its box
SMALL_TARGETS = """() => [...document.querySelectorAll("button, a, select, input, label.choice, label.pick, summary")]
    .filter(element => element.matches("#film-clause") || !element.closest(".skip, .clause"))
    .filter(element => !element.closest(".by-piece:not(.is-needed)"))
    .filter(element => element.checkVisibility() && element.type !== "hidden")
    .map(element => [element, element.closest("label.choice, label.pick, .switch, label.way") ?? element])
    .map(([element, target]) => [element.outerHTML.slice(0, 90), target.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
    .map(([html, box]) => `${html} ${box.width}x${box.height}`)"""

CUT = """() => [...document.querySelectorAll("button, .button, h1, h2, h3, legend, summary")]
    .filter(each => each.checkVisibility() && !each.matches(".unseen") && each.getBoundingClientRect().width > 1)
    .filter(each => !each.closest(".by-piece:not(.is-needed)"))
    .filter(each => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline")
    .map(each => `${each.outerHTML.slice(0, 120)} ${each.scrollWidth} in ${each.clientWidth}`)"""

WIDE_TABLES = """() => [...document.querySelectorAll(".rule-table")]
    .filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.innerText.slice(0, 60))"""

# on a phone the drawings alone are in sight
WIDE_WORDS = """() => [...document.querySelectorAll(".grid-words, .grid-signs")]
    .map(each => [each, each.getBoundingClientRect(), each.closest("td").getBoundingClientRect()])
    .filter(([each, box, cell]) => box.width > 1
        && (each.scrollWidth > each.clientWidth + 1 || box.left < cell.left || box.right > cell.right))
    .map(([each]) => each.innerText || each.outerHTML.slice(0, 120))"""

TABLET: ViewportSize = {"width": 820, "height": 1180}


class Look(NamedTuple):
    """A size of page and a scheme of colours."""

    size: ViewportSize
    scheme: Literal["light", "dark"]


DESK_LIGHT, DESK_DARK = Look(DESK, "light"), Look(DESK, "dark")
PHONE_LIGHT, PHONE_DARK = Look(PHONE, "light"), Look(PHONE, "dark")
LOOKS = (DESK_LIGHT, DESK_DARK, PHONE_DARK, PHONE_LIGHT)
CROSSED = ((DESK_LIGHT, PHONE_DARK), (DESK_DARK, PHONE_LIGHT))
"""Two pairs, each of which has both sizes and both schemes."""


def looks(place: int) -> tuple[Look, ...]:
    """How a page is looked at that is the one at that place among many: one look after the other has its turn. With
    ``SIGNET_WHOLE`` in both sizes and both schemes."""
    return CROSSED[place % 2] if WHOLE else (LOOKS[place % len(LOOKS)],)


def of_every_kind(game: str) -> list[Pose]:
    """Those of a game; every day only one of each kind, and not one for every sort of choice."""
    found = [each for each in poses() if each.game == game]
    return found if WHOLE else list({each.name.partition("-")[0]: each for each in reversed(found)}.values())


def wrong(page: Page, rules: Mapping[str, object] = RULES, part: str = "html") -> list[str]:
    """What the rules find fault with in that part of the page, once nothing fades any more."""
    page.evaluate(DONE)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    return list(page.evaluate(VIOLATIONS, [part, rules]))


def fits(page: Page) -> bool:
    """Whether nothing lies beyond the page's right edge."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def seen_in(page: Page, look: Look) -> None:
    """Lets the page look like that."""
    page.set_viewport_size(look.size)
    page.emulate_media(color_scheme=look.scheme)


def faults(page: Page, what: str, looks: Iterable[Look] = LOOKS, part: str = "html") -> list[str]:
    """All that is wrong with that part of the page in these looks, each with what was looked at."""
    found = []
    for look, is_new in _with_new_sizes(looks):
        found += [f"{what}: {fault}" for fault in _look_faults(page, look, part, is_new=is_new)]
        if is_new:
            found += [f"{what} {look.size['width']} small: {target}" for target in page.evaluate(SMALL_TARGETS)]
    return found


def text_faults(page: Page, looks: Iterable[Look] = LOOKS) -> list[str]:
    """The same of a page that is mostly text: its links may be as small as its words."""
    return [
        fault for look, is_new in _with_new_sizes(looks) for fault in _look_faults(page, look, "html", is_new=is_new)
    ]


def _with_new_sizes(looks: Iterable[Look]) -> Iterator[tuple[Look, bool]]:
    """Each look, and whether it is the first of its size."""
    sizes: list[ViewportSize] = []
    for look in looks:
        yield look, look.size not in sizes
        sizes.append(look.size)


def _look_faults(page: Page, look: Look, part: str, *, is_new: bool) -> list[str]:
    """What is wrong in that look; of a size that was looked at before, only what colours decide."""
    seen_in(page, look)
    rules = RULES if is_new else OF_COLOURS
    found = [f"{look.size['width']} {look.scheme}: {fault}" for fault in wrong(page, rules, part)]
    return found if fits(page) else [*found, f"{look.size['width']}: wider than the page"]
