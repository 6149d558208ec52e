"""Players that choose at random, over the JSON protocol, against a running server.

They serve tests and load, and are an example of a client.

    python -m tools.play_random http://localhost:8000 --rooms 5 --seats 4 --games 2

More than a room or two needs a server with ``SIGNET_LIMITS=off``."""

import argparse
import asyncio
import json
import random
import statistics
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import connect

Message = dict[str, Any]

POLL_S = 0.01
TOO_FAST_S = 0.6
"""Seconds that a player waits after the server asked it to slow down."""


@dataclass
class Report:
    """Results of a run."""

    games: int = 0
    choices: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    """Seconds from each command to its answer."""

    def add(self, other: "Report") -> None:
        """Add another player's report."""
        self.choices += other.choices
        self.refused += other.refused
        self.seconds += other.seconds

    def __str__(self) -> str:
        ordered = sorted(self.seconds) or [0.0]
        late = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
        return (
            f"{self.games} games, {self.choices} choices, refused: {dict(self.refused) or 'none'}, "
            f"answer after {statistics.median(ordered) * 1000:.1f} ms (99 %: {late * 1000:.1f} ms)"
        )


class Server:
    """Client of a server's JSON routes."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")

    async def ask(
        self, method: str, path: str, body: Message | None = None, token: str | None = None
    ) -> tuple[int, Any]:
        """Return the status and the answer of one request."""
        return await asyncio.to_thread(self._ask, method, path, body, token)

    def _ask(self, method: str, path: str, body: Message | None, token: str | None) -> tuple[int, Any]:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        url = f"{self.url}{path}"
        request = urllib.request.Request(url, data, headers, method=method)  # noqa: S310 - given by the caller
        try:
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)


@dataclass
class Player:
    """Player with one seat and its token."""

    server: Server
    room: str
    token: str
    rng: random.Random
    games: int = 1
    is_host: bool = False
    report: Report = field(default_factory=Report)
    views: list[Message] = field(default_factory=list)
    """Last view of every finished game."""
    _sent: int = 0
    _began: int = 0
    """Last game after which it asked for one more."""
    _sealed: int = 0
    """Last ask with a sealed choice, answered or not."""

    async def play_by_socket(self) -> None:
        """Play all games over a socket."""
        url = f"{self.server.url.replace('http', 'ws', 1)}/api/rooms/{self.room}/live"
        headers = {"Authorization": f"Bearer {self.token}"}
        began: dict[str, float] = {}
        async with connect(url, additional_headers=headers, compression=None, proxy=None, max_size=None) as socket:
            view: Message = {}
            async for text in socket:
                message = json.loads(text)
                if "re" in message:
                    self.report.seconds.append(time.perf_counter() - began.pop(message["re"]))
                    wait = self._record_answer(message)
                    command = self.next_command(view) if wait else None
                else:
                    wait, view = 0.0, message["view"]
                    command = self.next_command(view)
                if self._is_through(view):
                    return
                if command is not None:
                    await asyncio.sleep(wait)
                    began[command["id"]] = time.perf_counter()
                    await socket.send(json.dumps(command))

    async def play_by_http(self) -> None:
        """Play all games by polling."""
        while True:
            _, view = await self.server.ask("GET", f"/api/rooms/{self.room}", token=self.token)
            if self._is_through(view):
                return
            command = self.next_command(view)
            if command is None:
                await asyncio.sleep(POLL_S)
                continue
            began = time.perf_counter()
            _, answer = await self.server.ask("POST", f"/api/rooms/{self.room}/commands", command, self.token)
            self.report.seconds.append(time.perf_counter() - began)
            await asyncio.sleep(self._record_answer(answer))

    def next_command(self, view: Message) -> Message | None:
        """Return the next command: seal an open ask, or as the host play once more."""
        ask = view["ask"]
        if ask is not None and ask["ask"] != self._sealed and view["room"]["phase"] == "playing":
            self._sealed = ask["ask"]
            return self._command(do="seal", ask=ask["ask"], choice=self.rng.choice(ask["choices"]))
        if view["room"]["phase"] == "finished" and self.is_host and self._began < view["room"]["number"] < self.games:
            self._began = view["room"]["number"]
            return self._command(do="again")
        return None

    def _is_through(self, view: Message) -> bool:
        if view["room"]["phase"] == "finished" and len(self.views) < view["room"]["number"]:
            self.views.append(view)
        return bool(view["room"]["phase"] == "finished" and view["room"]["number"] >= self.games)

    def _command(self, **fields: Any) -> Message:
        self._sent += 1
        return {"id": f"c{self._sent}", **fields}

    def _record_answer(self, answer: Message) -> float:
        """Record an answer. Return how many seconds to wait before the next command."""
        if answer.get("ok"):
            self.report.choices += 1
            return 0.0
        self.report.refused[answer["refused"]] += 1
        if answer["refused"] != "too_fast":
            return 0.0
        self._sealed = 0
        return TOO_FAST_S


async def begin_game(server: Server, game: str, seats: int, games: int, rng: random.Random) -> list[Player]:
    """Open a room with that many players and begin its game.

    Raises RuntimeError if the server refuses."""
    options = {"grace": 0, "bot_pace": 0}
    opened = await _good(server.ask("POST", "/api/rooms", {"game": game, "name": "Player 1", "options": options}))
    room, key = opened["room"], opened["links"]["join"].rpartition("/")[2]
    tokens = [opened["token"]]
    for number in range(2, seats + 1):
        body = {"name": f"Player {number}", "key": key}
        tokens.append((await _good(server.ask("POST", f"/api/rooms/{room}/seats", body)))["token"])
    await _good(server.ask("POST", f"/api/rooms/{room}/commands", {"id": "begin", "do": "begin"}, tokens[0]))
    seeded = [random.Random(rng.random()) for _ in tokens]  # noqa: S311 - play, not secrets
    return [
        Player(server, room, token, dice, games, is_host=place == 0)
        for place, (token, dice) in enumerate(zip(tokens, seeded, strict=True))
    ]


async def play(url: str, rooms: int, seats: int, games: int, seed: int, *, by_http: bool, game: str) -> Report:
    """Play that many rooms at once."""
    rng = random.Random(seed)  # noqa: S311 - play, not secrets
    server, report = Server(url), Report()
    tables = [await begin_game(server, game, seats, games, rng) for _ in range(rooms)]
    players = [player for table in tables for player in table]
    await asyncio.gather(*(player.play_by_http() if by_http else player.play_by_socket() for player in players))
    for player in players:
        report.add(player.report)
    report.games = sum(len(table[0].views) for table in tables)
    return report


async def _good(answer: Any) -> Any:
    status, body = await answer
    if status >= 400:
        raise RuntimeError(f"the server answered {status}: {body}")
    return body


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.play_random", description=__doc__)
    parser.add_argument("url", nargs="?", default="http://localhost:8000")
    parser.add_argument("--rooms", type=int, default=1)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=1, help="games a room, one after the other")
    parser.add_argument("--game", default="adel_verpflichtet")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--http", action="store_true", help="ask again and again instead of listening on a socket")
    a = parser.parse_args()
    began = time.perf_counter()
    report = asyncio.run(play(a.url, a.rooms, a.seats, a.games, a.seed, by_http=a.http, game=a.game))
    print(f"{report}, {time.perf_counter() - began:.1f} s in all")
    return 0


if __name__ == "__main__":
    sys.exit(main())
