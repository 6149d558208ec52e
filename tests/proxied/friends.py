"""Five friends at one address, each with two devices, who act as browsers do.

They load pages with all parts, send forms and open sockets. Any refusal ends the evening."""

import asyncio
import contextlib
import random
import re
from collections.abc import Mapping
from itertools import count
from typing import Any
from urllib.parse import urlencode

import orjson
from httpx2 import Response
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.proxied.households import PATIENCE_S, Household

OF_PAGE = re.compile(r'<(?:link|script)\b[^>]*? (?:href|src)="(/static/[^"#]+)')


class TurnedAwayError(Exception):
    """Refusal of a request; the message names it."""


class Device:
    """Browser with its cookie and the sockets of its pages."""

    def __init__(self, house: Household, language: str = "en", *, has_parts: bool = True) -> None:
        """Set up a device.

        With ``has_parts`` it loads a page's parts each time."""
        self._house = house
        self._has_parts = has_parts
        self._language = language
        self._cookie = ""
        self._socket: ClientConnection | None = None
        self._hears: asyncio.Task[None] | None = None
        self._answers: dict[str, asyncio.Future[Mapping[str, Any]]] = {}
        self._numbers = count(1)

    async def load_page(self, path: str) -> str:
        """Load a page with its styles and scripts, all uncached."""
        page = _check_accepted(path, await self._house.request("GET", path, headers=self._headers))
        if page.is_redirect:
            return await self.load_page(page.headers["location"])
        parts = sorted(set(OF_PAGE.findall(page.text))) if self._has_parts else []
        for part in await asyncio.gather(*(self._house.request("GET", path) for path in parts)):
            _check_accepted("a part of a page", part)
        return page.text

    async def fetch(self, path: str) -> None:
        """Load data or a file that a page refers to."""
        _check_accepted(path, await self._house.request("GET", path, headers=self._headers))

    async def send(self, path: str, **fields: str) -> Response:
        """Send a form and return the answer."""
        own = {**self._headers, "origin": self._house.way.origin, "content-type": "application/x-www-form-urlencoded"}
        answer = _check_accepted(path, await self._house.request("POST", path, content=urlencode(fields), headers=own))
        kept = answer.headers.get("set-cookie", "")
        if kept.startswith(f"{self._house.way.cookie}="):
            self._cookie = kept.partition(";")[0]
        return answer

    async def mistype(self, code: str) -> None:
        """Type a code of no room, which must only be reported as not found."""
        own = {**self._headers, "origin": self._house.way.origin}
        answer = await self._house.request("POST", "/join", data={"code": code}, headers=own)
        if answer.status_code != 404:
            raise TurnedAwayError(f"a mistyped code: {answer.status_code}")

    async def open_table(self, room: str) -> None:
        """Load a table's page and its socket.

        The old socket is left as after a lost connection: the server detects it later."""
        await self.load_page(f"/r/{room}")
        own = {**self._headers, "origin": self._house.way.origin}
        before, hears = self._socket, self._hears
        self._socket = await self._house.open_socket(f"/r/{room}/live", own)
        async with asyncio.timeout(PATIENCE_S):
            first = orjson.loads(await self._socket.recv())
        if "regions" not in first:
            raise TurnedAwayError(f"a socket: {first.get('refused')}, {first.get('say')}")
        self._hears = asyncio.create_task(self._hear(self._socket))
        if before is not None and hears is not None:
            hears.cancel()
            await before.close()

    async def do(self, **command: Any) -> None:
        """Send a command over the socket, and wait for its answer."""
        assert self._socket is not None
        name = f"c{next(self._numbers)}"
        told = self._answers[name] = asyncio.get_running_loop().create_future()
        await self._socket.send(orjson.dumps({"id": name, **command}).decode())
        async with asyncio.timeout(PATIENCE_S):
            answer = await told
        del self._answers[name]
        if not answer.get("ok"):
            raise TurnedAwayError(f"{command['do']}: {answer.get('refused')}")

    async def leave_page(self) -> None:
        """Leave the page."""
        if self._socket is not None and self._hears is not None:
            self._hears.cancel()
            with contextlib.suppress(asyncio.CancelledError, TurnedAwayError):
                await self._hears
            await self._socket.close()
        self._socket = self._hears = None

    @property
    def _headers(self) -> dict[str, str]:
        return {"accept-language": self._language} | ({"cookie": self._cookie} if self._cookie else {})

    async def _hear(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                message = orjson.loads(text)
                waiting = self._answers.get(message.get("re") or "")
                if waiting is not None and not waiting.done():
                    waiting.set_result(message)
        except ConnectionClosed as end:
            for waiting in self._answers.values():
                waiting.set_exception(TurnedAwayError(f"a socket was closed: {end}"))


def _check_accepted(what: str, answer: Response) -> Response:
    if answer.status_code >= 400:
        raise TurnedAwayError(f"{re.sub('/r/[0-9A-Z]{8}', '/r/...', what)}: {answer.status_code}")
    return answer


def make_wrong_code(rng: random.Random) -> str:
    """Return a code as it is mistyped."""
    return "".join(rng.choice("23456789") for _ in range(8))
