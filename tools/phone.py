"""Speed of the pages that people wait for, on a slow phone and a slow line.

``python -m tools.phone [GAME ...]`` opens the invitation, the lobby and the running table of five seats, each with an
empty cache, at 360 x 740 pixels. It prints tables in Markdown:

- milliseconds until the first paint, and until the page can be used (a table: until it is live)
- tasks of more than 100 ms at the load, and at reveals with their films
- bytes of styles and scripts that the page loads, and those that it never uses
- the share of a core that a table takes at rest, while nobody has to choose and while somebody does

Times and long tasks depend on the machine. Compare runs of one machine, and keep it quiet."""

import argparse
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, StorageState, sync_playwright

from engine import registry
from tools.film_frames import SETTLED_MS, begin_game, choose, post
from tools.phone_page import SLOWER, Bytes, Load, PhonePage, median_load, rest
from tools.screenshots.cast import launch
from tools.served import Served

RUNS = 3
REVEALS = 3
FILM_MS = 90_000

FILMED = """() => new Promise((done, fail) => {
    document.addEventListener("signet:shown", () => setTimeout(done, 500), { once: true });
    setTimeout(() => fail(new Error("no film")), 80000);
})"""
"""Waits for the end of the next film."""


@dataclass(frozen=True, slots=True)
class Table:
    """A room of bots and the player Ada, and the cookies of her browser."""

    url: str
    join: str
    state: StorageState


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures of the named games, or of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(registry.GAMES))
    parser.add_argument("--runs", type=int, default=RUNS, help="loads of each page")
    parser.add_argument("--slower", type=float, default=SLOWER, help="how many times the processor is slowed down")
    parser.add_argument("--files", action="store_true", help="prints the bytes of each file")
    parser.add_argument("--only", choices=("loads", "reveals", "rest"), help="prints one table alone")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Served(Path(data))
        server.start()
        browser = launch(playwright.chromium)
        try:
            tables = {game: open_tables(browser, server.url, game) for game in given.games}
            if given.only in (None, "loads"):
                loads = {
                    (game, name): loaded
                    for game, opened in tables.items()
                    for name, loaded in measure_loads(browser, *opened, given)
                }
                print_loads(loads, with_files=given.files)
            if given.only in (None, "reveals"):
                print_table("game", "tasks over 100 ms at reveals", rows=measure_reveals(browser, tables, given))
            if given.only in (None, "rest"):
                titles = ("table", "page's thread, slowed down", "its process at full speed")
                print_table(*titles, rows=measure_rest(browser, tables, given))
        finally:
            browser.close()
            server.stop()


def open_tables(browser: Browser, url: str, game: str) -> tuple[Table, Table]:
    """Open a lobby of one game, and a running table of five seats."""
    with open_page(browser) as lobby:
        made = post(f"{url}/api/rooms", {"game": game, "name": "Ada"})
        for seat in (1, 2):
            bot = {"id": f"bot{seat}", "do": "bot", "seat": seat, "level": "normal"}
            post(f"{url}/api/rooms/{made['room']}/commands", bot, made["token"])
        lobby.page.goto(url + made["links"]["return"])
        lobby.page.locator("main form button").last.click()
        lobby.page.wait_for_url(f"**/r/{made['room']}")
        waiting = Table(lobby.page.url, url + made["links"]["join"], lobby.context.storage_state())
    with open_page(browser) as running:
        begin_game(running.page, url, game)
        return waiting, Table(running.page.url, "", running.context.storage_state())


@contextmanager
def open_page(browser: Browser, state: StorageState | None = None) -> Iterator[PhonePage]:
    """Open a page whose processor is not slowed down."""
    with PhonePage(browser, state, slower=1) as page:
        yield page


def measure_loads(
    browser: Browser, lobby: Table, running: Table, given: argparse.Namespace
) -> Iterator[tuple[str, Load]]:
    """Yield the figures of each page."""
    pages = (("invitation", lobby.join, None), ("lobby", lobby.url, lobby.state), ("table", running.url, running.state))
    for name, url, state in pages:
        loads = []
        for _ in range(given.runs):
            with PhonePage(browser, state, slower=given.slower) as page:
                loads.append(page.load(url, is_live=state is not None))
        # recording slows a page down, so it has a load of its own
        with PhonePage(browser, state, slower=1) as page:
            page.watch_use()
            page.load(url, is_live=state is not None)
            if name == "table":
                reveal(page)
            loads[0].files = page.read_use()
        yield name, median_load(loads)


def reveal(page: PhonePage) -> None:
    """Seal something and let the film run to its end."""
    choose(page.page)
    page.page.evaluate(FILMED)
    page.page.locator("#phase[data-turn='yes'], #end:not([hidden])").first.wait_for(state="attached", timeout=FILM_MS)


def measure_reveals(
    browser: Browser, tables: dict[str, tuple[Table, Table]], given: argparse.Namespace
) -> Iterator[tuple[str, ...]]:
    """Yield the long tasks of some reveals at each game."""
    for game, (_, running) in tables.items():
        with PhonePage(browser, running.state, slower=given.slower) as page:
            page.load(running.url)
            longs = [page.long_tasks(partial(reveal, page)) for _ in range(REVEALS)]
            yield game, "; ".join(map(show_long, longs))


def measure_rest(
    browser: Browser, tables: dict[str, tuple[Table, Table]], given: argparse.Namespace
) -> Iterator[tuple[str, ...]]:
    """Yield the shares of a core that a table takes while nobody touches it."""
    for game, (_, running) in tables.items():
        with open_page(browser, running.state) as page:
            page.load(running.url)
            page.page.locator("#phase[data-turn='yes']").wait_for(state="attached", timeout=SETTLED_MS)
            yield f"{game}, somebody chooses", *map(percent, rest(browser, page, given.slower))
            page.page.evaluate("for (const dots of document.querySelectorAll('.dots')) dots.style.animation = 'none'")
            yield f"{game}, at rest", *map(percent, rest(browser, page, given.slower))


def print_loads(loads: dict[tuple[str, str], Load], *, with_files: bool) -> None:
    """Print the times and the bytes of all pages."""
    titles = ("page", "first paint, ms", "usable, ms", "tasks over 100 ms, ms", "layout shift", "kB on the line")
    rows = (
        (*name, load.painted, load.usable, show_long(load.longs), f"{load.shift:.3f}", f"{load.wire / 1000:.0f}")
        for name, load in loads.items()
    )
    print_table("game", *titles, rows=rows)
    sums = (
        (*name, *sum_bytes(load, lambda path: path.endswith("css")), *sum_bytes(load, lambda path: path[-2:] == "js"))
        for name, load in loads.items()
    )
    print_table("game", "page", "styles, B", "never used, B", "scripts, B", "never used, B", rows=sums)
    if with_files:
        files = (
            (*name, path, each.loaded, each.unused)
            for name, load in loads.items()
            for path, each in sorted(load.files.items())
        )
        print_table("game", "page", "file", "loaded, B", "never used, B", rows=files)


def sum_bytes(load: Load, is_wanted: Callable[[str], bool]) -> tuple[int, int]:
    """Return the loaded and the unused bytes of some files."""
    files: list[Bytes] = [each for path, each in load.files.items() if is_wanted(path)]
    return sum(each.loaded for each in files), sum(each.unused for each in files)


def show_long(longs: Sequence[float]) -> str:
    """Return the durations in words."""
    return ", ".join(f"{took:.0f}" for took in longs) or "none"


def percent(share: float) -> str:
    """Return a share in per cent."""
    return f"{share:.2%}"


def print_table(*titles: str, rows: Iterable[Sequence[object]]) -> None:
    """Print a table in Markdown."""
    print(f"| {' | '.join(titles)} |\n|{'---|' * len(titles)}")
    for row in rows:
        cells = (f"{cell:,.0f}" if isinstance(cell, int | float) else str(cell) for cell in row)
        print(f"| {' | '.join(cells)} |", flush=True)
    print(flush=True)


if __name__ == "__main__":
    main()
