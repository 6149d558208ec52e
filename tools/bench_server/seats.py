"""Seats of a table: connection, reader and commands; and the setup of a room."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import httpx2

from tools.bench_server.line import ClosedSocketError, Line, open_socket
from tools.bench_server.readings import FloorReading, PageReading, ProgramReading, Reading

COME_BACK, PAUSE_S = (1011, 1012, 1013), 0.05
"""Close codes that ask for another try, and the wait before it in seconds."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One of a table's four seats.

    ``token`` is empty if none is needed."""

    url: str
    headers: Mapping[str, str]
    reading: Callable[[], Reading]
    room: str
    token: str = ""


def program(url: str, room: str, token: str) -> Seat:
    """Return a seat over the programs' socket."""
    address = f"{url.replace('http', 'ws', 1)}/api/rooms/{room}/live"
    return Seat(address, {"Authorization": f"Bearer {token}"}, ProgramReading, room, token)


def page(url: str, room: str, token: str) -> Seat:
    """Return a seat over the socket of its page."""
    address = f"{url.replace('http', 'ws', 1)}/r/{room}/live"
    return Seat(address, {"Cookie": f"dev={token}", "Origin": url}, PageReading, room, token)


def floor_seat(url: str, room: str, place: int) -> Seat:
    """Return a seat at the floor."""
    return Seat(f"{url.replace('http', 'ws', 1)}/rooms/{room}/{place}", {}, FloorReading, room)


async def connect_seat(seat: Seat, heard: Callable[[bytes], None], ended: Callable[[Exception], None]) -> Line:
    """Return a new connection after its first message. It retries if the server asks."""
    while True:
        first: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def hear(message: bytes, first: asyncio.Future[None] = first) -> None:
            heard(message)
            if not first.done():
                first.set_result(None)

        def end(why: Exception, first: asyncio.Future[None] = first) -> None:
            if first.done():
                ended(why)
            else:
                first.set_exception(why)

        try:
            line = await open_socket(seat.url, seat.headers, hear, end)
            await first
        except ClosedSocketError as closed:
            if closed.code not in COME_BACK:
                raise
            await asyncio.sleep(PAUSE_S)
            continue
        line.heard = heard
        return line


async def seat_four(client: httpx2.AsyncClient, game: str, options: dict[str, object]) -> tuple[str, list[str]]:
    """Return the code and the four tokens of a room whose game has begun."""
    asked = {"game": game, "name": "One", "options": options}
    opened = (await client.post("/api/rooms", json=asked)).json()
    room, key = opened["room"], opened["links"]["join"].rsplit("/", 1)[1]
    tokens = [opened["token"]]
    for name in ("Two", "Three", "Four"):
        seat = await client.post(f"/api/rooms/{room}/seats", json={"name": name, "key": key})
        tokens.append(seat.json()["token"])
    begun = await client.post(
        f"/api/rooms/{room}/commands", json={"do": "begin"}, headers={"Authorization": f"Bearer {tokens[0]}"}
    )
    begun.raise_for_status()
    return room, tokens


async def choices_of(client: httpx2.AsyncClient, room: str, token: str) -> list[str]:
    """Return the seat's choices from the server, for those that a page composes."""
    view = (await client.get(f"/api/rooms/{room}", headers={"Authorization": f"Bearer {token}"})).json()
    return list(view["ask"]["choices"]) if view["ask"] else []
