"""Simulated people: they play at random, detect failures and resend commands."""

import asyncio
import contextlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.faults.simulated.chance import Weather
from tests.faults.simulated.network import ConnectionGoneError, Wire, post
from tests.faults.simulated.process import Process

PATIENCE_S = 2.5
CHECKED = ("say", "seal")
"""Commands that leave an event in the journal whenever accepted.

The exception is a card that is already sealed."""


@dataclass(frozen=True)
class Shown:
    """Message that was shown."""

    version: int
    view: dict[str, Any]
    effects: list[dict[str, Any]]


@dataclass
class Known:
    """Commands and messages of a client."""

    attempted: dict[str, dict[str, Any]] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    copies: dict[str, int] = field(default_factory=dict)
    shown: list[Shown] = field(default_factory=list)
    went_back: list[str] = field(default_factory=list)
    connections: int = 0


class Client:
    """Seat with its token, or a watcher without one."""

    def __init__(
        self, room: str, token: str | None, up: Callable[[], list[Process]], weather: Weather, rng: random.Random
    ) -> None:
        self.known = Known()
        self.is_calm = False
        """True once it sends no new commands."""
        self.wire: Wire | None = None
        self.token = token
        self._path = f"/api/rooms/{room}"
        self._up = up
        self._weather = weather
        self._rng = rng
        self._pending: dict[str, Any] | None = None
        self._count = 0
        self._version = 0

    async def live(self) -> None:
        """Connect, play, and reconnect whenever the connection is lost."""
        while True:
            up = self._up()
            if up:
                self.wire = Wire(self._rng.choice(up), f"{self._path}/live", self.token, self._weather, self._rng)
                self.known.connections += 1
                with contextlib.suppress(ConnectionGoneError, TimeoutError):
                    await self._talk(self.wire)
                self.wire.cut()
            await asyncio.sleep(0.1 + 0.5 * self._rng.random())

    def cut(self) -> None:
        """Cut its network without a close."""
        if self.wire is not None:
            self.wire.cut()

    @property
    def is_settled(self) -> bool:
        """True if it waits for nothing."""
        return self._pending is None

    async def _talk(self, wire: Wire) -> None:
        if self.token is None:
            wire.send({"do": "hello"})
        if self._pending is not None:
            self._send(wire)
        self._version = 0
        loop = asyncio.get_running_loop()
        silent_at, act_at = loop.time() + PATIENCE_S, loop.time() + self._think()
        while True:
            is_idle = self._pending is None and not self.is_calm and self.token is not None
            try:
                async with asyncio.timeout_at(min(silent_at, act_at) if is_idle else silent_at):
                    message = await wire.receive()
            except TimeoutError:
                if loop.time() >= silent_at:
                    raise
                self._act(wire)
                silent_at, act_at = loop.time() + PATIENCE_S, loop.time() + self._think()
                continue
            silent_at = loop.time() + PATIENCE_S
            self._take(message, wire)

    def _take(self, message: dict[str, Any], wire: Wire) -> None:
        if "view" in message:
            shown = Shown(message["version"], message["view"], message["effects"])
            if shown.version < self._version:
                self.known.went_back.append(f"from {self._version} to {shown.version}")
            self._version = shown.version
            self.known.shown.append(shown)
        else:
            self.note(message)
            if self._pending is not None:
                asyncio.get_running_loop().call_later(0.2, self._resend, wire, self._pending["id"])

    def note(self, message: dict[str, Any]) -> None:
        """Record an answer, whichever way it came."""
        if self._pending is None or message.get("re") != self._pending["id"] or message.get("refused") == "try_again":
            return
        if message.get("ok"):
            self.known.acknowledged[message["re"]] = message["version"]
        else:
            self.known.refused[message["re"]] = message["refused"]
        self._pending = None

    def _resend(self, wire: Wire, id: str) -> None:
        if self._pending is not None and self._pending["id"] == id and wire is self.wire:
            self._send(wire)

    def _think(self) -> float:
        return self._rng.expovariate(2.5)

    def _act(self, wire: Wire) -> None:
        if not self.known.shown:
            return
        view = self.known.shown[-1].view
        command = self._chosen(view["ask"], view["room"]["phase"])
        if command is None:
            return
        self._count += 1
        self._pending = {"id": f"c{self._count}", **command}
        self.known.attempted[self._pending["id"]] = self._pending
        self._send(wire)

    def _chosen(self, ask: dict[str, Any] | None, phase: str) -> dict[str, Any] | None:
        die = self._rng.random()
        if phase == "paused":
            return {"do": "resume"} if die < 0.8 else self._line()
        if die < 0.1 or ask is None:
            return self._line() if die < 0.2 else None
        if die < 0.13:
            return {"do": "pause"}
        if die < 0.17:
            return self._make_plan(ask)
        if ask["sealed"] is not None and die < 0.6:
            return {"do": "lift", "ask": ask["ask"]} if die < 0.2 else None
        return {"do": "seal", "ask": ask["ask"], "choice": self._rng.choice(ask["choices"])}

    def _make_plan(self, ask: dict[str, Any]) -> dict[str, Any]:
        """Return a plan that depends on where another seat goes.

        Outside its time it is refused."""
        choices = self._rng.sample(["detective", "exhibit", "castle", "auction_house"], 4)
        seat = self._rng.randrange(3)
        return {"do": "plan", "ask": ask["ask"], "choices": choices, "when": [[f"castle {seat}", *choices[::-1]]]}

    def _line(self) -> dict[str, Any]:
        return {"do": "say", "text": f"{self.token} {self._count}"}

    def _send(self, wire: Wire) -> None:
        pending = self._pending
        assert pending is not None
        ways = 1
        wire.send(pending)
        while self._rng.random() < self._weather.copied and ways < 4 and self.token is not None:
            up = self._up()
            if up:
                process = self._rng.choice(up)
                post(process, f"{self._path}/commands", self.token, pending, self.note, self._weather, self._rng)
            ways += 1
        self.known.copies[pending["id"]] = self.known.copies.get(pending["id"], 0) + ways
