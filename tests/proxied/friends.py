"""Five friends at one address, each with two devices of their own, who do what a browser does: pages with all that
belongs to them, forms, sockets. Whatever is refused ends the evening."""

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
    """Somebody was refused something; says what."""


class Device:
    """A browser: its cookie, and the sockets of its pages."""

    def __init__(self, house: Household, language: str = "en", *, has_parts: bool = True) -> None:
        """``has_parts``: it loads what belongs to a page each time anew."""
        self._house = house
        self._has_parts = has_parts
        self._language = language
        self._cookie = ""
        self._socket: ClientConnection | None = None
        self._hears: asyncio.Task[None] | None = None
        self._answers: dict[str, asyncio.Future[Mapping[str, Any]]] = {}
        self._numbers = count(1)

    async def see(self, path: str) -> str:
        """A page with its styles and scripts, none of which the browser has kept."""
        page = _let_through(path, await self._house.ask("GET", path, headers=self._headers))
        if page.is_redirect:
            return await self.see(page.headers["location"])
        parts = sorted(set(OF_PAGE.findall(page.text))) if self._has_parts else []
        for part in await asyncio.gather(*(self._house.ask("GET", path) for path in parts)):
            _let_through("a part of a page", part)
        return page.text

    async def fetch(self, path: str) -> None:
        """Data or a file that a page leads to."""
        _let_through(path, await self._house.ask("GET", path, headers=self._headers))

    async def send(self, path: str, **fields: str) -> Response:
        """The answer to a form."""
        own = {**self._headers, "origin": self._house.way.origin, "content-type": "application/x-www-form-urlencoded"}
        answer = _let_through(path, await self._house.ask("POST", path, content=urlencode(fields), headers=own))
        kept = answer.headers.get("set-cookie", "")
        if kept.startswith(f"{self._house.way.cookie}="):
            self._cookie = kept.partition(";")[0]
        return answer

    async def mistype(self, code: str) -> None:
        """Types a code that is nobody's: it is not found, and nothing else is said."""
        own = {**self._headers, "origin": self._house.way.origin}
        answer = await self._house.ask("POST", "/join", data={"code": code}, headers=own)
        if answer.status_code != 404:
            raise TurnedAwayError(f"a mistyped code: {answer.status_code}")

    async def come(self, room: str) -> None:
        """Loads a table's page, and its socket. The socket before is left as it is when the line breaks: the server
        finds out later."""
        await self.see(f"/r/{room}")
        own = {**self._headers, "origin": self._house.way.origin}
        before, hears = self._socket, self._hears
        self._socket = await self._house.socket(f"/r/{room}/live", own)
        async with asyncio.timeout(PATIENCE_S):
            first = orjson.loads(await self._socket.recv())
        if "regions" not in first:
            raise TurnedAwayError(f"a socket: {first.get('refused')}, {first.get('say')}")
        self._hears = asyncio.create_task(self._hear(self._socket))
        if before is not None and hears is not None:
            hears.cancel()
            await before.close()

    async def do(self, **command: Any) -> None:
        """Sends a command over the socket, and waits for its answer."""
        assert self._socket is not None
        name = f"c{next(self._numbers)}"
        told = self._answers[name] = asyncio.get_running_loop().create_future()
        await self._socket.send(orjson.dumps({"id": name, **command}).decode())
        async with asyncio.timeout(PATIENCE_S):
            answer = await told
        del self._answers[name]
        if not answer.get("ok"):
            raise TurnedAwayError(f"{command['do']}: {answer.get('refused')}")

    async def go(self) -> None:
        """Leaves the page."""
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


def _let_through(what: str, answer: Response) -> Response:
    if answer.status_code >= 400:
        raise TurnedAwayError(f"{re.sub('/r/[0-9A-Z]{8}', '/r/...', what)}: {answer.status_code}")
    return answer


def nobodys_code(rng: random.Random) -> str:
    """A code as it is mistyped."""
    return "".join(rng.choice("23456789") for _ in range(8))
