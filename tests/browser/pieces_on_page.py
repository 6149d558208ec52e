"""Pieces on a page's table, and on a page that was loaded just now."""

from playwright.sync_api import Page

LIES = """page => {
    const at = element => element.closest("[data-place]").dataset.place;
    const pieces = [...page.querySelectorAll(".place[id] > .piece")].map(piece => {
        const { face, kind, order, seat = "", sealed } = piece.dataset;
        const [isOwn, peek] = [piece.classList.contains("is-own"), piece.querySelector(":scope > .peek")];
        return [piece.id, at(piece), face, kind, order, seat, sealed, isOwn, peek?.textContent.trim()].join();
    });
    const heaps = [...page.querySelectorAll(".place[id] > [data-heap]")].filter(heap => heap.dataset.count !== "0");
    const drawn = heap => heap.querySelectorAll(":scope > i").length;
    return {
        table_id: page.getElementById("scene").dataset.tableId,
        pieces: pieces.sort(),
        heaps: heaps.map(heap => [at(heap), heap.dataset.heap, heap.dataset.count, drawn(heap)].join()).sort(),
        said: [...page.querySelectorAll("[data-counts], [data-sign]")].map(each => each.textContent.trim()),
        now: [...page.querySelectorAll("[data-now]")].map(each => each.classList.contains("is-now")),
    };
}"""
"""Script for the position of all pieces, which films move."""

HERE = f"() => ({LIES})(document)"
FRESH = f"""async () => {{
    const answer = await fetch(location.href, {{ headers: {{ Accept: "text/html" }} }});
    return ({LIES})(new DOMParser().parseFromString(await answer.text(), "text/html"));
}}"""
"""Script for the same on a page that was loaded just now."""

AT_REST = """() => {
    const { hidden } = document.getElementById("film");
    return hidden && !document.querySelector(".flights *, .is-away, #reveal:not([hidden])");
}"""


def choose_film(page: Page, speed: str) -> None:
    """Choose a device's film speed."""
    page.evaluate("speed => localStorage.setItem('signet-film', speed)", speed)
