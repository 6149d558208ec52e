"""Processor time of a server for single requests, in milliseconds.

``python -m tools.request_costs`` starts a server in a process of its own. It counts all threads of that process, from
each request until the process rests again. Figures are medians over many rooms, each with its first request."""

import argparse
import asyncio
import gzip
import http.client
import json
import re
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from engine.registry import GAMES
from tools.bench_server.line import Line, open_socket
from tools.bench_server.process import pin_cores, restore_cores
from tools.served import Served

REST_S = 0.004
"""The server rests if it needed no processor time for so long."""

PEOPLE = ("Ada", "Ben", "Carla", "Dora", "Emil")
FORM_ID = re.compile(r'name="id" value="([^"]+)"')
HOME_TABLES = 20


class Costs:
    """Processor times of some processes, by kind of request."""

    def __init__(self, *pids: int) -> None:
        self._pids = pids
        self.took: defaultdict[str, list[float]] = defaultdict(list)

    @contextmanager
    def count(self, what: str) -> Iterator[None]:
        """Count what the processes do meanwhile, and until they rest."""
        before = self.rest()
        yield
        self.took[what].append((self.rest() - before) / 1e6)

    def rest(self) -> int:
        """Wait until the processes rest; return their processor time in ns."""
        last = -1
        while (now := self._read()) != last:
            last = now
            time.sleep(REST_S)
        return now

    def median(self, what: str) -> float:
        """Return the median of what was counted under that name, in ms."""
        return statistics.median(self.took[what])

    def _read(self) -> int:
        spent = 0
        for task in [task for pid in self._pids for task in Path(f"/proc/{pid}/task").iterdir()]:
            try:
                spent += int((task / "schedstat").read_text().split()[0])
            except OSError:
                continue
        return spent


class Browser:
    """Browser with cookies, on one connection."""

    def __init__(self, url: str) -> None:
        self._host = url.removeprefix("http://")
        self.url = url
        self._connection = http.client.HTTPConnection(self._host)
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[http.client.HTTPResponse, str]:
        """Send a request; return the answer and its text."""
        headers = {"Accept": "text/html", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
        headers |= {
            "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
            "Accept-Language": "en",
            "Accept-Encoding": "gzip",
        }
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if method == "POST":
            headers |= {"Origin": self.url, "Content-Type": "application/x-www-form-urlencoded"}
        sent = "&".join(f"{name}={value}" for name, value in fields.items()) if fields else None
        self._connection.request(method, path, sent, headers)
        answer = self._connection.getresponse()
        body = answer.read()
        text = (gzip.decompress(body) if answer.headers["content-encoding"] == "gzip" else body).decode()
        for line in answer.headers.get_all("set-cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer, text

    def close(self) -> None:
        """End its connection. The next request opens another."""
        self._connection.close()

    def view(self, path: str, token: str) -> dict[str, Any]:
        """Return what a program sees at that path."""
        self._connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        read: dict[str, Any] = json.loads(self._connection.getresponse().read())
        return read

    def program(self, path: str, message: dict[str, Any], token: str = "") -> dict[str, Any]:
        """Send a program's message; return its answer."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        self._connection.request("POST", path, json.dumps(message), headers)
        read: dict[str, Any] = json.loads(self._connection.getresponse().read())
        return read


class Tables:
    """Tables of five on a server, and the costs of coming to them."""

    def __init__(self, url: str, costs: Costs, game: str) -> None:
        self._url = url
        self._costs = costs
        self._game = game

    def measure(self, regular: Browser, loop: asyncio.AbstractEventLoop) -> None:
        """Open one table, seat five, begin, and show it to each of them."""
        game, count = self._game, self._costs.count
        asked = {"game": game, "name": "Zoe", "options": {"grace": 0, "bot_pace": 0}}
        host = Browser(self._url)
        opened = host.program("/api/rooms", dict(asked))
        room, links = str(opened["room"]), opened["links"]
        link = "/r/" + str(links["join"]).partition("/r/")[2]
        people = [regular if number == 0 else Browser(self._url) for number in range(3)]
        for name, browser in zip(PEOPLE, people, strict=False):
            with count("invitation, GET"):
                _, form = browser.ask("GET", link)
            fields = {"name": name, "id": FORM_ID.findall(form)[0]}
            with count("join by form, POST" if browser is not regular else "join by form of a known browser, POST"):
                answer, _ = browser.ask("POST", link, fields)
            assert answer.status == 303, answer.status
        with count("join of a program, POST"):
            host.program(f"/api/rooms/{room}/seats", {"name": "Emil", "key": link.rpartition("/")[2]})
        for browser in people[:2]:
            with count("lobby, GET"):
                browser.ask("GET", f"/r/{room}")
        host.program(f"/api/rooms/{room}/commands", {"do": "begin"}, str(opened["token"]))
        for number, browser in enumerate(people):
            order = "first of its room" if number == 0 else "another seat"
            with count(f"{game}: table, {order}, GET"):
                answer, page = browser.ask("GET", f"/r/{room}")
            assert answer.status == 200
            with count(f"{game}: socket's first message, {order}"):
                loop.run_until_complete(self._connect(browser, page)).close()
            with count(f"{game}: table again, GET"):
                browser.ask("GET", f"/r/{room}")
        with count("home, one table, GET"):
            people[1].ask("GET", "/")

    async def _connect(self, browser: Browser, page: str) -> Line:
        first: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def hear(_: bytes) -> None:
            if not first.done():
                first.set_result(None)

        def end(why: Exception) -> None:
            if not first.done():
                first.set_exception(why)

        path = re.findall(r'data-live="([^"]+)"', page)[0].replace("&amp;", "&")
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        line = await open_socket(
            self._url.replace("http", "ws", 1) + path + find_page_state(page),
            {"Cookie": cookies, "Origin": self._url},
            hear,
            end,
        )
        await first
        return line


def find_page_state(page: str) -> str:
    """Return the query that says which table and version the page shows.

    The page's script sends the same."""
    table, version = (re.findall(f'data-{name}="([^"]*)"', page)[0] for name in ("table-id", "version"))
    return f"&table_id={quote(table)}&version={version}"


def measure_home(costs: Costs, url: str, regular: Browser, times: int) -> None:
    """Load the home page as a new browser, and as one with many tables."""
    for _ in range(times):
        new = Browser(url)
        with costs.count("home, new browser, GET"):
            new.ask("GET", "/")
        with costs.count(f"home, {HOME_TABLES} tables, GET"):
            regular.ask("GET", "/")


def main() -> None:
    """Print a Markdown table of the requests' costs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=12, help="rooms of each game")
    rooms = parser.parse_args().rooms
    with tempfile.TemporaryDirectory() as folder, restore_cores(), asyncio.Runner() as runner:
        server = Served(Path(folder))
        with pin_cores():
            server.start()
        try:
            costs, regular = Costs(server.pid), Browser(server.url)
            regular.ask("GET", "/")
            for _ in range(rooms):
                for game in GAMES:
                    Tables(server.url, costs, game).measure(regular, runner.get_loop())
            measure_home(costs, server.url, regular, 2 * rooms)
        finally:
            server.stop()
    print("| request | ms, median | least | most |\n|---|--:|--:|--:|")
    for what, took in costs.took.items():
        print(f"| {what} | {statistics.median(took):.2f} | {min(took):.2f} | {max(took):.2f} |")


if __name__ == "__main__":
    main()
