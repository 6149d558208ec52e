"""Checks for whole and visible words and for what stands beside names.

They cover every language and size, with the widest fallback font of browsers."""

from itertools import cycle, product
from urllib.parse import urlsplit

from playwright.sync_api import Page, ViewportSize

from app.web.http.language import cookie_name
from app.web.text.languages import LANGUAGES
from engine import registry
from tests.browser.access import TABLET
from tests.browser.conftest import DESK, PHONE
from tests.whole import WHOLE
from tools.player import Player

SIZES: tuple[ViewportSize, ...] = (PHONE, TABLET, DESK)
SPOKEN = tuple(product(LANGUAGES, SIZES))
"""Every language in every size."""


def list_languages_and_sizes(game: str) -> tuple[tuple[str, ViewportSize], ...]:
    """Return every language in every size with ``SIGNET_WHOLE``.

    In the daily run each language has one of the games and one size."""
    return SPOKEN if WHOLE else tuple(zip(list(LANGUAGES)[list(registry.GAMES).index(game) :: 2], cycle(SIZES)))


WIDE = """() => {
    const { style } = document.documentElement;
    style.setProperty("--serif", '"DejaVu Serif", "Bitstream Vera Serif", Georgia, serif');
    style.setProperty("--sans", '"DejaVu Sans", "Bitstream Vera Sans", Verdana, sans-serif');
}"""
"""Style of a page in the widest fonts."""

USUAL = """() => ["--serif", "--sans"].forEach(name => document.documentElement.style.removeProperty(name))"""

# A word may end at a hyphen or at a break it declares. Text is cut if it reaches beyond a box with hidden overflow.
# Only names may end in dots. A hint without room is left out as a whole.
MISFITS = r"""part => {
    const SLACK = 1.5, MAY_END = ".name, .who, bdi";
    // what is written on these stays on them
    const FRAMES = ".face, .card, .button, button, .choice, .pick, .way, label, select, summary";
    const PLACES = ["transform", "translate", "rotate", "scale", "filter", "perspective", "contain"];
    const found = [], range = document.createRange();
    const root = document.querySelector(part);
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const isSeen = each => each.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        && !each.closest("svg, noscript, template, option, .unseen, .skip");
    const clipping = each => {
        const boxes = [];
        // Of what can be scrolled to, the box that scrolls is to be in sight. What is placed by a box further out is
        // cut by none in between. The scene cuts off what the camera does not look at.
        let [rollsX, rollsY, isPlaced] = [null, null, false];
        const isClose = document.getElementById("camera-back")?.checkVisibility();
        for (let at = each; at && at !== document.documentElement; at = at.parentElement) {
            const style = getComputedStyle(at);
            // not to be seen at all
            const isShut = style.overflow !== "visible" && !(at.clientWidth && at.clientHeight);
            if (style.clipPath !== "none" || isShut) return null;
            const hides = way => ["hidden", "clip"].includes(way);
            if (isPlaced && style.position === "static" && !PLACES.some(name => style[name] !== "none")) continue;
            isPlaced = style.position === "absolute";
            if (isClose && at.id === "scene") break;
            const scrolls = way => ["auto", "scroll"].includes(way);
            const mayScroll = !at.closest(".dock");
            const cuts = way => hides(way) || (!mayScroll && scrolls(way));
            boxes.push([at, cuts(style.overflowX), cuts(style.overflowY), rollsX, rollsY]);
            if (mayScroll && scrolls(style.overflowX)) rollsX = at;
            if (mayScroll && scrolls(style.overflowY)) rollsY = at;
            // what is fixed is cut by the window alone
            if (style.position === "fixed") break;
        }
        return boxes.filter(([, x, y]) => x || y);
    };
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const parent = node.parentElement;
        if (!node.data.trim() || !isSeen(parent)) continue;
        const boxes = clipping(parent);
        if (boxes === null) continue;
        const where = parent.closest("[class]")?.className || parent.localName;
        const what = `${where}: ${node.data.trim().slice(0, 40)}`;
        if (!parent.closest(".line")) {
            for (const word of node.data.matchAll(/[^\s\u00ad\u200b\/·–—-]{2,}/g)) {
                range.setStart(node, word.index);
                range.setEnd(node, word.index + word[0].length);
                const lines = new Set([...range.getClientRects()].map(rect => Math.round(rect.top / 4)));
                // a soft hyphen before it counts to it, and is drawn on the line before
                const before = node.data[word.index - 1] === "\u00ad" ? 1 : 0;
                if (lines.size > 1 + before) found.push(`broken ${word[0]} (${what})`);
            }
        }
        range.selectNodeContents(node);
        if (parent.closest(MAY_END)) continue;
        // the name of an object for sale has the breadth of its window, on the sill below its card
        const frame = parent.matches(".object > .title") ? parent : parent.closest(FRAMES);
        if (frame && frame !== parent.closest("button:not([class])") && getComputedStyle(frame).display !== "inline") {
            const [inner, outer] = [range, frame].map(each => each.getBoundingClientRect());
            const isOut = inner.left < outer.left - SLACK || inner.right > outer.right + SLACK;
            if (isOut && inner.width > 1 && outer.width > 1) found.push(`out of ${frame.className} (${what})`);
        }
        const rects = [...range.getClientRects()].filter(rect => rect.width > 1);
        for (const [box, x, y, rollsX, rollsY] of boxes) {
            const { left, right, top, bottom } = box.getBoundingClientRect();
            const isOut = rect => rect.left >= right || rect.top >= bottom;
            if (parent.closest(".prompt-head > p") && rects.every(isOut)) break;
            const [wide, high] = [rollsX, rollsY].map(rolls => rolls ? [rolls.getBoundingClientRect()] : rects);
            const room = rollsY ? () => SLACK : rect => rect.height / 4;
            const isCut = x && wide.some(rect => rect.left < left - SLACK || rect.right > right + SLACK)
                || y && high.some(rect => rect.top < top - room(rect) || rect.bottom > bottom + room(rect));
            if (isCut) {
                found.push(`cut by ${box.className || box.id || box.localName} (${what})`);
                break;
            }
        }
    }
    for (const mark of root.querySelectorAll("#guests :is(.crest, .seat-state .sign, .dots)")) {
        const [bar, rect] = [mark.closest(".rail"), mark].map(each => each.getBoundingClientRect());
        const isIn = rect.top >= bar.top - SLACK && rect.bottom <= bar.bottom + SLACK;
        if (rect.width && !isIn && isSeen(mark.parentElement)) found.push(`outside the bar (${mark.classList})`);
    }
    return [...new Set(found)];
}"""


def delay_films(player: Player) -> None:
    """Let the player's replays wait for films.

    The server makes films for each language, and they draw no words."""
    player.context.route("**/replay/films*", lambda _: None)


def find_misfits(page: Page, what: str, part: str = "body") -> list[str]:
    """Return the broken or cut words of a part of the page, each with its place."""
    page.evaluate(WIDE)
    found = [f"{what}: {each}" for each in page.evaluate(MISFITS, part)]
    page.evaluate(USUAL)
    return found


def set_language_and_size(player: Player, language: str, size: ViewportSize) -> str:
    """Give the player's next pages a language and size; return a name for both."""
    player.context.add_cookies(
        [{"name": cookie_name(urlsplit(player.url).netloc, is_https=False), "value": language, "url": player.url}]
    )
    player.page.set_viewport_size(size)
    return f"{language} {size['width']}x{size['height']}"
