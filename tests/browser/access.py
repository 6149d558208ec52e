"""Accessibility checks of a page in a real browser, as far as rules can tell."""

from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Literal, NamedTuple

from playwright.sync_api import Page, ViewportSize

from tests.browser.conftest import DESK, PHONE
from tests.browser.sample_tables import Pose, list_all_poses
from tests.whole import WHOLE

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
OF_COLOURS = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    "resultTypes": ["violations"],
}
"""Rules whose result depends on the colour scheme."""

VIOLATIONS = """async ([part, rules]) => (await axe.run(part, rules)).violations
    .flatMap(fault => fault.nodes.map(node => `${fault.id}: ${node.html.slice(0, 300)}`))"""

HELD = """const real = setTimeout;
window.setTimeout = (act, ms, ...rest) => real(act, ms > 700 ? 3_600_000 : ms, ...rest);"""
"""Init script that extends all longer waits, so that a film rests on its step."""

DONE = """() => Promise.allSettled(document.getAnimations()
    .filter(each => each.effect.getComputedTiming().iterations !== Infinity).map(each => each.finished))"""

# A visible piece is pressed where the label of a rule stands. A clause number is a link within a sentence, so it may be
# small: its target reaches beyond its box.
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

# On a phone only the drawings are visible.
WIDE_WORDS = """() => [...document.querySelectorAll(".grid-words, .grid-signs")]
    .map(each => [each, each.getBoundingClientRect(), each.closest("td").getBoundingClientRect()])
    .filter(([each, box, cell]) => box.width > 1
        && (each.scrollWidth > each.clientWidth + 1 || box.left < cell.left || box.right > cell.right))
    .map(([each]) => each.innerText || each.outerHTML.slice(0, 120))"""

TABLET: ViewportSize = {"width": 820, "height": 1180}


class Look(NamedTuple):
    """Size of a page and its colour scheme."""

    size: ViewportSize
    scheme: Literal["light", "dark"]


DESK_LIGHT, DESK_DARK = Look(DESK, "light"), Look(DESK, "dark")
PHONE_LIGHT, PHONE_DARK = Look(PHONE, "light"), Look(PHONE, "dark")
LOOKS = (DESK_LIGHT, DESK_DARK, PHONE_DARK, PHONE_LIGHT)
CROSSED = ((DESK_LIGHT, PHONE_DARK), (DESK_DARK, PHONE_LIGHT))
"""Two pairs of looks, each with both sizes and both schemes."""


def looks(place: int) -> tuple[Look, ...]:
    """Return the looks for the page at a place among many.

    Looks alternate by place. With ``SIGNET_WHOLE`` each page has both sizes and both schemes."""
    return CROSSED[place % 2] if WHOLE else (LOOKS[place % len(LOOKS)],)


def list_poses(game: str) -> list[Pose]:
    """Return the poses of a game.

    The daily run has one of each kind, not one for every sort of choice."""
    found = [each for each in list_all_poses() if each.game == game]
    return found if WHOLE else list({each.name.partition("-")[0]: each for each in reversed(found)}.values())


def find_violations(page: Page, rules: Mapping[str, object] = RULES, part: str = "html") -> list[str]:
    """Return the rules' findings in a part of the page, after all fades."""
    page.evaluate(DONE)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    return list(page.evaluate(VIOLATIONS, [part, rules]))


def has_no_overflow(page: Page) -> bool:
    """Return whether nothing lies beyond the page's right edge."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def set_look(page: Page, look: Look) -> None:
    """Give the page a size and a colour scheme."""
    page.set_viewport_size(look.size)
    page.emulate_media(color_scheme=look.scheme)


def find_faults(page: Page, what: str, looks: Iterable[Look] = LOOKS, part: str = "html") -> list[str]:
    """Return all faults of a part of the page in these looks.

    Each names what was tested."""
    found = []
    for look, is_new in iterate_sizes(looks):
        found += [f"{what}: {fault}" for fault in _find_look_faults(page, look, part, is_new=is_new)]
        if is_new:
            found += [f"{what} {look.size['width']} small: {target}" for target in page.evaluate(SMALL_TARGETS)]
    return found


def find_text_faults(page: Page, looks: Iterable[Look] = LOOKS) -> list[str]:
    """Return all faults of a page of text.

    Its links may be as small as its words."""
    return [
        fault for look, is_new in iterate_sizes(looks) for fault in _find_look_faults(page, look, "html", is_new=is_new)
    ]


def iterate_sizes(looks: Iterable[Look]) -> Iterator[tuple[Look, bool]]:
    """Yield each look, and whether it is the first of its size."""
    sizes: list[ViewportSize] = []
    for look in looks:
        yield look, look.size not in sizes
        sizes.append(look.size)


def _find_look_faults(page: Page, look: Look, part: str, *, is_new: bool) -> list[str]:
    """Return the faults in one look.

    For a size that was tested before, only rules of colour run."""
    set_look(page, look)
    rules = RULES if is_new else OF_COLOURS
    found = [f"{look.size['width']} {look.scheme}: {fault}" for fault in find_violations(page, rules, part)]
    return found if has_no_overflow(page) else [*found, f"{look.size['width']}: wider than the page"]
